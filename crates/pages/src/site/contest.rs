//! The pages of a contest: for everybody, for teams, for referees, for organisers.

mod award_registry;
mod ceremony;
mod check_in;
mod draws;
mod face;
mod fields;
mod hall_view;
mod list;
mod manage;
mod new;
mod sign_up;
mod table;
mod table_papers;
mod tables;
mod team;
mod team_fields;
mod teams;
mod time_left;

pub use award_registry::award_registry;
pub use ceremony::{CeremonyView, ceremony};
pub use check_in::{CheckInView, check_in, team_slips};
pub use draws::{DrawsView, GameToDraw, draws};
pub use face::{ContestFace, contest_page, contest_teams};
pub use fields::FieldTrouble;
pub use hall_view::{HallTable, HallView, contest_hall};
pub use list::{ContestCard, contest_list};
pub use manage::{ManageContest, manage_contest};
pub use new::{NewContest, new_contest};
pub use sign_up::{SignUpView, sign_up};
pub use table::{HowEnded, TableView, contest_table};
pub use table_papers::{TablePapers, table_papers};
pub use tables::{TablesView, WaitingMatch, contest_tables};
pub use team::{TeamView, confirmation, team_page};
pub use teams::{ContestTeamsView, contest_teams_page, registry};
