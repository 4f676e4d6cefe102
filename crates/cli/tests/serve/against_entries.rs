//! A person plays against a program that was handed in to an event of the site, once its owner allows it.

use super::from_afar::student;
use super::site::{Site, event, until};
use crate::house::PROGRAM;
use leitai_core::{Record, Spoken};
use leitai_hall::{Entrant, SharedStore};
use leitai_store::{Actor, Scope};
use serde_json::Value;
use std::fs;
use std::time::Duration;

#[test]
fn a_person_plays_against_a_program_whose_owner_allows_it_also_after_a_kill() {
    let mut site =
        Site::open(&[("ladder.toml", &event("Ladder", "tictactoe", "preset = \"judge\"\n", &["甲", "乙"]))]);
    let id = site.event("Ladder");
    let file = site.house.path("good.py");
    fs::write(&file, PROGRAM).expect("our folder");
    let (file, data) = (file.display().to_string(), site.data().display().to_string());
    let submit =
        ["submit", &file, "--data", &data, "--event", "Ladder", "--wait", "--entry", "丙", "--enter"];
    assert_eq!(site.house.done(&submit).status.code(), Some(0));
    let token = student(&site, &[Scope::Play], 1);
    let bearer = format!("Bearer {}", token.trim());
    let ask = |site: &Site, method: &str, path: &str| {
        let answer = site.ask(method, path, &[("authorization", &bearer)]);
        (answer.status, serde_json::from_str::<Value>(answer.text()).expect("JSON"))
    };
    let begin = |site: &Site, game: &str, name: &str| {
        let name = leitai_pages::percent_encoded(name);
        ask(site, "POST", &format!("/api/v1/play?game={game}&rival=entry:{id}/{name}&seat=second"))
    };
    for (game, name) in [("tictactoe", "丙"), ("hex", "丙"), ("tictactoe", "nobody"), ("tictactoe", "甲")]
    {
        let (status, why) = begin(&site, game, name);
        assert_eq!(status, 422, "{why}");
        assert!(why["error"].as_str().is_some_and(|why| why.contains("its owner allows")), "{why}");
    }
    let shared = SharedStore::open(&site.store(), "default", Duration::from_secs(2)).expect("the store");
    let entry = shared
        .history("Ladder")
        .expect("it began")
        .0
        .event
        .entries()
        .iter()
        .find(|one| one.name == "丙")
        .cloned();
    let owner = Entrant { entry, hands_in: true };
    shared.allow_trials(Actor::CONSOLE, "Ladder", &owner, true).expect("its owner");
    let (status, begun) = begin(&site, "tictactoe", "丙");
    assert_eq!((status, &begun["first"]), (201, &"丙".into()), "{begun}");
    let seat = format!("/api/v1{}", begun["page"].as_str().expect("a page"));
    let plays = |site: &Site| {
        let shown = until(|| {
            let (_, shown) = ask(site, "GET", &seat);
            let is_due = shown["acts"].as_array().is_some_and(|acts| !acts.is_empty());
            (is_due || !shown["end"].is_null()).then_some(shown)
        });
        let act = shown["acts"].as_array().expect("acts").last()?.as_str().expect("text").to_owned();
        Some(ask(site, "POST", &format!("{seat}/act?version={}&acts={act}", shown["version"])).1)
    };
    // The program may have answered already.
    assert!(plays(&site).expect("a ply")["plies"].as_u64() >= Some(2));
    site.kill();
    site.start();
    let mut last = None;
    while let Some(shown) = plays(&site) {
        last = Some(shown);
    }
    assert!(last.is_some());
    let (_, shown) = ask(&site, "GET", &seat);
    let replay = shown["end"]["replay"].as_str().unwrap_or_else(|| panic!("{shown}")).to_owned();
    let record =
        site.data().join("play").join(format!("{}.jsonl", replay.rsplit('/').next().expect("an id")));
    let record = Record::read(&fs::read_to_string(record).expect("a record")).expect("a record");
    assert_eq!(&*record.about.seats[0].name, "丙");
    assert!(matches!(record.about.seats[0].dialect, Spoken::In(_)));
    // Once its owner no longer allows it, nobody begins.
    shared.allow_trials(Actor::CONSOLE, "Ladder", &owner, false).expect("its owner");
    assert_eq!(begin(&site, "tictactoe", "丙").0, 422);
}
