//! Whether a program speaks its protocol. A patient examiner: one game in each seat, examined step by step, with
//! findings in plain words, the same at a terminal and on a page.
#![warn(clippy::unwrap_used)]

mod advice;
mod check;
mod examination;
mod examined;
mod finding;
mod findings;
mod heard;
mod lost;
mod names;
mod own_files;
mod source;
mod step;

pub use check::{check, read_acts};
pub use examination::{Examination, ExaminationTerms, Unfinished};
pub use finding::{Finding, Mark};
pub use lost::{crashed, lost};
pub use names::Names;
pub use source::{of_program, of_source};
pub use step::{Progress, Step, WIDEST_NAME};
