//! Whatever an organiser reads of others is in the audit log.

use super::tests::{Browser, Tried};
use axum::http::StatusCode;
use leitai_hall::{EventFile, Hall};
use leitai_store::{AuditLine, Deed, Role};
use leitai_tournament::Seed;
use std::fs;

fn lines(tried: &Tried) -> Vec<AuditLine> {
    let lines = tried.runtime.block_on(tried.site.accounts.audit.lines(u64::MAX, 200)).expect("a store");
    lines.into_iter().filter(|line| line.deed.name().starts_with("read-")).collect()
}

/// What a look at an address adds to the log.
fn adds(tried: &Tried, browser: &mut Browser<'_>, path: &str) -> Vec<(String, Deed, String)> {
    let before = lines(tried).len();
    assert_eq!(browser.get(path).status, StatusCode::OK, "{path}");
    let mut new = lines(tried);
    new.truncate(new.len() - before);
    new.into_iter().map(|line| (line.actor, line.deed, line.about)).collect()
}

#[test]
fn what_an_organiser_reads_of_others_leaves_a_line_and_what_is_ones_own_does_not() {
    let tried = Tried::open();
    let text = "name = \"Ladder\"\ngame = \"tictactoe\"\npreset = \"judge\"\nentries = []\n";
    fs::write(tried.folder.path().join("events/ladder.toml"), text).expect("our folder");
    let event = tried.site.events.look().pop().expect("an event");
    let (file, shared) = (EventFile::clone(&event.file()), tried.site.events.shared());
    let hall = Hall::open_shared(file, shared, &event.folder(), true, || Seed::new("1"));
    event.know(&hall.unwrap_or_else(|error| panic!("{error}")));
    let mut author = tried.settled("2501", Role::Student);
    let page = format!("/events/{}/submit", event.id);
    let taken = author.sends(&page, &page, &[("language", "main.py"), ("text", "print()")]);
    assert_eq!(taken.leads_to(), "/submissions/1", "{}", taken.text);
    let mut organiser = tried.settled("t1", Role::Organiser);
    let board = format!("/organise/{}/teams", event.id);
    for (path, deed, about) in [
        ("/submissions/1", Deed::ReadLog, "2501"),
        ("/submissions/1/source", Deed::ReadSource, "2501"),
        ("/people", Deed::ReadPeople, ""),
        ("/people/list.csv", Deed::ReadPeople, ""),
        ("/people/list.json", Deed::ReadPeople, ""),
        ("/people/audit", Deed::ReadPeople, ""),
        ("/person/2501", Deed::ReadPeople, "2501"),
        ("/organise/new?people=numbers", Deed::ReadPeople, ""),
        (&board, Deed::ReadPeople, "Ladder"),
    ] {
        let line = ("t1".to_owned(), deed, about.to_owned());
        assert_eq!(adds(&tried, &mut organiser, path), [line], "{path}");
        // A page that follows what it shows asks again and again.
        assert_eq!(adds(&tried, &mut organiser, path), [], "{path}");
    }
    // The controls: what shows nobody, what is one's own, and what is not found.
    for path in ["/organise", "/organise/new", "/person/t1", "/workers"] {
        assert_eq!(adds(&tried, &mut organiser, path), [], "{path}");
    }
    for path in ["/submissions/1", "/submissions/1/source"] {
        assert_eq!(adds(&tried, &mut author, path), [], "{path}");
    }
    let before = lines(&tried).len();
    assert_eq!(organiser.get("/submissions/9").status, StatusCode::NOT_FOUND);
    assert_eq!(lines(&tried).len(), before);
    // In words, for people.
    let log = organiser.get("/people/audit").text;
    assert!(log.contains("read a source") && log.contains("submission 1"), "{log}");
}
