//! `leitai watch`: a program that its author saves again and again.

use crate::house::{House, PROGRAM, Stage, lines, stderr};
use rustix::process::Signal;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The same program, but with the last empty cell.
fn other() -> String {
    PROGRAM.replace("line.index", "line.rindex")
}

/// Saves it as editors do: written beside it and moved into its place.
fn save(file: &Path, text: &str) {
    let new = file.with_extension("new");
    fs::write(&new, text).expect("our folder");
    fs::rename(&new, file).expect("our folder");
}

/// What is said up to and including the next round, or the next thing of another kind.
fn until_line(stage: &mut Stage, kind: &str) -> Value {
    loop {
        let line = stage.line().unwrap_or_else(|| panic!("it ended before its {kind}"));
        let said: Value = serde_json::from_str(&line).expect("JSON");
        if said["type"] == kind && (kind == "round" || said["ok"] == false) {
            return said;
        }
    }
}

#[test]
fn each_save_is_checked_and_tried_and_compared() {
    let mut house = House::open();
    let file = house.path("own.py");
    save(&file, PROGRAM);
    let (program, out) = (file.display().to_string(), house.path("out"));
    let mut args =
        vec!["watch", &program, "--game", "tictactoe", "--dialect", "beyond", "--games", "6", "--json"];
    let out_text = out.display().to_string();
    args.extend(["--seed", "5", "--out", &out_text]);
    let mut stage = house.stage(&args);
    let first = until_line(&mut stage, "round");
    assert_eq!((&first["round"], &first["better"]), (&1.into(), &Value::Null), "{first}");
    // The same again: the same games, so none of them ended otherwise.
    save(&file, &format!("{PROGRAM}# a remark\n"));
    let same = until_line(&mut stage, "round");
    let results = |round: &Value| ["won", "drawn", "lost"].map(|key| round[key].as_u64().expect("a number"));
    assert_eq!(results(&same), results(&first));
    assert_eq!((&same["better"], &same["worse"]), (&Value::Array(vec![]), &Value::Array(vec![])), "{same}");
    assert_eq!(same["by_chance"], 1.0);
    // A fault is told, and no games are played.
    save(&file, "import nothing_of_this_name\n");
    assert_eq!(until_line(&mut stage, "finding")["step"], "opening");
    // The round before the fault is what the next one is compared with.
    save(&file, &other());
    let changed = until_line(&mut stage, "round");
    let moved = |key: &str| changed[key].as_array().expect("a list").len();
    let points = |round: &Value| {
        results(round).into_iter().zip([2, 1, 0]).map(|(games, each)| games * each).sum::<u64>()
    };
    assert_eq!(results(&changed).iter().sum::<u64>(), 6);
    assert!(moved("better") + moved("worse") > 0 || points(&changed) == points(&same), "{changed}");
    assert_eq!(changed["round"], 4);
    for round in [1, 2, 4] {
        assert!(out.join(format!("round-{round}/game-000005.jsonl")).is_file(), "{round}");
    }
    assert!(!out.join("round-3").exists());
    stage.signal(Signal::INT);
    assert_eq!(stage.end().0, Some(130));
    assert_eq!(fs::read_dir(house.temp()).expect("our folder").count(), 0, "something was left");
}

#[test]
fn one_round_says_by_its_code_whether_there_is_a_fault() {
    let house = House::open();
    let file = house.path("own.py");
    let program = file.display().to_string();
    let once = || {
        let done = house.done(&[
            "watch",
            &program,
            "--game",
            "tictactoe",
            "--dialect",
            "beyond",
            "--games",
            "2",
            "--once",
        ]);
        (done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned())
    };
    save(&file, PROGRAM);
    let (code, said) = once();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("against random: ") && said.contains("it speaks beyond"), "{said}");
    // It gives its words, and leaves.
    save(&file, &PROGRAM.replace("for line", "sys.exit(3)\nfor line"));
    let (code, said) = once();
    assert!(code == Some(1) && said.contains("FAIL") && !said.contains("against random"), "{said}");
    fs::remove_file(&file).expect("our folder");
    let refused = house.done(&["watch", &program, "--game", "tictactoe"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("names no file or folder"), "{}", stderr(&refused));
    let level = house.done(&["watch", "easy", "--game", "tictactoe", "--once", "--json"]);
    assert!(level.status.code() == Some(2) && lines(&level).is_empty(), "{}", stderr(&level));
}
