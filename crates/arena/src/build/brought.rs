//! Programs that were compiled elsewhere: an executable on its own, or a folder with an executable and its data.

use super::error::BuildError;
use super::files::{File, lay};
use super::language::Language;
use super::make::{Built, open_folder};
use super::{script, tool};
use crate::launch::Launch;
use leitai_core::{Sentence, sentence};
use leitai_sandbox::system::files::RUNS_EXE;
use leitai_sandbox::{Runtime, Sandbox};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Prefixes of the name of the executable in a folder that has several.
const MAIN: [&str; 2] = ["main", "run"];
/// The first bytes of Windows executables, and their file extension.
const WINDOWS: &[u8] = b"MZ";
const EXE: &str = "exe";

/// The executable in a folder without sources at its top: the only one there, or the one named `main`, `run` or after
/// the folder. Shared libraries do not count.
pub(super) fn program(files: &[File], folder: &OsStr) -> Option<usize> {
    let is_top = |file: &File| file.name.parent() == Some(Path::new(""));
    if files.iter().any(|file| is_top(file) && Language::of(&file.name).is_some()) {
        return None;
    }
    let starts = |file: &File| {
        let is_elf = file.bytes.starts_with(b"\x7fELF") || file.bytes.starts_with(b"#!");
        let is_library = file.name.to_string_lossy().contains(".so");
        (file.executable && is_elf && !is_library) || is_windows(&file.name, &file.bytes)
    };
    let able: Vec<usize> = (0..files.len()).filter(|i| is_top(&files[*i]) && starts(&files[*i])).collect();
    let is_main = |i: &usize| {
        let stem = files[*i].name.file_stem().unwrap_or_default();
        stem == folder || MAIN.iter().any(|main| stem.eq_ignore_ascii_case(main))
    };
    match able.as_slice() {
        [only] => Some(*only),
        several => several.iter().copied().find(is_main),
    }
}

/// Whether it is an executable for Windows.
fn is_windows(name: &Path, bytes: &[u8]) -> bool {
    name.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(EXE)) && bytes.starts_with(WINDOWS)
}

/// Whether a file on disk is an executable for Windows.
pub(super) fn is_for_windows(path: &Path) -> bool {
    let mut head = [0; WINDOWS.len()];
    let is_called_so = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(EXE));
    let read = |file: fs::File| io::Read::read_exact(&mut &file, &mut head);
    is_called_so && path.is_file() && fs::File::open(path).and_then(read).is_ok() && is_windows(path, &head)
}

/// Whether a file on disk is an executable for Windows, and this is another system.
pub(super) fn needs_wine(path: &Path) -> bool {
    !RUNS_EXE && is_for_windows(path)
}

/// Lays out the submitted files in a folder of their own in the workshop, and returns how to start the program.
pub(super) fn placed(
    files: &[File],
    program: usize,
    workshop: &Path,
    sandbox: &Sandbox,
) -> Result<Built, BuildError> {
    let stage = |error: io::Error| BuildError::stage(workshop, &error);
    let folder = workshop.join("program");
    open_folder(workshop)
        .and_then(|()| fs::create_dir(&folder))
        .and_then(|()| open_folder(&folder))
        .and_then(|()| lay(files, &folder))
        .map_err(stage)?;
    let file = folder.join(&files[program].name);
    let name = files[program].name.display().to_string();
    if needs_wine(&file) {
        return by_wine(&file, name, sandbox);
    }
    // A program that cannot be executed here would lose because of what the machine lacks.
    if script::is_foreign(&file) {
        return Err(BuildError::Foreign(name));
    }
    if let Some(interpreter) = script::lacks(&file) {
        return Err(BuildError::NoInterpreter { name, interpreter });
    }
    let launch = in_its_folder(file, Runtime::Native, Vec::new(), folder, false);
    Ok(Built { launch, words: String::new(), notes: Vec::new() })
}

fn in_its_folder(
    program: PathBuf,
    runtime: Runtime,
    args: Vec<OsString>,
    folder: PathBuf,
    family: bool,
) -> Launch {
    let reads = vec![folder.clone()];
    Launch::Command { program: program.into(), runtime, args, folder: Some(folder), reads, family }
}

/// An executable for Windows. Wine starts a server and writes to the user's home; no level that confines a program
/// allows either.
pub(super) fn by_wine(file: &Path, name: String, sandbox: &Sandbox) -> Result<Built, BuildError> {
    let Some(wine) = tool::find("wine").or_else(|| tool::find("wine64")) else {
        return Err(BuildError::NoWine(name));
    };
    let level = sandbox.level();
    if level.confines() {
        return Err(BuildError::Wine { name, level });
    }
    let folder = file.parent().unwrap_or(Path::new("/")).to_owned();
    let launch = in_its_folder(wine.file, wine.runtime, vec![file.into()], folder, true);
    let note: Sentence = sentence!(
        "{name} is played by Wine, at level {level}: it is not confined",
        "{name} 由 Wine 运行，沙箱级别 {level}：不受限制"
    );
    Ok(Built { launch, words: String::new(), notes: vec![note] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_says_what_is_started() {
        let file = |name: &str| {
            let bytes: &[u8] = match Path::new(name).extension().and_then(OsStr::to_str) {
                Some("exe") => b"MZ\x90",
                Some("sh") => b"#!/bin/sh\n",
                _ => b"\x7fELF",
            };
            File { name: name.into(), bytes: bytes.to_vec(), executable: !name.contains("dat") }
        };
        for (names, found) in [
            (&["bot", "weights.dat"][..], Some("bot")),
            (&["libx.so", "libx.so.1", "bot"], Some("bot")),
            (&["bot.sh", "weights.dat"], Some("bot.sh")),
            (&["one", "two"], None),
            (&["main", "two"], Some("main")),
            (&["other", "mohex"], Some("mohex")),
            (&["bot.exe", "bot.dat"], Some("bot.exe")),
            (&["main.py", "bot"], None),
            (&["bin/bot"], None),
            (&["book.dat"], None),
        ] {
            let files: Vec<File> = names.iter().map(|name| file(name)).collect();
            let named = program(&files, OsStr::new("mohex")).map(|i| files[i].name.clone());
            assert_eq!(named, found.map(PathBuf::from), "{names:?}");
        }
    }
}
