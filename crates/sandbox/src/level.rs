//! Levels of the sandbox.

use leitai_lang::{Words, errors, same_in_every_language};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The level of a sandbox, weakest first: `a < b` means that `b` guarantees more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Level {
    /// No sandbox: the program runs with the rights of the user who runs the stage.
    Off,
    /// Resource limits only; files, network and other processes are accessible.
    Plain,
    /// No namespaces: Landlock for files, a filter for system calls, a single process.
    Confined,
    /// Namespaces, without root; memory is limited by a delegated control group if there is one, else by polling.
    Rootless,
    /// Namespaces and control groups, set up by root; each program has a user id of its own.
    Full,
}

same_in_every_language!(Level);

errors! {
    /// Text that names no level.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct UnknownLevel(pub text: String) =>
        "the sandbox has no level `{text}`; the levels are F (full), R (rootless), N (no namespaces), P (plain) and off",
        "没有沙箱级别“{text}”；可用：F（完全）、R（无需 root）、N（无名字空间）、P（普通）、off（关闭）";
}

impl Level {
    /// All levels except `off`, strongest first.
    pub const ALL: [Level; 4] = [Level::Full, Level::Rootless, Level::Confined, Level::Plain];

    /// The name in records and on the command line: `F`, `R`, `N`, `P` or `off`.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Off => "off",
            Level::Plain => "P",
            Level::Confined => "N",
            Level::Rootless => "R",
            Level::Full => "F",
        }
    }

    /// What the level does, for readers of a game's record.
    pub const fn does(self) -> Words {
        match self {
            Level::Full => {
                Words::new("namespaces and a user of its own, no network", "独立的名字空间与用户，无网络")
            }
            Level::Rootless => Words::new("namespaces of its own, no network", "独立的名字空间，无网络"),
            Level::Confined => {
                Words::new("files, network and other programs out of reach", "无法接触文件、网络和其他程序")
            }
            Level::Plain => Words::new("limits of time and memory only", "只限时间与内存"),
            Level::Off => {
                Words::new("none: the program may do what its user may", "无：程序拥有用户的全部权限")
            }
        }
    }

    /// Whether the program has namespaces of its own.
    pub const fn isolates(self) -> bool {
        matches!(self, Level::Rootless | Level::Full)
    }

    /// Whether files, network and other processes are out of the program's reach.
    pub const fn confines(self) -> bool {
        matches!(self, Level::Confined | Level::Rootless | Level::Full)
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;
    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let levels = Level::ALL.into_iter().chain([Level::Off]);
        let mut named = levels.filter(|level| level.name().eq_ignore_ascii_case(text));
        named.next().ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_reads_back_as_written() {
        for level in Level::ALL.into_iter().chain([Level::Off]) {
            assert_eq!(level.name().parse(), Ok(level));
        }
        assert_eq!("r".parse(), Ok(Level::Rootless));
        assert!("strong".parse::<Level>().is_err());
    }

    #[test]
    fn the_order_is_that_of_what_is_promised() {
        assert!(Level::ALL.is_sorted_by(|a, b| a > b) && Level::Plain > Level::Off);
    }
}
