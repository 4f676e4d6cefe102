//! The limits of a game's source hold unless others are given, and the record states them.

use leitai_core::Record;
use std::fs;
use std::process::Command;

/// Plays one game of a program that holds that many MB, with these options; returns its verdict and the memory limit
/// in its record.
fn holding(megabytes: u32, game: &str, words: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    // Written to, so that the memory is really allocated; then a word that no dialect knows.
    let deed = format!("held = bytearray(b'x') * ({megabytes} << 20); print('moo', flush=True); input()");
    let program = format!("cmd:python3 -c \"{deed}\"");
    let mut command = Command::new(env!("CARGO_BIN_EXE_leitai"));
    command.args(["match", game, &program, "easy", "--games", "1", "--json", "--seed", "1", "--out"]);
    let done = command.arg(&out).args(words).output().expect("the binary runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let text = fs::read_to_string(out.join("game-000000.jsonl")).expect("a record");
    let record = Record::read(&text).expect("a record");
    let stage = |name: &str| record.about.stage.get(name).map(ToString::to_string).unwrap_or_default();
    let printed = String::from_utf8(done.stdout).expect("text");
    let line: serde_json::Value =
        serde_json::from_str(printed.lines().next().expect("a game")).expect("JSON");
    (line["verdict"].as_str().expect("a verdict").to_owned(), stage("memory"))
}

#[test]
fn a_game_has_the_memory_of_its_source() {
    for (game, words, limit, within, over) in [
        ("tictactoe", &[][..], "64MB", 20, 100),
        ("draughts", &[], "350MB", 100, 400),
        ("tictactoe", &["--clock", "move=1s"], "64MB", 20, 100),
        // Its source sets no limit, so the stage's applies.
        ("tictactoe", &["--preset", "botzone", "--dialect", "beyond"], "1GB", 100, 1100),
        ("tictactoe", &["--memory", "150MB"], "150MB", 100, 200),
    ] {
        // A program within the limit loses by what it prints.
        let held = holding(within, game, words);
        assert!(held.0 != "MemoryLimit" && held.1 == limit, "{game} {words:?}: {held:?}");
        let held = holding(over, game, words);
        assert!(["MemoryLimit", "Crash"].contains(&held.0.as_str()), "{game} {words:?}: {held:?}");
        assert!(held.0 == "MemoryLimit" || over > 300, "{game} {words:?}: {held:?}");
    }
}
