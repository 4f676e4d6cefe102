//! The name of a game, as records contain it.

use crate::errors;
use serde::{Deserialize, Serialize};
use std::borrow::{Borrow, Cow};
use std::fmt;
use std::ops::Deref;

/// The name of a game: 1 to 40 small letters, digits and hyphens, beginning with a letter. Serialised as its text.
///
/// Only the catalog, which is built on this crate, knows which games exist: a name of this form may still belong to
/// no game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameName<'a>(Cow<'a, str>);

errors! {
    /// A text that cannot be a game's name.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct BadGameName(pub text: String) =>
        "`{text}` cannot be the name of a game: names consist of lower-case letters, digits and hyphens",
        "“{text}”不能作为棋种名称：名称由小写字母、数字和连字符组成";
}

/// Longest name, in bytes.
const LONGEST: usize = 40;

impl GameName<'static> {
    /// A name given by the program itself; for use in a `const`.
    ///
    /// # Panics
    /// Panics if the text does not have the form of a name.
    pub const fn given(text: &'static str) -> GameName<'static> {
        assert!(is_name(text), "a game's name is of small letters, digits and hyphens");
        GameName(Cow::Borrowed(text))
    }
}

const fn is_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let fits = match bytes[at] {
            b'a'..=b'z' => true,
            b'0'..=b'9' | b'-' => at > 0,
            _ => false,
        };
        if !fits {
            return false;
        }
        at += 1;
    }
    0 < at && at <= LONGEST
}

impl Deref for GameName<'_> {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for GameName<'_> {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl TryFrom<String> for GameName<'_> {
    type Error = BadGameName;
    fn try_from(text: String) -> Result<Self, BadGameName> {
        if is_name(&text) { Ok(GameName(Cow::Owned(text))) } else { Err(BadGameName(text)) }
    }
}

impl From<GameName<'_>> for String {
    fn from(name: GameName<'_>) -> String {
        name.0.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_kept_as_its_text_and_no_other_text_is_read_as_one() {
        for text in ["go", "einstein", "a9-x"] {
            let kept = serde_json::to_string(&GameName::given(text)).expect("text");
            assert_eq!(kept, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<GameName<'_>>(&kept).expect("a name"), GameName::given(text));
        }
        for text in ["", "Go", "9go", "-go", "go go", "围棋", "go/..", &"g".repeat(LONGEST + 1)] {
            let kept = serde_json::to_string(text).expect("text");
            let error = serde_json::from_str::<GameName<'_>>(&kept).expect_err("no name").to_string();
            assert!(error.starts_with(&format!("`{text}` cannot be")), "{error}");
        }
    }
}
