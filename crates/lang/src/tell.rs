//! Values that can be shown to a person in either language.

use crate::outside::{VALUE, shown};
use crate::words::{Lang, Words};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A value that can be shown to a person in either language: errors above all, and every value that appears in
/// their texts. `Display` of the same type is English, for logs.
pub trait Tell {
    /// The text in one language, without a full stop.
    fn told(&self, lang: Lang) -> String;
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

/// Joined by the list separator of the language.
impl Tell for Vec<String> {
    fn told(&self, lang: Lang) -> String {
        let told: Vec<String> = self.iter().map(|text| text.told(lang)).collect();
        told.join(if lang == Lang::Zh { "、" } else { ", " })
    }
}

/// Implements [`Tell`](crate::Tell) for types that read the same in every language: numbers, names and figures that
/// implement `Display`.
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

same_in_every_language!(char, u8, u16, u32, u64, u128, usize, i32, i64, f64);

/// A text from outside: harmless, and of bounded length in every line.
impl Tell for str {
    fn told(&self, _: Lang) -> String {
        shown(self, VALUE).into_owned()
    }
}

impl Tell for String {
    fn told(&self, lang: Lang) -> String {
        self.as_str().told(lang)
    }
}

impl Tell for Cow<'_, str> {
    fn told(&self, lang: Lang) -> String {
        (**self).told(lang)
    }
}

/// A length of time with its unit, as precise as people need it.
impl Tell for Duration {
    fn told(&self, lang: Lang) -> String {
        let seconds = self.as_secs_f64();
        if seconds < 1.0 {
            format!("{:.1} {}", seconds * 1e3, Words::new("ms", "毫秒").to(lang))
        } else {
            format!("{seconds:.2} {}", Words::new("s", "秒").to(lang))
        }
    }
}

impl Tell for Path {
    fn told(&self, lang: Lang) -> String {
        self.to_string_lossy().told(lang)
    }
}

impl Tell for PathBuf {
    fn told(&self, lang: Lang) -> String {
        self.as_path().told(lang)
    }
}
