//! From a source file or a folder to something that can be started, with the compilers the machine has.
//!
//! Sources are copied under names of our own, compiled inside the sandbox, and what comes of it is taken out of the
//! compiler's reach. A program reads its own copy and never the folder that it came from.

mod archive;
mod cache;
mod compiler;
mod error;
mod files;
mod java;
mod language;
mod limits;
mod make;
mod parcel;
mod recipe;
mod script;
mod tool;
mod trust;
mod versions;

pub use cache::Cache;
pub use error::{BuildError, Excess, Wrong};
pub use files::leads_out;
pub use language::Language;
pub use parcel::{Form, Parcel};
pub(crate) use script::interpreter;
pub(crate) use tool::Tool;
pub use tool::locate;

use crate::launch::Launch;
use files::{Sources, alone, gathered, handed_in};
use leitai_sandbox::Sandbox;
use limits::LARGEST_SOURCE;
use make::make;
use std::io;
use std::path::Path;

/// Makes what is at `path` (a source file, a folder of sources or an executable) ready to start. Compilers work in
/// `sandbox`, and in `workshop`: an empty folder of this build alone, which lasts as long as the program is used.
/// An executable is started where it stands; sources are copied, and found compiled in the workshop.
pub fn build(path: &Path, workshop: &Path, sandbox: &Sandbox) -> Result<Launch, BuildError> {
    built(path, workshop, sandbox, None)
}

/// As [`build`], with the user's own [`Cache`] if there is one: an unchanged source is compiled once.
pub fn build_once(path: &Path, workshop: &Path, sandbox: &Sandbox) -> Result<Launch, BuildError> {
    built(path, workshop, sandbox, Cache::of_user().as_ref())
}

impl Cache {
    /// As [`build`]; what was compiled before from the same sources by the same compiler is not compiled again.
    pub fn build(&self, path: &Path, workshop: &Path, sandbox: &Sandbox) -> Result<Launch, BuildError> {
        built(path, workshop, sandbox, Some(self))
    }
}

fn built(
    path: &Path,
    workshop: &Path,
    sandbox: &Sandbox,
    cache: Option<&Cache>,
) -> Result<Launch, BuildError> {
    let missing = |error| BuildError::Missing(path.to_owned(), error);
    let whole = handed_in(path)?;
    let sources = match Form::of(&whole).map_err(missing)? {
        Some(Form::Folder) => Sources::of_files(gathered(&whole)?, path)?,
        Some(Form::Source) => Sources::of_file(&whole, alone(&whole, LARGEST_SOURCE)?)?,
        Some(Form::Executable) => return Ok(Launch::alone(whole.into(), Vec::new())),
        None => return Err(BuildError::Unknown(path.to_owned())),
    };
    let stage = |error: io::Error| BuildError::stage(workshop, &error);
    make(sources, &workshop.canonicalize().map_err(stage)?, sandbox, cache)
}
