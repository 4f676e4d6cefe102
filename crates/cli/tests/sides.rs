//! Options for one side of a match alone, and openings from elsewhere.

use crate::house::House;
use leitai_catalog::GAMES;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;

fn lines(output: &Output) -> Vec<Value> {
    let said = String::from_utf8_lossy(&output.stdout);
    said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn each_side_has_what_it_alone_is_given() {
    let house = House::open();
    let out = house.path("out");
    let text = out.to_str().expect("text");
    let args = ["match", "tictactoe", "random", "easy", "--games", "2", "--seed", "1", "-q", "--jobs", "1"];
    let own = ["--clock", "none", "--clock-a", "move=7s", "--clock-b", "40/60+0.5", "--memory-b", "200MB"];
    let wrong = house.done(&[&args[..], &own].concat());
    assert!(stderr(&wrong).contains("`none` is not understood"), "{}", stderr(&wrong));
    let own = [&own[2..], &["--nodes-b", "900", "--out", text]].concat();
    assert!(house.done(&[&args[..], &own].concat()).status.success());
    let clocks = ["start=5s,move=7s", "start=5s,move=2s,game=1m,moves=40,inc=500ms"];
    for (game, order) in [(0, [0, 1]), (1, [1, 0])] {
        let file = out.join(format!("game-00000{game}.jsonl"));
        let record = fs::read_to_string(&file).expect("a record");
        let about: Value = serde_json::from_str(record.lines().next().expect("a line")).expect("JSON");
        let found = [0, 1].map(|seat| about["seats"][seat]["clock"].as_str().expect("a clock").to_owned());
        assert_eq!(found, order.map(|player| clocks[player]));
        let seat = ["first", "second"][usize::from(order[0] == 0)];
        assert_eq!(
            (&about["stage"][format!("memory-{seat}")], &about["stage"][format!("nodes-{seat}")]),
            (&"200MB".into(), &"900".into())
        );
        let verified = house.done(&["verify", file.to_str().expect("text")]);
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    }
    let refused = house.done(&["match", "tictactoe", "cmd:cat", "easy", "--nodes-a", "9"]);
    assert!(stderr(&refused).contains("cat is not a built-in player"), "{}", stderr(&refused));
}

/// Only the slower side loses on its own clock, in both seats, and the record verifies.
#[test]
fn a_side_loses_on_its_own_clock() {
    let house = House::open();
    let out = house.path("out");
    let text = out.to_str().expect("text");
    let program = house.path("slow.sh");
    fs::write(&program, "#!/bin/sh\nwhile read -r line; do :; done\n").expect("our folder");
    fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("our file");
    let line = format!("cmd:{}", program.display());
    let own = ["--dialect-a", "sau", "--clock", "start=60s,move=60s", "--clock-a", "start=300ms,move=200ms"];
    let args = ["match", "hex", line.as_str(), "random", "--seed", "1", "--json", "--out", text];
    let found = lines(&house.done(&[&args[..], &own[..]].concat()));
    for game in &found[..2] {
        let verdict = game["verdict"].as_str().expect("a verdict");
        assert!(["TimeLimit", "NotReady"].contains(&verdict) && game["winner"] == "b", "{game}");
    }
    let records = ["game-000000.jsonl", "game-000001.jsonl"].map(|name| out.join(name).display().to_string());
    let verified = house.done(&["verify", &records[0], &records[1]]);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
}

#[test]
fn openings_come_from_sgf_files_and_in_an_order_of_the_seed() {
    let house = House::open();
    let (file, out) = (house.path("openings.sgf"), house.path("out"));
    let text = out.to_str().expect("text");
    let played =
        house.done(&["match", "hex", "random", "random", "--games", "4", "--seed", "9", "-q", "--out", text]);
    assert!(played.status.success(), "{}", stderr(&played));
    // Three stones of each game, followed by another line and a comment that looks like a tree.
    let trees = (0..4).map(|number| {
        let record = out.join(format!("game-00000{number}.jsonl")).display().to_string();
        let sheet = house.done(&["export", &record, "--as", "sgf"]);
        let sheet = String::from_utf8_lossy(&sheet.stdout).into_owned();
        let nodes: Vec<_> = sheet.split(';').take(5).collect();
        format!("{}C[a (;) b](;{})(;C[other]))", nodes[..4].join(";"), nodes[4])
    });
    fs::write(&file, trees.collect::<Vec<_>>().join("\n")).expect("our folder");
    let args = ["match", "hex", "random", "random", "--seed", "5", "--json", "--openings"];
    let args = [&args[..], &[file.to_str().expect("text")]].concat();
    let openings = |more: &[&str]| -> Vec<String> {
        let found = lines(&house.done(&[&args[..], more].concat()));
        found.iter().filter_map(|line| line["opening"].as_str()).map(str::to_owned).collect()
    };
    let listed = openings(&[]);
    assert_eq!(listed.len(), 8, "{listed:?}");
    assert!(listed.iter().all(|line| line.split(' ').count() == 3), "the main line: {listed:?}");
    let shuffled = openings(&["--order", "shuffled"]);
    assert_eq!(openings(&["--order", "shuffled"]), shuffled);
    let sorted = |mut lines: Vec<String>| {
        lines.sort();
        lines
    };
    assert_ne!(shuffled, listed);
    assert_eq!(sorted(shuffled), sorted(listed));
}

#[test]
fn a_suite_is_made_and_checked() {
    let house = House::open();
    let file = house.path("suite.txt");
    let text = file.to_str().expect("text");
    let args = ["openings", "tictactoe", "--count", "6", "--plies", "2", "--nodes", "2000"];
    let made = house.done(&[&args[..], &["--out", text]].concat());
    assert!(made.status.success(), "{}", stderr(&made));
    let first = fs::read_to_string(&file).expect("a suite");
    assert_eq!(first.lines().filter(|line| !line.starts_with('#')).count(), 6, "{first}");
    let again = house.done(&args);
    assert_eq!(String::from_utf8_lossy(&again.stdout), first, "it follows from its first line");
    let checked = house.done(&["openings", "tictactoe", "--nodes", "2000", "--check", text]);
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(checked.status.success() && said.ends_with("6 lines, all even\n"), "{said}");
    // The corner against the adjacent edge is lost.
    fs::write(&file, "0 1\n4 0\n").expect("our folder");
    let checked = house.done(&["openings", "tictactoe", "--nodes", "2000", "--check", text]);
    assert_eq!(checked.status.code(), Some(2));
    assert!(stderr(&checked).contains("1 of 2 lines are more than 10 % from even"), "{}", stderr(&checked));
    let refused = stderr(&house.done(&["openings", "einstein"]));
    assert!(refused.contains("no opening can be given"), "{refused}");
}

#[test]
fn the_raw_conversation_is_kept_with_its_times() {
    let house = House::open();
    let talk = house.path("talk");
    let args =
        ["match", "tictactoe", "random", "easy", "--seed", "1", "--json", "--dialect", "native", "--talk"];
    let found = lines(&house.done(&[&args[..], &[talk.to_str().expect("text")]].concat()));
    for (number, game) in found[..2].iter().enumerate() {
        let text =
            fs::read_to_string(talk.join(format!("game-00000{number}.talk.txt"))).expect("a conversation");
        let mut last = 0.0;
        let mut counts = [[0; 2]; 2];
        let (end, said) = text.trim_end().rsplit_once('\n').expect("lines");
        assert_eq!(said, format!("# {}", game["reason"].as_str().expect("a reason")));
        for line in end.lines() {
            let words: Vec<_> = line.split_whitespace().collect();
            let at: f64 = words[0].parse().expect("seconds");
            assert!(at >= last, "{line}");
            last = at;
            counts[usize::from(words[1] == "second")][usize::from(words[2] == ">")] += 1;
        }
        assert!(counts.iter().flatten().all(|count| *count > 2), "{counts:?}: {text}");
    }
    let again = house.done(&[&args[..], &[talk.to_str().expect("text")]].concat());
    assert!(stderr(&again).contains("conversations of another match"), "{}", stderr(&again));
}

/// The suites we ship: every line can be played from, and no two lead to the same position. Whether they are as even
/// as their first line says is judged again in the long run.
#[test]
fn the_suites_that_ship_hold() {
    let house = House::open();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/openings");
    for game in GAMES {
        let facts = game.facts();
        let file = folder.join(format!("{}.txt", facts.id));
        assert_eq!(file.is_file(), !facts.hidden && !facts.chance, "{}", file.display());
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let made = text.lines().next().and_then(|line| line.strip_prefix("# leitai ")).expect("a command");
        let words: Vec<_> = made.split(' ').collect();
        let value = |name: &str| words[words.iter().position(|word| *word == name).expect(name) + 1];
        let (within, nodes) = match std::env::var_os("LEITAI_LONG") {
            Some(_) => (value("--within"), value("--nodes")),
            None => ("50", "50"),
        };
        let check = ["openings", facts.id, "--within", within, "--nodes", nodes, "--level", value("--level")];
        let checked = house.done(&[&check[..], &["--check", file.to_str().expect("text")]].concat());
        assert!(checked.status.success(), "{}: {}", facts.id, stderr(&checked));
        let said = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert!(said.ends_with("16 lines, all even\n"), "{}: {said}", facts.id);
    }
}

#[test]
fn players_are_called_as_they_are_named_and_a_score_is_said_between() {
    let house = House::open();
    let (out, program) = (house.path("out"), house.path("mine.py"));
    fs::write(&program, "import sys\nsys.exit(1)\n").expect("our folder");
    let (text, line) = (out.display().to_string(), format!("cmd:python3 -u {}", program.display()));
    let args = ["match", "tictactoe", &line, "easy", "--games", "4", "--seed", "1", "--jobs", "1", "-q"];
    let named =
        house.done(&[&args[..], &["--name-b", "新版 2", "--rating-interval", "2", "--out", &text]].concat());
    let said = stderr(&named);
    assert!(named.status.success(), "{said}");
    let scores: Vec<_> = said.lines().filter(|line| line.contains("mine – 新版 2 after ")).collect();
    assert!(scores.len() == 2 && scores[0].contains("after 2 games: +0 =0 -2"), "{said}");
    let record = fs::read_to_string(out.join("game-000000.jsonl")).expect("a record");
    assert!(
        record.starts_with('{') && record.contains("\"name\":\"mine\"") && record.contains("新版 2"),
        "{record}"
    );
    // The match continues under the names that it has.
    let resumed = house.done(&["match", "--resume", &text, "--games", "6"]);
    assert!(resumed.status.success(), "{}", stderr(&resumed));
    for (args, why) in [
        (&["tictactoe", "easy", "random", "--name-a", "  "][..], "a name is needed"),
        (&["tictactoe", "easy", "random", "best", "--name-a", "x"], "for matches of two players"),
        (&["tictactoe", "easy", "random", "--gauntlet"], "takes three players or more"),
    ] {
        let refused = house.done(&[&["match"], args].concat());
        assert!(refused.status.code() == Some(2) && stderr(&refused).contains(why), "{}", stderr(&refused));
    }
}

#[test]
fn in_a_gauntlet_the_first_alone_plays_all_others() {
    let house = House::open();
    let (out, text) = (house.path("out"), house.path("out").display().to_string());
    let args = ["match", "tictactoe", "best", "easy", "random", "--seed", "1", "--json", "--out", &text];
    let found = lines(&house.done(&[&args[..], &["--gauntlet"]].concat()));
    let games: Vec<_> = found.iter().filter(|line| line["type"] == "game").collect();
    assert!(games.len() == 4 && games.iter().all(|game| game["a"] == "best"), "{games:?}");
    let folders = ["1-2", "1-3", "2-3"].map(|folder| out.join(folder).is_dir());
    assert_eq!(folders, [true, true, false]);
    let refused =
        house.done(&["match", "tictactoe", "best", "easy", "random", "--seed", "1", "--resume", &text]);
    assert!(
        stderr(&refused).contains("clock and limits"),
        "a round robin is another match: {}",
        stderr(&refused)
    );
}
