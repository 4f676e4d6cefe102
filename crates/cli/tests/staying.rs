//! Programs that stay running from game to game of a match: `leitai match --restart off`.

use crate::house::House;
use rustix::process::Signal;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;

/// A tic-tac-toe player in the `sau` dialect that stays running and does what its argument says. It logs the number
/// of its game and, with `works`, the processor time it used in a turn and between two games.
const STAYS: &str = r#"
import sys, threading, time
deed, games, works, ended = sys.argv[1], 0, False, None

def say(line):
    print(line, flush=True)

def log(line):
    print(line, file=sys.stderr, flush=True)

def work():
    while True:
        if not works:
            time.sleep(0.001)

if deed == "works":
    threading.Thread(target=work, daemon=True).start()
for line in sys.stdin:
    words = line.split()
    if words[0] == "name?":
        if games and deed == "leaves-late":
            sys.exit(5)
        if ended and deed == "works":
            log(f"between {time.process_time() - ended[0]:.3f} {time.monotonic() - ended[1]:.3f}")
        works = False
        say("name Stays")
    elif words[0] == "new":
        games, taken = games + 1, set()
        log(f"game {games}")
    elif words[0] == "told":
        taken.add(int(words[2]))
    elif words[0] == "turn":
        if games == 2 and deed == "crashes":
            sys.exit("it breaks in its second game")
        if games == 2 and deed == "late":
            time.sleep(60)
        if games == 1 and deed == "works" and len(taken) < 2:
            begun, works = time.process_time(), True
            while time.process_time() - begun < 0.5:
                time.sleep(0.01)
            works = False
            log(f"turn {time.process_time() - begun:.3f}")
        say(f"move {min(set(range(9)) - taken)}")
    elif words[0] == "end":
        if deed == "leaves":
            sys.exit(0)
        if deed == "talks":
            say("\n".join(["move 8", "thinking"] * 20000))
        while deed == "babbles":
            say("move 8" * 100)
        ended = time.process_time(), time.monotonic()
        works = deed == "works"
    elif words[0] == "quit":
        if deed == "notes":
            open(sys.argv[2], "a").write(f"{games} games\n")
        break
"#;

/// A player that is restarted for each game, which takes it a second.
const SLOW: &str = r#"
import sys, time
time.sleep(1)
taken = set()
for line in sys.stdin:
    words = line.split()
    if words[0] == "name?":
        print("name Slow", flush=True)
    elif words[0] == "told":
        taken.add(int(words[2]))
    elif words[0] == "turn":
        print(f"move {max(set(range(9)) - taken)}", flush=True)
    elif words[0] == "quit":
        break
"#;

/// A finished game: its line of output, and its record.
struct Played {
    line: Value,
    record: Vec<Value>,
}

impl Played {
    /// The notes on A's program.
    fn notes(&self, kind: &str) -> Vec<&str> {
        let seat = self.seat();
        let notes = self.record.iter().filter(|line| line["what"] == kind && line["seat"] == seat);
        notes.filter_map(|note| note["text"].as_str()).collect()
    }

    fn seat(&self) -> &'static str {
        if self.line["index"].as_u64().expect("a number").is_multiple_of(2) { "first" } else { "second" }
    }

    /// How many games A's program had played before, according to the record.
    fn before(&self) -> u64 {
        let said = &self.record[0]["stage"][format!("games-before-{}", self.seat())];
        said.as_str().map_or(0, |games| games.parse().expect("a number"))
    }

    /// The number of the game according to A's own log.
    fn own_count(&self) -> u64 {
        let log = self.notes("stderr").join("\n");
        let count = log.lines().find_map(|line| line.strip_prefix("game "));
        count.unwrap_or_else(|| panic!("{log}: {}", self.line)).parse().expect("a number")
    }
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The games in a folder, as listed in the output; checks that every record verifies.
fn games(house: &House, done: &Output, out: &Path) -> Vec<Played> {
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success(), "{said}");
    let mut files: Vec<String> = Vec::new();
    let games =
        lines(&String::from_utf8_lossy(&done.stdout)).into_iter().filter(|line| line["type"] == "game");
    let games = games.map(|line| {
        let file = out.join(format!("game-{:06}.jsonl", line["index"].as_u64().expect("a number")));
        files.push(file.display().to_string());
        Played { record: lines(&fs::read_to_string(&file).expect("a record")), line }
    });
    let games: Vec<Played> = games.collect();
    let words: Vec<&str> = ["verify"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let verified = house.done(&words);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    games
}

