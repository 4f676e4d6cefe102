//! What a match tells its programs beside the game.

use crate::house::House;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

/// A program that speaks `native`: it plays the first legal move, tells as its name the settings that it was told, and says what
/// it expects: the first word of its command line where it moves first, else the second. The third is how long it thinks.
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

/// The names that the programs of a game said.
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
    // Another setting is another player: its games are not added to these.
    let other = house
        .done(&[&args[..], &["--option-a", "weight=8", "--resume"], &[out.to_str().expect("text")]].concat());
    assert!(stderr(&other).contains("weight=7") && stderr(&other).contains("weight=8"), "{}", stderr(&other));
}

#[test]
fn settings_are_refused_where_nothing_could_tell_them() {
    let house = House::open();
    let player = format!("cmd:{} - -", script(&house, "player.sh", PLAYER));
    for (dialect, player, said) in [
        ("beyond", player.as_str(), "speaks beyond, which has no words"),
        ("native", "easy", "easy is a built-in player"),
    ] {
        let args =
            ["match", "tictactoe", player, "random", "--dialect-a", dialect, "--option-a", "threads=2"];
        let refused = house.done(&args);
        assert_eq!(refused.status.code(), Some(2));
        assert!(stderr(&refused).contains(said), "{}", stderr(&refused));
    }
    let args = ["match", "tictactoe", "random", "easy", "--option-for", "C:x=1"];
    assert!(stderr(&house.done(&args)).contains("there is no player C"));
}

/// In the dialects of other platforms: a line of `INFO`, and a command whose refusal is said before the first move.
#[test]
fn settings_are_told_in_the_words_of_each_dialect() {
    let house = House::open();
    let (talk, out) = (house.path("talk"), house.path("out"));
    let [talk_text, out_text] = [&talk, &out].map(|path| path.to_str().expect("text"));
    let brain = format!("cmd:{} engine gomoku --level random --dialect gomocup", house.binary().display());
    let args =
        ["match", "gomoku", &brain, "random", "--preset", "gomocup", "--dialect", "gomocup", "--games", "1"];
    let own = ["--option-a", "threads=2", "--talk", talk_text, "--json"];
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
