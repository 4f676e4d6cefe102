//! What is wrong with a field of an event's file.

use leitai_core::{Sentence, sentence};

/// What is wrong with a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// The `path` of the `FileField`; `None` if no single field is to blame.
    pub path: Option<&'static str>,
    /// What is wrong, and what to do.
    pub what: Sentence,
}

/// The error about a program that an organiser may not name in a browser.
pub(crate) fn outside(name: &str) -> Trouble {
    Trouble {
        path: Some("entries"),
        what: sentence!(
            "{name}: here a program is a level of the game, or a file in the folder of events",
            "{name}：此处程序须为该棋种的级别，或赛事目录中的文件"
        ),
    }
}
