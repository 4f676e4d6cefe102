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
mod event;
mod game;
mod id;
mod knockout;
mod league;
mod length;
mod lineup;
mod lot;
mod match_plan;
mod matching;
mod plan;
mod points;
mod preset;
pub mod rating;
mod rounds;
mod section;
mod sentence;
mod standings;
mod state;
mod swiss;
mod table;
mod tiebreak;

pub use circle::Circle;
pub use decimal::Decimal;
pub use decision::{Decision, Drawn, Finding, Role, Ruling};
pub use docket::Left;
pub use entry::{Entry, EntryId};
pub use event::{Event, Refusal};
pub use game::{Bye, Game, How, Match, Outcome, Seat, Verdict};
pub use id::{GameId, MatchId, Side, Spot, Unreadable};
pub use length::{Length, StageLength};
pub use lot::{Lot, Seed};
pub use match_plan::{MatchPlan, Next, Progress};
pub use plan::{Bracket, Entrants, Flaw, Format, Plan, Sections, StagePlan};
pub use points::{Points, Scored, Scoring};
pub use preset::SchoolTime;
pub use rating::{Elo, Score};
pub use section::{Due, Place, Section};
pub use sentence::{Lang, Sentence};
pub use standings::{Parted, Results, Row, Rules, Standings, Tie};
pub use state::{Stage, State};
pub use tiebreak::{Figure, Tally, TieBreak};
