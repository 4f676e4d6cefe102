//! Submitting programs to the ladders of the site, and their authors' pages.

mod api;
pub(crate) mod archive;
mod difference;
pub(crate) mod entrant;
pub(crate) mod form;
mod list;
mod mine;
mod own_log;
pub(crate) mod own_submission;
pub(crate) mod standing;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod trial;
pub(crate) mod trial_api;
#[cfg(test)]
mod trial_tests;

use crate::address::Address;
use leitai_hall::{EventFile, SubmitRules};
use std::fs;
use std::path::Path;

/// The addresses for submitting.
pub(crate) fn routes() -> Vec<Address> {
    [
        form::routes(),
        api::routes(),
        mine::routes(),
        own_submission::routes(),
        trial::routes(),
        trial_api::routes(),
    ]
    .concat()
}

/// The limits on submissions to an event of the site in this folder, from the event's file, or the defaults
/// without one.
pub fn submit_rules(data: &Path, event: &str) -> SubmitRules {
    let files = fs::read_dir(data.join("events")).into_iter().flatten().flatten().map(|file| file.path());
    let mut read = files.filter_map(|path| EventFile::look(&path).ok());
    read.find(|file| file.name == event).map(|file| file.submit).unwrap_or_default()
}
