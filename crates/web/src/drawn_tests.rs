//! Every game that has been drawn has a page, however many there are. `LEITAI_ENTRIES=200 cargo test -p leitai-web
//! --lib drawn -- --nocapture` shows the cost of 39,800.

use crate::reader::Asking;
use crate::server::site;
use crate::tests::{CEILINGS, settings};
use axum::http::HeaderMap;
use leitai_core::Lang;
use leitai_hall::{EventFile, Hall};
use leitai_tournament::Seed;
use std::fs;
use std::io::Write as _;
use std::time::{Duration, Instant};

/// The file of a double round robin with this many entries.
fn text(entries: usize) -> String {
    let mut text = "name = \"Large\"\ngame = \"tictactoe\"\n[plan.stages.1]\nsections = \"one\"\n".to_owned();
    for number in 0..entries {
        text += &format!("[[entries]]\nname = \"p{number}\"\nprogram = \"random\"\n");
    }
    text
}

#[test]
fn every_game_that_is_drawn_has_a_page() {
    let entries: usize = leitai_testkit::extent("LEITAI_ENTRIES", 20, 200);
    let folder = tempfile::tempdir().expect("a folder");
    let settings = settings(folder.path());
    let site = site(&settings, settings.listen, CEILINGS).expect("a folder of our own");
    let path = folder.path().join("events/large.toml");
    fs::write(&path, text(entries)).expect("our folder");
    let event = site.events.look().pop().expect("an event");
    let file = EventFile::read(&path).expect("an event");
    let shared = site.events.shared();
    let hall = Hall::open_shared(file, shared, &event.folder(), true, || Seed::new("1")).expect("begins");
    let began = Instant::now();
    event.know(&hall);
    let known = began.elapsed();
    let due: Vec<_> = hall.event().state().due().collect();
    let all = entries * (entries - 1);
    assert_eq!(due.len(), all);
    // A visitor who had the address before the server was restarted: nothing else has been requested.
    let asking = Asking::of(&"/".parse().expect("an address"), &HeaderMap::new(), (Lang::En, &site.zone));
    let (mut first, mut later) = (None, Duration::ZERO);
    let step = (all / 380).max(1);
    for (place, due) in due.iter().enumerate().rev().step_by(step) {
        let began = Instant::now();
        let id = event.game_address(due.id);
        site.game_page(&id, &asking, None, false).expect("a page");
        let (_, awaited) = site.events.awaited(&id).expect("it waits");
        let waits = awaited.waits.expect("nobody plays it");
        assert_eq!((waits.place, waits.of, waits.about), (place + 1, all, None), "{}", due.id);
        match first {
            None => first = Some(began.elapsed()),
            Some(_) => later = later.max(began.elapsed()),
        }
    }
    let first = first.expect("a page");
    let said =
        format!("{all} games: known in {known:?}, the first page in {first:?}, later ones in {later:?}");
    writeln!(std::io::stderr(), "{said}").expect("stderr");
    // Results that stay valid until the event changes take no time that grows with it.
    assert!(later < Duration::from_millis(250), "{said}");
    let unknown = site.find("0badcafe").err().expect("there is none");
    assert_eq!(unknown.status, 404);
    let waiting = site.find(&event.game_address(due[16].id)).err().expect("there is no record");
    assert!(waiting.status == 404 && waiting.what.to(Lang::En).contains("number 17 of"), "{waiting:?}");
}
