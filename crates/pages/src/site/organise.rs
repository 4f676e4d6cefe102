//! The pages of organisers: their events, one event, a new one, rulings, notices.

mod columns;
mod draft;
mod edit;
mod event;
mod form;
mod likeness;
mod marks;
mod notice;
mod rule;
mod rule_fields;
mod teams;
mod workers;

pub use columns::{ColumnsView, no_board, own_board};
pub use draft::{DraftView, new_event};
pub use edit::{EditView, edit_event};
pub use event::{ManageView, manage, organise};
pub use likeness::{ComparedSource, LikenessFound, LikenessView, likeness, likeness_pair};
pub use marks::{MarksView, marks};
pub(crate) use notice::unread;
pub use notice::{NoticeView, notice_feed, notices, notices_of};
pub use rule::{Foreseen, RuleView, RulingSubject, rule};
pub use rule_fields::{RuleForm, lot_field, part_field};
pub use teams::{MemberRow, TeamRow, TeamsView, members_table, teams, teams_table};
pub use workers::{MachineRow, WorkerRow, WorkersView, workers};
