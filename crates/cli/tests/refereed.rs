//! What a match sends its programs besides the game, how late they may be, and when its referee ends a game early.

use crate::house::House;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

/// A program that speaks `native`: it plays the first legal move, reports as its name the settings it was sent, and
/// reports an expected score: the first word of its command line if it moves first, else the second. The third word
/// is how long it thinks.
const PLAYER: &str = r#"#!/bin/sh
while read -r line; do
  case $line in
    *'"hello"'*)
      case $line in *'"seat":"first"'*) e=$1 ;; *) e=$2 ;; esac
      case $line in *'"settings":[["weight","7"],["style","a b"]]'*) name=tuned ;; *'"settings"'*) name=told ;; *) name=plain ;; esac
      echo "{\"type\":\"ready\",\"name\":\"$name\",\"moves\":true}" ;;
    *'"turn"'*)
      moves=${line#*'"moves":["'}
      [ -z "$3" ] || sleep "$3"
      [ "$e" = - ] || echo "{\"type\":\"debug\",\"text\":\"depth 1 expected $e\"}"
      echo "{\"type\":\"play\",\"moves\":[\"${moves%%\"*}\"]}" ;;
    *'"end"'*) exit ;;
  esac
done
"#;

fn script(house: &House, name: &str, text: &str) -> String {
    let program = house.path(name);
    fs::write(&program, text).expect("our folder");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("our file");
    program.display().to_string()
}

