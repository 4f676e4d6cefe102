//! Results of set-up steps, with the name of the step that failed.

use leitai_lang::{Sentence, sentence};
use std::path::Path;

/// The result of a launcher step, or why it failed.
pub(super) type Step<T = ()> = Result<T, Sentence>;

/// Names the step that failed and gives the system's reason.
pub(super) trait Named<T> {
    fn step(self, en: &str, zh: &str) -> Step<T>;

    /// Names the step by the file it concerns.
    fn at(self, path: &Path) -> Step<T>;
}

impl<T, E: std::fmt::Display> Named<T> for Result<T, E> {
    fn step(self, en: &str, zh: &str) -> Step<T> {
        self.map_err(|error| sentence!("{en}: {error}", "{zh}（{error}）"))
    }

    fn at(self, path: &Path) -> Step<T> {
        let path = path.display().to_string();
        self.step(&path, &path)
    }
}
