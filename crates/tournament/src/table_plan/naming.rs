//! What teams, events, matches and moments are called in the sentences of a table plan.

use leitai_core::sentence;

use super::fixture::{Fixture, FixtureId, Sides, Sitting, TeamId};
use crate::Sentence;

/// The names that a plan's sentences use.
#[derive(Clone, Copy)]
pub struct Naming<'a> {
    /// The name of a team.
    pub team: &'a dyn Fn(TeamId) -> String,
    /// The name of an event: that of its game.
    pub event: &'a dyn Fn(u16) -> Sentence,
    /// A moment as the hall's clock shows it, with the date where it is not today.
    pub moment: &'a dyn Fn(i64) -> Sentence,
}

impl Naming<'_> {
    /// A table by its number from 1.
    pub fn table(&self, table: u16) -> Sentence {
        let number = u32::from(table) + 1;
        sentence!("table {number}", "{number} 号桌")
    }

    /// A match: its event and its teams, or its place in its stage while they are not known.
    pub fn fixture(&self, fixture: &Fixture) -> Sentence {
        match &fixture.sides {
            Sides::Known([a, b]) => {
                let (a, b) = ((self.team)(*a), (self.team)(*b));
                let event = (self.event)(fixture.id.event);
                sentence!("{event}, {a} – {b}", "{event} {a} – {b}"; event, a, b)
            }
            Sides::Open(_) => self.open(fixture.id, fixture.round),
        }
    }

    fn open(&self, id: FixtureId, round: u16) -> Sentence {
        let (stage, round) = (u32::from(id.stage()) + 1, u32::from(round) + 1);
        let event = (self.event)(id.event);
        let place = sentence!(
            "{event}, stage {stage}, round {round}", "{event} 第 {stage} 阶段第 {round} 轮";
            event, stage, round
        );
        match id.number() {
            Some(number) => {
                let number = number + 1;
                place.then(&sentence!(", match {number}", "第 {number} 场"))
            }
            None => place,
        }
    }

    /// When and where a match begins.
    pub fn sitting(&self, sitting: Sitting) -> Sentence {
        let (at, table) = ((self.moment)(sitting.from), self.table(sitting.table));
        sentence!("{at}, {table}", "{at} {table}"; at, table)
    }
}

/// A length of time in words, rounded up to minutes: `3 h 20 min`.
pub(crate) fn span(ms: u64) -> Sentence {
    let minutes = ms.div_ceil(60_000);
    let (hours, rest) = (minutes / 60, minutes % 60);
    match (hours, rest) {
        (0, rest) => sentence!("{rest} min", "{rest} 分钟"),
        (hours, 0) => sentence!("{hours} h", "{hours} 小时"),
        (hours, rest) => sentence!("{hours} h {rest} min", "{hours} 小时 {rest} 分钟"),
    }
}
