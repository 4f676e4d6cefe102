//! What organisers do to an event besides rulings: opened, changed, paused, published, written about. Each deed is
//! decided here, whoever asks for it and from where: it is refused with a reason that a person can read, or it is done
//! and leaves its line in the audit list, in the name of an [`Actor`](leitai_store::Actor).

mod edit_words;
mod edited_field;
mod editing;
mod event_source;
mod notices;
mod opening;
mod questions;
mod score_columns;
mod switches;

pub use edited_field::EditedField;
pub use editing::{Edited, EventForm, Reach};
pub(crate) use opening::new_event_file;
pub use questions::Answers;
pub use score_columns::{FilledColumn, is_mark};
