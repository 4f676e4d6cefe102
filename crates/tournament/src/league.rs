//! Round robin, gauntlet and ladder: all pairings are known from the start.

use leitai_core::sentence;
use std::collections::BTreeSet;

use crate::plan::Format;
use crate::section::{Ground, Section};
use crate::{Circle, EntryId, Sentence, Side, Spot, Verdict};

/// The pairs of a section, never listed: each is computed on demand.
#[derive(Clone, Debug)]
pub(crate) struct League<'a> {
    members: &'a [EntryId],
    /// Place in `members`, by entry.
    place: Vec<u32>,
    kind: Kind,
    /// Submission in force, by place; empty if there are none.
    submissions: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Everyone,
    /// The first members, this many, each meet all the others.
    Champions(u32),
}

const NOBODY: u32 = u32::MAX;

impl<'a> League<'a> {
    /// The pairs of a section in such a format; `None` for other formats.
    pub(crate) fn new(ground: &Ground<'_>, members: &'a [EntryId]) -> Option<Self> {
        let kind = match ground.plan.format {
            Format::RoundRobin | Format::Ladder => Kind::Everyone,
            Format::Gauntlet { champions } => Kind::Champions(u32::from(champions).min(members.len() as u32)),
            Format::KnockOut { .. } | Format::Swiss { .. } => return None,
        };
        let mut place = vec![NOBODY; members.iter().map(|entry| entry.index() + 1).max().unwrap_or(0)];
        (0..).zip(members).for_each(|(at, entry)| place[entry.index()] = at);
        let in_force = |&entry: &EntryId| ground.docket.in_force(entry).map_or(0, |(number, _)| number);
        let submissions = match ground.plan.format {
            Format::Ladder => members.iter().map(in_force).collect(),
            _ => Vec::new(),
        };
        Some(League { members, place, kind, submissions })
    }

    fn place(&self, entry: EntryId) -> Option<u32> {
        self.place.get(entry.index()).copied().filter(|&at| at != NOBODY)
    }

    /// The number of pairs.
    pub(crate) fn pairs(&self) -> u64 {
        let count = self.members.len() as u64;
        match self.kind {
            Kind::Everyone => Circle::new(self.members.len() as u32).pairs(),
            Kind::Champions(n) => u64::from(n) * (count - u64::from(n)),
        }
    }

    pub(crate) fn rounds(&self) -> u32 {
        match self.kind {
            Kind::Everyone => Circle::new(self.members.len() as u32).rounds(),
            Kind::Champions(n) => self.members.len() as u32 - n,
        }
    }

    /// Which rounds still have pairs that are not `decided`.
    pub(crate) fn open_rounds(&self, decided: impl Iterator<Item = [EntryId; 2]>) -> Vec<bool> {
        let in_round = match self.kind {
            Kind::Everyone => self.members.len() as u32 / 2,
            Kind::Champions(n) => n,
        };
        let mut left = vec![in_round; self.rounds() as usize];
        for [a, b] in decided {
            if let (Some(a), Some(b)) = (self.place(a), self.place(b)) {
                left[self.round_of(a.min(b), a.max(b)) as usize] -= 1;
            }
        }
        left.into_iter().map(|left| left > 0).collect()
    }

    fn round_of(&self, a: u32, b: u32) -> u32 {
        match self.kind {
            Kind::Everyone => Circle::new(self.members.len() as u32).round_of(a, b),
            Kind::Champions(n) => {
                let others = self.members.len() as u32 - n;
                (b - n + others - a % others) % others
            }
        }
    }

