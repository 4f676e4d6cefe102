//! What a program announces is what it is called wherever people read of a match, beside the name that somebody gave it
//! ("用于平台显示参赛选手名号"); a name that is too long for the platform is a fault.

use crate::house::{House, PROGRAM, lines, stderr};
use std::fs;

/// A program of the desktop platform's protocol that takes the first free cell.
const CELLS: &str = r#"import sys
taken = set()
for line in sys.stdin:
    word = line.split()
    if word[0] == "name?":
        print("name @", flush=True)
    elif word[0] == "new":
        taken.clear()
    elif word[0] == "told":
        taken.add(word[2])
    elif word[0] == "turn":
        print("move " + next(cell for cell in map(str, range(9)) if cell not in taken), flush=True)
    elif word[0] == "quit":
        break
"#;

fn program(house: &House, name: &str, announced: &str) -> String {
    let file = house.path(name);
    fs::write(&file, PROGRAM.replace("Good", announced)).expect("ours");
    file.display().to_string()
}

#[test]
fn lists_of_a_match_call_a_program_as_it_announced_and_not_after_its_file() {
    let house = House::open();
    let [a, b] = [program(&house, "fileone.py", "令狐冲"), program(&house, "filetwo.py", "Copied")];
    let words = |more: &[&'static str]| -> Vec<String> {
        let all = ["match", "tictactoe", &a, &b].into_iter().chain(more.iter().copied());
        all.map(str::to_owned).chain(["--games".to_owned(), "2".to_owned()]).collect()
    };
    let said = |more: &[&'static str]| {
        let words = words(more);
        let run = house.done(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(run.status.success(), "{}", stderr(&run));
        String::from_utf8(run.stdout).expect("text")
    };
    // Two players: each game and the totals.
    let text = said(&["--dialect", "beyond"]);
    assert!(text.contains("game 1: 令狐冲 wins (令狐冲 first"), "{text}");
    assert!(text.contains("Copied") && !text.contains("fileone") && !text.contains("filetwo"), "{text}");
    // A name that somebody gave stands beside it.
    let text = said(&["--dialect", "beyond", "--name-a", "甲队"]);
    assert!(text.contains("令狐冲 / 甲队") && !text.contains("/ filetwo"), "{text}");
    // Three players: the cross table. A built-in player is called by its level.
    let text = said(&["easy", "--dialect", "beyond"]);
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("  ")).collect();
    assert!(["令狐冲", "Copied", "easy"].iter().all(|name| text.contains(name)), "{text}");
    assert!(!text.contains("fileone") && !text.contains("filetwo") && rows.len() > 3, "{text}");
    // The same as JSON.
    let json = said(&["easy", "--dialect", "beyond", "--json"]);
    assert!(json.contains(r#""a":"令狐冲""#) && json.contains(r#""player":"Copied""#), "{json}");
    assert!(!json.contains("fileone") && !json.contains("/ easy"), "{json}");
    let json = said(&["--dialect", "beyond", "--json"]);
    let summary = json.lines().last().expect("a summary");
    assert!(summary.contains(r#""a":"令狐冲""#) && summary.contains(r#""b":"Copied""#), "{summary}");
}

#[test]
fn a_name_wider_than_the_platform_allows_is_a_fault_of_the_check() {
    let house = House::open();
    for (name, dialect, is_good) in [
        ("六个汉字的名", "sau", true),
        ("abcdefghijkl", "sau", true),
        ("七个汉字的队名", "sau", false),
        ("abcdefghijklm", "sau", false),
        // Only the desktop platform limits it; elsewhere it is a note.
        ("七个汉字的队名", "beyond", true),
    ] {
        let file = house.path("cells.py");
        let text = if dialect == "sau" { CELLS.replace('@', name) } else { PROGRAM.replace("Good", name) };
        fs::write(&file, text).expect("ours");
        let file = file.display().to_string();
        let run = house.done(&["check", &file, "--game", "tictactoe", "--dialect", dialect, "--json"]);
        let found = lines(&run);
        let finding = found.iter().find(|it| it["step"] == "name").expect("a name");
        assert_eq!((&finding["ok"], run.status.success()), (&is_good.into(), is_good), "{name}: {finding}");
    }
}
