//! A contest: events of several games that share teams, schools, days, tables, referees and one list of awards.
//!
//! Everything follows from its terms and from what was done, in order: a [`Contest`] is folded from [`ContestDeed`]s as an
//! event is from its journal. It knows no time but what comes with the deeds, and no file.

mod away;
mod check_in;
mod deed;
mod deed_right;
mod drawn_lot;
mod due_match;
mod fold;
mod hosts;
mod meeting;
mod on_behalf;
mod past_places;
mod planned_match;
mod powers;
mod refusals;
mod table_stands;
mod taking;
mod team;
mod team_lines;
mod terms;

#[cfg(test)]
mod taking_tests;
#[cfg(test)]
mod tests;

pub use check_in::{CheckIn, LATE_MS, Timer, TimerKind};
pub use deed::{ContestDeed, Duty};
pub use deed_right::DeedRight;
pub use drawn_lot::DrawnLot;
pub use due_match::DueMatch;
pub use fold::{Contest, DrawnGame, SignUpStands};
pub use hosts::Hosts;
pub use on_behalf::OnBehalf;
pub use past_places::{PastPlace, ProposedSeed, SEED_YEARS};
pub use planned_match::{AnnouncedPlan, PlannedMatch};
pub use table_stands::{PastSitting, TableStands};
pub use taking::{TakenMatch, Taking, TakingId};
pub use team::{Member, Team, TeamForm, TeamId, TeamTrouble};
pub use team_lines::{TeamColumn, WrongLine};
pub use terms::{ContestGame, ContestPreset, ContestTerms, SignUp, TeamLimits};