fn lines(output: &Output) -> Vec<Value> {
    let said = String::from_utf8_lossy(&output.stdout);
    said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn record(out: &Path, number: u32) -> Vec<Value> {
    let text = fs::read_to_string(out.join(format!("game-{number:06}.jsonl"))).expect("a record");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn verified(house: &House, out: &Path, games: u32) {
    let files = (0..games).map(|number| out.join(format!("game-{number:06}.jsonl")).display().to_string());
    for file in files {
        let done = house.done(&["verify", &file]);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    }
}

/// The names that the programs of a game reported.
fn spoken(record: &[Value]) -> Vec<(String, String)> {
    let ready = record.iter().filter(|line| line["type"] == "ready");
    let mut said: Vec<_> = ready
        .map(|line| {
            (
                line["seat"].as_str().expect("a seat").to_owned(),
                line["name"].as_str().expect("a name").to_owned(),
            )
        })
        .collect();
    said.sort();
    said
}

#[test]
fn a_program_is_told_its_own_settings() {
    let house = House::open();
    let out = house.path("out");
    let player = format!("cmd:{} - -", script(&house, "player.sh", PLAYER));
    let args = ["match", "tictactoe", &player, &player, "--dialect", "native", "--json", "--jobs", "1"];
    let own = ["--option-a", "weight=7", "--option-a", "style=a b", "--option-b", "x=1", "--out"];
    let done = house.done(&[&args[..], &own, &[out.to_str().expect("text")]].concat());
    let found = lines(&done);
    let summary = found.last().expect("a summary");
    assert_eq!(summary["a_settings"], json!([["weight", "7"], ["style", "a b"]]), "{}", stderr(&done));
    assert_eq!(summary["b_settings"], json!([["x", "1"]]));
    for (game, [first, second]) in [(0, ["tuned", "told"]), (1, ["told", "tuned"])] {
        let record = record(&out, game);
        let due =
            [("first", first), ("second", second)].map(|(seat, name)| (seat.to_owned(), name.to_owned()));
        assert_eq!(spoken(&record), due);
        let settings = [0, 1].map(|seat| record[0]["seats"][seat]["settings"].clone());
        let tuned = usize::from(second == "tuned");
        assert_eq!(settings[tuned], json!([["weight", "7"], ["style", "a b"]]));
        assert_eq!(settings[1 - tuned], json!([["x", "1"]]));
    }
    verified(&house, &out, 2);
    // With another setting it is another player: its games are not added to these.
    let other = house
        .done(&[&args[..], &["--option-a", "weight=8", "--resume"], &[out.to_str().expect("text")]].concat());
    assert!(stderr(&other).contains("weight=7") && stderr(&other).contains("weight=8"), "{}", stderr(&other));
}

#[test]
fn settings_are_refused_where_nothing_could_tell_them() {
    let house = House::open();
    let player = format!("cmd:{} - -", script(&house, "player.sh", PLAYER));
    for (dialect, player, said) in [
        ("beyond", player.as_str(), "speaks beyond, which cannot tell a program its settings"),
        ("native", "easy", "easy is a built-in player"),
    ] {
        let args =
            ["match", "tictactoe", player, "random", "--dialect-a", dialect, "--option-a", "threads=2"];
        let refused = house.done(&args);
        assert_eq!(refused.status.code(), Some(2));
        assert!(stderr(&refused).contains(said), "{}", stderr(&refused));
    }
    let args = ["match", "tictactoe", "random", "easy", "--option-for", "C:x=1"];
    assert!(stderr(&house.done(&args)).contains("no player C"));
}

/// In the dialects of other platforms: a line of `INFO`, and a command whose refusal is reported before the first
/// move.
#[test]
fn settings_are_told_in_the_words_of_each_dialect() {
    let house = House::open();
    let (talk, out) = (house.path("talk"), house.path("out"));
    let [talk_text, out_text] = [&talk, &out].map(|path| path.to_str().expect("text"));
    let brain = format!("cmd:{} engine gomoku --level random --dialect gomocup", house.binary().display());
    let args =
        ["match", "gomoku", &brain, "random", "--preset", "gomocup", "--dialect", "gomocup", "--games", "1"];
    let own = ["--option-a", "threads=2", "--max-plies", "4", "--talk", talk_text, "--json"];
    let done = house.done(&[&args[..], &own].concat());
    let said =
        fs::read_to_string(talk.join("game-000000.talk.txt")).unwrap_or_else(|_| panic!("{}", stderr(&done)));
    let told: Vec<_> = said.lines().filter(|line| line.contains("INFO threads 2")).collect();
    assert!(told.len() == 1 && told[0].contains("first"), "{said}");
    let refuses = "#!/bin/sh\nwhile read -r line; do case $line in threads*) printf '? no such thing\\n\\n';; *) printf '=\\n\\n';; esac; done\n";
    let program = format!("cmd:{}", script(&house, "refuses.sh", refuses));
    let args = [
        "match",
        "nogo",
        &program,
        "random",
        "--games",
        "1",
        "--dialect-a",
        "gtp",
        "--option-a",
        "threads=2",
    ];
    let found = lines(&house.done(&[&args[..], &["--json", "--out", out_text]].concat()));
    assert_eq!(found[0]["verdict"], "NotReady", "{found:?}");
    assert!(
        found[0]["reason"].as_str().expect("a reason").contains("`? no such thing` to `threads 2`"),
        "{found:?}"
    );
    verified(&house, &out, 1);
}

#[test]
fn each_of_several_players_has_its_own_settings() {
    let house = House::open();
    let out = house.path("out");
    let player = format!("cmd:{} - -", script(&house, "player.sh", PLAYER));
    let args = ["match", "tictactoe", &player, &player, &player, "--dialect", "native", "--games", "1", "-q"];
    let own =
        ["--option-for", "C:weight=7", "--option-for", "c:style=a b", "--out", out.to_str().expect("text")];
    let done = house.done(&[&args[..], &own].concat());
    assert!(done.status.success(), "{}", stderr(&done));
    for (folder, second) in [("1-2", "plain"), ("1-3", "tuned"), ("2-3", "tuned")] {
        let found = spoken(&record(&out.join(folder), 0));
        assert_eq!([&*found[0].1, &*found[1].1], ["plain", second], "{folder}");
    }
}

#[test]
fn an_answer_within_the_margin_counts() {
    let house = House::open();
    let out = house.path("out");
    let slow = format!("cmd:{} - - 0.15", script(&house, "player.sh", PLAYER));
    let args = ["match", "tictactoe", &slow, "random", "--dialect", "native", "--games", "1", "--seed", "1"];
    let clock = ["--clock", "start=60s,move=100ms,game=none", "--json"];
    let found = lines(&house.done(&[&args[..], &clock].concat()));
    assert_eq!(found[0]["verdict"], "TimeLimit", "{found:?}");
    let text = out.to_str().expect("text");
    let done = house.done(&[&args[..], &clock, &["--margin", "20s"]].concat());
    assert!(stderr(&done).contains("up to 10s"), "{}", stderr(&done));
    let found = lines(&house.done(&[&args[..], &clock, &["--margin", "5s", "--out", text]].concat()));
    assert_eq!(found[0]["verdict"], "Law", "{found:?}");
    assert_eq!(record(&out, 0)[0]["stage"]["margin"], "5s");
    verified(&house, &out, 1);
}

#[test]
fn games_that_both_hold_for_decided_are_ended() {
    let house = House::open();
    let path = script(&house, "player.sh", PLAYER);
    let play = |expected: [&str; 2], more: &[&str], out: &str| {
        let player = format!("cmd:{path} {} {}", expected[0], expected[1]);
        let args = [
            "match",
            "tictactoe",
            &player,
            &player,
            "--dialect",
            "native",
            "--json",
            "--games",
            "1",
            "--out",
            out,
        ];
        let done = house.done(&[&args[..], more].concat());
        let mut found = lines(&done);
        assert!(!found.is_empty(), "{}", stderr(&done));
        (found.remove(0), found.pop().expect("a summary"))
    };
    let path_of = |name: &str| house.path(name).display().to_string();
    let (game, summary) = play(["0.98", "0.02"], &["--resign", "plies=4,score=0.05"], &path_of("won"));
    assert_eq!(
        (&game["verdict"], &game["winner"], &game["plies"]),
        (&json!("Adjudicated"), &json!("a"), &json!(4))
    );
    assert!(
        game["reason"]
            .as_str()
            .expect("a reason")
            .contains("for 4 plies both programs expected the first seat")
    );
    assert!(game["reason_zh"].as_str().expect("a reason").contains("双方程序都预期先手"), "{game}");
    assert_eq!(summary["adjudicated"], 1);
    let (game, _) = play(["0.5", "0.51"], &["--draw", "plies=2,score=0.02,from=4"], &path_of("drawn"));
    assert_eq!(
        (&game["verdict"], &game["winner"], &game["plies"]),
        (&json!("Adjudicated"), &json!(null), &json!(4))
    );
    // Both expect to win, or neither reports anything: the law ends the game.
    for (name, expected) in [("hope", ["0.98", "0.98"]), ("silent", ["-", "-"])] {
        let (game, summary) = play(expected, &["--resign", "plies=2,score=0.05"], &path_of(name));
        assert_eq!((&game["verdict"], &game["plies"]), (&json!("Law"), &json!(7)), "{name}");
        assert_eq!(summary.get("adjudicated"), None);
    }
    let (game, _) = play(["-", "-"], &["--max-plies", "3"], &path_of("long"));
    assert_eq!(
        (&game["verdict"], &game["winner"], &game["plies"]),
        (&json!("Adjudicated"), &json!(null), &json!(3))
    );
    for name in ["won", "drawn", "hope", "silent", "long"] {
        verified(&house, &house.path(name), 1);
    }
    // The scores that the programs reported support the verdict, and nothing else does.
    let file = house.path("won").join("game-000000.jsonl");
    let text = fs::read_to_string(&file).expect("a record");
    assert_eq!(text.matches("\"what\":\"score\"").count(), 4, "{text}");
    let stats = lines(&house.done(&["stats", file.to_str().expect("text"), "--json"]));
    assert_eq!(stats[0]["adjudicated"], 1, "{stats:?}");
    let shown = house.done(&["replay", file.to_str().expect("text"), "--at", "99"]);
    assert!(String::from_utf8_lossy(&shown.stdout).contains("adjudicated at ply 4"));
}

#[test]
fn rules_of_the_referee_are_refused_or_said_to_be_idle() {
    let house = House::open();
    let args = |rule: &[&'static str]| {
        [&["match", "tictactoe", "random", "random", "-q", "--seed", "1"][..], rule].concat()
    };
    let refused = house.done(&args(&["--max-plies", "20,count"]));
    assert!(stderr(&refused).contains("the rules of tictactoe count nothing"), "{}", stderr(&refused));
    let refused = house.done(&args(&["--resign", "plies=1,score=0.1"]));
    assert!(stderr(&refused).contains("2 plies or more"), "{}", stderr(&refused));
    let idle = house.done(&args(&["--resign", "plies=4,score=0.1", "--dialect", "beyond"]));
    assert!(
        idle.status.success() && stderr(&idle).contains("cannot express what a program expects"),
        "{}",
        stderr(&idle)
    );
    // The law's count decides, in a game that has one.
    let counted = [
        "match",
        "draughts",
        "random",
        "easy",
        "--max-plies",
        "40,count",
        "--seed",
        "3",
        "--json",
        "--games",
        "2",
    ];
    let found = lines(&house.done(&counted));
    for game in &found[..2] {
        assert_eq!(game["verdict"], "Adjudicated", "{game}");
        let reason = game["reason"].as_str().expect("a reason");
        let (first, second) =
            reason.rsplit_once(", ").and_then(|(_, said)| said.split_once(" to ")).expect("figures");
        let [first, second] = [first, second].map(|text| text.parse::<u32>().expect("a number"));
        let due = match first.cmp(&second) {
            std::cmp::Ordering::Equal => json!(null),
            order => json!(
                ["a", "b"][usize::from((order == std::cmp::Ordering::Greater) != (game["first"] == "a"))]
            ),
        };
        assert_eq!(game["winner"], due, "{game}");
    }
}
