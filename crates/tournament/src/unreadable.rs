//! Text that cannot be parsed as what it should be.

use leitai_core::{Words, errors};

errors! {
    /// Text that is not what it should be.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Unreadable {
        text: String,
        wanted: Words,
    } => "{text:?} is not {wanted}", "“{text}”不是{wanted}";
}

impl Unreadable {
    pub(crate) fn new(text: &str, wanted: Words) -> Self {
        Unreadable { text: text.chars().take(80).collect(), wanted }
    }
}
