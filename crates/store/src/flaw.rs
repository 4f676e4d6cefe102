//! What is wrong with something that is kept, in both languages.

use std::fmt;

/// What is wrong, or who is in the way. `Display` is English, [`Flaw::zh`] the same in Chinese.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    en: String,
    zh: String,
}

impl Flaw {
    pub(crate) fn new(en: impl Into<String>, zh: impl Into<String>) -> Flaw {
        Flaw { en: en.into(), zh: zh.into() }
    }

    /// It in Chinese.
    pub fn zh(&self) -> &str {
        &self.zh
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}
