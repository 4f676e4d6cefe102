//! What the server says of itself while its store is gone, hangs, and is back.

use super::site::{Site, event, until};
use crate::workers::postgres::Server;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

/// The longest time until an outage is told: an answer holds for a second, and the store is waited for as long.
const TOLD: Duration = Duration::from_secs(6);

fn is_well(site: &Site) -> bool {
    // Between the two the store may go or come back.
    let health = until(|| {
        let [health, ready] = ["/health?lang=en", "/ready"].map(|path| site.get(path));
        (health.status == ready.status).then_some(health)
    });
    let said: serde_json::Value = serde_json::from_str(health.text()).expect("JSON");
    match health.status {
        200 => assert_eq!((&said["status"], &said["troubles"]), (&"ok".into(), &serde_json::json!([]))),
        503 => {
            assert_eq!((&said["status"], &said["troubles"][0]["what"]), (&"failing".into(), &"store".into()));
            let words = said["troubles"][0]["said"].as_str().expect("a sentence");
            assert!(words.starts_with("The store has not answered for "), "{words}");
        }
        other => panic!("{other}: {said}"),
    }
    health.status == 200
}

/// Takes the store away and brings it back. It is told in time, pages are read all the while, and the event that is
/// being played goes on.
fn is_told(site: &Site, away: impl FnOnce(), back: impl FnOnce()) {
    let up = |expected: bool| until(|| (is_well(site) == expected).then_some(()));
    let metric = |up: u8| site.get("/metrics").text().contains(&format!("\nleitai_store_up {up}\n"));
    up(true);
    away();
    let began = Instant::now();
    up(false);
    assert!(began.elapsed() < TOLD, "it took {:?}", began.elapsed());
    assert!(metric(0));
    for path in ["/", "/events", "/docs"] {
        assert_eq!(site.get(path).status, 200, "{path}");
    }
    let asked = Instant::now();
    for _ in 0..10 {
        assert!(!is_well(site));
    }
    assert!(asked.elapsed() < TOLD, "ten requests took {:?}", asked.elapsed());
    back();
    let began = Instant::now();
    up(true);
    assert!(began.elapsed() < 2 * TOLD, "it took {:?}", began.elapsed());
    assert!(metric(1));
}

fn cup() -> String {
    event("Cup", "tictactoe", "[show]\npace = \"100ms\"\n", &["甲", "乙", "丙"])
}

#[test]
fn a_store_that_is_gone_is_told_and_so_is_its_return() {
    let site = Site::open(&[("cup.toml", &cup())]);
    let id = site.event("Cup");
    let (file, aside) = (site.data().join("store.sqlite"), site.data().join("aside.sqlite"));
    let moves = |from: &std::path::Path, to: &std::path::Path| fs::rename(from, to).expect("our folder");
    is_told(&site, || moves(&file, &aside), || moves(&aside, &file));
    site.is_over(&id);
}

#[test]
fn a_store_on_postgresql_that_is_gone_or_hangs_is_told_and_so_is_its_return() {
    let Some(server) = Server::start(None) else { return };
    let site = Site::on(server.address("postgres"), &[("cup.toml", &cup())]);
    let id = site.event("Cup");
    // It crashes, and is started again.
    is_told(&site, || server.crash(), || server.run());
    // It hangs: connections stay and nothing is answered.
    let first = server.pid();
    let all = || {
        let children = fs::read_to_string(format!("/proc/{first}/task/{first}/children")).unwrap_or_default();
        format!("{first} {children}")
    };
    let signal = |name: &str| {
        let all = all();
        let done = Command::new("kill").arg(name).args(all.split_whitespace()).status().expect("kill");
        assert!(done.success(), "{all}");
    };
    is_told(&site, || signal("-STOP"), || signal("-CONT"));
    site.is_over(&id);
    assert!(site.get("/metrics").text().contains("\nleitai_games_stuck 0\n"));
}
