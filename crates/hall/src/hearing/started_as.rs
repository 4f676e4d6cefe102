//! How a program is started that is not built from files.

use crate::program::Program;
use crate::program_error::ProgramError;
use crate::program_source::ProgramSource;
use leitai_arena::Launch;
use leitai_sandbox::Sandbox;
use std::path::Path;

/// How a built-in player or a command is started; `None` for a program that is built, for which see
/// [`BuildOutput`](super::BuildOutput).
pub fn started_as(program: &Program, sandbox: &Sandbox) -> Result<Option<Launch>, ProgramError> {
    match program {
        // Nothing is written for either.
        Program::Level(_) | Program::Command { .. } => {
            program.launch(Path::new(""), sandbox, &ProgramSource::Nowhere).map(Some)
        }
        _ => Ok(None),
    }
}