/// Plays `count` games of A, which does `deed`, against B, one after the other.
fn play(house: &House, deed: &str, b: &str, count: &str, more: &[&str]) -> Vec<Played> {
    fs::write(house.path("stays.py"), STAYS).expect("our folder");
    fs::write(house.path("slow.py"), SLOW).expect("our folder");
    let python = |file: &str| format!("cmd:python3 {}", house.path(file).display());
    let a = format!("{} {deed}", python("stays.py"));
    let b = if b == "slow" { python("slow.py") } else { b.to_owned() };
    let out = house.path(&format!("out-{}", deed.split(' ').next().expect("a word")));
    let text = out.display().to_string();
    let args =
        ["match", "tictactoe", &a, &b, "--dialect", "sau", "--games", count, "--seed", "1", "--jobs", "1"];
    let args = [&args[..], &["--json", "--out", &text], more].concat();
    games(house, &house.done(&args), &out)
}

const OFF: &[&str] = &["--restart-a", "off"];

fn counts(games: &[Played]) -> Vec<u64> {
    games.iter().map(Played::own_count).collect()
}

#[test]
fn a_program_stays_where_it_is_told_to_and_only_there() {
    let house = House::open();
    let anew = play(&house, "on", "random", "4", &[]);
    assert_eq!(counts(&anew), [1, 1, 1, 1]);
    assert!(anew.iter().all(|game| game.before() == 0 && game.notes("exit") == ["exited with code 0"]));
    let stayed = play(&house, "off", "random", "4", OFF);
    assert_eq!(counts(&stayed), [1, 2, 3, 4]);
    let before: Vec<_> = stayed.iter().map(Played::before).collect();
    assert_eq!(before, [0, 1, 2, 3]);
    for game in &stayed {
        assert!(game.notes("exit").is_empty() && game.notes("usage").len() == 1);
        assert_eq!(game.notes("stderr").join("").lines().count(), 1, "the log of this game alone");
    }
    // Its opponent is restarted for each game.
    assert!(stayed.iter().all(|game| !game.record[0]["stage"].to_string().contains("games-before")
        || game.record[0]["stage"].to_string().matches("games-before").count() == 1));
}

#[test]
fn a_program_that_stays_is_sent_away_at_the_end() {
    let house = House::open();
    let (file, off) = (house.path("said"), [OFF, &["--sandbox", "off"]].concat());
    play(&house, &format!("notes {}", file.display()), "random", "3", &off);
    assert_eq!(fs::read_to_string(&file).expect("it wrote it"), "3 games\n");
}

#[test]
fn after_a_fault_it_is_started_anew() {
    for (deed, verdict) in [("crashes", "Crash"), ("late", "TimeLimit")] {
        let house = House::open();
        let found = play(&house, deed, "random", "4", &[OFF, &["--clock", "move=1s"]].concat());
        assert_eq!(counts(&found), [1, 2, 1, 2], "{deed}");
        assert_eq!(found.iter().map(Played::before).collect::<Vec<_>>(), [0, 1, 0, 1]);
        for (index, game) in found.iter().enumerate() {
            let is_lost = game.line["verdict"] == verdict && game.line["winner"] == "b";
            assert_eq!(is_lost, index % 2 == 1, "{deed}: {}", game.line);
        }
    }
}

#[test]
fn nobody_loses_a_game_that_did_not_begin() {
    for deed in ["leaves", "leaves-late", "babbles"] {
        let house = House::open();
        let found = play(&house, deed, "random", "3", OFF);
        assert_eq!(counts(&found), [1, 1, 1], "{deed}");
        assert!(found.iter().all(|game| game.before() == 0 && game.line["verdict"] == "Law"), "{deed}");
    }
}

#[test]
fn what_it_says_between_two_games_is_dropped() {
    let house = House::open();
    let found = play(&house, "talks", "random", "4", OFF);
    assert_eq!(counts(&found), [1, 2, 3, 4]);
    assert!(found.iter().all(|game| game.notes("noise").is_empty() && game.line["verdict"] == "Law"));
}

