//! Programs that want a platform's words in another form than usual, and programs that cannot answer at once: each beside
//! the same program with the usual habit.

use crate::house::{House, lines, stderr};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A brain. What it reads of a line, and when it complains, depends on its habit.
const BRAIN: &str = r#"import sys, time
HABIT = "@"
used, said, complained = set(), 0, False
def go():
    global said
    p = next((i % 15, i // 15) for i in range(225) if (i % 15, i // 15) not in used)
    used.add(p)
    print("%d,%d" % p, flush=True)
    said = time.time()
limits = {}
for l in sys.stdin.buffer:
    l = l.decode().rstrip("\n")
    if HABIT not in ("cr", "no about"):
        l = l.rstrip("\r")
    if HABIT == "no about" and l.startswith("ABOUT"):
        print("ERROR", flush=True)
        sys.exit(3) if l == "ABOUT" else None
    elif l == "START 15":
        used.clear()
        print("OK after all" if complained else "OK", flush=True)
    elif l.startswith("START"):
        print("ERROR message - unsupported size", flush=True)
    elif l == "ABOUT" and HABIT != "about":
        print('name="Strict", version="1.0"', flush=True)
    elif l.startswith("INFO "):
        word = l.split(" ")
        limits[word[1]] = word[2]
    elif l.startswith("TURN") and (HABIT == "never" or HABIT == "late" and time.time() - said < 0.05):
        print("ERROR the search is still winding down", flush=True)
    elif HABIT == "limits" and [limits.get("timeout_match"), limits.get("time_left")] != ["2147483647"] * 2:
        print("99,99", flush=True)
    elif l == "BEGIN":
        go()
    elif l.startswith("TURN"):
        used.add(tuple(map(int, l[5:].split(","))))
        go()
    elif l == "END":
        break
    else:
        complained = HABIT == "cr"
        print("UNKNOWN" if HABIT == "cr" else "ERROR this command doesn't exist", flush=True)
"#;

/// An engine of `nogo` that knows only what no game can do without.
const ENGINE: &str = r#"import sys
HABIT = "@"
for l in sys.stdin.buffer:
    l = l.decode().rstrip("\n")
    if HABIT == "crlf" and not l.endswith("\r"):
        print("? unknown command\n", flush=True)
        continue
    word = l.split()
    if not word:
        continue
    if word[0] in ("boardsize", "clear_board", "play") and (HABIT != "never" or word[0] != "boardsize"):
        print("=\n", flush=True)
    elif word[0] == "genmove":
        print("= resign\n", flush=True)
    elif word[0] == "quit":
        break
    else:
        print("? unknown command\n", flush=True)
"#;

/// A program of the desktop platform. It gives up by leaving a word out, so only its opening words are judged.
const CONTESTANT: &str = r#"import sys
HABIT = "@"
for l in sys.stdin.buffer:
    l = l.decode().rstrip("\n")
    if HABIT in ("crlf", "wordless") and not l.endswith("\r"):
        if HABIT == "crlf":
            print("error: " + l, flush=True)
        continue
    word = l.split()[0]
    if word == "name?":
        print("name Strict", flush=True)
    elif word == "quit":
        break
"#;

/// Whether it gets ready, the form that it was told of, and whether it finished its games.
struct Checked {
    is_ready: bool,
    habits: Vec<String>,
    openings: Vec<String>,
    is_sound: bool,
}

fn program(house: &House, source: &str, habit: &str) -> PathBuf {
    let file = house.path(&format!("{}.py", habit.replace(' ', "_")));
    fs::write(&file, source.replace('@', habit)).expect("ours");
    file
}

fn check(house: &House, file: &Path, words: &[&str]) -> Checked {
    let file = file.display().to_string();
    let words: Vec<&str> = ["check", &file, "--json"].into_iter().chain(words.iter().copied()).collect();
    let run = house.done(&words);
    let found = lines(&run);
    let of = |step: &str| -> Vec<Value> { found.iter().filter(|it| it["step"] == step).cloned().collect() };
    let texts = |step: &str| of(step).iter().map(|it| it["found"].to_string()).collect();
    Checked {
        is_ready: !of("opening").is_empty() && of("opening").iter().all(|it| it["ok"] == true),
        habits: texts("habit"),
        openings: texts("opening"),
        is_sound: run.status.success(),
    }
}

#[test]
fn an_opening_word_that_is_answered_with_an_error_is_said_again_in_another_form() {
    let house = House::open();
    let gomocup = ["--game", "gomoku", "--option", "opening=free", "--dialect", "gomocup"];
    let gtp = ["--game", "nogo", "--dialect", "gtp"];
    let sau = ["--game", "connect6", "--dialect", "sau", "--clock", "move=200ms"];
    for (source, words, habit, told) in [
        (BRAIN, &gomocup[..], "usual", None),
        (BRAIN, &gomocup, "cr", Some("LF alone")),
        (BRAIN, &gomocup, "about", None),
        (ENGINE, &gtp, "usual", None),
        (ENGINE, &gtp, "crlf", Some("CR LF")),
        (CONTESTANT, &sau, "usual", None),
        (CONTESTANT, &sau, "crlf", Some("CR LF")),
        (CONTESTANT, &sau, "wordless", Some("CR LF")),
    ] {
        let file = program(&house, source, habit);
        let checked = check(&house, &file, words);
        assert!(checked.is_ready, "{words:?} {habit}: {:?}", checked.openings);
        let games = if source == CONTESTANT { 1 } else { 2 };
        assert_eq!(checked.habits.len() >= games, told.is_some(), "{words:?} {habit}: {:?}", checked.habits);
        let is_told = |found: &String| told.is_some_and(|told| found.contains(told));
        assert!(checked.habits.iter().all(is_told), "{words:?} {habit}: {:?}", checked.habits);
        assert_eq!(checked.is_sound, source != CONTESTANT, "{words:?} {habit}");
        if habit == "cr" {
            // What worked in the first game is said at once in the second.
            let said: Vec<bool> = checked.openings.iter().map(|it| it.contains("OK after all")).collect();
            assert_eq!(said, [true, false], "{:?}", checked.openings);
        }
    }
    // Nothing helps a program that refuses what no game can do without.
    let never = check(&house, &program(&house, ENGINE, "never"), &gtp);
    assert!(!never.is_ready && !never.is_sound && never.habits.is_empty(), "{:?}", never.openings);
}

#[test]
fn a_brain_whose_search_is_still_winding_down_is_asked_once_more_and_one_that_goes_on_complaining_loses() {
    let house = House::open();
    for (habit, is_sound) in [("usual", true), ("late", true), ("never", false)] {
        let file = program(&house, BRAIN, habit).display().to_string();
        let run = house.done(&[
            "match",
            "gomoku",
            &file,
            "random",
            "--option",
            "opening=free",
            "--dialect",
            "gomocup",
            "--games",
            "2",
            "--json",
            "--clock",
            "move=2s",
        ]);
        let games: Vec<Value> = lines(&run).into_iter().filter(|it| it["type"] == "game").collect();
        assert_eq!(games.len(), 2, "{}", stderr(&run));
        let lost = games.iter().filter(|game| game["verdict"] == "Protocol" && game["winner"] == "b").count();
        assert_eq!(lost == 0, is_sound, "{habit}: {games:?}");
        assert!(is_sound || lost == 2, "{habit}: {games:?}");
    }
}

#[test]
fn a_brain_is_told_that_nothing_limits_its_game() {
    let house = House::open();
    let file = program(&house, BRAIN, "limits");
    let gomocup = ["--game", "gomoku", "--option", "opening=free", "--dialect", "gomocup"];
    for (clock, is_sound) in
        [(&["--clock", "move=5s,game=none"][..], true), (&["--clock", "game=60s"], false)]
    {
        let words = [&gomocup[..], clock].concat();
        assert_eq!(check(&house, &file, &words).is_sound, is_sound, "{clock:?}");
    }
}
