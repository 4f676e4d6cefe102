//! Why something was not done, in both languages.

use std::error::Error;
use std::fmt;
use std::io;

/// Why something was not done: our words, and the system's own where it refused. `Display` is English,
/// [`Reason::zh`] the same in Chinese.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    en: String,
    zh: String,
}

impl Reason {
    pub(crate) fn new(en: impl Into<String>, zh: impl Into<String>) -> Reason {
        Reason { en: en.into(), zh: zh.into() }
    }

    /// A step that the system refused.
    pub(crate) fn step(en: &str, zh: &str, error: impl fmt::Display) -> Reason {
        Reason::new(format!("{en}: {error}"), format!("{zh}（{error}）"))
    }

    /// Why a call of this crate failed: its reason, or else the system's words.
    pub fn of(error: &io::Error) -> Reason {
        let own = error.get_ref().and_then(|error| error.downcast_ref::<Reason>());
        own.cloned().unwrap_or_else(|| Reason::quoted(error.to_string()))
    }

    /// What somebody said, in whatever language that was.
    fn quoted(text: impl Into<String>) -> Reason {
        let text = text.into();
        Reason { zh: text.clone(), en: text }
    }

    /// This and then that.
    pub(crate) fn and(self, then: &Reason) -> Reason {
        Reason::new(format!("{self}; {then}"), format!("{}；{}", self.zh, then.zh))
    }

    /// It in Chinese.
    pub fn zh(&self) -> &str {
        &self.zh
    }

    /// It in one line, to be [read](Reason::read) by another process.
    pub(crate) fn line(&self) -> String {
        let plain = |text: &str| text.replace(['\n', '\t'], " ");
        format!("{}\t{}", plain(&self.en), plain(&self.zh))
    }

    /// Reads what another process of ours wrote in a line: the launcher, and the [probe](crate::PROBE). Any other line
    /// stands for itself.
    pub fn read(line: &str) -> Reason {
        match line.split_once('\t') {
            Some((en, zh)) => Reason::new(en, zh),
            None => Reason::quoted(line),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

impl Error for Reason {}

impl From<Reason> for io::Error {
    fn from(reason: Reason) -> io::Error {
        io::Error::other(reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_reads_back_from_its_line() {
        let reason = Reason::step("the new root", "新的根目录", "Operation not permitted");
        assert_eq!(
            reason.line(),
            "the new root: Operation not permitted\t新的根目录（Operation not permitted）"
        );
        assert_eq!(Reason::read(&reason.line()), reason);
        assert_eq!(Reason::read("killed").zh(), "killed");
        assert_eq!(Reason::step("a\tb\n", "c", "d").line(), "a b : d\tc（d）");
    }

    #[test]
    fn an_error_keeps_its_reason() {
        let reason = Reason::new("it needs root", "需要 root 权限");
        assert_eq!(Reason::of(&reason.clone().into()), reason);
        let system = io::Error::from(io::ErrorKind::NotFound);
        assert_eq!(Reason::of(&system), Reason::quoted(system.to_string()));
    }
}
