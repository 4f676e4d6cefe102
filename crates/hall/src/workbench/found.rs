//! The programs that lie in a folder.

use leitai_arena::Language;
use leitai_sandbox::system::files::is_executable;
use leitai_sandbox::system::own_file;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

/// Most entries of a folder that are looked at.
const MOST: usize = 1_000;
/// Most programs that are shown of a folder.
const SHOWN: usize = 100;
/// Folders that Leitai or a tool writes.
const WRITTEN: [&str; 6] = ["leitai-site", "operate", "desk", "target", "node_modules", "__pycache__"];

/// The programs in this folder, by their names in it, in their order: sources, executables, and folders with a source in them.
pub(super) fn found(folder: &Path) -> Vec<PathBuf> {
    let mut names: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .take(MOST)
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let is_others = name.starts_with('.') || WRITTEN.contains(&name.as_str());
            let known = fs::metadata(entry.path()).ok()?;
            (!is_others && is_program(&entry.path(), &known)).then(|| name.into())
        })
        .collect();
    names.sort();
    names.truncate(SHOWN);
    names
}

fn is_program(path: &Path, known: &Metadata) -> bool {
    if !known.is_dir() {
        return known.is_file()
            && (Language::of(path).is_some() || is_executable(path, known))
            && !is_ours(path);
    }
    let mut inside = fs::read_dir(path).into_iter().flatten().take(MOST).flatten();
    inside.any(|entry| Language::of(&entry.path()).is_some())
}

/// Whether it is this binary itself, which lies beside the programs of many.
fn is_ours(path: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok();
    real(path).is_some_and(|file| real(own_file()) == Some(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_and_what_is_written_beside_them_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for name in ["leitai-site", "mine", "notes", ".git", "target"] {
            fs::create_dir(at(name)).expect("our folder");
        }
        for name in [
            "a.py",
            "B.CPP",
            "read.me",
            "mine/main.c",
            "notes/x.txt",
            ".git/x.py",
            "leitai-site/x.py",
            ".b.py",
        ] {
            fs::write(at(name), "x").expect("our folder");
        }
        assert_eq!(found(folder.path()), ["B.CPP", "a.py", "mine"].map(PathBuf::from));
        assert!(found(&at("nowhere")).is_empty());
    }
}