    /// The pairs of a round, 甲 first.
    pub(crate) fn round(&self, round: u32) -> impl Iterator<Item = [EntryId; 2]> + '_ {
        let circle = Circle::new(self.members.len() as u32);
        let (everyone, champions) = match self.kind {
            Kind::Everyone => (round, 0),
            Kind::Champions(n) => (0, n),
        };
        let around =
            matches!(self.kind, Kind::Everyone).then(|| circle.round(everyone)).into_iter().flatten();
        let others = self.members.len() as u32 - champions;
        let met = (0..champions).map(move |at| (at, champions + (at + round) % others.max(1)));
        around.chain(met).map(|(a, b)| self.ordered(a, b))
    }

    /// Two places as 甲 and 乙. A new submission must not swap the sides of a match, so in a ladder the lower
    /// place is 甲.
    fn ordered(&self, a: u32, b: u32) -> [EntryId; 2] {
        let lower_first = match self.kind {
            Kind::Everyone if self.submissions.is_empty() => {
                Circle::new(self.members.len() as u32).is_first(a.min(b), a.max(b))
            }
            Kind::Everyone => true,
            Kind::Champions(_) => (a + b).is_multiple_of(2),
        };
        let (low, high) = (self.members[a.min(b) as usize], self.members[a.max(b) as usize]);
        if lower_first { [low, high] } else { [high, low] }
    }

    fn side(&self, entry: EntryId) -> Side {
        let submission =
            self.place(entry).and_then(|at| self.submissions.get(at as usize)).copied().unwrap_or(0);
        Side { entry, submission }
    }

    /// The spot of the one match of two members.
    pub(crate) fn spot(&self, sides: [EntryId; 2]) -> Spot {
        let [a, b] = sides.map(|entry| self.side(entry));
        if a.entry < b.entry { Spot::Pair(a, b) } else { Spot::Pair(b, a) }
    }

    /// The sides of a match by its spot; `None` if it is not a spot of this league, or belongs to a submission no
    /// longer in force.
    pub(crate) fn sides(&self, spot: Spot) -> Option<[EntryId; 2]> {
        let Spot::Pair(low, high) = spot else { return None };
        let (a, b) = (self.place(low.entry)?, self.place(high.entry)?);
        let meets = match self.kind {
            Kind::Everyone => a != b,
            Kind::Champions(n) => (a < n) != (b < n),
        };
        let in_force = self.side(low.entry) == low && self.side(high.entry) == high;
        (meets && in_force).then(|| self.ordered(a, b))
    }

    /// Derives the section from its results: only what was played is looked at.
    pub(crate) fn read(&self, ground: &Ground<'_>, section: &mut Section) {
        let plan = ground.plan.games;
        let games = ground.docket.section(section.stage, section.number);
        section.expect(games.len());
        for recorded in games.chunk_by(|a, b| a.id.of == b.id.of) {
            let id = recorded[0].id.of;
            if let Some(sides) = self.sides(id.spot) {
                section.hold_recorded(ground, recorded, plan, id, sides);
            }
        }
        // An entry that has left forfeits the games not yet begun.
        let mut added = BTreeSet::new();
        for gone in ground.docket.gone().filter_map(|entry| self.place(entry)) {
            for other in (0..self.members.len() as u32).filter(|&other| other != gone) {
                let sides = self.ordered(gone, other);
                let id = section.id(self.spot(sides));
                let forfeits = ground.docket.is_gone(self.members[gone as usize], id);
                if forfeits
                    && self.sides(id.spot).is_some()
                    && ground.docket.of(id).is_empty()
                    && added.insert(id)
                {
                    section.hold(ground, plan, id, sides);
                }
            }
        }
        for id in ground.docket.ruled_unplayed(section.stage, section.number) {
            if let Some(sides) = self.sides(id.spot).filter(|_| added.insert(id)) {
                section.hold(ground, plan, id, sides);
            }
        }
        section.sort();
        let decided = section.rows.iter().filter(|row| row.verdict != Verdict::Open).count() as u64;
        section.is_played = decided == self.pairs();
    }

    /// Why two entries meet.
    pub(crate) fn reason(&self, ground: &Ground<'_>, sides: [EntryId; 2]) -> Sentence {
        let [a, b] = sides.map(|entry| ground.name(entry));
        match (self.kind, self.submissions.is_empty()) {
            (Kind::Everyone, true) => sentence!(
                "everyone meets everyone: {a} and {b} by the circle method",
                "循环赛人人相遇：{a}与{b}按循环法编排"
            ),
            (Kind::Everyone, false) => {
                sentence!("the newest programs of {a} and {b} meet once", "{a}与{b}的最新程序对阵一场")
            }
            (Kind::Champions(_), _) => {
                sentence!("each champion meets all the others: {a} and {b}", "守擂者逐一应战：{a}与{b}")
            }
        }
    }
}
