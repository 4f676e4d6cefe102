//! A contestant before its process is started.

use crate::build::{interpreter, locate};
use crate::launch::Launch;
use leitai_catalog::RuledGame;
use leitai_core::DialectName;
use leitai_sandbox::{Job, Limits, Runtime};
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// Processes of a command that may start others.
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
    /// The process to start for one game. Built-in players get `seed` and the given options on their command line, since
    /// not every dialect can express them. Errors if the program is not found.
    pub fn job(&self, game: &dyn RuledGame, seed: u64, mut limits: Limits) -> io::Result<Job> {
        let here = std::env::current_dir()?;
        let absolute = |path: &PathBuf| here.join(path);
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
                        (tool.file, tool.runtime, words)
                    }
                    None => (program, *runtime, Vec::new()),
                };
                words.extend(args.iter().cloned());
                (program, runtime, words, folder, reads)
            }
            Launch::BuiltIn { binary, level } => {
                let mut args: Vec<OsString> = vec!["engine".into(), game.facts().id.into()];
                for word in ["--level", level.name(), "--dialect", self.dialect.name(), "--seed"] {
                    args.push(word.into());
                }
                args.push(seed.to_string().into());
                for (name, value) in game.given() {
                    args.push(format!("--option={name}={value}").into());
                }
                (binary.clone(), Runtime::Native, args, here.clone(), Vec::new())
            }
        };
        Ok(Job {
            program,
            runtime,
            args,
            env: Vec::new(),
            folder,
            reads,
            writes: Vec::new(),
            cores: Vec::new(),
            limits,
        })
    }
}
