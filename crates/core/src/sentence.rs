//! What is said to people with figures and names in it, in both languages.

use crate::{Lang, Words};
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::{fmt, io};

/// A reason or an explanation, as a whole sentence without its full stop, in both languages. Never parsed.
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

    /// What somebody said, in whatever language that was.
    pub fn quoted(text: impl Into<String>) -> Self {
        let text = text.into();
        Sentence { zh: text.clone(), en: text }
    }

    /// What is told, kept in both languages.
    pub fn of(told: &impl Tell) -> Self {
        Sentence { en: told.told(Lang::En), zh: told.told(Lang::Zh) }
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

    /// That at once behind this.
    #[must_use]
    pub fn then(mut self, more: &Sentence) -> Self {
        self.en.push_str(&more.en);
        self.zh.push_str(&more.zh);
        self
    }
}

/// In English, for logs.
impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

/// So that an [`io::Error`] can carry it.
impl Error for Sentence {}

impl From<Words> for Sentence {
    fn from(words: Words) -> Self {
        Sentence::new(words.en, words.zh)
    }
}

/// What can be said to a person in either language: errors above all. `Display` is English, for logs.
pub trait Tell {
    /// It in one language, without its full stop.
    fn told(&self, lang: Lang) -> String;
}

/// A sentence that it carries; what the system refused, where it refuses it often; all else in its own words.
impl Tell for io::Error {
    fn told(&self, lang: Lang) -> String {
        if let Some(said) = self.get_ref().and_then(|error| error.downcast_ref::<Sentence>()) {
            return said.told(lang);
        }
        let zh = match self.kind() {
            _ if lang == Lang::En => return self.to_string(),
            io::ErrorKind::NotFound => "没有这个文件或文件夹",
            io::ErrorKind::PermissionDenied => "没有权限",
            io::ErrorKind::IsADirectory => "是文件夹，不是文件",
            io::ErrorKind::NotADirectory => "路径中有一段不是文件夹",
            io::ErrorKind::AlreadyExists => "已经存在",
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "磁盘已满",
            io::ErrorKind::ReadOnlyFilesystem => "只读，不能写入",
            _ => return self.to_string(),
        };
        zh.to_owned()
    }
}

impl Tell for Sentence {
    fn told(&self, lang: Lang) -> String {
        self.to(lang).to_owned()
    }
}

/// What is wrong with a line of a file.
pub(crate) fn in_line(line: usize, what: &Sentence, lang: Lang) -> String {
    let what = what.to(lang);
    match lang {
        Lang::En => format!("line {line}: {what}"),
        Lang::Zh => format!("第 {line} 行：{what}"),
    }
}

/// A [`Sentence`] from two formats that are filled with the same values, English first.
#[macro_export]
macro_rules! sentence {
    ($en:literal, $zh:literal $(, $($rest:tt)*)?) => {
        $crate::Sentence::new(format!($en $(, $($rest)*)?), format!($zh $(, $($rest)*)?))
    };
}
