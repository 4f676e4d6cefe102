//! Texts for people that contain figures and names, in both languages.

use crate::outside::{LINE, shown};
use crate::tell::Tell;
use crate::words::{Lang, Words};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::error::Error;
use std::{fmt, io};

/// A reason or an explanation, as a whole sentence without its full stop, in both languages. Never parsed.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Sentence {
    en: String,
    zh: String,
}

impl Sentence {
    /// The same thing in both languages, English first. Of what others wrote in it, what is hidden is shown as an
    /// escape, and very long lines are cut in their middle.
    pub fn new(en: impl Into<String>, zh: impl Into<String>) -> Self {
        let shown = |text: String| match shown(&text, LINE) {
            Cow::Borrowed(_) => text,
            Cow::Owned(shown) => shown,
        };
        Sentence { en: shown(en.into()), zh: shown(zh.into()) }
    }

    /// A person's own words, in whatever language they are.
    pub fn quoted(text: impl Into<String>) -> Self {
        let text = text.into();
        Sentence { zh: text.clone(), en: text }
    }

    /// The text of a value, kept in both languages.
    pub fn of(told: &(impl Tell + ?Sized)) -> Self {
        Sentence::new(told.told(Lang::En), told.told(Lang::Zh))
    }

    /// The text in one language.
    pub fn to(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }

    /// Joins two texts, separated by a semicolon.
    #[must_use]
    pub fn and(mut self, then: &Sentence) -> Self {
        self.en.push_str("; ");
        self.en.push_str(&then.en);
        self.zh.push('；');
        self.zh.push_str(&then.zh);
        self
    }

    /// Appends `more` directly, without a separator.
    #[must_use]
    pub fn then(mut self, more: &Sentence) -> Self {
        self.en.push_str(&more.en);
        self.zh.push_str(&more.zh);
        self
    }

    /// The sentence as one line of text, which [`Sentence::of_line`] reads back in another process. Tabs and line
    /// ends become blanks.
    pub fn line(&self) -> String {
        let plain = |text: &str| text.replace(['\n', '\t'], " ");
        format!("{}\t{}", plain(&self.en), plain(&self.zh))
    }

    /// Reads the output of [`Sentence::line`]. Any other line is taken as the text in both languages.
    pub fn of_line(line: &str) -> Sentence {
        match line.split_once('\t') {
            Some((en, zh)) => Sentence::new(en, zh),
            None => Sentence::quoted(line),
        }
    }
}

impl Tell for Sentence {
    fn told(&self, lang: Lang) -> String {
        self.to(lang).to_owned()
    }
}

/// One sentence per line.
impl Tell for Vec<Sentence> {
    fn told(&self, lang: Lang) -> String {
        self.iter().map(|said| said.to(lang)).collect::<Vec<_>>().join("\n")
    }
}

/// In English, for logs.
impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

/// Allows an [`io::Error`] to carry a sentence.
impl Error for Sentence {}

/// The sentence that the error carries; for an error of the system, a plain text if it is a common one; otherwise
/// the system's own text.
impl Tell for io::Error {
    fn told(&self, lang: Lang) -> String {
        if let Some(said) = self.get_ref().and_then(|error| error.downcast_ref::<Sentence>()) {
            return said.told(lang);
        }
        let words = match self.kind() {
            io::ErrorKind::NotFound => Words::new("no such file or folder", "没有这个文件或文件夹"),
            io::ErrorKind::PermissionDenied => Words::new("permission denied", "没有权限"),
            io::ErrorKind::IsADirectory => Words::new("this is a folder, not a file", "是文件夹，不是文件"),
            io::ErrorKind::NotADirectory => {
                Words::new("a part of the path is not a folder", "路径中有一段不是文件夹")
            }
            io::ErrorKind::AlreadyExists => Words::new("already exists", "已经存在"),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Words::new("the disk is full", "磁盘已满")
            }
            io::ErrorKind::ReadOnlyFilesystem => Words::new("the file system is read-only", "只读，不能写入"),
            _ => return self.to_string(),
        };
        words.told(lang)
    }
}

