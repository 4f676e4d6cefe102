//! A game that somebody has taken and not begun has a page, which goes on by itself.

use super::site::{Frames, Site, event, links, mark_on, on_board, until};
use leitai_store::{Database, Queue, Release, Terms};
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
        let queue = Queue::new(database, Terms { heartbeat, ..Terms::default() });
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
    // At once, and for as long as it lasts: later it counts as played elsewhere.
    for _ in 0..40 {
        let answer = site.get(&page);
        assert!(answer.status == 200 && on_board(&answer).is_none(), "{page}: {}", answer.text());
        assert!(
            answer.text().contains("waits to begin") && answer.text().contains("甲"),
            "{}",
            answer.text()
        );
        assert_eq!(mark_on(&answer), "00000000.0");
        let chinese = site.get(&format!("{page}?lang=zh"));
        assert!(chinese.text().contains("等待开始"), "{}", chinese.text());
        std::thread::sleep(Duration::from_millis(100));
    }
    // A page that has its place hears nothing; one that shows what was broken off is to look again.
    let old = Frames::open(&site, &format!("{page}/live"), Some("0badcafe.3")).next().expect("a word");
    assert_eq!(
        (old.event.as_str(), page.ends_with(old.data["g"].as_str().expect("an address"))),
        ("whole", true)
    );
    let mut frames = Frames::open(&site, &format!("{page}/live"), Some("00000000.0"));
    runtime.block_on(queue.release(&lease, &Release::GivenBack)).expect("a store");
    let store = site.store();
    let worker = site.house.stage(&["worker", "--server", &store, "--heartbeat", "2", "--jobs", "1"]);
    assert_eq!(frames.next().expect("it begins").event, "whole");
    until(|| on_board(&site.get(&page)));
    site.is_over(&id);
    assert!(site.get(&page).text().contains("class=\"verdict\""));
    drop(worker);
}
