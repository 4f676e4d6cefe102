//! The hard rules of a table plan, looked up match by match in a finished plan.

use leitai_core::{Words, sentence};

use super::fixture::{Fixture, FixtureId, Phase};
use super::hall::Hall;
use super::naming::Naming;
use super::sheet::{Booking, TablePlan};
use crate::Sentence;

/// A rule that every plan keeps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// A table has one match at a time.
    OneMatchATable,
    /// A team is never due at two tables at once, over all events of the contest.
    OneMatchATeam,
    /// A team has its pause between two matches: 在两场比赛的中间休息时间，可以修改或调整程序与参数(≤10分钟).
    Pause,
    /// Rounds are played in order.
    Rounds,
    /// Nothing is played outside the hall's hours, or in a break.
    Hours,
    /// A table is used by the events that may use it, while it is not closed.
    Table,
    /// A match has its longest time.
    Length,
}

/// A rule that a plan breaks, and where.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Breach {
    /// The rule.
    pub rule: Rule,
    /// The match that breaks it.
    pub of: FixtureId,
    /// The match with which it does not go together, if it is not wrong by itself.
    pub with: Option<FixtureId>,
}

impl Rule {
    /// What the rule demands.
    pub const fn words(self) -> Words {
        match self {
            Rule::OneMatchATable => {
                Words::new("a table has one match at a time", "一张棋桌同时只能有一场比赛")
            }
            Rule::OneMatchATeam => {
                Words::new("a team is never due at two tables at once", "一支队不能同时在两张棋桌比赛")
            }
            Rule::Pause => {
                Words::new("a team has its pause between two matches", "一支队的两场比赛之间须有间歇")
            }
            Rule::Rounds => Words::new("rounds are played in order", "各轮须依次进行"),
            Rule::Hours => Words::new("matches are played in the hall's hours", "比赛须在场地开放时间内进行"),
            Rule::Table => {
                Words::new("a table is for its events, while it is open", "棋桌只供指定项目在开放时使用")
            }
            Rule::Length => Words::new("a match has its longest time", "一场比赛须留足最长用时"),
        }
    }
}

impl Breach {
    /// The rule and the matches that break it. `fixture` finds a match of the plan.
    pub fn words<'f>(
        &self,
        naming: &Naming<'_>,
        fixture: impl Fn(FixtureId) -> Option<&'f Fixture>,
    ) -> Sentence {
        let named = |id| fixture(id).map(|it| naming.fixture(it)).unwrap_or_default();
        let (rule, of) = (self.rule.words(), named(self.of));
        match self.with.map(named) {
            Some(with) => sentence!("{rule}: {of}, and {with}", "{rule}：{of}，与{with}"; rule, of, with),
            None => sentence!("{rule}: {of}", "{rule}：{of}"; rule, of),
        }
    }
}

impl TablePlan {
    /// What is wrong with the plan; nothing if it was made by [`TablePlan::new`]. A plan that was changed by hand is
    /// checked by this. What has begun is a fact, and only what waits can break a rule.
    pub fn breaches(&self, hall: &Hall) -> Vec<Breach> {
        let mut breaches = Vec::new();
        for it in self.bookings.iter().filter(|it| it.fixture.is_waiting()) {
            let of = it.fixture.id;
            breaches.extend(alone(it, hall).map(|rule| Breach { rule, of, with: None }));
            for other in self.bookings.iter().filter(|other| other.fixture.id != of) {
                // Of two that wait, the later one in the list is blamed.
                if other.fixture.is_waiting() && other.fixture.id > of {
                    continue;
                }
                let with = Some(other.fixture.id);
                breaches.extend(together(it, other).map(|rule| Breach { rule, of, with }));
            }
        }
        breaches.sort_unstable();
        breaches.dedup();
        breaches
    }
}

/// What is wrong with a match by itself.
fn alone(it: &Booking, hall: &Hall) -> impl Iterator<Item = Rule> {
    let (from, until) = (it.sitting.from, it.sitting.until);
    let is_open = hall.openings().iter().any(|hours| hours.from <= from && until <= hours.until);
    let is_free = hall.tables.get(usize::from(it.sitting.table)).is_some_and(|table| {
        let closed = table.closed.iter().filter(|hours| hours.length() > 0);
        table.is_for(it.fixture.id.event)
            && closed.into_iter().all(|hours| until <= hours.from || hours.until <= from)
    });
    let is_long =
        until.checked_sub(from).and_then(|ms| u64::try_from(ms).ok()) == Some(it.fixture.longest_ms);
    let rules = [(is_open, Rule::Hours), (is_free, Rule::Table), (is_long, Rule::Length)];
    rules.into_iter().filter(|(is_kept, _)| !is_kept).map(|(_, rule)| rule)
}

/// What is wrong between a match that waits and another one.
fn together(it: &Booking, other: &Booking) -> impl Iterator<Item = Rule> {
    let (mine, theirs) = (it.sitting, other.sitting);
    let overlap = |pause: i64| {
        mine.from < theirs.until.saturating_add(pause) && theirs.from < mine.until.saturating_add(pause)
    };
    let pause = it.fixture.pause_to(&other.fixture).min(1 << 40) as i64;
    let shares = it.fixture.may_share_a_team(&other.fixture);
    let is_kept = |before: &Booking, after: &Booking| {
        !after.fixture.follows(&before.fixture)
            || before.sitting.until.saturating_add(pause) <= after.sitting.from
    };
    // A match that has begun did so before one that waits, whatever their rounds.
    let is_in_order = is_kept(other, it) && (other.fixture.phase != Phase::Waiting || is_kept(it, other));
    let rules = [
        (mine.table != theirs.table || !overlap(0), Rule::OneMatchATable),
        (!shares || !overlap(0), Rule::OneMatchATeam),
        (!shares || overlap(0) || !overlap(pause), Rule::Pause),
        (is_in_order, Rule::Rounds),
    ];
    rules.into_iter().filter(|(is_kept, _)| !is_kept).map(|(_, rule)| rule)
}
