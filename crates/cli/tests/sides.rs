//! Options for one side of a match alone, and openings from elsewhere.

use crate::house::{House, lines, stderr};
use serde_json::Value;
use std::fs;

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
    let check = ["openings", "tictactoe", "--nodes", "2000", "--check", text];
    let checked = house.done(&check);
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(checked.status.success() && said.ends_with("6 lines, all even\n"), "{said}");
    let match_of = ["match", "tictactoe", "random", "random", "--seed", "5", "--json", "--openings", text];
    let played = lines(&house.done(&[&match_of[..], &["--order", "shuffled"]].concat()));
    let mut begun: Vec<_> = played.iter().filter_map(|line| line["opening"].as_str()).step_by(2).collect();
    let mut listed: Vec<_> = first.lines().skip(1).collect();
    assert_ne!(begun, listed);
    begun.sort_unstable();
    listed.sort_unstable();
    assert_eq!(begun, listed);
    // The corner against the adjacent edge is lost.
    fs::write(&file, "0 1\n4 0\n").expect("our folder");
    let checked = house.done(&check);
    assert_eq!(checked.status.code(), Some(2));
    assert!(stderr(&checked).contains("1 of 2 lines are more than 10 % from even"), "{}", stderr(&checked));
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
}
