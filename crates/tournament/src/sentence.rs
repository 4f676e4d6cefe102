//! What an event says of itself, in both languages.

use serde::{Deserialize, Serialize};

/// A language a person reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese (simplified).
    Zh,
}

/// A reason, as a whole sentence without its full stop, in both languages. Never parsed.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Sentence {
    en: String,
    zh: String,
}

impl Sentence {
    /// The same thing in both languages, English first.
    pub fn new(en: impl Into<String>, zh: impl Into<String>) -> Self {
        Sentence { en: en.into(), zh: zh.into() }
    }

    /// The text in one language.
    pub fn to(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }

    /// This and then that, as one text.
    #[must_use]
    pub fn and(mut self, then: &Sentence) -> Self {
        self.en.push_str("; ");
        self.en.push_str(&then.en);
        self.zh.push('；');
        self.zh.push_str(&then.zh);
        self
    }
}
