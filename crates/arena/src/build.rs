//! Turns a source file or a folder into something that can be started, with the compilers installed on the machine.
//!
//! Sources are copied under names of our own and compiled inside the sandbox; the output is moved out of the compiler's
//! reach. A program reads its own copy, never the folder it came from.

mod archive;
mod brought;
mod cache;
mod class_path;
mod compiler;
mod cookbook;
mod error;
mod files;
mod habits;
mod hearing;
mod java;
mod language;
mod limits;
mod make;
mod parcel;
mod recipe;
mod script;
mod shortage;
mod sources;
mod spent;
mod tool;
mod versions;

pub use cache::Cache;
pub use error::{BadFile, BuildError, Excess};
pub use files::leads_out;
pub use hearing::Hearing;
pub use language::Language;
pub use limits::CompilerTime;
pub use make::Built;
pub use parcel::{Form, Parcel};
pub(crate) use script::interpreter;
pub(crate) use tool::Tool;

use crate::launch::Launch;
use files::{alone, gathered, handed_in};
use leitai_core::sentence;
use leitai_sandbox::Sandbox;
use limits::LARGEST_SOURCE;
use make::{CompileOptions, make};
use sources::Sources;
use std::io;
use std::path::Path;

/// Builds what is at `path` (a source file, a folder of sources or an executable) and returns how to start it.
/// Compilers run in `sandbox` and write to `workshop`, an empty folder used only by this build, which must outlive the
/// program. An executable is started in place; the build output of sources stays in the workshop.
pub fn build(path: &Path, workshop: &Path, sandbox: &Sandbox) -> Result<Launch, BuildError> {
    build_within(path, workshop, sandbox, CompilerTime::default())
}

/// As [`build`], with a different limit on the compiler's time.
pub fn build_within(
    path: &Path,
    workshop: &Path,
    sandbox: &Sandbox,
    time: CompilerTime,
) -> Result<Launch, BuildError> {
    Ok(built(path, workshop, sandbox, CompileOptions { time, ..CompileOptions::default() })?.launch)
}

/// As [`build`], using the user's [`Cache`] if there is one: unchanged sources are compiled only once.
pub fn build_once(path: &Path, workshop: &Path, sandbox: &Sandbox) -> Result<Launch, BuildError> {
    Ok(build_told(path, workshop, sandbox)?.launch)
}

/// As [`build_once`], with notes on how the program was built for its author. An executable on its own is started in
/// its own folder, which it may read, unless that is a home or a folder shared by all users.
pub fn build_told(path: &Path, workshop: &Path, sandbox: &Sandbox) -> Result<Built, BuildError> {
    let cache = Cache::of_user();
    let mut built = built(
        path,
        workshop,
        sandbox,
        CompileOptions { cache: cache.as_ref(), ..CompileOptions::default() },
    )?;
    if let Some(folder) = built.launch.opens_its_folder() {
        built.notes.push(sentence!(
            "it cannot see {folder}: what it reads must be in a folder of its own that every user may read",
            "它看不到 {folder}：它要读的文件须与它一起放在单独的、所有用户可读的文件夹中";
            folder
        ));
    }
    Ok(built)
}

impl Cache {
    /// As [`build`](build()), but reuses the output if the same compiler compiled the same sources before.
    pub fn build(&self, path: &Path, workshop: &Path, sandbox: &Sandbox) -> Result<Launch, BuildError> {
        Ok(built(path, workshop, sandbox, CompileOptions { cache: Some(self), ..CompileOptions::default() })?
            .launch)
    }
}

fn built(
    path: &Path,
    workshop: &Path,
    sandbox: &Sandbox,
    options: CompileOptions<'_>,
) -> Result<Built, BuildError> {
    let missing = |error| BuildError::Missing(path.to_owned(), error);
    let stage = |error: io::Error| BuildError::stage(workshop, &error);
    let whole = handed_in(path)?;
    let sources = match Form::of(&whole).map_err(missing)? {
        Some(Form::Folder) => {
            let gathered = gathered(&whole)?;
            let notes = gathered.notes();
            let folder = whole.file_name().unwrap_or_default();
            if let Some(program) = brought::program(&gathered.files, folder) {
                let workshop = workshop.canonicalize().map_err(stage)?;
                let built = brought::placed(&gathered.files, program, &workshop, sandbox)?;
                return Ok(Built { notes: [notes, built.notes].concat(), ..built });
            }
            let sources = Sources::of_files(gathered.files, folder, path)?;
            Sources { notes: [notes, sources.notes].concat(), ..sources }
        }
        Some(Form::Source) => Sources::of_file(&whole, alone(&whole, LARGEST_SOURCE)?)?,
        Some(Form::Executable) => {
            if brought::needs_wine(&whole) {
                let name = whole.file_name().unwrap_or_default().display().to_string();
                return brought::by_wine(&whole, name, sandbox);
            }
            let launch = Launch::alone(whole.into(), Vec::new());
            return Ok(Built { launch, words: String::new(), notes: Vec::new() });
        }
        None => return Err(BuildError::Unknown(path.to_owned())),
    };
    make(sources, &workshop.canonicalize().map_err(stage)?, sandbox, options)
}
