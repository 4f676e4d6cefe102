//! Scripts: what their first line names as their interpreter.

use super::tool::Tool;
use crate::search_path::{find_any, is_executable};
use leitai_protocol::printable;
use leitai_sandbox::system::files;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Read;
use std::path::Path;

/// Maximum length of a script's first line that is read, as in the kernel.
const LONGEST: u64 = 256;

/// The interpreter that the kernel would start for a script, with the arguments before the script's own, so that a
/// sandbox can make it readable. Returns `None` for a program that is not a script, and for a script whose first line
/// names something other than a tool of the machine: such a script is executed as it is, inside the sandbox, with its
/// author's rights.
pub(crate) fn interpreter(program: &Path) -> Option<(Tool, Vec<OsString>)> {
    let (first, mut words) = starter(program)?;
    let tool = Tool::of_word(&first)?;
    words.push(program.into());
    Some((tool, words))
}

/// The interpreter that a script names and this machine does not have.
pub(super) fn lacks(program: &Path) -> Option<String> {
    let (first, _) = starter(program)?;
    let is_there = if first.as_encoded_bytes().contains(&b'/') {
        is_executable(Path::new(&first))
    } else {
        find_any(&first).is_some()
    };
    (!is_there).then(|| printable(first.as_encoded_bytes()))
}

/// The interpreter that a script names, and the words that come before the script's own name.
fn starter(script: &Path) -> Option<(OsString, Vec<OsString>)> {
    let line = first_line(script)?;
    let (file, rest) = line.split_once([' ', '\t']).unwrap_or((&line, ""));
    let rest = rest.trim();
    let is_env = Path::new(file).file_name() == Some(OsStr::new("env"));
    let mut words = if is_env {
        rest.strip_prefix("-S").unwrap_or(rest).split_whitespace().map(OsString::from).collect::<Vec<_>>()
    } else {
        [file, rest].into_iter().filter(|word| !word.is_empty()).map(OsString::from).collect()
    };
    let mut first = if words.is_empty() { OsString::new() } else { words.remove(0) };
    if !is_env && !first.as_encoded_bytes().contains(&b'/') {
        // The kernel looks for it in the script's working folder.
        first = Path::new(".").join(first).into();
    }
    Some((first, words))
}

/// The interpreter line of a script.
fn first_line(program: &Path) -> Option<String> {
    let mut start = Vec::new();
    let file = plain_file(program)?;
    file.take(LONGEST).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    Some(String::from_utf8_lossy(line).trim().to_owned())
}

/// Opens a plain file; anything else could block its reader.
fn plain_file(path: &Path) -> Option<fs::File> {
    let file = files::open_at_once(path, true).ok()?;
    file.metadata().is_ok_and(|meta| meta.is_file()).then_some(file)
}

/// Whether it is an ELF file of another class, byte order or architecture than the stage's own binary.
pub(super) fn is_foreign(program: &Path) -> bool {
    let head = |path: &Path| {
        let mut head = [0; 20];
        plain_file(path)?.read_exact(&mut head).ok()?;
        head.starts_with(b"\x7fELF").then_some(([head[4], head[5]], [head[18], head[19]]))
    };
    let own = std::env::current_exe().ok().and_then(|own| head(&own));
    matches!((own, head(program)), (Some(own), Some(other)) if own != other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_started_by_the_interpreter_that_it_names() {
        let folder = std::env::temp_dir().join(format!("leitai-shebang-{}", std::process::id()));
        fs::create_dir(&folder).expect("a folder");
        let own = folder.join("python");
        fs::copy("/bin/cat", &own).expect("a program of the contestant's");
        for (line, words) in [
            ("#!/bin/sh", &["/bin/sh"][..]),
            ("#! /bin/sh -e -u", &["/bin/sh", "-e -u"]),
            ("#!/usr/bin/env cat", &["cat"]),
            ("#!/usr/bin/env -S cat -u -n", &["cat", "-u", "-n"]),
            ("#!/nowhere/at/all", &[]),
            ("#!python", &[]),
            ("#!./python", &[]),
            ("#!OWN", &[]),
            ("#!/usr/bin/env OWN", &[]),
            ("#!/usr/bin/env ./python", &[]),
            ("no script", &[]),
        ] {
            let script = folder.join("script");
            let line = line.replace("OWN", &own.display().to_string());
            fs::write(&script, format!("{line}\n")).expect("a script");
            let found = interpreter(&script);
            let Some(first) = words.first() else {
                assert_eq!(found, None, "{line}");
                continue;
            };
            let expected = Tool::of_word(OsStr::new(first)).expect("a program");
            let mut rest: Vec<OsString> = words[1..].iter().map(Into::into).collect();
            rest.push(script.into());
            assert_eq!(found, Some((expected, rest)), "{line}");
        }
        fs::remove_dir_all(folder).expect("ours");
    }
}
