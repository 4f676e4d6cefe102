//! A person who plays at a terminal.

use crate::at_terminal::AtTerminal;
use std::process::{Command, Stdio};

/// A layout is changed with the arrow keys; a swap that the rules forbid is refused.
#[test]
fn a_layout_is_arranged_with_the_arrow_keys() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = ["--lang", "en", "play", "luzhanqi", "human", "random", "--seed", "3"];
    let mut person = AtTerminal::start(&line, folder.path());
    person.sees("arrange shows that layout first");
    person.sees("your move (red)> ");
    person.strike("arrange\n");
    let first = person.sees("Enter: lay all");
    assert!(first.contains("[rF]"), "the cursor is on the flag: {first}");
    // The flag may not leave its headquarters.
    person.strike(" \x1b[A ");
    person.sees("these two may not change places");
    // The flag is put back where it was; the piece above it is swapped with another.
    person.strike("\x1b[B ");
    person.strike("\x1b[A \x1b[A\x1b[A");
    person.strike("\x1b[A ");
    person.strike("\r");
    person.sees("ply 2");
    let board = person.sees("your move (red)> ");
    assert!(board.contains("rF") && board.contains("x?"), "{board}");
    assert!(person.is_clean());
    person.strike("arrange\n");
    person.sees("nothing was laid");
    person.strike("resign\n");
    person.sees("wins: resigned");
    assert!(person.leaves().success());
}

/// The board and the prompt fit on the screen together.
#[test]
fn the_largest_board_leaves_room_for_what_is_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = ["--lang", "zh", "play", "connect6", "human", "random"];
    let mut person = AtTerminal::start(&line, folder.path());
    person.sees("（黑）> ");
    person.strike("J10\n");
    person.sees("第 2 手");
    let page = person.sees("（黑）> ");
    assert!(page.lines().count() <= 24, "{} rows: {page}", page.lines().count());
    person.strike("quit\n");
    person.sees("对局已放弃");
    person.leaves();
    let left = std::fs::read_dir(folder.path()).expect("ours").count();
    assert_eq!(left, 0, "nothing was to be kept");
}

/// Ctrl-C interrupts a game, and what was played is not lost.
#[test]
fn an_interrupted_game_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["tictactoe.part", "tictactoe-2.part"] {
        let line = ["--lang", "en", "play", "tictactoe", "human", "best"];
        let mut person = AtTerminal::start(&line, folder.path());
        person.sees("your move (X)> ");
        person.strike("4\n");
        person.sees("your move (X)> ");
        let broken = Command::new("kill").args(["-INT", &person.id().to_string()]).status();
        assert!(broken.expect("kill").success());
        person.sees(&format!("saved to {name}; continue with: leitai play --resume {name}"));
        assert_eq!(person.leaves().code(), Some(130));
        assert!(person.is_clean());
    }
    let shown = Command::new(env!("CARGO_BIN_EXE_leitai"))
        .args(["--lang", "en", "replay", "tictactoe.part"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("leitai starts");
    let text = String::from_utf8(shown.stdout).expect("text");
    assert!(text.contains("step 2/2") && text.contains("the record breaks off here"), "{text}");
}
