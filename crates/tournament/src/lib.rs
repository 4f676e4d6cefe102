//! Events as pure values: what results say.
//!
//! No I/O, no clock, nothing of ours below: a tournament is a function of its entries, its seed and its
//! recorded results.

pub mod awards;
mod bracket;
mod circle;
mod decimal;
mod decision;
mod docket;
mod draw;
mod entry;
mod game;
mod id;
mod lot;
mod match_plan;
mod plan;
mod points;
pub mod rating;
mod sentence;
mod standings;
mod tiebreak;

pub use circle::Circle;
pub use decimal::Decimal;
pub use decision::{Decision, Drawn, Finding, Role, Ruling};
pub use docket::Left;
pub use entry::{Entry, EntryId};
pub use game::{Bye, Game, How, Match, Outcome, Seat, Verdict};
pub use id::{GameId, MatchId, Side, Spot, Unreadable};
pub use lot::{Lot, Seed};
pub use match_plan::{MatchPlan, Next, Progress};
pub use plan::{Bracket, Entrants, Flaw, Format, Plan, Sections, StagePlan};
pub use points::{Points, Scored, Scoring};
pub use rating::{Elo, Score};
pub use sentence::{Lang, Sentence};
pub use standings::{Parted, Results, Row, Rules, Standings, Tie};
pub use tiebreak::{Figure, Tally, TieBreak};
