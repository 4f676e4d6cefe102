//! How a program is compiled, and how the result is started.

use super::class_path::ClassPath;
use super::compiler::Compiler;
use super::sources::Sources;
use super::tool::Tool;
use leitai_sandbox::system::files;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The name of the compiled program if it is a single file.
pub(super) const PROGRAM: &str = files::PROGRAM;

/// How to compile a program, and how to start it.
pub(super) struct Recipe {
    /// `None` if nothing has to be compiled.
    pub(super) compiler: Option<Compiler>,
    /// What starts the program; `None` if the compiled file is started itself.
    pub(super) interpreter: Option<Tool>,
    /// Arguments of the interpreter, paths relative to the folder of the output.
    pub(super) args: Vec<Arg>,
}

/// An argument of the start command.
#[derive(Clone)]
pub(super) enum Arg {
    Word(OsString),
    /// A path in the folder of the output.
    Path(PathBuf),
    /// Where classes are found: at such a path, and in these archives.
    Classes(ClassPath, PathBuf),
}

impl Recipe {
    /// The file that must be present in the output folder.
    pub(super) const fn made(&self) -> Option<&'static str> {
        if self.interpreter.is_none() { Some(PROGRAM) } else { None }
    }
}

/// The sources' paths, written so that none can be taken for an option.
pub(super) fn units(sources: &Sources) -> impl Iterator<Item = OsString> {
    sources.units.iter().map(|unit| Path::new(".").join(&sources.files[*unit].name).into_os_string())
}

/// Words of a command line.
pub(super) fn words<const N: usize>(words: [&str; N]) -> Vec<OsString> {
    words.into_iter().map(OsString::from).collect()
}
