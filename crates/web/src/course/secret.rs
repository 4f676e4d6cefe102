//! Seed scores are grades: except for teachers, nobody finds them on any page, in any file or in any stream.

use super::tests::{GRADE, course, of_team};
use crate::address::Address;
use crate::people::tests::{Browser, Tried};
use crate::routes::all;
use axum::http::StatusCode;
use leitai_hall::EventFile;
use leitai_store::Role;
use std::collections::BTreeSet;

/// The maximum number of addresses that one walk visits.
const MOST: usize = 400;

/// The addresses on this site that a page links to.
fn leads(page: &str) -> impl Iterator<Item = String> + '_ {
    let after = |mark: &'static str| page.split(mark).skip(1).filter_map(|rest| rest.split('"').next());
    let all = after("href=\"").chain(after("src=\"")).chain(after("data-from=\""));
    all.filter(|href| href.starts_with('/')).map(|href| href.replace("&amp;", "&"))
}

/// Visits everything reachable from these addresses; returns how many responded.
fn walks(who: &str, browser: &mut Browser<'_>, from: &[String]) -> usize {
    let mut open: Vec<String> = from.to_vec();
    let (mut seen, mut read) = (BTreeSet::new(), 0);
    while let Some(path) = open.pop().filter(|_| seen.len() < MOST) {
        let is_aside = path.starts_with("/docs") || path.starts_with("/a/") || path.starts_with("/set?");
        if is_aside || !seen.insert(path.clone()) {
            continue;
        }
        let answer = browser.get(&path);
        for text in [GRADE, "83,625", "83625"] {
            assert!(!answer.text.contains(text), "{who} reads the grade at {path}");
        }
        read += usize::from(answer.status == StatusCode::OK);
        open.extend(leads(&answer.text));
    }
    read
}

#[test]
fn a_grade_is_on_no_page_of_whoever_does_not_teach() {
    let tried = Tried::open();
    let event = course(&tried, "2999-10-22 24:00 +08:00");
    let mut captain = of_team(&tried, "2501", "飞鹰", Role::Captain);
    let page = format!("/events/{}/report", event.id);
    captain.uploads(&page, &[("share-2501", "100")], ("r.pdf", b"%PDF-"));
    let tables = [
        "standings",
        "rounds",
        "games",
        "rulings",
        "entries",
        "draws",
        "board",
        "submissions",
        "results",
        "bracket",
    ];
    let mut from: Vec<String> = all()
        .into_iter()
        .map(|Address { path, .. }| {
            let of_event =
                path.replace("{id}", &event.id).replace("{entry}", "e0").replace("{number}", "2501");
            of_event.replace("{game}", "tictactoe").replace("{table}", "standings").replace("{other}", "e1")
        })
        .collect();
    for table in tables {
        for ending in ["", ".csv", ".json"] {
            from.push(format!("/events/{}/{table}{ending}", event.id));
        }
        from.push(format!("/api/v1/events/{}/{table}", event.id));
    }
    for entry in 0..3 {
        from.push(format!("/programs/{}-e{entry}", event.id));
    }
    from.extend(
        ["?part=standings", "?lang=zh", "?part=bracket"].map(|part| format!("/events/{}{part}", event.id)),
    );
    let mut student = of_team(&tried, "2502", "飞鹰", Role::Student);
    let mut visitor = tried.visitor();
    for (who, browser) in
        [("a visitor", &mut visitor), ("a student", &mut student), ("a captain", &mut captain)]
    {
        let read = walks(who, browser, &from);
        assert!(read > 40, "{who} reads {read}");
        // Everybody sees the places by which they were seeded: of three, the best has a bye.
        let bracket = browser.get(&format!("/events/{}?part=bracket", event.id)).text;
        for (entry, seed) in [(0, 1), (1, 2), (2, 3)] {
            let is_told = |seed: i32| {
                bracket
                    .contains(&format!("<small>{seed}</small> <a href=\"/programs/{}-e{entry}\"", event.id))
            };
            // The two others have equal grades and were separated by lot.
            assert!(is_told(seed) || entry > 0 && is_told(5 - seed), "{who}, e{entry}: {bracket}");
        }
    }
    // Control: a teacher does find the grades.
    let mut teacher = tried.settled("t1", Role::Organiser);
    assert!(teacher.get("/people").text.contains(GRADE));
    assert!(teacher.get(&format!("/organise/{}/event.toml", event.id)).text.contains(GRADE));
    // If the file gets another grade, the public message about why the event stops must not contain it.
    let begun = event.known().as_ref().map(|known| known.history.begun.clone()).expect("it began");
    let mut file = EventFile::clone(&event.file());
    file.entries[0].seed_score = "91.375".parse().ok();
    let why = file.differs(&begun).expect("another grade").to_string();
    assert!(!why.contains(GRADE) && !why.contains("91.375"), "{why}");
}
