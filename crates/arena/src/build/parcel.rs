//! A program in transit to a machine that shares no files with the one where it was submitted.

use super::cache::Cache;
use super::error::BuildError;
use super::files::{File, alone, gathered, handed_in};
use super::hearing::Hearing;
use super::language::Language;
use super::limits::{LARGEST, LARGEST_SOURCE};
use super::make::{Built, CompileOptions, make};
use super::sources::Sources;
use super::{archive, brought};
use crate::launch::Launch;
use leitai_sandbox::Sandbox;
use leitai_sandbox::system::files;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;

/// The form in which a program is submitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A source file.
    Source,
    /// A folder of sources and of the files its program reads.
    Folder,
    /// A file that the machine executes as it is.
    Executable,
}

impl Form {
    /// The form of what is at a path without links; `None` if it is not a program.
    pub(super) fn of(whole: &Path) -> io::Result<Option<Form>> {
        let meta = fs::metadata(whole)?;
        Ok(if meta.is_dir() {
            Some(Form::Folder)
        } else if Language::of(whole).is_some() {
            Some(Form::Source)
        } else {
            (files::is_executable(whole, &meta) || brought::is_for_windows(whole)).then_some(Form::Executable)
        })
    }
}

/// A program as it is transferred.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parcel {
    /// The form in which it was submitted.
    pub form: Form,
    /// The file's or folder's own name: a source's extension determines the language.
    pub name: String,
    /// A file's bytes as they are; for a folder, a tar archive that depends only on names, contents and which of its
    /// files are executable.
    pub contents: Vec<u8>,
    /// The standard that was chosen with a submitted source; if `None`, its first line decides, or else it is the
    /// language's usual one.
    pub standard: Option<String>,
}

impl Parcel {
    /// Packs what is at `path`. Anything [`build`](super::build) refuses before compiling is refused here, and so is an
    /// executable of more than 64 MB.
    pub fn of(path: &Path) -> Result<Parcel, BuildError> {
        let missing = |error| BuildError::Missing(path.to_owned(), error);
        let whole = handed_in(path)?;
        let own = Path::new(whole.file_name().unwrap_or(OsStr::new("program")));
        let form = Form::of(&whole).map_err(missing)?.ok_or_else(|| BuildError::Unknown(path.to_owned()))?;
        let contents = match form {
            Form::Source => {
                let contents = alone(&whole, LARGEST_SOURCE)?;
                Sources::of_file(own, contents.clone())?;
                contents
            }
            Form::Folder => {
                let files = gathered(&whole)?.files;
                let contents = archive::packed(&files).map_err(missing)?;
                if brought::program(&files, own.as_os_str()).is_none() {
                    Sources::of_files(files, own.as_os_str(), path)?;
                }
                contents
            }
            Form::Executable => alone(&whole, LARGEST)?,
        };
        Ok(Parcel { form, name: own.to_string_lossy().into_owned(), contents, standard: None })
    }

    /// As [`build_once`](super::build_once), from a received parcel: it may be anybody's work, and nothing of it leaves
    /// `workshop`.
    pub fn build_once(self, workshop: &Path, sandbox: &Sandbox) -> Result<Launch, BuildError> {
        Ok(self.built(workshop, sandbox, CompileOptions::default())?.launch)
    }

    /// As `build_once`, but compiles even if it was compiled before, so that `hearing` receives the compiler's output.
    pub fn build_anew(
        self,
        workshop: &Path,
        sandbox: &Sandbox,
        hearing: &Hearing<'_>,
    ) -> Result<Built, BuildError> {
        self.built(
            workshop,
            sandbox,
            CompileOptions { anew: true, hearing: Some(hearing), ..CompileOptions::default() },
        )
    }

    fn built(
        self,
        workshop: &Path,
        sandbox: &Sandbox,
        options: CompileOptions<'_>,
    ) -> Result<Built, BuildError> {
        let stage = |error: io::Error| BuildError::stage(workshop, &error);
        let workshop = &workshop.canonicalize().map_err(stage)?;
        let named = Path::new(&self.name);
        let sources = match self.form {
            Form::Source => Sources { standard: self.standard, ..Sources::of_file(named, self.contents)? },
            Form::Folder => {
                let files = archive::unpacked(&self.contents, &self.name)?;
                if let Some(program) = brought::program(&files, named.as_os_str()) {
                    return brought::placed(&files, program, workshop, sandbox);
                }
                Sources::of_files(files, named.as_os_str(), named)?
            }
            Form::Executable => {
                let own = named.file_name().unwrap_or(OsStr::new("program")).into();
                let files = [File { name: own, bytes: self.contents, executable: true }];
                return brought::placed(&files, 0, workshop, sandbox);
            }
        };
        let cache = Cache::of_user();
        make(sources, workshop, sandbox, CompileOptions { cache: cache.as_ref(), ..options })
    }
}
