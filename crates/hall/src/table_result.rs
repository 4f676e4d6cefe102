//! Results that are brought from the tables of a hall: no stage played these games.

mod bringing;
mod checked;
mod evidence;
mod game_records;
mod known;
mod record_facts;
mod result;
mod two_records;

pub use bringing::bring_to_folder;
pub use game_records::{DeskRecord, GameRecords};
pub(crate) use record_facts::looks_alike;
pub use result::{Brought, BroughtResult, ShownBy, TableResult, Witness};
pub use two_records::Agreement;
pub(crate) use two_records::check_records;
