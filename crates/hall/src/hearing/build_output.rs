//! What a compiler makes of a program, compared byte for byte.

use leitai_arena::{BuildError, Hearing, Launch, Parcel};
use leitai_core::{ContentHash, errors};
use leitai_sandbox::{Runtime, Sandbox};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

errors! {
    /// Why nothing was built.
    #[derive(Debug)]
    pub enum NotBuilt {
        /// The source, or the compiler.
        Build(error: BuildError) from => "{error}", "{error}";
        /// A folder for the output could not be made or read.
        Io(error: io::Error) from => "temporary folder: {error}", "临时文件夹：{error}";
    }
}

/// A program that was compiled on the spot. Its files last as long as this.
pub struct BuildOutput {
    /// How it is started.
    pub launch: Launch,
    /// What the compiler said.
    pub words: String,
    /// The hash of all that was built: names and contents of its files.
    pub sha256: ContentHash,
    /// The hash of the file that is executed, if the program is one.
    pub executable: Option<ContentHash>,
    _folder: TempDir,
}

/// What comes of comparing two programs as they are built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuildComparison {
    /// The same bytes.
    Same,
    /// Other bytes, though the compiler makes the same of the same source twice.
    Other,
    /// The compiler does not make the same of the same source twice: nothing can be compared.
    Unsteady,
}

impl BuildOutput {
    /// Compiles a program, even if it was compiled before. `stop` stops the compiler.
    pub fn of(parcel: &Parcel, sandbox: &Sandbox, stop: &AtomicBool) -> Result<BuildOutput, NotBuilt> {
        let folder = tempfile::Builder::new().prefix("leitai-hearing-").tempdir()?;
        let built = parcel.clone().build_anew(folder.path(), sandbox, &Hearing { told: &|_| {}, stop })?;
        let mut files = BTreeMap::new();
        read(folder.path(), "", &mut files)?;
        let mut whole = Vec::new();
        for (name, contents) in files {
            whole.extend_from_slice(format!("{name} {}\n", contents.len()).as_bytes());
            whole.extend_from_slice(&contents);
        }
        let executable = match &built.launch {
            Launch::Command { program, runtime: Runtime::Native, .. } => fs::read(program).ok(),
            _ => None,
        };
        Ok(BuildOutput {
            executable: executable.map(|contents| ContentHash::of(&contents)),
            launch: built.launch,
            words: built.words,
            sha256: ContentHash::of(&whole),
            _folder: folder,
        })
    }
}

fn read(folder: &Path, name: &str, files: &mut BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            read(&entry.path(), &name, files)?;
        } else {
            files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// Compares what is built of the source that is shown, given twice, with what is built of the one that played. Of an
/// executable that was handed in there is nothing else to compare than the file itself.
pub fn compare_builds(shown: [&BuildOutput; 2], played: &BuildOutput) -> BuildComparison {
    let is_alike = |one: &BuildOutput, other: &BuildOutput| {
        one.sha256 == other.sha256 || (one.executable.is_some() && one.executable == other.executable)
    };
    if !is_alike(shown[0], shown[1]) {
        BuildComparison::Unsteady
    } else if is_alike(shown[0], played) {
        BuildComparison::Same
    } else {
        BuildComparison::Other
    }
}