impl From<Sentence> for io::Error {
    fn from(said: Sentence) -> io::Error {
        io::Error::other(said)
    }
}

impl From<Words> for Sentence {
    fn from(words: Words) -> Self {
        Sentence::new(words.en, words.zh)
    }
}

/// Makes a [`Sentence`] from two formats that are filled with the same values, English first.
///
/// Values after a semicolon are [told](crate::Tell) in the language of each text: errors, [`Words`], other
/// sentences. They are named, as `name` or `name = value`.
///
/// ```
/// use leitai_lang::{Lang, Words, sentence};
/// let said = sentence!("{} games", "{} 局", 3);
/// assert_eq!(said.to(Lang::Zh), "3 局");
/// let who = Words::new("the referee", "裁判");
/// assert_eq!(sentence!("{who} decides", "由{who}决定"; who).to(Lang::Zh), "由裁判决定");
/// ```
#[macro_export]
macro_rules! sentence {
    ($en:literal, $zh:literal; $($told:tt)+) => {
        $crate::Sentence::new(
            $crate::say!($crate::Lang::En, $en, $zh; $($told)+),
            $crate::say!($crate::Lang::Zh, $en, $zh; $($told)+),
        )
    };
    ($en:literal, $zh:literal $(, $($rest:tt)*)?) => {
        $crate::Sentence::new(format!($en $(, $($rest)*)?), format!($zh $(, $($rest)*)?))
    };
}

/// The text of one language as a `String`, from two formats as in [`sentence!`].
///
/// ```
/// use leitai_lang::{Lang, say};
/// assert_eq!(say!(Lang::En, "{} moves", "{} 手", 7), "7 moves");
/// ```
#[macro_export]
macro_rules! say {
    ($lang:expr, $en:literal, $zh:literal; $($name:ident $(= $value:expr)?),+ $(,)?) => {{
        let lang: $crate::Lang = $lang;
        $(let $name = $crate::Tell::told(&$crate::say!(@value $name $(= $value)?), lang);)+
        match lang {
            $crate::Lang::En => format!($en),
            $crate::Lang::Zh => format!($zh),
        }
    }};
    (@value $name:ident) => { $name };
    (@value $name:ident = $value:expr) => { $value };
    ($lang:expr, $en:literal, $zh:literal $(, $($rest:tt)*)?) => {
        match $lang {
            $crate::Lang::En => format!($en $(, $($rest)*)?),
            $crate::Lang::Zh => format!($zh $(, $($rest)*)?),
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_reads_back_from_its_line() {
        let said =
            Sentence::new("the new root: Operation not permitted", "新的根目录（Operation not permitted）");
        assert_eq!(
            said.line(),
            "the new root: Operation not permitted\t新的根目录（Operation not permitted）"
        );
        assert_eq!(Sentence::of_line(&said.line()), said);
        assert_eq!(Sentence::of_line("killed").to(Lang::Zh), "killed");
        assert_eq!(Sentence::new("a\tb\n", "c").line(), "a b \tc");
    }

    #[test]
    fn an_error_of_the_system_keeps_its_sentence() {
        let said = Sentence::new("it needs root", "需要 root 权限");
        assert_eq!(Sentence::of(&io::Error::from(said.clone())), said);
        let refused = io::Error::from(io::ErrorKind::NotFound);
        assert_eq!(Sentence::of(&refused), Sentence::new("no such file or folder", "没有这个文件或文件夹"));
    }

    #[test]
    fn values_are_told_in_the_language_of_each_text() {
        let error = io::Error::from(io::ErrorKind::PermissionDenied);
        let path = std::path::Path::new("a.toml");
        let said = sentence!("{path}: {error}, {n}", "{path}：{error}，{n}"; path, error, n = 3);
        assert_eq!(said, Sentence::new("a.toml: permission denied, 3", "a.toml：没有权限，3"));
        assert_eq!(say!(Lang::Zh, "{error}", "错误：{error}"; error), "错误：没有权限");
    }
}
