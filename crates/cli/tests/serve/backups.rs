//! A site that is archived while it runs, and restored from the archive elsewhere.

use super::site::{Site, event, until};
use crate::house::is_verified;
use leitai_hall::SharedStore;
use leitai_store::SubmissionState;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

const PACE: &str = "[show]\npace = \"40ms\"\n";

fn said(site: &Site, args: &[&str]) -> (Option<i32>, String, String) {
    let done = site.house.done(args);
    let [out, err] = [done.stdout, done.stderr].map(|text| String::from_utf8(text).expect("text"));
    (done.status.code(), out, err)
}

/// The recorded games, each with its result.
fn standing(site: &Site, id: &str) -> BTreeMap<String, String> {
    let rows = site.json(&format!("/api/v1/events/{id}/games"));
    let rows = rows["rows"].as_array().expect("rows").iter();
    rows.map(|row| (row["game"].as_str().expect("a name").to_owned(), row.to_string())).collect()
}

#[test]
fn a_site_goes_on_elsewhere_from_what_was_kept_while_it_ran() {
    let cup = event("Cup", "tictactoe", PACE, &["甲", "乙", "丙", "丁", "戊", "己"]);
    let ladder = event("Ladder", "tictactoe", "preset = \"judge\"\n", &["甲", "乙"]);
    let mut site = Site::open(&[("cup.toml", &cup), ("ladder.toml", &ladder)]);
    let (id, _) = (site.event("Cup"), site.event("Ladder"));
    let data = site.data().display().to_string();
    let (code, slip, err) = said(&site, &["people", "add", "t1", "--name", "Li Na", "--data", &data]);
    assert_eq!(code, Some(0), "{err}");
    let (shared, number) = site.hands_in("甲");
    let state =
        |shared: &SharedStore| shared.submission(number).expect("a store").expect("it is there").state;
    until(|| (state(&shared) == SubmissionState::Accepted).then_some(()));
    drop(shared);
    until(|| (standing(&site, &id).len() >= 3).then_some(()));

    let archive = site.house.path("kept.tar.gz").display().to_string();
    let stood = standing(&site, &id);
    let (code, out, err) = said(&site, &["backup", &archive, "--data", &data, "--json"]);
    assert_eq!(code, Some(0), "{out}{err}");
    let kept: Value = serde_json::from_str(&out).expect("JSON");
    assert!(kept["files"].as_u64() >= Some(stood.len() as u64 + 3), "{kept}");
    assert_eq!(said(&site, &["backup", &archive, "--data", &data]).0, Some(2), "nothing is written over");
    let (_, before, _) = said(&site, &["people", "list", "--json", "--data", &data]);
    let (code, _, err) = said(&site, &["restore", &archive, "--data", &data, "--replace"]);
    assert!(code == Some(2) && err.contains("in use by a server"), "{err}");
    assert_eq!(site.get("/health").status, 200);

    // Later changes are not in the archive.
    said(&site, &["people", "add", "t2", "--name", "Later", "--data", &data]);
    site.kill();
    fs::rename(site.data(), site.house.path("first")).expect("our folder");
    let (code, out, err) = said(&site, &["restore", &archive, "--check"]);
    assert!(code == Some(0) && out.contains("complete and intact"), "{out}{err}");
    assert!(!site.data().exists(), "it only looked");
    let (code, out, err) = said(&site, &["restore", &archive, "--data", &data, "--json"]);
    assert_eq!(code, Some(0), "{out}{err}");
    site.start();

    assert_eq!(site.event("Cup"), id, "its address stays");
    let now = standing(&site, &id);
    assert!(stood.iter().all(|(game, result)| now.get(game) == Some(result)), "{stood:?} and {now:?}");
    for game in site.games(&id) {
        let page = site.get(&format!("{game}/record.jsonl"));
        assert_eq!(page.status, 200, "{game}: each result has its record");
    }
    let (_, after, _) = said(&site, &["people", "list", "--json", "--data", &data]);
    assert_eq!(after, before);
    assert_eq!(site.signs_in("t1", "wrong").0, 401);
    assert_eq!(site.signs_in("t1", slip.trim()), (303, Some("/account".to_owned())));
    let shared =
        SharedStore::open(&site.store(), "default", Duration::from_secs(2)).expect("the site's store");
    assert_eq!(state(&shared), SubmissionState::Accepted);
    drop(shared);

    site.is_over(&id);
    let all = standing(&site, &id);
    let (code, said_at_the_end, _) = site.end();
    assert_eq!(code, Some(0), "{said_at_the_end}");
    assert_eq!(is_verified(&site.house, &site.data().join("events/cup")).len(), all.len());
    // The same event, alone and undisturbed.
    let alone = site.house.path("cup.toml");
    fs::write(&alone, cup.replace(PACE, "")).expect("our folder");
    let alone = alone.display().to_string();
    assert_eq!(said(&site, &["tournament", "run", &alone, "-q"]).0, Some(0));
    let file = site.data().join("events/cup.toml").display().to_string();
    let (_, here, _) = said(&site, &["tournament", "standings", &file, "--store", &site.store(), "--json"]);
    assert!(here.contains('甲'), "{here}");
    assert_eq!(here, said(&site, &["tournament", "standings", &alone, "--json"]).1);
}
