//! Events as pure values: everything follows from the recorded results.
//!
//! No I/O and no clock, and of our own crates only `leitai_core`: a tournament is a function of its entries, its
//! seed and its recorded results.
//!
//! [`Event`] holds those values and nothing else; [`Event::state`] derives from them what was drawn, which games
//! are due and the current places, each with its reason. Keep every [`RecordedGame`] and [`Ruling`], and
//! [`Event::resume`] restores the event, whatever order the results came in.
//!
//! ```
//! use leitai_tournament::{Entry, Event, RecordedGame, How, Lang, CountedOutcome, Plan, Seat, Seed};
//!
//! let teams = vec![Entry::new(0, "甲队"), Entry::new(1, "乙队"), Entry::new(2, "丙队")];
//! let plan = Plan::school(3, Plan::SCHOOL_SIDE_MS, Plan::SCHOOL_MATCH);
//! assert_eq!(plan.length(&teams).fits(), Some(true)); // beside the hall's hours
//! let mut event = Event::new(plan, teams, Seed::new("2025-11-12"))?;
//! while let Some(due) = { let next = event.state().due().next(); next } {
//!     // Somebody plays the game; here First wins but for 甲队's games.
//!     let winner = if due.second.index() == 0 { Seat::Second } else { Seat::First };
//!     let (id, first, second) = (due.id, due.first, due.second);
//!     event.record(RecordedGame {
//!         id, first, second, outcome: CountedOutcome::Win(winner), how: How::Played, faults: [0; 2],
//!     })?;
//! }
//! let ranking = event.state().ranking();
//! assert_eq!(event.name(ranking[0].entry), "甲队");
//! assert!(ranking[0].why.to(Lang::Zh).contains("第 1 名"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod awards;
mod bracket;
mod circle;
mod consequences;
pub mod contest;
mod decimal;
mod decision;
mod decision_check;
mod decision_kind;
mod decision_part;
mod docket;
mod draw;
mod drawing_order;
mod endorsement;
mod entry;
mod event;
mod game;
mod groups;
mod hall_hours;
mod hand_lots;
mod heard_objection;
mod id;
mod in_force;
mod knockout;
mod league;
mod length;
mod lineup;
mod lot;
mod match_plan;
mod matching;
mod pace;
mod plan;
mod points;
mod preset;
pub mod rating;
mod rounds;
mod ruled_outcome;
mod section;
mod shown_names;
mod stage;
mod standings;
mod state;
mod submitted_program;
mod swiss;
mod table;
pub mod table_plan;
mod tiebreak;
mod unreadable;

pub use leitai_core::{Lang, Seat, Sentence};

pub use circle::Circle;
pub use consequences::{ChangedPairing, ChangedPlace, Consequences};
pub use decimal::Decimal;
pub use decision::{DecidedBy, Decision, Drawn, Finding, Role, Ruling};
pub use decision_kind::{DecisionKind, Offered};
pub use decision_part::{Part, Parts};
pub use docket::Left;
pub use drawing_order::{DrawingOrder, drawing_order};
pub use entry::{Entry, EntryId};
pub use event::{Event, EventRefusal};
pub use game::{Bye, CountedOutcome, How, Match, RecordedGame, Verdict};
pub use hall_hours::HallHours;
pub use hand_lots::{HandLot, group_named};
pub use heard_objection::HeardObjection;
pub use id::{GameId, MatchId, Side, Spot};
pub use length::{Length, StageLength};
pub use lot::{Lot, Seed};
pub use match_plan::{MatchPlan, Next, Progress};
pub use pace::Pace;
pub use plan::{Bracket, Entrants, Flaw, Format, Plan, Sections, StagePlan};
pub use points::{Points, ScoredUnit, Scoring};
pub use rating::{Elo, Score};
pub use section::{Due, RankedEntry, Section};
pub use stage::Stage;
pub use standings::{Parted, Results, Row, Rules, Standings, Tie};
pub use state::EventState;
pub use submitted_program::SubmittedProgram;
pub use tiebreak::{Figure, Tally, TieBreak};
pub use unreadable::Unreadable;
