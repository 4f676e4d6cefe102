//! The results that rulings give to games.

use std::collections::BTreeSet;

use crate::decision::{Decision, Finding};
use crate::{CountedOutcome, EntryId, GameId, How, Seat};

/// What a ruling makes of a game.
#[derive(Clone, Copy)]
pub(crate) enum RuledOutcome {
    As(Finding, How),
    LostBy(EntryId, How),
}

/// Slips of operators, by the game and the side: the second one loses.
pub(crate) type Slips = BTreeSet<(GameId, EntryId)>;

impl RuledOutcome {
    /// What a decision makes of which game, given the slips that were ruled before; `None` if it gives no result.
    pub(crate) fn of(decision: &Decision, slips: &mut Slips) -> Option<(GameId, RuledOutcome)> {
        let (game, outcome) = match decision {
            Decision::Meddling { game, by } | Decision::Scattered { game, by } => {
                (game, RuledOutcome::LostBy(*by, How::Fault))
            }
            Decision::Slip { game, by, restored } => {
                let is_first = slips.insert((*game, *by));
                if is_first && *restored {
                    return None;
                }
                (game, RuledOutcome::LostBy(*by, How::Fault))
            }
            // Who alone can restore the position wins: he stands for nothing that the other side did.
            Decision::RefereeSlip { game, restored_by } => match restored_by[..] {
                [one] => (game, RuledOutcome::As(Finding::Won(one), How::Ruled)),
                _ => return None,
            },
            Decision::Equipment { game, by } => (game, RuledOutcome::LostBy(*by, How::Forfeit)),
            Decision::Forfeit { game, by } => match by[..] {
                [one] => (game, RuledOutcome::LostBy(one, How::Forfeit)),
                _ => (game, RuledOutcome::As(Finding::Nobody, How::Forfeit)),
            },
            Decision::Override { game, finding } => (game, RuledOutcome::As(*finding, How::Overridden)),
            Decision::Agreed { game, finding } | Decision::Result { game, finding } => {
                (game, RuledOutcome::As(*finding, How::Ruled))
            }
            _ => return None,
        };
        Some((*game, outcome))
    }

    /// The outcome between these two entries; `None` if it is not about them.
    pub(crate) fn between(self, first: EntryId, second: EntryId) -> Option<(CountedOutcome, How)> {
        let seat = |entry| match entry {
            e if e == first => Some(Seat::First),
            e if e == second => Some(Seat::Second),
            _ => None,
        };
        match self {
            RuledOutcome::As(Finding::Won(entry), how) => Some((CountedOutcome::Win(seat(entry)?), how)),
            RuledOutcome::As(Finding::Drawn, how) => Some((CountedOutcome::Draw, how)),
            RuledOutcome::As(Finding::Nobody, how) => Some((CountedOutcome::Nobody, how)),
            RuledOutcome::LostBy(entry, how) => Some((CountedOutcome::Win(seat(entry)?.other()), how)),
        }
    }
}
