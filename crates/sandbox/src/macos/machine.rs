//! Sandboxes that macOS can set up.

use crate::error::named;
use crate::job::Job;
use crate::macos::cell::Cell;
use crate::macos::running::{Running, run};
use crate::macos::warden::appoint;
use crate::not_launched::NotLaunched;
use crate::sandbox_level::SandboxLevel;
use crate::unavailable::Unavailable;
use leitai_lang::Sentence;
use std::path::Path;

/// A sandbox level that works on this machine, ready to start programs. Cheap to clone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sandbox {
    level: SandboxLevel,
}

impl Sandbox {
    /// Whether this system has levels that close files, network and other processes to programs, on any machine.
    pub const COULD_CONFINE: bool = false;

    /// No sandbox: programs run unconfined.
    pub fn off() -> Sandbox {
        Sandbox { level: SandboxLevel::Off }
    }

    /// The strongest level that works on this machine: plain; [`off`](Sandbox::off) if it does not.
    pub fn strongest(launcher: &Path) -> Sandbox {
        Sandbox::at(SandboxLevel::Plain, launcher).unwrap_or_else(|_| Sandbox::off())
    }

    /// This level. Errors for those that macOS does not have, and if `launcher` cannot be executed, a binary that calls
    /// [`launch_if_asked`](crate::launch_if_asked) first.
    pub fn at(level: SandboxLevel, launcher: &Path) -> Result<Sandbox, Unavailable> {
        if level > SandboxLevel::Plain {
            let why = Sentence::new(
                "macOS limits a program's memory, and closes neither files nor the network to it",
                "macOS 下只限制程序的内存，不限制文件与网络",
            );
            return Err(Unavailable { level, why });
        }
        if level == SandboxLevel::Plain {
            appoint(launcher)
                .map_err(|error| Unavailable { level, why: Sentence::of(&named(launcher, &error)) })?;
        }
        Ok(Sandbox { level })
    }

    /// The level of this sandbox.
    pub fn level(&self) -> SandboxLevel {
        self.level
    }

    /// Whether the system itself counts the memory of all processes of a program: it does not.
    pub fn counts_memory(&self) -> bool {
        false
    }

    /// The version of Landlock in use: none.
    pub fn landlock(&self) -> u32 {
        0
    }

    /// The same sandbox.
    #[must_use]
    pub fn with_landlock(self, _version: u32) -> Sandbox {
        self
    }

    /// Starts `job` in a process group of its own. Returns its pipes and the cell that controls it. It runs at once.
    pub fn launch(&self, job: &Job) -> Result<(Running, Cell), NotLaunched> {
        run(job, self.level != SandboxLevel::Off)
    }
}
