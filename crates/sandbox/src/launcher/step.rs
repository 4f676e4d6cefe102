//! Results of set-up steps, with the name of the step that failed.

use leitai_lang::{Sentence, sentence};
use std::path::Path;

/// A step of the launcher, or why it failed.
pub(super) type Step<T = ()> = Result<T, Sentence>;

/// Names the step that failed, with the system's reason.
pub(super) trait Named<T> {
    fn step(self, en: &str, zh: &str) -> Step<T>;

    /// A step that is best named by its file.
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
