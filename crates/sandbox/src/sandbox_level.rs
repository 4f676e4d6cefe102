//! Levels of the sandbox.

use leitai_lang::{Words, errors, same_in_every_language};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The level of a sandbox, weakest first: `a < b` means that `b` guarantees more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum SandboxLevel {
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

same_in_every_language!(SandboxLevel);

errors! {
    /// Text that names no level.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct UnknownLevel(pub text: String) =>
        "the sandbox has no level `{text}`; the levels are F (full), R (rootless), N (no namespaces), P (plain) and off",
        "没有沙箱级别“{text}”；可用：F（完全）、R（无需 root）、N（无名字空间）、P（普通）、off（关闭）";
}

impl SandboxLevel {
    /// All levels except `off`, strongest first.
    pub const ALL: [SandboxLevel; 4] =
        [SandboxLevel::Full, SandboxLevel::Rootless, SandboxLevel::Confined, SandboxLevel::Plain];

    /// The name in records and on the command line: `F`, `R`, `N`, `P` or `off`.
    pub const fn name(self) -> &'static str {
        match self {
            SandboxLevel::Off => "off",
            SandboxLevel::Plain => "P",
            SandboxLevel::Confined => "N",
            SandboxLevel::Rootless => "R",
            SandboxLevel::Full => "F",
        }
    }

    /// What the level does, for readers of a game's record.
    pub const fn does(self) -> Words {
        match self {
            SandboxLevel::Full => {
                Words::new("namespaces and a user of its own, no network", "独立的名字空间与用户，无网络")
            }
            SandboxLevel::Rootless => {
                Words::new("namespaces of its own, no network", "独立的名字空间，无网络")
            }
            SandboxLevel::Confined => {
                Words::new("files, network and other programs out of reach", "无法接触文件、网络和其他程序")
            }
            SandboxLevel::Plain => Words::new("limits of time and memory only", "只限时间与内存"),
            SandboxLevel::Off => {
                Words::new("none: the program may do what its user may", "无：程序拥有用户的全部权限")
            }
        }
    }

    /// Whether the program has namespaces of its own.
    pub const fn isolates(self) -> bool {
        matches!(self, SandboxLevel::Rootless | SandboxLevel::Full)
    }

    /// Whether files, network and other processes are out of the program's reach.
    pub const fn confines(self) -> bool {
        matches!(self, SandboxLevel::Confined | SandboxLevel::Rootless | SandboxLevel::Full)
    }
}

impl FromStr for SandboxLevel {
    type Err = UnknownLevel;
    fn from_str(text: &str) -> Result<SandboxLevel, UnknownLevel> {
        let levels = SandboxLevel::ALL.into_iter().chain([SandboxLevel::Off]);
        let mut named = levels.filter(|level| level.name().eq_ignore_ascii_case(text));
        named.next().ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

impl fmt::Display for SandboxLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_reads_back_as_written() {
        for level in SandboxLevel::ALL.into_iter().chain([SandboxLevel::Off]) {
            assert_eq!(level.name().parse(), Ok(level));
        }
        assert_eq!("r".parse(), Ok(SandboxLevel::Rootless));
        assert!("strong".parse::<SandboxLevel>().is_err());
    }

    #[test]
    fn the_order_is_that_of_what_is_promised() {
        assert!(SandboxLevel::ALL.is_sorted_by(|a, b| a > b) && SandboxLevel::Plain > SandboxLevel::Off);
    }
}
