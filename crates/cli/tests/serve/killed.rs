//! A server that is killed at any instant: what was recorded stays, and the event runs to its end.

use super::site::{Frames, Site, event, on_board, until};
use crate::house::{Lots, is_verified};
use leitai_testkit::extent;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

const PACE: &str = "[show]\npace = \"40ms\"\n";

/// The recorded games, each with its result.
fn standing(site: &Site, id: &str) -> BTreeMap<String, String> {
    let rows = site.json(&format!("/api/v1/events/{id}/games"));
    let rows = rows["rows"].as_array().unwrap_or_else(|| panic!("no rows in {rows}")).clone();
    let all: BTreeMap<_, _> = rows.iter().map(|row| (name(row), row.to_string())).collect();
    assert_eq!(all.len(), rows.len(), "a game stands twice: {rows:?}");
    all
}

fn name(row: &Value) -> String {
    row["game"].as_str().unwrap_or_else(|| panic!("no name in {row}")).to_owned()
}

#[test]
fn a_server_that_is_killed_goes_on_where_it_was() {
    let times: u32 = extent("LEITAI_KILLS", 5, 50);
    let entries = ["甲", "乙", "丙", "丁", "戊", "己", "庚", "辛", "壬", "癸", "子", "丑", "寅", "卯"];
    // Enough games are left after the last kill.
    let entries = &entries[..if times > 5 { 14 } else { 7 }];
    let text = event("Harmed", "tictactoe", PACE, entries);
    let mut site = Site::open(&[("harmed.toml", &text)]);
    let id = site.event("Harmed");
    let (mut lots, mut stood) = (Lots(20), BTreeMap::new());
    for _ in 0..times {
        let page = site.running(&id);
        let mut frames = Frames::open(&site, &format!("/live?games={page}&events={id}@0"), None);
        assert!(frames.next().is_some());
        sleep(Duration::from_millis(lots.below(500)));
        stood.extend(standing(&site, &id));
        site.kill();
        site.start();
        assert_eq!(site.event("Harmed"), id, "its address stays");
        let now = standing(&site, &id);
        for (game, result) in &stood {
            assert_eq!(now.get(game), Some(result), "it stood before");
        }
    }
    site.is_over(&id);
    let all = standing(&site, &id);
    assert!(stood.iter().all(|(game, result)| all.get(game) == Some(result)));
    let data = site.data();
    let address = site.store();
    let file = data.join("events/harmed.toml").display().to_string();
    let (code, said, _) = site.end();
    assert_eq!(code, Some(0), "{said}");
    site.house.is_still();
    assert_eq!(is_verified(&site.house, &data.join("events/harmed")).len(), all.len());
    // The same event, alone and undisturbed.
    let alone = site.house.path("harmed.toml");
    fs::write(&alone, text.replace(PACE, "")).expect("our folder");
    let alone = alone.display().to_string();
    let ran = site.house.done(&["tournament", "run", &alone, "-q"]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let standings = |args: &[&str]| {
        let done = site.house.done(args);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("text")
    };
    let here = standings(&["tournament", "standings", &file, "--store", &address, "--json"]);
    assert!(here.contains("甲"), "{here}");
    assert_eq!(here, standings(&["tournament", "standings", &alone, "--json"]));
    until(|| site.house.processes().is_empty().then_some(()));
}

/// A lease of the previous server process lasts six seconds. The control is the first start, before which nobody had the
/// game.
#[test]
fn a_game_that_was_killed_with_its_server_is_on_its_page_again_at_once() {
    let text = event("Cut", "tictactoe", "[show]\npace = \"300ms\"\n", &["甲", "乙"]);
    let began = Instant::now();
    let mut site = Site::open(&[("cut.toml", &text)]);
    let id = site.event("Cut");
    let page = format!("/games/{}", site.running(&id));
    let steps = |site: &Site, mark: &str| {
        let mut frames = Frames::open(site, &format!("{page}/live"), Some(mark));
        frames.find(|frame| frame.event == "steps").expect("it moves on")
    };
    let mark = until(|| on_board(&site.get(&page)));
    steps(&site, &mark);
    let first = began.elapsed();
    site.kill();
    let began = Instant::now();
    site.start();
    let mark = until(|| on_board(&site.get(&page)).filter(|now| now[..8] != mark[..8]));
    steps(&site, &mark);
    let again = began.elapsed();
    assert!(again < first + Duration::from_secs(3), "it took {again:?}, and {first:?} when nobody had it");
    site.is_over(&id);
    assert_eq!(standing(&site, &id).len(), 2);
    let once = site.get(&page);
    assert!(once.status == 200 && once.text().contains("class=\"verdict\""), "{}", once.text());
}
