//! A game that has been taken and not begun has a page, which updates itself.

use super::site::{Frames, Site, event, links, mark_on, on_board, until};
use leitai_store::{Database, LeaseTerms, Queue, Release};
use std::time::Duration;

const SLOW: &str = "[show]\npace = \"200ms\"\n";

#[test]
fn a_game_that_waits_to_begin_has_a_page_that_goes_on_when_it_does() {
    let mut site = Site::playing(0, &[("waits.toml", &event("Waits", "tictactoe", SLOW, &["甲", "乙"]))]);
    let id = site.event("Waits");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let heartbeat = Duration::from_secs(2);
    let (queue, lease) = runtime.block_on(async {
        let database = Database::open(&site.store()).await.expect("opens");
        let queue = Queue::new(database, LeaseTerms { heartbeat, ..LeaseTerms::default() });
        loop {
            if let Some(lease) = queue.lease("default", "elsewhere").await.expect("a store") {
                break (queue, lease);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let running = || {
        let found = links(site.get(&format!("/events/{id}?part=games")).text());
        found.into_iter().find(|link| link.starts_with("/games/"))
    };
    let page = until(running);
    // Immediately and throughout the lease: later, the game counts as played elsewhere.
    for _ in 0..40 {
        let answer = site.get(&page);
        assert!(answer.status == 200 && on_board(&answer).is_none(), "{page}: {}", answer.text());
        assert!(
            answer.text().contains("is waiting to begin") && answer.text().contains("甲"),
            "{}",
            answer.text()
        );
        assert_eq!(mark_on(&answer), "00000000.0");
        let chinese = site.get(&format!("{page}?lang=zh"));
        assert!(chinese.text().contains("等待开始"), "{}", chinese.text());
        std::thread::sleep(Duration::from_millis(100));
    }
    // An up-to-date page receives nothing; one that shows what was broken off has to reload.
    let old = Frames::open(&site, &format!("{page}/live"), Some("0badcafe.3")).next().expect("a word");
    assert_eq!(
        (old.event.as_str(), page.ends_with(old.data["g"].as_str().expect("an address"))),
        ("whole", true)
    );
    let mut frames = Frames::open(&site, &format!("{page}/live"), Some("00000000.0"));
    runtime.block_on(queue.release(&lease, &Release::GivenBack)).expect("a store");
    let store = site.store();
    let worker = site.house.stage(&["worker", "--server", &store, "--heartbeat", "2", "--jobs", "1"]);
    // A worker's game is reported twice a second: a short game may be over by then. A page reloads on either message.
    let told = frames.next().expect("it begins").event;
    assert!(["whole", "over"].contains(&told.as_str()), "{told}");
    until(|| site.get(&page).text().contains("<div class=\"board\"><svg").then_some(()));
    site.is_over(&id);
    assert!(site.get(&page).text().contains("class=\"verdict\""));
    drop(worker);
}

/// Waits until a page contains `said`.
fn says(site: &Site, path: &str, said: &str) {
    until(|| site.get(path).text().contains(said).then_some(()));
}

/// A game that kills its players is not retried automatically; the site says that nobody plays it.
#[test]
fn a_game_that_nobody_can_play_waits_for_an_operator_and_the_others_go_on() {
    let mut site = Site::playing(0, &[("stuck.toml", &event("Stuck", "tictactoe", "", &["甲", "乙", "丙"]))]);
    let id = site.event("Stuck");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let heartbeat = Duration::from_secs(2);
    let failed = runtime.block_on(async {
        let database = Database::open(&site.store()).await.expect("opens");
        let queue = Queue::new(database, LeaseTerms { heartbeat, ..LeaseTerms::default() });
        let mut failed = Vec::new();
        while failed.len() < 3 {
            // One machine alone would be at fault itself.
            let machine = format!("elsewhere{}#1", failed.len());
            let Some(lease) = queue.lease("default", &machine).await.expect("a store") else {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            };
            failed.push(lease.job.game.to_string());
            let why = Release::Failed("/secret/path: no room".to_owned());
            assert!(queue.release(&lease, &why).await.expect("a store"));
        }
        failed
    });
    let game = &failed[0];
    assert_eq!(failed, [game.clone(), game.clone(), game.clone()], "it goes back to its place");
    let page = format!("/events/{id}");
    says(&site, &page, "1 game failed too often");
    says(&site, &format!("{page}?lang=zh"), "1 局在各机器上多次失败");
    says(&site, "/events", "1 game failed too often: needs attention");
    says(&site, "/", "1 game failed too often: needs attention");
    says(&site, "/metrics", "\nleitai_games_stuck 1\n");
    assert!(!site.get(&page).text().contains("/secret"), "why is the operator's");
    let store = site.store();
    let worker = site.house.stage(&["worker", "--server", &store, "--heartbeat", "2", "--jobs", "1"]);
    let stands = || site.json(&format!("/api/v1{page}"));
    until(|| (stands()["played"] == 5).then_some(()));
    assert_eq!((&stands()["state"], &stands()["stuck"]), (&"stuck".into(), &1.into()), "{}", stands());
    let table = site.json(&format!("/api/v1{page}/stuck"));
    assert_eq!(table["rows"][0]["game"], game.as_str(), "{table}");
    let file = site.data().join("events/stuck.toml").display().to_string();
    let renewed = site.house.done(&["tournament", "renew", &file, "0.0.e0-e1.g7", "--store", &store]);
    assert!(!renewed.status.success(), "it is none of them");
    let renewed = site.house.done(&["tournament", "renew", &file, game, "--store", &store]);
    let said = String::from_utf8([renewed.stdout, renewed.stderr].concat()).expect("text");
    assert!(renewed.status.success() && said.contains(&format!("{game} will be retried")), "{said}");
    site.is_over(&id);
    says(&site, "/metrics", "\nleitai_games_stuck 0\n");
    drop(worker);
}
