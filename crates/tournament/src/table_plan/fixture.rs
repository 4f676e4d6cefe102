//! A match as the table plan sees it: who, how long, and what is known of its place.

use serde::{Deserialize, Serialize};

use crate::{MatchId, Spot};

pub use crate::contest::TeamId;

/// Which match of its event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// A match that has a name already: it is drawn, or its place in a bracket is known.
    Drawn(MatchId),
    /// A match of a stage that is not drawn: of its rounds only the most matches are known.
    Expected {
        /// The stage, from 0.
        stage: u16,
        /// The round, from 0.
        round: u16,
        /// Its place in the round, from 0, over all sections.
        number: u32,
    },
}

/// A match of a contest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct FixtureId {
    /// The event, by its place in the contest's list.
    pub event: u16,
    /// Which of its matches.
    pub pairing: Pairing,
}

/// Who plays a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// These two.
    Known([TeamId; 2]),
    /// Two of these; earlier results decide which. None of them is due in another event meanwhile, so that the plan
    /// holds whoever they will be. An empty list gives that up: then only the tables count.
    Open(Vec<TeamId>),
}

/// A table for a time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Sitting {
    /// The table, from 0.
    pub table: u16,
    /// When the match begins.
    pub from: i64,
    /// When it is over, at the latest.
    pub until: i64,
}

/// How far a match is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// It has not begun.
    Waiting,
    /// It is being played; `until` is when it must be over. A time that has passed counts as now.
    Running(Sitting),
    /// It is over; `None` if it was decided without being played.
    Over(Option<Sitting>),
}

/// A match and everything by which it is planned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fixture {
    /// Which match.
    pub id: FixtureId,
    /// Its round in its section, from 0. A team plays its rounds in order; where the sides of a round are not known,
    /// it begins when the round before is over.
    pub round: u16,
    /// Who plays.
    pub sides: Sides,
    /// The longest time it can take, in milliseconds.
    pub longest_ms: u64,
    /// The pause of a team between this match and another, in milliseconds; of two matches the longer one counts.
    pub pause_ms: u64,
    /// How far it is.
    pub phase: Phase,
}

impl FixtureId {
    /// The stage of its event, from 0.
    pub fn stage(self) -> u16 {
        match self.pairing {
            Pairing::Drawn(id) => id.stage,
            Pairing::Expected { stage, .. } => stage,
        }
    }

    /// The section of the stage, from 0; `None` before the draw.
    pub fn section(self) -> Option<u16> {
        match self.pairing {
            Pairing::Drawn(id) => Some(id.section),
            Pairing::Expected { .. } => None,
        }
    }

    /// Its place in the round, from 0, where it has one.
    pub(crate) fn number(self) -> Option<u32> {
        match self.pairing {
            Pairing::Drawn(MatchId { spot: Spot::Table { table, .. }, .. }) => Some(table),
            Pairing::Drawn(_) => None,
            Pairing::Expected { number, .. } => Some(number),
        }
    }
}

impl Sides {
    /// The teams that play, or may play.
    pub fn teams(&self) -> &[TeamId] {
        match self {
            Sides::Known(both) => both,
            Sides::Open(may) => may,
        }
    }
}

impl Fixture {
    /// Its stage and round, both from 0, by which the matches of a team are ordered.
    pub fn step(&self) -> (u16, u16) {
        (self.id.stage(), self.round)
    }

    /// Whether it must still be given a table.
    pub fn is_waiting(&self) -> bool {
        self.phase == Phase::Waiting
    }

    /// The opponent of a team, if both are known.
    pub fn opponent(&self, team: TeamId) -> Option<TeamId> {
        match self.sides {
            Sides::Known([a, b]) if a == team => Some(b),
            Sides::Known([a, b]) if b == team => Some(a),
            _ => None,
        }
    }

    /// Whether `other` must be over before this match begins, whoever plays it: the order of the rounds.
    pub fn follows(&self, other: &Fixture) -> bool {
        if self.id.event != other.id.event || other.step() >= self.step() {
            return false;
        }
        match (&self.sides, &other.sides) {
            (Sides::Known(mine), Sides::Known(theirs)) => mine.iter().any(|team| theirs.contains(team)),
            (Sides::Known(_), Sides::Open(_)) => false,
            (Sides::Open(_), _) => {
                let apart = (self.id.section(), other.id.section());
                other.id.stage() < self.id.stage() || !matches!(apart, (Some(a), Some(b)) if a != b)
            }
        }
    }

    /// The pause between this match and another one of the same team, in milliseconds.
    pub fn pause_to(&self, other: &Fixture) -> u64 {
        self.pause_ms.max(other.pause_ms)
    }

    /// Whether a team may be in both matches, so that they must not overlap: over all events of a contest. Two
    /// matches of one round whose sides are not known have different ones.
    pub fn may_share_a_team(&self, other: &Fixture) -> bool {
        let of_one_round = self.id.event == other.id.event && self.step() == other.step();
        let are_open = matches!((&self.sides, &other.sides), (Sides::Open(_), Sides::Open(_)));
        !(of_one_round && are_open)
            && self.sides.teams().iter().any(|team| other.sides.teams().contains(team))
    }
}
