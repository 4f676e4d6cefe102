//! Fixed sentences and names for people, always in both languages.

use std::fmt;
use std::str::FromStr;

/// A text in Chinese and in English. Rule names, verdicts and labels are `Words`, so that neither language can be
/// forgotten. Compared by content; never parsed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Words {
    /// English, as used in the middle of a sentence (no capital, no full stop).
    pub en: &'static str,
    /// Chinese (simplified).
    pub zh: &'static str,
}

impl Words {
    /// The same text in both languages, English first.
    pub const fn new(en: &'static str, zh: &'static str) -> Self {
        Words { en, zh }
    }

    /// The text in one language.
    pub const fn to(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Zh => self.zh,
        }
    }
}

/// A language a person reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese (simplified).
    Zh,
}

impl FromStr for Lang {
    type Err = ();
    /// Reads `zh`, `en` and locale names that begin with these (`zh_CN.UTF-8`).
    fn from_str(text: &str) -> Result<Self, ()> {
        match text.get(..2) {
            Some("zh") => Ok(Lang::Zh),
            Some("en") => Ok(Lang::En),
            _ => Err(()),
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Lang::Zh { "zh" } else { "en" })
    }
}
