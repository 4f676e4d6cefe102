//! What the tests of a program read of the repository, and hence what a pass of it depends on: what is executed, and the
//! files and folders that its package declares.

use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash};
use std::path::{Path, PathBuf};

/// Folders that are not ours.
const FOREIGN: &[&str] = &[".git", "node_modules", "__pycache__"];

/// What is executed and read.
pub(crate) struct Reads {
    /// The program, and the programs of its package, which it may start.
    pub(crate) executables: Vec<PathBuf>,
    /// Files, and folders without sources of Rust: what is made of those is compared, not they.
    folders: Vec<PathBuf>,
    /// Files, and folders with sources of Rust.
    sources: Vec<PathBuf>,
}

/// What a package says of its tests, in its `Cargo.toml` under `[package.metadata.tests]`; paths are relative to its folder.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Declared {
    /// What they read, except sources of Rust.
    reads: Vec<PathBuf>,
    /// What they read with all sources of Rust in it.
    sources: Vec<PathBuf>,
}

impl Default for Declared {
    fn default() -> Declared {
        Declared { reads: vec![".".into()], sources: Vec::new() }
    }
}

#[derive(Deserialize, Default)]
struct Manifest {
    #[serde(default)]
    package: Package,
}

#[derive(Deserialize, Default)]
struct Package {
    #[serde(default)]
    metadata: Metadata,
}

#[derive(Deserialize, Default)]
struct Metadata {
    #[serde(default)]
    tests: Declared,
}

impl Reads {
    /// What the tests of a package declare; by default they read its folder.
    pub(crate) fn declared(manifest: &Path, executables: Vec<PathBuf>) -> Result<Reads, String> {
        let of = |error: &dyn std::fmt::Display| format!("{}: {error}", manifest.display());
        let text = fs::read_to_string(manifest).map_err(|error| of(&error))?;
        let read: Manifest = toml_edit::de::from_str(&text).map_err(|error| of(&error))?;
        let Declared { reads, sources } = read.package.metadata.tests;
        let folder = manifest.parent().unwrap_or(Path::new("."));
        let found = |paths: Vec<PathBuf>| {
            let found = paths.iter().map(|path| {
                folder.join(path).canonicalize().map_err(|error| of(&format!("{}: {error}", path.display())))
            });
            found.collect::<Result<Vec<_>, String>>()
        };
        Ok(Reads { executables, folders: found(reads)?, sources: found(sources)? })
    }

    /// A folder with all that is in it.
    pub(crate) fn of(executables: Vec<PathBuf>, folder: &Path) -> std::io::Result<Reads> {
        Ok(Reads { executables, folders: Vec::new(), sources: vec![folder.canonicalize()?] })
    }

    /// Whether a change of this file, or of what is in this folder, would be noticed.
    pub(crate) fn covers(&self, path: &Path) -> bool {
        let is_within = |folders: &[PathBuf]| folders.iter().any(|folder| path.starts_with(folder));
        is_within(&self.sources)
            || !is_source(path) && is_within(&self.folders)
            || self.executables.iter().any(|executable| executable == path)
    }

    /// Adds everything that is executed and read. An executable that is linked again of the same parts comes out the same;
    /// each is read once.
    pub(crate) fn add_to(&self, all: &mut DefaultHasher, known: &mut BTreeMap<PathBuf, Content>) {
        for executable in &self.executables {
            let content = known.entry(executable.clone()).or_insert_with(|| content(executable));
            (executable, content).hash(all);
        }
        self.folders.iter().for_each(|folder| add_files(folder, &|path| !is_source(path), all));
        self.sources.iter().for_each(|folder| add_files(folder, &|_| true, all));
    }
}

/// A hash of what is in a file, if it can be read.
pub(crate) type Content = Option<Vec<u8>>;

fn content(file: &Path) -> Content {
    Some(Sha256::digest(fs::read(file).ok()?).to_vec())
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "rs")
}

/// Whether what is in a folder is fetched or built: Git, npm and Python have folders of a fixed name, Cargo marks its own.
pub(crate) fn is_foreign(folder: &Path) -> bool {
    FOREIGN.iter().any(|name| folder.ends_with(name)) || folder.join("CACHEDIR.TAG").exists()
}

/// Adds the names and contents of a file, or of all files below a folder that are wanted and ours.
pub(crate) fn add_files(path: &Path, is_wanted: &dyn Fn(&Path) -> bool, all: &mut DefaultHasher) {
    if path.is_symlink() || !path.is_dir() {
        if is_wanted(path) {
            (path.as_os_str(), fs::read_link(path).ok(), content(path)).hash(all);
        }
    } else if !is_foreign(path) {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            add_files(&path, is_wanted, all);
        }
    }
}
