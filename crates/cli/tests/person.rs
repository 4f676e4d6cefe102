//! A person at the keyboard, whose lines wait in a pipe.

use std::io::Write;
use std::process::{Command, Stdio};

/// What `leitai play` prints when a person types `lines` in advance against an opponent that starts slowly.
fn play(game: &str, options: &[&str], lines: &str) -> String {
    let leitai = env!("CARGO_BIN_EXE_leitai");
    // The paths in a shell's command may not be readable in a sandbox.
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
    assert!(at("the referee marks a chain as dead with dead:C3") < at("It is not your turn"), "{said}");
    assert!(at("It is not your turn") < at("{} dead"), "{said}");
    assert!(said.trim_end().ends_with("wins: black's area is not larger: white wins when equal"), "{said}");
    // With nobody left at the keyboard, the game is abandoned, not waited for.
    let said = play("phantomgo", &options, "C3\ndead:C3\n");
    assert!(said.trim_end().ends_with("the game was abandoned"), "{said}");
}

/// What `leitai play` prints with these arguments and lines.
fn said(arguments: &[&str], lines: &str) -> (String, bool) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_leitai"))
        .args(["--lang", "en", "play"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("leitai starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // If it refuses its arguments, it may be gone by now.
    let _ = stdin.write_all(lines.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8(text).expect("text"), output.status.success())
}

#[test]
fn a_game_is_kept_and_gone_on_with_as_it_stood() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (half, more, whole) = (at("half.jsonl"), at("more.jsonl"), at("whole.jsonl"));
    let (kept, _) = said(&["tictactoe", "human", "best", "--seed", "3"], &format!("4\nsave {half}\n"));
    assert!(kept.contains(&format!("leitai play --resume {half}")), "{kept}");
    // The record is also saved on `quit`, if one was asked for.
    let (left, _) = said(&["--resume", &half, "--seed", "3", "--record", &more], "8\nquit\n");
    assert!(left.contains("ply 2") && left.contains(&format!("saved to {more}")), "{left}");
    // Four plies were played: the fifth is this person's again, and the move taken back is the sixth of the file's
    // owner.
    let (over, is_done) = said(&["--resume", &more, "--seed", "3", "--record", &whole], "undo\nresign\n");
    assert!(is_done && over.contains("taken back: 8") && over.contains("best wins: resigned"), "{over}");
    // It is the table's own deed, and stands in the record.
    let record = std::fs::read_to_string(&whole).expect("a record");
    assert!(record.contains(r#"{"type":"back","by":"first","to":2"#), "{record}");
    let verified = Command::new(env!("CARGO_BIN_EXE_leitai")).args(["verify", &whole]).status();
    assert!(verified.expect("leitai starts").success());
    let six = at("six.jsonl");
    said(&["connect6", "human", "random", "--seed", "3"], &format!("J10\nsave {six}\n"));
    let deaf = ["connect6", "human", "random", "--dialect", "sau", "--resume", &six];
    for (arguments, why) in [
        (&["--resume", &whole][..], "this game is over"),
        (&["gomoku", "--resume", &half], "this is a game of tic-tac-toe"),
        (&["--resume", &half, "--option", "x=y"], "--resume does not go with --option"),
        (&deaf, "cannot be told what was played"),
    ] {
        let (text, is_done) = said(arguments, "");
        assert!(!is_done && text.to_lowercase().contains(&why.to_lowercase()), "{arguments:?}: {text}");
    }
}

#[test]
fn a_turn_is_taken_back_where_the_table_lets_it_be() {
    // With dice, which are not thrown again; but nobody unsees a layout.
    let (text, _) = said(&["einstein", "human", "random", "--seed", "3"], "auto\nundo\nquit\n");
    assert!(text.contains("a layout cannot be taken back"), "{text}");
    let (text, _) =
        said(&["connect6", "human", "human", "--seed", "3"], "J10\nK10\nundo\nundo\nundo\nquit\n");
    assert!(text.contains("taken back: K10") && text.contains("taken back: J10"), "{text}");
    assert!(text.contains("Cannot undo: you have no move to take back"), "{text}");
    let deaf = ["connect6", "human", "random", "--dialect", "sau", "--seed", "3"];
    let (text, _) = said(&deaf, "J10\nundo\nquit\n");
    assert!(text.contains("has no words to tell a program the game again"), "{text}");
}

/// Where the table sees one side alone, the person who relays the other is the referee, and sees what the table sees.
#[test]
fn the_referee_of_a_table_that_sees_one_side_sees_what_it_sees() {
    let options = ["phantomgo", "human", "random", "--option", "seen=second", "--seed", "3"];
    let (text, _) = said(&options, "stone\nlegal\nquit\n");
    let boards: Vec<_> = text.split("  ply ").skip(1).collect();
    let last = boards.last().unwrap_or_else(|| panic!("no board: {text}"));
    let stones = last.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit() || c == ' '));
    assert!(stones.flat_map(str::chars).any(|c| c == 'O' || c == '○' || c == 'X' || c == '●'), "{text}");
}

#[test]
fn a_game_with_secrets_is_kept_and_not_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let half = folder.path().join("half.jsonl").display().to_string();
    let (kept, _) = said(&["phantomgo", "human", "random", "--seed", "3"], &format!("C3\nsave {half}\n"));
    assert!(kept.contains(&format!("saved to {half}")) && !kept.contains("--resume"), "{kept}");
    let (refused, is_done) = said(&["--resume", &half], "");
    assert!(!is_done && refused.contains("hidden information or dice"), "{refused}");
}

/// Both lay their pieces in secret: input goes to First until First has laid all of them.
#[test]
fn two_at_one_keyboard_lay_their_own_pieces() {
    let lines = "here\nauto\nhide\nhere\nauto\nhide\nhere\nresign\n";
    let (text, _) = said(&["luzhanqi", "human", "human"], lines);
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("`{words}` in {text}"));
    assert!(
        at("red: Enter shows your board") < at("L")
            && at("your move (red)") < at("hides the board for black"),
        "{text}"
    );
    assert!(at("hides the board for black") < at("your move (black)"), "{text}");
    let black = &text[at("your move (black)")..];
    assert!(black.contains("black: Enter") || black.contains("red: Enter shows your board"), "{text}");
    // A board shown to one of them reveals nothing of the other's pieces.
    for page in text.split("  ply ").skip(1) {
        let page = page.split("In hand").next().unwrap_or(page);
        let shows = |side: char| ('2'..='9').any(|rank| page.contains(&format!("{side}{rank}-")));
        assert!(!(shows('r') && shows('x')) || page.contains("resigned"), "{page}");
    }
}

/// In a game with thousands of moves, the help explains how to ask about one piece.
#[test]
fn many_moves_are_told_piece_by_piece() {
    let (text, _) = said(&["amazons", "human", "random", "--seed", "3"], "help\nd1\nD1D7\nd1d\nresign\n");
    assert!(text.contains("2176 moves, which begin with: "), "{text}");
    assert!(text.contains("to see how it goes on. A move in full: "), "{text}");
    assert!(text.contains(", which begin with: d1"), "{text}");
    assert!(text.contains(" moves: d1d7("), "{text}");
    let help = text.split("your move").nth(1).expect("a prompt");
    assert!(help.lines().count() <= 5, "{help}");
}