#[test]
fn it_does_not_compute_between_two_games() {
    let house = House::open();
    let found = play(&house, "works", "slow", "4", &[OFF, &["--clock", "move=60s"]].concat());
    assert_eq!(counts(&found), [1, 2, 3, 4]);
    let logged = |game: &Played, word: &str| -> Vec<f64> {
        let log = game.notes("stderr").join("\n");
        let line = log.lines().find_map(|line| line.strip_prefix(word)).unwrap_or_else(|| panic!("{log}"));
        line.split_whitespace().map(|number| number.parse().expect("seconds")).collect()
    };
    // The control: where it may work, it does.
    assert!(logged(&found[0], "turn")[0] >= 0.5, "{}", found[0].notes("stderr").join("\n"));
    // It is second in every other game, which begins with a second of waiting for the opponent.
    for game in [&found[1], &found[3]] {
        let [used, passed] = logged(game, "between")[..] else { panic!("two numbers") };
        assert!(passed > 0.9 && used < 0.35, "{used} s of {passed} s");
    }
}

#[test]
fn every_dialect_with_a_word_for_another_game_keeps_its_programs() {
    let house = House::open();
    for (game, dialect) in [
        ("connect6", "sau"),
        ("dots", "sau"),
        ("phantomgo", "sau"),
        ("nogo", "gtp"),
        ("phantomgo", "gtp"),
        ("hex", "htp"),
        ("gomoku", "gomocup"),
    ] {
        let out = house.path(&format!("{game}-{dialect}"));
        let text = out.display().to_string();
        let mut args =
            vec!["match", game, "easy", "random", "--dialect", dialect, "--games", "6", "--jobs", "2"];
        args.extend([
            "--seed",
            "3",
            "--restart",
            "off",
            "--clock",
            "start=60s,move=60s",
            "--json",
            "--out",
            &text,
        ]);
        if dialect == "gomocup" {
            args.extend(["--preset", "gomocup"]);
        }
        let found = games(&house, &house.done(&args), &out);
        assert_eq!(found.len(), 6);
        let verdicts: Vec<_> = found.iter().map(|game| game.line["verdict"].to_string()).collect();
        assert!(verdicts.iter().all(|verdict| verdict == "\"Law\""), "{game} {dialect}: {verdicts:?}");
        // Two games at once have a pair of programs each, or a single pair if one waits for a core until everything
        // is played. A busy machine may cost a pair its place: it may have used more while stopped than is tolerated.
        // Restarted for every game, all six would be fresh.
        let before: Vec<_> = found.iter().map(Played::before).collect();
        let fresh = before.iter().filter(|before| **before == 0).count();
        assert!((1..=3).contains(&fresh), "{game} {dialect}: {before:?}");
    }
}

#[test]
fn a_dialect_without_a_word_for_another_game_is_refused() {
    let house = House::open();
    let said = |args: &[&str]| {
        let refused = house.done(&[&["match"], args, &["--restart", "off"]].concat());
        assert_eq!(refused.status.code(), Some(2));
        String::from_utf8_lossy(&refused.stderr).into_owned()
    };
    let found = said(&["tictactoe", "easy", "random"]);
    assert!(found.contains("easy speaks beyond") && found.contains("these can: sau"), "{found}");
    let found = said(&["nogo", "easy", "random", "--dialect-b", "native"]);
    assert!(found.contains("random speaks native") && found.contains("sau, gtp"), "{found}");
    let found = said(&["nogo", "easy", "random", "--ponder", "on"]);
    assert!(found.contains("needs --ponder off"), "{found}");
}

#[test]
fn a_killed_stage_leaves_nothing_and_goes_on_with_fresh_programs() {
    let mut house = House::open();
    let out = house.path("out");
    let text = out.display().to_string();
    let mut args =
        vec!["match", "connect6", "random", "random", "--games", "2000", "--seed", "5", "--jobs", "2"];
    args.extend(["--restart", "off", "--json", "--out", &text]);
    // Nor does a match that is stopped.
    let other = house.path("other").display().to_string();
    let mut stopped = args.clone();
    *stopped.last_mut().expect("words") = &other;
    let mut stage = house.stage(&stopped);
    stage.line().expect("a game");
    stage.signal(Signal::INT);
    stage.end();
    house.is_clean();
    let mut stage = house.stage(&args);
    for _ in 0..6 {
        stage.line().expect("a game");
    }
    assert!(!house.programs(&stage).is_empty());
    assert!(stage.kill(), "it was still playing");
    house.is_still();
    let kept = fs::read_dir(&out).expect("a folder").count();
    let done = house.done(&["match", "--resume", &text, "--games", &(kept + 20).to_string()]);
    let found = games(&house, &done, &out);
    assert_eq!(found.len(), kept + 20);
    let fresh = found.iter().filter(|game| game.before() == 0).count();
    assert!((2..=4).contains(&fresh), "two pairs before, two after: {fresh}");
    assert!(house.saw_programs > 0);
}
