//! Events as pure values: what results say.
//!
//! No I/O, no clock, nothing of ours below: a tournament is a function of its entries, its seed and its
//! recorded results.

mod decimal;
mod entry;
mod game;
mod id;
mod lot;
mod points;
pub mod rating;
mod sentence;
mod standings;
mod tiebreak;

pub use decimal::Decimal;
pub use entry::{Entry, EntryId};
pub use game::{Bye, Game, How, Match, Outcome, Seat, Verdict};
pub use id::{GameId, MatchId, Side, Spot, Unreadable};
pub use lot::{Lot, Seed};
pub use points::{Points, Scored, Scoring};
pub use rating::{Elo, Score};
pub use sentence::{Lang, Sentence};
pub use standings::{Parted, Results, Row, Rules, Standings, Tie};
pub use tiebreak::{Figure, Tally, TieBreak};
