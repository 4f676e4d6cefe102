//! The table plan of a contest: which match is played at which table, and when, over several events that share
//! teams, days and tables.
//!
//! [`TablePlan::new`] makes a plan, [`Fit`] says what does not fit into the hall's hours and what would help, and
//! [`TablePlan::bend`] keeps a plan in step with what happens in the hall. Times are milliseconds since 1970 in UTC.

mod bend;
mod bound;
mod breach;
mod change;
mod event_fixtures;
mod fit;
mod fixture;
mod hall;
mod job;
mod ledger;
mod misfit;
mod movement;
mod naming;
mod planner;
mod precedence;
mod sheet;

pub use bend::{Bend, Reality};
pub use breach::{Breach, Rule};
pub use change::{Change, Remedy};
pub use event_fixtures::{NoTablePlan, event_fixtures, in_groups, plan_fixtures};
pub use fit::{Alternative, Fit};
pub use fixture::{Fixture, FixtureId, Pairing, Phase, Sides, Sitting, TeamId};
pub use hall::{Hall, HallTable};
pub use misfit::Misfit;
pub use movement::{MoveReason, Movement};
pub use naming::Naming;
pub use sheet::{Booking, TablePlan};
