//! Sources that cannot be built: their authors lose, and everybody else plays.

use crate::house::{House, is_whole};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// Writes an event with these entries, each a name and a program.
fn event(house: &House, head: &str, entries: &[(&str, &str)]) -> PathBuf {
    let mut text = format!("name = \"cup\"\ngame = \"tictactoe\"\nseed = \"2024\"\n{head}");
    text += "clock = \"start=60s,game=60s\"\n[sandbox]\nat-least = \"off\"\n";
    for (name, program) in entries {
        text += &format!("[[entries]]\nname = {name:?}\nprogram = {program:?}\n");
    }
    let file = house.path("cup.toml");
    fs::write(&file, text).expect("our folder");
    file
}

fn objects(text: &[u8]) -> Vec<Value> {
    let text = String::from_utf8_lossy(text);
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

#[test]
fn who_cannot_be_built_loses_and_everybody_else_plays() {
    let house = House::open();
    fs::write(house.path("empty.c"), "").expect("our folder");
    fs::write(house.path("broken.c"), "int main( {\n").expect("our folder");
    let file =
        event(&house, "", &[("甲", "random"), ("乙", "empty.c"), ("丙", "broken.c"), ("丁", "random")]);
    let path = file.to_str().expect("text");
    let run = house.done(&["tournament", "run", path, "--jobs", "2", "--json"]);
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}");
    assert!(said.contains("乙 loses its games") && said.contains("empty"), "{said}");
    assert!(said.contains("丙 loses its games") && said.contains("broken.c does not compile"), "{said}");
    let told = objects(&run.stdout);
    let games: Vec<_> = told.iter().filter(|it| it["type"] == "game").collect();
    let is_play_off = |game: &&&Value| game["id"].as_str().is_some_and(|id| id.contains(".p-"));
    assert_eq!(games.len() - games.iter().filter(is_play_off).count(), 12);
    let is_broken = |name: &Value| name == "乙" || name == "丙";
    for game in &games {
        let broken = [&game["first"], &game["second"]].map(is_broken);
        match broken {
            [false, false] => assert_eq!(game["verdict"], "Law", "{game}"),
            [true, true] => {
                assert_eq!((&game["winner"], &game["verdict"]), (&Value::Null, &"NotReady".into()));
                let reason = game["reason"].as_str().expect("text");
                assert!(reason.contains("neither program can be started"), "{reason}");
            }
            _ => {
                assert_eq!(game["verdict"], "NotReady");
                assert!(!game["winner"].is_null() && !is_broken(&game["winner"]), "{game}");
            }
        }
    }
    assert_eq!(is_whole(&house, &file.with_extension("")), games.len(), "each has its record");
    for name in ["乙", "丙"] {
        let row = told.iter().find(|it| it["type"] == "standing" && it["name"] == name).expect("a row");
        assert_eq!(row["points"], "0");
    }
}

#[test]
fn what_a_ruling_takes_out_is_not_prepared() {
    let house = House::open();
    fs::write(house.path("b.sh"), "#!/bin/sh\nexit 1\n").expect("our folder");
    let file = event(&house, "", &[("甲", "random"), ("乙", "cmd:sh b.sh"), ("丙", "random")]);
    let path = file.to_str().expect("text");
    assert!(house.done(&["tournament", "run", path, "-q"]).status.success());
    let text = fs::read_to_string(&file).expect("ours");
    fs::write(&file, text.replace("cmd:sh b.sh", "gone/b.c")).expect("ours");
    let resumed = house.done(&["tournament", "resume", path, "-q"]);
    let said = String::from_utf8_lossy(&resumed.stderr);
    assert!(resumed.status.code() == Some(2) && said.contains("gone/b.c"), "{said}");
    let out = ["tournament", "rule", path, "disqualify", "乙", "--by", "referee", "--reason", "copied"];
    let ruled = house.done(&out);
    assert!(ruled.status.success(), "{}", String::from_utf8_lossy(&ruled.stderr));
    let resumed = house.done(&["tournament", "resume", path, "-q"]);
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
}

#[test]
fn a_submission_that_does_not_compile_replaces_nothing_and_says_why() {
    let house = House::open();
    fs::write(house.path("broken.c"), "int main( {\n").expect("our folder");
    let ladder = "preset = \"judge\"\n";
    let file = event(&house, ladder, &[("甲", "random"), ("乙", "easy"), ("丙", "broken.c")]);
    let path = file.to_str().expect("text");
    let play = |what: &str| {
        let played = house.done(&["tournament", what, path, "--json"]);
        let said = String::from_utf8_lossy(&played.stderr).into_owned();
        assert!(played.status.success(), "{said}");
        let told = objects(&played.stdout);
        (told.iter().filter(|it| it["type"] == "game").count(), said)
    };
    let (games, said) = play("run");
    assert!(games == 2 && said.contains("丙: not taken: broken.c does not compile"), "{games} {said}");
    let submit = |name: &str| {
        let words = ["tournament", "rule", path, "submit", name, "--by", "organiser", "--reason", "new"];
        let ruled = house.done(&words);
        assert!(ruled.status.success(), "{}", String::from_utf8_lossy(&ruled.stderr));
        String::from_utf8_lossy(&ruled.stdout).into_owned() + &String::from_utf8_lossy(&ruled.stderr)
    };
    let rename = |from: &str, to: &str| {
        let text = fs::read_to_string(&file).expect("ours");
        fs::write(&file, text.replace(from, to)).expect("ours");
    };
    // The program in force stays.
    rename("\"easy\"", "\"broken.c\"");
    let said = submit("乙");
    assert!(said.contains("not accepted") && said.contains("does not compile"), "{said}");
    rename("\"broken.c\"", "\"random\"");
    assert!(submit("丙").contains("submits a new program"));
    assert_eq!(play("resume").0, 4, "it meets the other two");
}
