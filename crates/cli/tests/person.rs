//! A person at the keyboard, whose lines wait in a pipe.

use std::io::Write;
use std::process::{Command, Stdio};

/// What `leitai play` prints when a person types `lines` ahead against an opponent that is slow to start.
fn play(game: &str, options: &[&str], lines: &str) -> String {
    let leitai = env!("CARGO_BIN_EXE_leitai");
    // What stands in the words of a shell may not be read in a sandbox.
    let slow = format!("cmd:sh -c 'sleep 0.3; exec {leitai} engine {game} --level random'");
    let mut child = Command::new(leitai)
        .args(["--lang", "en", "play", game, "human", &slow, "--sandbox", "off"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("leitai starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(lines.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn what_was_typed_before_the_game_began_is_played_in_it() {
    for (game, typed) in [("tictactoe", "4"), ("connect6", "J10"), ("draughts", "5,0-4,1")] {
        let said = play(game, &[], &format!("{typed}\nresign\n"));
        let plies: Vec<_> = said.lines().filter_map(|line| line.rsplit_once("  ply ")).collect();
        let plies: Vec<_> = plies.iter().map(|(_, ply)| *ply).collect();
        assert_eq!(plies.first(), Some(&"0"), "{said}");
        assert_eq!(plies.last(), Some(&"2"), "the opponent answered: {said}");
        assert!(said.trim_end().ends_with("wins: resigned"), "{said}");
    }
}

/// At the end of the opening the game asks for a number, and says so.
#[test]
fn a_number_is_typed_as_a_number() {
    let said = play("gomoku", &[], "H8\nH9\nH10\n2\nresign\n");
    assert!(said.contains("a number from 1 to "), "{said}");
    assert!(!said.contains("is not a move"), "{said}");
    let said = play("gomoku", &[], "H8\nH9\nH10\n0\nresign\n");
    assert!(said.contains("`0` is not a move"), "{said}");
}

#[test]
fn the_last_line_needs_no_end() {
    let said = play("tictactoe", &[], "4\nresign");
    assert!(said.trim_end().ends_with("wins: resigned"), "{said}");
}

#[test]
fn a_person_is_the_referee_where_the_rules_ask_for_one() {
    let options = ["--option", "marking=arbiter", "--option", "max_plies=1"];
    let said = play("phantomgo", &options, "C3\nhelp\nC3\nresign\ndead:C3\ncount\n");
    let at = |text: &str| said.find(text).unwrap_or_else(|| panic!("`{text}` in {said}"));
    assert!(at("referee> ") < at("2 moves: dead:C3 count"), "{said}");
    assert!(at("the referee marks a chain as dead with dead:C3") < at("it is not your turn"), "{said}");
    assert!(at("it is not your turn") < at("{} dead"), "{said}");
    assert!(said.trim_end().ends_with("wins: black's area is not larger: white wins when equal"), "{said}");
    // Nobody is left at the keyboard: the game is abandoned, not waited for.
    let said = play("phantomgo", &options, "C3\ndead:C3\n");
    assert!(said.trim_end().ends_with("the game was abandoned"), "{said}");
}
