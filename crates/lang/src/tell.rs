//! What can be said to a person in either language.

use crate::{Lang, Sentence, Words};
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

/// What can be said to a person in either language: errors above all, and every value that appears in their texts.
/// `Display` of the same type is English, for logs.
pub trait Tell {
    /// It in one language, without its full stop.
    fn told(&self, lang: Lang) -> String;
}

impl Tell for Sentence {
    fn told(&self, lang: Lang) -> String {
        self.to(lang).to_owned()
    }
}

impl Tell for Words {
    fn told(&self, lang: Lang) -> String {
        self.to(lang).to_owned()
    }
}

impl<T: Tell + ?Sized> Tell for &T {
    fn told(&self, lang: Lang) -> String {
        (**self).told(lang)
    }
}

/// One a line.
impl Tell for Vec<Sentence> {
    fn told(&self, lang: Lang) -> String {
        self.iter().map(|said| said.to(lang)).collect::<Vec<_>>().join("\n")
    }
}

/// With the list mark of the language between them.
impl Tell for Vec<String> {
    fn told(&self, lang: Lang) -> String {
        self.join(if lang == Lang::Zh { "、" } else { ", " })
    }
}

/// The sentence that it carries; what the system refused, in plain words where it often does; all else as the system
/// says it.
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
            io::ErrorKind::AlreadyExists => Words::new("exists already", "已经存在"),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Words::new("the disk is full", "磁盘已满")
            }
            io::ErrorKind::ReadOnlyFilesystem => Words::new("the file system is read-only", "只读，不能写入"),
            _ => return self.to_string(),
        };
        words.told(lang)
    }
}

/// Implements [`Tell`](crate::Tell) for types that read the same in every language: numbers, names and figures with a
/// `Display` of their own.
#[macro_export]
macro_rules! same_in_every_language {
    ($($type:ty),+ $(,)?) => {$(
        impl $crate::Tell for $type {
            fn told(&self, _: $crate::Lang) -> String {
                self.to_string()
            }
        }
    )+};
}

same_in_every_language!(str, String, Cow<'_, str>, char, u8, u16, u32, u64, u128, usize, i32, i64, f64);

impl Tell for Path {
    fn told(&self, _: Lang) -> String {
        self.display().to_string()
    }
}

impl Tell for PathBuf {
    fn told(&self, lang: Lang) -> String {
        self.as_path().told(lang)
    }
}
