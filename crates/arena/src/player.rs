//! Who sits in a chair, before a process is started.

use leitai_catalog::Entry;
use leitai_core::{DialectName, Level};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

/// A contestant: a name, how to start its program, and what it speaks.
#[derive(Clone, Debug)]
pub struct Player {
    /// The entry's name, printable.
    pub name: String,
    /// How its program is started.
    pub launch: Launch,
    /// What it speaks.
    pub dialect: DialectName,
}

/// How a program is started.
#[derive(Clone, Debug)]
pub enum Launch {
    /// This file with these arguments, in this folder.
    Command {
        /// The program.
        program: OsString,
        /// Its arguments.
        args: Vec<OsString>,
        /// Where it runs; none is where the stage runs.
        folder: Option<PathBuf>,
    },
    /// A built-in player, through the same pipes as anyone: the stage's own binary.
    BuiltIn {
        /// The binary.
        binary: PathBuf,
        /// The strength.
        level: Level,
    },
}

impl Player {
    /// The command of one game; built-in players draw from `seed` and are told the options, which not every
    /// dialect can say.
    pub fn command(&self, game: &dyn Entry, options: &[(String, String)], seed: u64) -> Command {
        match &self.launch {
            Launch::Command { program, args, folder } => {
                let mut command = Command::new(program);
                command.args(args);
                if let Some(folder) = folder {
                    command.current_dir(folder);
                }
                command
            }
            Launch::BuiltIn { binary, level } => {
                let mut command = Command::new(binary);
                command.args(["engine", game.facts().id, "--level", level.name()]);
                command.args(["--dialect", self.dialect.name(), "--seed", &seed.to_string()]);
                for (name, value) in options {
                    command.arg(format!("--option={name}={value}"));
                }
                command
            }
        }
    }
}
