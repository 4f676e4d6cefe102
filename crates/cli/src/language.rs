//! In which language to speak.

use leitai_core::Lang;
use std::time::Duration;

/// One sentence in the language of `$lang`, both written side by side with the same values.
macro_rules! say {
    ($lang:expr, $en:literal, $zh:literal $(, $($rest:tt)*)?) => {
        match $lang {
            leitai_core::Lang::En => format!($en $(, $($rest)*)?),
            leitai_core::Lang::Zh => format!($zh $(, $($rest)*)?),
        }
    };
}
pub(crate) use say;

/// Checks `--lang`.
pub(crate) fn checked(text: &str) -> Result<String, String> {
    let read: Result<Lang, ()> = text.parse();
    read.map(|_| text.to_owned()).map_err(|()| say!(spoken(), "it is en or zh", "应为 en 或 zh"))
}

/// The language of the environment: `LEITAI_LANG`, else the locale.
pub(crate) fn from_environment() -> Lang {
    ["LEITAI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .and_then(|value| value.parse().ok())
        .unwrap_or_default()
}

/// The language before the arguments are parsed: what was asked for, else that of the environment.
pub(crate) fn spoken() -> Lang {
    asked_for().unwrap_or_else(from_environment)
}

/// `--lang` before the arguments are parsed: help and usage errors are said in it too.
fn asked_for() -> Option<Lang> {
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        if arg == "--lang" {
            return args.next()?.parse().ok();
        }
        if let Some(value) = arg.strip_prefix("--lang=") {
            return value.parse().ok();
        }
    }
    None
}

/// A length of time with its unit, as exact as a person needs it.
pub(crate) fn time(time: Duration, lang: Lang) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 {
        say!(lang, "{:.1} ms", "{:.1} 毫秒", seconds * 1e3)
    } else {
        say!(lang, "{seconds:.2} s", "{seconds:.2} 秒")
    }
}
