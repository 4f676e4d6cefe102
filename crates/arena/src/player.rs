//! A contestant before its process is started.

use crate::allowance::Allowance;
use crate::build::interpreter;
use crate::launch::Launch;
use crate::search_path::locate;
use leitai_catalog::RuledGame;
use leitai_core::{Clock, DialectName, Means};
use leitai_sandbox::{Job, Limits, Runtime, Size};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Maximum number of processes of a command that may start others.
const FAMILY: u32 = 32;

/// A contestant: a name, how to start its program, and what it speaks.
#[derive(Clone, Debug)]
pub struct Player {
    /// The entry's name, printable.
    pub name: String,
    /// How its program is started.
    pub launch: Launch,
    /// The dialect it speaks.
    pub dialect: DialectName,
}

impl Player {
    /// Whether it is started in the same way for every game; a built-in player gets a different seed for each.
    pub(crate) fn is_started_alike(&self) -> bool {
        matches!(self.launch, Launch::Command { .. })
    }

    /// The process to start for one game. Built-in players get `seed`, the given options, the clock, the nodes and how
    /// much memory they may fill on their command line, since not every dialect can express them; only they may read
    /// their shelf of tables. Errors if the program is not found.
    pub fn job(
        &self,
        game: &dyn RuledGame,
        seed: u64,
        allowance: &Allowance,
        mut limits: Limits,
    ) -> io::Result<Job> {
        limits.memory = allowance.memory.unwrap_or(limits.memory);
        let here = std::env::current_dir()?;
        let absolute = |path: &PathBuf| here.join(path);
        let mut env = Vec::new();
        let (program, runtime, args, folder, reads) = match &self.launch {
            Launch::Command { program, runtime, args, folder, reads, family } => {
                if *family {
                    limits.processes = limits.processes.max(FAMILY);
                }
                let folder = folder.as_ref().map_or_else(|| here.clone(), &absolute);
                let program = here.join(locate(program)?);
                let mut reads: Vec<PathBuf> = reads.iter().map(absolute).collect();
                let script = if *runtime == Runtime::Native { interpreter(&program) } else { None };
                let (program, runtime, mut words) = match script {
                    Some((tool, words)) => {
                        reads.push(program);
                        // Whoever types a command may name an environment; what was submitted may not.
                        reads.extend(tool.environment().into_iter().filter(|_| *family));
                        (tool.file, tool.runtime, words)
                    }
                    None => (program, *runtime, Vec::new()),
                };
                words.extend(args.iter().cloned());
                if runtime == Runtime::Native && reads.contains(&folder) && has_libraries(&folder) {
                    env.push(("LD_LIBRARY_PATH".into(), folder.clone().into()));
                }
                (program, runtime, words, folder, reads)
            }
            Launch::BuiltIn { binary, level, shelf } => {
                let mut args: Vec<OsString> = vec!["engine".into(), game.facts().id.into()];
                for word in ["--level", level.name(), "--dialect", self.dialect.name(), "--seed"] {
                    args.push(word.into());
                }
                args.push(seed.to_string().into());
                for (name, value) in game.given() {
                    args.push(format!("--option={name}={value}").into());
                }
                if allowance.clock != Clock::NONE {
                    args.push(format!("--clock={}", allowance.clock).into());
                }
                args.extend(allowance.nodes.map(|nodes| format!("--nodes={nodes}").into()));
                args.extend(tables_mb(limits.memory).map(|memory| format!("--memory={memory}").into()));
                env.extend(shelf.iter().map(|shelf| {
                    let (name, value) = shelf.variable();
                    (name.into(), value.to_owned())
                }));
                let reads = shelf.iter().map(|shelf| shelf.path().to_owned()).collect();
                (binary.clone(), Runtime::Native, args, here.clone(), reads)
            }
            Launch::Unbuilt { why } => return Err(io::Error::other(why.clone())),
        };
        Ok(Job { program, runtime, args, env, folder, reads, writes: Vec::new(), cores: Vec::new(), limits })
    }
}

/// Whether a program's own folder contains shared libraries. They are found there, as they were on its author's
/// machine.
fn has_libraries(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name());
    names.map(PathBuf::from).any(|name| {
        name.extension().is_some_and(|ending| ending == "so") || name.to_string_lossy().contains(".so.")
    })
}

/// The part of a built-in player's memory that it does not fill with tables: its code, its stack and what it reads.
const KEPT: Size = Size::MB(32);

/// How many MB of tables it may make under this limit; `None` if the usual size fits.
fn tables_mb(limit: Size) -> Option<u64> {
    let room = (limit.0 / 4 * 3).saturating_sub(KEPT.0);
    (room < Means::MEMORY).then(|| Size(room).mb().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_catalog::{Setup, find};
    use leitai_core::Level;
    use std::num::NonZeroU64;

    fn job(launch: Launch, memory: Size) -> Job {
        let game = find("draughts").expect("a game").open(&Setup::default()).expect("a set-up");
        let player = Player { name: "a".to_owned(), launch, dialect: DialectName::Native };
        let clock: Clock = "start=5s,move=2s,game=90s,counted".parse().expect("a clock");
        let allowance = Allowance { memory: Some(memory), nodes: NonZeroU64::new(900), ..clock.into() };
        player.job(&*game, 7, &allowance, Limits::default()).expect("a job")
    }

    #[test]
    fn a_built_in_player_is_told_its_clock_and_its_memory() {
        let args = |memory| {
            job(Launch::BuiltIn { binary: "/bin/leitai".into(), level: Level::Easy, shelf: None }, memory)
                .args
        };
        let has = |args: &[OsString], arg: &str| args.iter().any(|known| known == arg);
        let usual = args(Size::MB(1024));
        assert!(has(&usual, "--clock=start=5s,move=2s,game=90s,counted"), "{usual:?}");
        assert!(has(&usual, "--nodes=900"), "{usual:?}");
        assert!(!usual.iter().any(|arg| arg.to_string_lossy().starts_with("--memory")), "{usual:?}");
        assert!(has(&args(Size::MB(128)), "--memory=64"));
        assert!(has(&args(Size::MB(16)), "--memory=1"));
    }
}
