//! A referee's desk on a disk that is full.

use super::LEITAI;
use leitai_core::Record;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Types at a desk whose files may not grow beyond so many blocks of 512 bytes; `None`: as they like.
fn types(folder: &Path, blocks: Option<u32>, typed: &str) -> String {
    // A file that is too long is refused, as by a full disk, and not answered by a signal.
    let limit = blocks.map_or(String::new(), |blocks| format!("trap '' XFSZ; ulimit -f {blocks}; "));
    let script = format!("{limit}exec {LEITAI} --lang en desk nogo --games 1 --terminal");
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &script]).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut desk = command.stderr(Stdio::null()).spawn().expect("a shell");
    // It may have ended by then.
    let _ = desk.stdin.take().expect("a pipe").write_all(typed.as_bytes());
    let output = desk.wait_with_output().expect("it ends");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn what_was_played_is_kept_and_the_game_goes_on_once_there_is_room() {
    let folder = tempfile::tempdir().expect("a folder");
    let moves = ["E5", "C3", "G7", "C7", "G3", "E3", "C5", "G5", "E7", "A1", "J9", "A9", "I9", "I1"];
    let typed: String = ["begin"].iter().chain(&moves).flat_map(|line| [*line, "\n"]).collect();
    let said = types(folder.path(), Some(1), &typed);
    assert!(said.contains("This desk has failed") && said.contains("everything played is kept"), "{said}");
    // A line that is torn was shown to nobody.
    let part = fs::read_to_string(folder.path().join("desk/nogo-1/game-1.part")).expect("a record");
    assert!(part.matches("\"type\":\"play\"").count() >= 1, "{part}");
    let said = types(folder.path(), None, "resigns first\nconfirm\n");
    assert!(said.contains("game 1 stands at ply") && said.contains("The match is over"), "{said}");
    let path = folder.path().join("desk/nogo-1/game-1.jsonl");
    let text = fs::read_to_string(path).expect("a record");
    let whole = Record::read(&text).unwrap_or_else(|why| panic!("{why}"));
    assert!(whole.end.is_some());
}
