//! Errors are reported in a sentence, and nothing else suffers.

use super::site::{Site, event, until};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The error of a server that cannot start.
fn refused(site: &Site, listen: &str, data: &Path) -> String {
    let done = site.house.done(&["serve", "--listen", listen, "--data", data.to_str().expect("text")]);
    let said = String::from_utf8(done.stderr).expect("text");
    assert!(!done.status.success() && said.lines().count() <= 3, "{said}");
    assert!(!said.contains("panicked"), "{said}");
    said
}

#[test]
fn a_server_that_cannot_begin_says_why() {
    let site = Site::open(&[]);
    let other = site.house.path("other");
    let said = refused(&site, &site.address, &other);
    assert!(
        said.contains(&format!("cannot listen at {}", site.address)) && said.contains("--listen"),
        "{said}"
    );
    let data = site.data();
    let said = refused(&site, "127.0.0.1:0", &data);
    assert!(said.contains("is in use by another server") && said.contains("--data"), "{said}");
    // A folder within a file, which no user can create.
    let said = refused(&site, "127.0.0.1:0", &site.house.binary().join("site"));
    assert!(said.contains("leitai/site"), "{said}");
    let closed = site.house.path("closed");
    fs::create_dir(&closed).expect("our folder");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o500)).expect("our folder");
    // Root is not kept out by the permissions.
    if fs::write(closed.join("probe"), "").is_err() {
        let said = refused(&site, "127.0.0.1:0", &closed);
        assert!(said.contains("closed/lock"), "{said}");
    }
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).expect("our folder");
    // A store that is not a database.
    let broken = site.house.path("broken");
    fs::create_dir(&broken).expect("our folder");
    fs::write(
        broken.join("store.sqlite"),
        "this is no database, and long enough to be seen as none".repeat(100),
    )
    .expect("ours");
    let said = refused(&site, "127.0.0.1:0", &broken);
    assert!(said.contains("store.sqlite") || said.contains("database"), "{said}");
    assert_eq!(site.get("/health").status, 200);
}

#[test]
fn a_file_with_an_error_is_told_with_its_line_and_others_go_on() {
    let good = event("Good", "tictactoe", "", &["甲", "乙"]);
    let bad = event("Bad", "tictactoe", "", &["甲", "乙"]).replace("clock = ", "clokc = ");
    let mut site = Site::open(&[("a-bad.toml", &bad), ("b-good.toml", &good), ("c-not.toml", "name = \"\n")]);
    let id = site.event("Good");
    site.is_over(&id);
    let names = site.json("/api/v1/events");
    assert_eq!(names["events"].as_array().map(Vec::len), Some(1), "{names}");
    // The event is taken up once its file is corrected, without restarting the server.
    fs::write(site.data().join("events/a-bad.toml"), bad.replace("clokc", "clock")).expect("our file");
    let mended = site.event("Bad");
    site.is_over(&mended);
    let (code, said, _) = site.end();
    assert_eq!(code, Some(0));
    let told: Vec<_> = said.lines().filter(|line| line.contains("cannot be read")).collect();
    assert!(told.iter().any(|line| line.contains("a-bad.toml:4:1: ") && line.contains("clokc")), "{said}");
    assert!(told.iter().any(|line| line.contains("c-not.toml:1:")), "{said}");
    assert_eq!(told.len(), 2, "each is told once: {said}");
    for line in said.lines() {
        serde_json::from_str::<serde_json::Value>(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    }
}

#[test]
fn a_record_that_is_damaged_harms_no_other_page() {
    let mut site = Site::open(&[("quick.toml", &event("Quick", "tictactoe", "", &["甲", "乙", "丙"]))]);
    let id = site.event("Quick");
    site.is_over(&id);
    let games = site.games(&id);
    // Games that have just ended are kept in memory for a while; afterwards they are read from disk.
    let (code, said, _) = site.end();
    assert_eq!(code, Some(0), "{said}");
    let folder = site.data().join("events/quick/games");
    let mut records: Vec<_> =
        fs::read_dir(&folder).expect("records").flatten().map(|file| file.path()).collect();
    records.sort();
    let text = fs::read_to_string(&records[0]).expect("text");
    fs::write(&records[0], text.replacen("\"acts\":[\"", "\"acts\":[\"z", 1)).expect("our file");
    fs::write(&records[1], [0xff, 0, b'\n'].repeat(40)).expect("our file");
    fs::remove_file(&records[2]).expect("our file");
    fs::write(&records[3], &text[..text.len() / 2]).expect("our file");
    // Everything in it can be replayed: only the digest differs.
    let text = fs::read_to_string(&records[4]).expect("text");
    let (before, digest) = text.rsplit_once("\"digest\":\"").expect("a digest");
    let other = if digest.starts_with('0') { '1' } else { '0' };
    fs::write(&records[4], format!("{before}\"digest\":\"{other}{}", &digest[1..])).expect("our file");
    // A file that no user can read.
    fs::remove_file(&records[5]).expect("our file");
    fs::create_dir(&records[5]).expect("our folder");
    site.start();
    let id = site.event("Quick");
    until(|| (site.games(&id).len() == games.len()).then_some(()));
    let (mut damaged, mut missing, mut unread) = (0, 0, 0);
    for game in &games {
        let page = site.get(game);
        if page.status == 200 {
            continue;
        }
        let (count, [en, zh]) = if page.status == 410 {
            (&mut missing, ["was removed", "已被删除"])
        } else if page.text().contains("cannot be read") {
            (&mut unread, ["cannot be read", "无法读取"])
        } else {
            (&mut damaged, ["is damaged: it does not verify", "已损坏，未能通过验证"])
        };
        *count += 1;
        // Its result stands, and is shown.
        let is_told = |text: &str| ["甲", "乙", "丙"].iter().filter(|name| text.contains(*name)).count() == 2;
        assert!(is_told(page.text()) && page.text().contains(&format!("/events/{id}")), "{}", page.text());
        let results = ["1–0", "0–1", "½–½"];
        assert!(results.iter().any(|result| page.text().contains(result)), "{}", page.text());
        // No part of it is derived or served.
        for what in ["", "/film.svg", "/0.svg", "/record.jsonl", "/places", "/sheet.sgf", "/live"] {
            let part = site.get(&format!("{game}{what}"));
            assert_eq!(part.status, page.status, "{game}{what}: {}", part.text());
            assert!(part.text().contains(en), "{game}{what}: {}", part.text());
            let part = site.get(&format!("{game}{what}?lang=zh"));
            assert!(part.status == page.status && part.text().contains(zh), "{game}{what}: {}", part.text());
        }
        for what in ["", "/record"] {
            let api = site.get(&format!("/api/v1{game}{what}"));
            let said = api.text();
            assert!(api.status == page.status && said.contains(en) && said.contains("\"advice\""), "{said}");
            let said: serde_json::Value = serde_json::from_str(said).expect("JSON");
            let game = &said["game"];
            assert!(results.iter().any(|result| game["result"] == *result) && game["event"] == *id, "{said}");
        }
    }
    assert_eq!((damaged, missing, unread), (4, 1, 1), "{text}");
    for path in [
        format!("/events/{id}"),
        format!("/events/{id}/results"),
        "/".to_owned(),
        "/ladders/tictactoe".to_owned(),
    ] {
        assert_eq!(site.get(&path).status, 200, "{path}");
    }
    assert_eq!(site.get(&format!("/programs/{id}-e0")).status, 200);
}
