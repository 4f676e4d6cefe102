//! Whoever waits for a core is told so, and told when he waits no more.

use super::{Stage, WORKS, alone, bot, folder, hold};
use serde_json::Value;
use std::io::{BufRead, BufReader};

#[test]
fn a_program_that_is_tried_says_what_its_games_wait_for_and_when_they_wait_no_more() {
    let (_alone, cores) = alone();
    let (folder, core) = (folder(), cores[0]);
    let works = bot(folder.path(), "bot-works.py", WORKS);
    let held = hold(core);
    let program = works.to_str().expect("text");
    let words =
        ["watch", program, "--game", "tictactoe", "--dialect", "beyond", "--games", "2", "--once", "--json"];
    let mut stage = Stage::confined([core], || Stage::does(&words));
    let mut said = BufReader::new(stage.0.stdout.take().expect("a pipe")).lines();
    // Its check claims no core.
    let mut next = || -> Option<Value> {
        let read = |line: Result<String, _>| serde_json::from_str(&line.expect("text")).expect("JSON");
        said.by_ref().map(read).find(|line: &Value| line["type"] != "finding" && line["type"] != "begins")
    };
    let waits = next().expect("it says so");
    assert_eq!(waits["type"], "waits", "{waits}");
    let why = waits["why"].as_str().expect("text");
    assert!(why.contains(&format!("core {core} by ")), "{why}");
    assert!(why.contains(&format!("(process {}, ", std::process::id())), "{why}");
    drop(held);
    assert_eq!(next().expect("it says so"), serde_json::json!({ "type": "waits", "why": null }));
    let rest: Vec<_> = std::iter::from_fn(next).collect();
    assert!(rest.iter().any(|line| line["type"] == "round"), "{rest:?}");
    assert_eq!(stage.0.wait().expect("our child").code(), Some(0));
}
