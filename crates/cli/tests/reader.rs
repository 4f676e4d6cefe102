//! A reader of the output that goes away, as `| head` does.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// The names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn nothing_is_left_when_the_reader_goes() {
    let temporary = tempfile::tempdir().expect("a folder");
    let records = tempfile::tempdir().expect("a folder");
    let (game, out) = (records.path().join("game.jsonl"), records.path().join("match"));
    let (game, out) = (game.to_string_lossy(), out.to_string_lossy());
    for args in [
        vec!["play", "draughts", "easy", "easy", "--record", &*game],
        vec!["match", "draughts", "easy", "easy", "--games", "100000", "--json", "--out", &*out],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_leitai"))
            .args(&args)
            .env("TMPDIR", temporary.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("leitai starts");
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        reader.read_line(&mut String::new()).expect("a line");
        drop(reader);
        let done = child.wait_with_output().expect("it ends");
        // An interrupted match says how to resume it, and one beside other tests that it waits for a core.
        let said = String::from_utf8_lossy(&done.stderr);
        let is_expected =
            |line: &str| line.contains("match --resume") || line.starts_with("waiting for a free core");
        let is_quiet = said.lines().all(is_expected);
        assert!(done.status.success() && is_quiet, "{args:?}: {done:?}");
        assert_eq!(names(temporary.path()), Vec::<String>::new(), "{args:?}");
    }
    let broken = names(Path::new(&*out)).into_iter().chain(names(records.path()));
    let broken: Vec<_> = broken.filter(|name| name.contains(".part")).collect();
    assert_eq!(broken, Vec::<String>::new());
}
