//! Programs of the machine: compilers and interpreters, found by name and seen through version managers.

use leitai_protocol::printable;
use rustix::io::Errno;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Longest first line of a script, as the kernel reads it.
const LONGEST_SHEBANG: u64 = 256;

/// How programs that version managers stand in for are asked where they really are, and what is below the answer.
const QUESTIONS: [(&str, &[&str], &str); 4] = [
    ("python", &["-c", "import sys; print(sys.executable)"], ""),
    ("node", &["-p", "process.execPath"], ""),
    ("rustc", &["--print", "sysroot"], "bin/rustc"),
    ("go", &["env", "GOROOT"], "bin/go"),
];

/// The file that a command line starts by this word: a path, or a name on the search path. Errors with
/// [`PermissionDenied`](io::ErrorKind::PermissionDenied) where what is there cannot be executed.
pub fn locate(program: &OsStr) -> io::Result<PathBuf> {
    if program.as_encoded_bytes().contains(&b'/') {
        let file = PathBuf::from(program);
        return if fs::metadata(&file).map(|meta| is_executable(&meta))? {
            Ok(file)
        } else {
            Err(Errno::ACCESS.into())
        };
    }
    find(program).ok_or_else(|| Errno::NOENT.into())
}

/// The file of that name on the search path.
pub(super) fn find(tool: impl AsRef<OsStr>) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut files = std::env::split_paths(&path).map(|folder| folder.join(tool.as_ref()));
    files.find(|file| fs::metadata(file).is_ok_and(|meta| is_executable(&meta)))
}

pub(super) fn is_executable(meta: &fs::Metadata) -> bool {
    meta.is_file() && meta.permissions().mode() & 0o111 != 0
}

/// What the kernel would start for a script, with the arguments that come before the script's own: its interpreter
/// must be known to be readable in a sandbox. Any other program is itself.
pub(crate) fn interpreter(program: PathBuf) -> (PathBuf, Vec<OsString>) {
    let program = behind(program);
    let Some((first, mut words)) = starter(&program) else { return (program, Vec::new()) };
    match locate(&first) {
        Ok(found) => {
            words.push(program.into_os_string());
            (behind(found), words)
        }
        // The system will say that there is none.
        Err(_) => (program, Vec::new()),
    }
}

/// What a script names to be started by, and the words that come before the script's own name.
fn starter(script: &Path) -> Option<(OsString, Vec<OsString>)> {
    let line = shebang(script)?;
    let (file, rest) = line.split_once([' ', '\t']).unwrap_or((&line, ""));
    let rest = rest.trim();
    let is_env = Path::new(file).file_name() == Some(OsStr::new("env"));
    let mut words = if is_env {
        rest.strip_prefix("-S").unwrap_or(rest).split_whitespace().map(OsString::from).collect::<Vec<_>>()
    } else {
        [file, rest].into_iter().filter(|word| !word.is_empty()).map(OsString::from).collect()
    };
    let first = if words.is_empty() { OsString::new() } else { words.remove(0) };
    Some((first, words))
}

/// The interpreter that a script names and this machine has not.
pub(super) fn lacks(program: &Path) -> Option<String> {
    let (first, _) = starter(program)?;
    locate(&first).is_err().then(|| printable(first.as_encoded_bytes()))
}

/// Is it an ELF file of another class, byte order or machine than the stage's own binary?
pub(super) fn is_foreign(program: &Path) -> bool {
    let head = |path: &Path| {
        let mut head = [0; 20];
        fs::File::open(path).ok()?.read_exact(&mut head).ok()?;
        head.starts_with(b"\x7fELF").then_some(([head[4], head[5]], [head[18], head[19]]))
    };
    let own = std::env::current_exe().ok().and_then(|own| head(&own));
    matches!((own, head(program)), (Some(own), Some(other)) if own != other)
}

/// The interpreter's line of a script.
fn shebang(program: &Path) -> Option<String> {
    let mut start = Vec::new();
    fs::File::open(program).ok()?.take(LONGEST_SHEBANG).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    Some(String::from_utf8_lossy(line).trim().to_owned())
}

/// The program behind a name: version managers put scripts or programs of their own in its place, which need the
/// whole of the user's files. Asked once, outside of any sandbox: it is the machine's own program.
pub(crate) fn behind(program: PathBuf) -> PathBuf {
    static KNOWN: Mutex<BTreeMap<PathBuf, PathBuf>> = Mutex::new(BTreeMap::new());
    let name = program.file_name().and_then(OsStr::to_str).unwrap_or("");
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let Some((tool, question, below)) = QUESTIONS.iter().find(|(tool, ..)| *tool == plain) else {
        return program;
    };
    let whole = fs::canonicalize(&program).unwrap_or_else(|_| program.clone());
    let is_named_so = whole.file_name().and_then(OsStr::to_str).is_some_and(|name| name.starts_with(tool));
    if is_named_so && shebang(&whole).is_none() {
        return program;
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.get(&program) {
        return found.clone();
    }
    let asked = Command::new(&program).args(*question).output();
    let answer =
        asked.ok().map(|output| PathBuf::from(OsString::from_vec(output.stdout.trim_ascii().into())));
    let found = answer.map(|path| if below.is_empty() { path } else { path.join(below) });
    let found = found.filter(|path| path.is_file()).unwrap_or_else(|| program.clone());
    known.insert(program, found.clone());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_started_by_the_interpreter_that_it_names() {
        let folder = std::env::temp_dir().join(format!("leitai-shebang-{}", std::process::id()));
        fs::create_dir(&folder).expect("a folder");
        for (line, words) in [
            ("#!/bin/sh", &["/bin/sh"][..]),
            ("#! /bin/sh -e -u", &["/bin/sh", "-e -u"]),
            ("#!/usr/bin/env cat", &["cat"]),
            ("#!/usr/bin/env -S cat -u -n", &["cat", "-u", "-n"]),
            ("#!/nowhere/at/all", &[]),
            ("no script", &[]),
        ] {
            let script = folder.join("script");
            fs::write(&script, format!("{line}\n")).expect("a script");
            let (program, args) = interpreter(script.clone());
            if words.is_empty() {
                assert_eq!((program, args.len()), (script, 0), "{line}");
                continue;
            }
            let expected = locate(OsStr::new(words[0])).expect("a program");
            let mut rest: Vec<OsString> = words[1..].iter().map(Into::into).collect();
            rest.push(script.into());
            assert_eq!((program, args), (expected, rest), "{line}");
        }
        fs::remove_dir_all(folder).expect("ours");
    }
}
