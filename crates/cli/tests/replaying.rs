//! `leitai replay` at a terminal: what the keys do.

use crate::at_terminal::AtTerminal;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A folder of records: a game, one lost by a fault, one that cannot be read, one with secrets.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions/files");
    let at = |name: &str| folder.path().join(name);
    let record = |game: &str, name: &str| {
        let done = Command::new(env!("CARGO_BIN_EXE_leitai"))
            .args(["play", game, "random", "random", "--seed", "5", "--record", name])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .status();
        assert!(done.expect("leitai starts").success());
    };
    record("tictactoe", "a.jsonl");
    fs::copy(files.join("lost.jsonl"), at("b.jsonl")).expect("a record");
    fs::write(at("c.jsonl"), "{\"type\":\"game\",\"of\":\"another kind\"}\n").expect("ours");
    record("phantomgo", "d.jsonl");
    fs::write(at("journal.jsonl"), "{\"type\":\"event\"}\n").expect("ours");
    folder
}

#[test]
fn keys_step_jump_and_play() {
    let folder = folder();
    let mut shown = AtTerminal::start(&["--lang", "en", "replay", "a.jsonl"], folder.path());
    shown.sees("step 0/");
    shown.sees("paused  eye: referee  game 1/4 a.jsonl  ?: keys");
    shown.strike("\x1b[C");
    shown.sees("step 1/");
    // Two keys at once, and an unknown key between them.
    shown.strike("\x1b[C\x1b[1;5C\x1b[C");
    shown.sees("step 3/");
    shown.strike("99\r");
    shown.sees("there is no step 99: they go from 0 to ");
    shown.strike("42\x7f\r");
    shown.sees("step 4/");
    shown.strike("\x1b[H");
    shown.sees("step 0/");
    shown.strike("++++ ");
    shown.sees("playing 16/s");
    shown.sees("step 3/");
    shown.sees("wins: ");
    shown.sees("paused");
    shown.strike("?");
    let keys = shown.sees("leave");
    assert!(keys.contains("play, pause") && keys.contains("the next fault"), "{keys}");
    shown.strike("xq");
    assert!(shown.leaves().success() && shown.is_clean());
}

#[test]
fn keys_lead_to_other_games_their_faults_and_other_eyes() {
    let folder = folder();
    let mut shown = AtTerminal::start(&["--lang", "en", "replay", "."], folder.path());
    shown.sees("game 1/4 a.jsonl");
    shown.strike("p");
    shown.sees("this is the first game of the folder");
    shown.strike("f");
    let lost = shown.sees("game 2/4 b.jsonl");
    assert!(lost.contains("wins: "), "{lost}");
    shown.strike("e");
    shown.sees("nothing is hidden in this game");
    // The record that cannot be read is skipped.
    shown.strike("eeen");
    let secret = shown.sees("eye: referee  game 4/4 d.jsonl");
    assert!(secret.contains("step 0/"), "{secret}");
    shown.strike("\x1b[F");
    let whole = shown.sees("game 4/4");
    shown.strike("e");
    let first = shown.sees("eye: black");
    assert!(whole.contains(" wins: ") && first.contains("step "), "{whole}{first}");
    shown.strike("ee");
    shown.sees("eye: the public");
    shown.strike("n");
    shown.sees("this is the last game of the folder");
    shown.strike("F");
    shown.sees("game 2/4 b.jsonl");
    shown.strike("F");
    shown.sees("no fault before this in the folder");
    // Ctrl-C leaves as `q` does.
    shown.strike("\x03");
    assert!(shown.leaves().success() && shown.is_clean());
}

#[test]
fn a_replay_that_is_ended_leaves_the_terminal_clean() {
    let folder = folder();
    let mut shown = AtTerminal::start(&["--lang", "zh", "replay", "b.jsonl"], folder.path());
    shown.sees("视角：裁判  第 2/4 局 b.jsonl");
    assert!(!shown.is_clean(), "keys are read as they are struck");
    let ended = Command::new("kill").args(["-TERM", &shown.id().to_string()]).status();
    assert!(ended.expect("kill").success());
    assert_eq!(shown.leaves().code(), Some(130));
    assert!(shown.is_clean());
}

/// An unfinished game is shown as far as it goes, even if its last line is truncated.
#[test]
fn what_is_left_of_a_record_is_shown() {
    let folder = folder();
    let text = fs::read_to_string(folder.path().join("a.jsonl")).expect("ours");
    let cut = text.find("{\"type\":\"play\"").expect("a move") + 200;
    fs::write(folder.path().join("a.part"), &text[..cut]).expect("ours");
    let shown = Command::new(env!("CARGO_BIN_EXE_leitai"))
        .args(["--lang", "en", "replay", "a.part"])
        .current_dir(folder.path())
        .output()
        .expect("leitai starts");
    let text = String::from_utf8(shown.stdout).expect("text");
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
    assert!(text.contains("step 1/") && text.contains("the record breaks off here"), "{text}");
}
