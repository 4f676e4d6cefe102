//! Teams in their browsers: the captain submits, everybody else reads, and the teacher sees who has not submitted.

use crate::organise::edits;
use crate::people::tests::{Browser, T, Tried};
use crate::site_event::SiteEvent;
use crate::submit::archive::tests::unzip;
use axum::http::{Method, StatusCode};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use leitai_hall::{EventFile, Hall};
use leitai_store::{Deed, Role, RosterLine};
use leitai_tournament::Seed;
use std::fs;
use std::sync::Arc;

/// Somebody's grade, which only teachers may read.
pub(super) const GRADE: &str = "83.625";

/// A course that has begun, on a site where no games are played.
pub(crate) fn course(tried: &Tried, closes: &str) -> Arc<SiteEvent> {
    let text = format!(
        "name = \"Course\"\ngame = \"tictactoe\"\npreset = \"course\"\nsecond-stage = 2\nentries = [\
         {{ name = '飞鹰', class = '1班', seed-score = '{GRADE}' }}, {{ name = '一二三四五六七', class = '1班', seed-score = 70 }}, \
         {{ name = '飞虎', class = '1班', seed-score = 70 }}]\n[submit]\ncloses = \"{closes}\"\n"
    );
    fs::write(tried.folder.path().join("events/course.toml"), text).expect("our folder");
    let event = tried.site.events.look().pop().expect("an event");
    knows(tried, &event);
    event
}

/// Makes the site take up the contents of the journal.
fn knows(tried: &Tried, event: &SiteEvent) {
    let (file, folder, shared) =
        (EventFile::clone(&event.file()), event.folder(), tried.site.events.shared());
    let hall = Hall::open_shared(file, shared, &folder, true, || Seed::new("1"));
    event.know(&hall.unwrap_or_else(|error| panic!("{error}")));
}

/// The browser of somebody in that team.
pub(crate) fn of_team<'t>(tried: &'t Tried, number: &str, team: &str, role: Role) -> Browser<'t> {
    let browser = tried.settled(number, role);
    let line = RosterLine {
        number: number.to_owned(),
        name: format!("Name of {number}"),
        class: "1班".to_owned(),
        team: team.to_owned(),
        seed_score: GRADE.to_owned(),
    };
    tried
        .runtime
        .block_on(tried.site.accounts.people.import(T, &[line.into()], None, None))
        .expect("a store");
    browser
}

