//! The output language, decided once, when the command starts.

use crate::called;
use leitai_core::{Lang, Sentence, harmless, sentence};
use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::OnceLock;

static SPOKEN: OnceLock<Lang> = OnceLock::new();

/// Decides the language of this process: the one the arguments ask for, else the environment's.
pub(crate) fn decide(args: &[OsString]) -> Lang {
    *SPOKEN.get_or_init(|| asked_for(args).unwrap_or_else(from_environment))
}

/// Prints a message on stderr. Errors are ignored: stderr may be closed.
pub(crate) fn note(said: &Sentence) {
    let _ = writeln!(io::stderr(), "{}", shown(said, spoken()));
}

/// The language of this process.
pub(crate) fn spoken() -> Lang {
    SPOKEN.get().copied().unwrap_or_default()
}

/// A message as it is printed. What others wrote stands in it: names of files and people, what programs say.
pub(crate) fn shown(said: &Sentence, lang: Lang) -> String {
    called::advice(&harmless(said.to(lang))).into_owned()
}

/// Checks `--lang`.
pub(crate) fn checked(text: &str) -> Result<String, Sentence> {
    let read: Result<Lang, ()> = text.parse();
    read.map(|_| text.to_owned()).map_err(|()| sentence!("it takes en or zh", "应为 en 或 zh"))
}

/// `LEITAI_LANG`, else the locale, else what the system says beside the environment.
fn from_environment() -> Lang {
    ["LEITAI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .or_else(leitai_sandbox::system::language)
        .and_then(|value| value.parse().ok())
        .unwrap_or_default()
}

/// `--lang`, read before the parser reads the rest: help and usage errors use it too.
fn asked_for(args: &[OsString]) -> Option<Lang> {
    let mut args = args.iter().map(|arg| arg.to_string_lossy());
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