/// A student finds what to write, with which limits, and a program that already plays, without signing in.
#[test]
fn how_to_take_part_is_one_page_with_starters_in_the_languages_of_the_event() {
    let tried = Tried::open();
    let event = course(&tried, "2999-10-22 24:00 +08:00");
    let mut visitor = tried.visitor();
    let page = visitor.get(&format!("/events/{}/start", event.id)).text;
    let dialect = event.file().game.facts().dialects[0];
    for told in [
        "/docs/tictactoe/tictactoe.cpp",
        "/docs/tictactoe/TicTacToe.java",
        "leitai check my",
        "2999-10-22 24:00",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
    assert!(page.contains(&format!("href=\"/docs/{dialect}\"")), "{page}");
    assert!(page.contains("&lt; "), "what the program says is there: {page}");
    let starter = visitor.get("/docs/tictactoe/tictactoe.cpp");
    let own =
        event.file().game.game().starters().iter().find(|it| it.file == "tictactoe.cpp").expect("there");
    assert_eq!((starter.status, starter.text.as_str()), (StatusCode::OK, own.text));
    for nothing in ["/docs/tictactoe/hex.cpp", "/docs/sau/sau.c", "/events/none/start"] {
        assert_eq!(visitor.get(nothing).status, StatusCode::NOT_FOUND, "{nothing}");
    }
}

#[test]
fn a_course_collects_programs_before_its_deadline() {
    let tried = Tried::open();
    let event = course(&tried, "2999-10-22 24:00 +08:00");
    let list = tried.visitor().get("/events").text;
    assert!(list.contains("collecting programs") && !list.contains("class=\"dot live\""), "{list}");
    let summary = tried.visitor().get("/api/v1/events").text;
    assert!(summary.contains(r#""state":"collecting""#), "{summary}");
    assert_eq!(event.standings().map(|it| it.rows.len()), None, "and has no places");
}

#[test]
fn the_captain_hands_in_a_report_with_shares_and_the_team_reads_it() {
    let tried = Tried::open();
    let event = course(&tried, "2999-10-22 24:00 +08:00");
    let mut captain = of_team(&tried, "2501", "飞鹰", Role::Captain);
    let mut member = of_team(&tried, "2502", "飞鹰", Role::Student);
    let mut other = of_team(&tried, "2503", "飞虎", Role::Captain);
    let mut loner = tried.settled("2504", Role::Student);
    let mut teacher = tried.settled("t1", Role::Organiser);
    let (page, file) = (format!("/events/{}/report", event.id), format!("/events/{}/report/e0", event.id));
    let form = captain.get(&page).text;
    for said in ["share-2501", "share-2502", "2999-10-22 24:00", "at most 20 MB"] {
        assert!(form.contains(said) && !form.contains("share-2503"), "{said}: {form}");
    }
    assert!(captain.get(&format!("/events/{}/submit", event.id)).text.contains(&page));
    for browser in [&mut member, &mut loner] {
        let told = browser.get(&page).text;
        assert!(!told.contains("name=\"file\"") && !told.contains("share-"), "{told}");
    }
    assert!(member.get(&page).text.contains("captain of your team"));
    assert!(loner.get(&page).text.contains("not in any team"));
    assert!(loner.get(&format!("/events/{}/submit", event.id)).text.contains("not in any team"));

    let (old, pdf) = (&b"\0\xff not a pdf"[..], &b"%PDF-1.7 <script>\xff"[..]);
    let fit = [("share-2501", "60"), ("share-2502", "40")];
    let wrong = captain.uploads(&page, &[("share-2501", "60"), ("share-2502", "60")], ("r.pdf", old));
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.text.contains("add up to 120") && wrong.text.contains("value=\"60\""), "{}", wrong.text);
    assert!(captain.uploads(&page, &fit, ("", b"")).text.contains("Choose the file"));
    for contents in [old, pdf] {
        let taken = captain.uploads(&page, &fit, ("../../<b>.pdf", contents));
        assert_eq!(taken.leads_to(), format!("{page}?done=report"), "{}", taken.text);
    }
    // Only the shares are changed, without the file.
    let shares = [("share-2501", "50"), ("share-2502", "50")];
    assert_eq!(captain.uploads(&page, &shares, ("", b"")).status, StatusCode::SEE_OTHER);
    let read = member.get(&file);
    assert_eq!(read.headers["content-type"], "application/pdf");
    let saved = read.headers["content-disposition"].to_str().expect("text");
    assert!(saved.starts_with("attachment") && saved.contains(".pdf") && !saved.contains("<b>"), "{saved}");
    assert!(read.text.starts_with("%PDF-1.7"), "the newest stands");
    assert!(member.get(&page).text.contains("50 %"));
    assert_eq!(teacher.get(&file).status, StatusCode::OK);
    for browser in [&mut other, &mut loner] {
        assert_eq!(browser.get(&file).status, StatusCode::NOT_FOUND, "somebody else's");
    }
    assert!(!other.get(&page).text.contains("50 %") && !other.get(&page).text.contains("2502"));
    // Anyone but the captain is refused, even with a valid form.
    let token = other.get(&page).text;
    let token = token.split("name=\"t\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    assert_eq!(member.posts(&page, &[("t", token.expect("a form"))]).status, StatusCode::FORBIDDEN);

    let teams = teacher.get(&format!("/organise/{}/teams", event.id)).text;
    for said in ["3 of 3 have still to hand in: 3 a program, 2 a report", "14 columns wide", &file] {
        assert!(teams.contains(said), "{said}: {teams}");
    }
    let members = teacher.get(&format!("/organise/{}/teams/members.csv", event.id)).text;
    assert!(members.lines().any(|line| line.starts_with("2501,") && line.contains(",50,")), "{members}");
    let lines = tried.runtime.block_on(tried.site.accounts.audit.lines(u64::MAX, 9)).expect("a store");
    // Since then the teacher has only read.
    let reads = [Deed::ReadPeople, Deed::ReadReport];
    let last = lines.iter().find(|line| !reads.contains(&line.deed)).expect("a line");
    assert_eq!((last.actor.as_str(), last.deed), ("2501", Deed::Report));
    same_by_programs(&mut [&mut captain, &mut member, &mut other, &mut loner, &mut teacher], &event.id, pdf);
}

/// What API clients can read with a person's token: the captain and a member, a captain and a student elsewhere,
/// the teacher.
fn same_by_programs(people: &mut [&mut Browser<'_>; 5], event: &str, pdf: &[u8]) {
    let (list, file) =
        (format!("/api/v1/events/{event}/reports"), format!("/api/v1/events/{event}/reports/e0"));
    let reads_here = [true, true, false, false, true];
    for (at, (browser, reads)) in people.iter_mut().zip(reads_here).enumerate() {
        let bearer = token(browser, "scope-read");
        let told = browser.asks_with(&bearer, Method::GET, &list);
        assert_eq!(told.status, StatusCode::OK, "{at}: {}", told.text);
        let told: serde_json::Value = serde_json::from_str(&told.text).expect("JSON");
        let all = told["reports"].as_array().expect("a list");
        assert_eq!(all.len(), usize::from(reads), "{at}: {told}");
        let read = browser.asks_with(&bearer, Method::GET, &file);
        if reads {
            assert_eq!((&all[0]["entry"], &all[0]["account"]), (&"e0".into(), &"2501".into()));
            assert_eq!((&all[0]["bytes"], &all[0]["shares"]["2502"]), (&pdf.len().into(), &50.into()));
            assert_eq!(read.headers["content-type"], "application/pdf");
            assert_eq!(read.text, String::from_utf8_lossy(pdf));
        } else {
            assert_eq!(read.status, StatusCode::NOT_FOUND, "{at}");
        }
        // A token for submitting only cannot read.
        let other = token(browser, "scope-submit");
        for path in [&list, &file] {
            assert_eq!(browser.asks_with(&other, Method::GET, path).status, StatusCode::FORBIDDEN, "{at}");
        }
        // These addresses change nothing.
        assert_eq!(browser.asks_with(&bearer, Method::POST, &list).status, StatusCode::FORBIDDEN, "{at}");
        assert_eq!(browser.asks_with("Bearer x", Method::GET, &file).status, StatusCode::UNAUTHORIZED);
        // An account's data include what it submitted, and its share in the submissions of others.
        let export: serde_json::Value =
            serde_json::from_str(&browser.get("/account/export.json").text).expect("JSON");
        let kept = export["reports"].as_array().expect("a list");
        match at {
            0 => {
                let contents = kept[0]["contents_base64"].as_str().expect("its bytes");
                assert_eq!(BASE64_STANDARD.decode(contents).expect("base64"), pdf);
            }
            1 => {
                assert_eq!(kept[0]["share"], 50);
                assert!(kept[0]["contents_base64"].is_null(), "another's: {}", kept[0]);
            }
            _ => assert!(kept.is_empty(), "{at}: {kept:?}"),
        }
    }
    let archive = format!("/organise/{event}/teams/reports.zip");
    let [captain, member, other, loner, teacher] = people;
    for browser in [captain, member, other, loner] {
        assert_eq!(browser.get(&archive).status, StatusCode::NOT_FOUND);
    }
    assert!(teacher.get(&format!("/organise/{event}/teams")).text.contains(&archive), "it leads there");
    let read = teacher.get(&archive);
    assert_eq!(
        (read.status, read.headers["content-type"].as_bytes()),
        (StatusCode::OK, &b"application/zip"[..])
    );
    let files = unzip(&read.bytes);
    let names: Vec<_> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["teams.csv", "members.csv", "e0.pdf"]);
    assert_eq!(files[2].1, pdf);
    assert!(String::from_utf8_lossy(&files[1].1).contains("2502,"), "{:?}", files[1]);
}

/// A new token of the person, as an API client sends it.
fn token(browser: &mut Browser<'_>, scope: &str) -> String {
    let page = "/account/tokens";
    let made = browser.sends(page, page, &[("name", "lab"), (scope, "1"), ("days", "7")]).text;
    let text = made.split("<code>leitai_").nth(1).and_then(|rest| rest.split('<').next());
    format!("Bearer leitai_{}", text.unwrap_or_else(|| panic!("no token on {made}")))
}

#[test]
fn from_the_closing_on_no_report_is_taken() {
    let tried = Tried::open();
    let event = course(&tried, "2001-01-01 24:00 +08:00");
    // Nobody else in these tests: a person sends one report at a time.
    let mut captain = of_team(&tried, "2591", "飞鹰", Role::Captain);
    let page = format!("/events/{}/report", event.id);
    let told = captain.get(&page).text;
    assert!(told.contains("submissions are closed") && !told.contains("name=\"file\""), "{told}");
    let token = captain.get("/account").text;
    let token = token.split("name=\"t\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let sent = captain.posts(&page, &[("t", token.expect("a form")), ("share-2591", "100"), ("file", "x")]);
    assert_eq!(sent.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(tried.site.events.shared().reports("Course").expect("a store").is_empty());
}

#[test]
fn limits_are_changed_while_it_runs_with_a_notice_and_a_line_of_who_did() {
    let tried = Tried::open();
    let event = course(&tried, "2999-10-22 24:00 +08:00");
    let mut teacher = tried.settled("t1", Role::Organiser);
    let page = format!("/organise/{}/limits", event.id);
    let form = teacher.get(&page).text;
    assert!(form.contains("value=\"2999-10-22 24:00 +08:00\""), "{form}");
    let before = fs::read_to_string(&event.source).expect("our file");
    let sends = |teacher: &mut Browser<'_>, closes: &str, interval: &str| {
        edits(teacher, &page, &[("submit.closes", closes), ("submit.interval", interval)])
    };
    for (closes, interval, why) in [
        ("", "", "say when"),
        ("soon", "", "2026-10-22"),
        ("2999-01-01 24:00 +08:00", "<b>", "not a length of time"),
    ] {
        let refused = sends(&mut teacher, closes, interval);
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{why}");
        assert!(refused.text.contains(why) && !refused.text.contains("<b>"), "{why}: {}", refused.text);
    }
    assert_eq!(fs::read_to_string(&event.source).expect("our file"), before, "nothing was changed");
    let changed = sends(&mut teacher, "2999-10-25 24:00 +08:00", "10m");
    assert_eq!(changed.leads_to(), format!("{page}?done=limits"), "{}", changed.text);
    assert_eq!(event.rules().interval.as_secs(), 600);
    let told = tried.visitor().get(&format!("/events/{}", event.id)).text;
    assert!(told.contains("2999-10-22 24:00 +08:00 → 2999-10-25 24:00 +08:00"), "{told}");
    assert!(told.contains("none → 10m"), "{told}");
    let lines =
        |most| tried.runtime.block_on(tried.site.accounts.audit.lines(u64::MAX, most)).expect("a store");
    assert_eq!((lines(1)[0].actor.as_str(), lines(1)[0].deed), ("t1", Deed::Limits));
    assert!(teacher.get("/people/audit").text.contains("none → 10m"));
    let count = lines(50).len();
    sends(&mut teacher, "2999-10-25 24:00 +08:00", "10m");
    assert_eq!(lines(50).len(), count, "what is as before is no change");
}
