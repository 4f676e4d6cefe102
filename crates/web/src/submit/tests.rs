//! Students who submit programs in their browsers, and what they see of the progress.

use super::form::take;
use crate::people::tests::{Browser, T, Tried};
use crate::site_event::SiteEvent;
use axum::http::StatusCode;
use leitai_hall::{EventFile, Hall, SubmitError, Submitted};
use leitai_store::{Actor, Added, HeldSubmission, LeaseTerms, Role, SubmissionState, Submissions};
use leitai_tournament::Seed;
use std::fs;
use std::sync::Arc;

pub(super) const SOURCE: &str = "import sys\nprint('<b>x</b> \u{1b}[31m &amp; </textarea><script>')\n";
/// A language available on every machine that runs these tests; the programs are not run here.
const PYTHON: &str = "main.py";

/// A ladder that has begun, on a site where no games are played.
pub(crate) fn ladder(tried: &Tried, submit: &str) -> Arc<SiteEvent> {
    let text = format!(
        "name = \"Ladder\"\ngame = \"tictactoe\"\npreset = \"judge\"\nentries = [{{ name = 'house', program = 'easy' }}, {{ \
         name = '飞鹰', program = 'easy' }}]\n[submit]\n{submit}\n"
    );
    let path = tried.folder.path().join("events/ladder.toml");
    fs::write(&path, text).expect("our folder");
    let event = tried.site.events.look().pop().expect("an event");
    knows(tried, &event, true);
    event
}

/// Makes the site take up the contents of the journal.
fn knows(tried: &Tried, event: &SiteEvent, fresh: bool) {
    let (file, folder, shared) =
        (EventFile::clone(&event.file()), event.folder(), tried.site.events.shared());
    let hall = Hall::open_shared(file, shared, &folder, fresh, || Seed::new("1"));
    event.know(&hall.unwrap_or_else(|error| panic!("{error}")));
}

/// Brings the next submission to a state, like the process that works on it.
fn goes_on(tried: &Tried, to: SubmissionState, added: Added<'_>) {
    let database = tried.site.events.shared().database().clone();
    let all = Submissions::new(database, LeaseTerms::default());
    tried.runtime.block_on(async {
        all.bury("Ladder").await.expect("a store");
        let held: HeldSubmission = all.take("Ladder").await.expect("a store").expect("one is open");
        assert!(all.go_on(&held, to, added).await.expect("a store"));
    });
}

fn submits(browser: &mut Browser<'_>, page: &str, text: &str) -> crate::people::tests::Answered {
    browser.sends(page, page, &[("language", PYTHON), ("text", text)])
}

#[test]
fn a_ladder_is_open_for_submissions_from_its_opening_to_its_close() {
    for (submit, stand) in [
        ("closes = \"2999-10-22 24:00 +08:00\"", "open for submissions"),
        ("opens = \"2999-10-22 24:00 +08:00\"", "not begun"),
    ] {
        let tried = Tried::open();
        let _event = ladder(&tried, submit);
        let list = tried.visitor().get("/events").text;
        assert!(list.contains(stand) && !list.contains("awaiting a ruling"), "{submit}: {list}");
    }
}

#[test]
fn a_student_hands_in_and_nobody_else_sees_what() {
    let tried = Tried::open();
    let event = ladder(&tried, "interval = \"10m\"\ncloses = \"2999-10-22 24:00 +08:00\"");
    let [mut one, mut other] = ["2501", "2502"].map(|number| tried.settled(number, Role::Student));
    let page = format!("/events/{}/submit", event.id);
    let form = one.get(&page).text;
    for said in [
        "take part as nick 2501",
        "wait 10 min between submissions",
        "2999-10-22 24:00 (in ",
        "at most 1 MB",
        PYTHON,
    ] {
        assert!(form.contains(said), "{said}: {form}");
    }
    // Errors are reported, and what was typed stays.
    let refused = one.sends(&page, &page, &[("language", ""), ("text", SOURCE)]);
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text.contains("Choose the language") && refused.text.contains("&lt;/textarea&gt;"));
    assert!(!refused.text.contains("<script>"), "{}", refused.text);
    assert!(submits(&mut one, &page, " \r\n").text.contains("paste the source"));
    assert!(
        one.sends(&page, &page, &[("language", "main.py c++20"), ("text", SOURCE)])
            .text
            .contains("unknown standard")
    );

    let taken = submits(&mut one, &page, &SOURCE.replace('\n', "\r\n"));
    assert_eq!(taken.leads_to(), "/submissions/1", "{}", taken.text);
    assert_eq!(submits(&mut one, &page, SOURCE).leads_to(), "/submissions/1", "the same twice is one");
    let soon = submits(&mut one, &page, "another");
    assert!(
        soon.status == StatusCode::UNPROCESSABLE_ENTITY && soon.text.contains("too soon"),
        "{}",
        soon.text
    );
    knows(&tried, &event, false);
    assert!(one.get(&page).text.contains("You take part as nick 2501."));
    let own = one.get("/submissions/1").text;
    assert!(own.contains("waiting: 1 in the queue") && own.contains("http-equiv=\"refresh\""), "{own}");
    assert!(one.get("/submissions/1?part=submission").text.starts_with("<section data-part"));
    let source = one.get("/submissions/1/source");
    assert_eq!(source.text, SOURCE, "with the ends of lines that it was typed with");
    assert!(source.headers["content-disposition"].to_str().expect("text").contains("submission-1.py"));

    // Other people's submissions count as missing; a teacher sees all.
    for path in ["/submissions/1", "/submissions/1/source", "/submissions/1/game-0.txt", "/submissions/2"] {
        assert_eq!(other.get(path).status, StatusCode::NOT_FOUND, "{path}");
    }
    let logs = format!("/events/{}/mine/logs.zip", event.id);
    assert_eq!(other.get(&logs).status, StatusCode::NOT_FOUND, "he takes no part");
    assert_eq!(tried.settled("t1", Role::Organiser).get("/submissions/1").status, StatusCode::OK);
    let list = other.get(&format!("/events/{}/submissions", event.id)).text;
    assert!(list.contains("nick 2501") && list.contains("Python") && list.contains("waiting"), "{list}");
    let hash = leitai_core::ContentHash::of(SOURCE.as_bytes()).to_string();
    assert!(!list.contains(&hash) && !list.contains("2501\"") && !list.contains("/submissions/1"), "{list}");
    let csv = other.get(&format!("/events/{}/submissions.csv", event.id)).text;
    assert!(csv.lines().count() == 2 && csv.contains("nick 2501") && !csv.contains(&hash), "{csv}");
    let mine = one.get(&format!("/events/{}/mine", event.id)).text;
    assert!(mine.contains("/submissions/1") && mine.contains("Matches left"), "{mine}");
    assert!(
        one.get("/mine").text.contains("nick 2501") && other.get("/mine").text.contains("not taking part")
    );
}

#[test]
fn an_author_reads_what_was_said_and_none_of_it_is_markup() {
    let tried = Tried::open();
    let event = ladder(&tried, "");
    let mut one = tried.settled("2501", Role::Student);
    let page = format!("/events/{}/submit", event.id);
    let evil = "main.py: <img src=x onerror=alert(1)> \u{1b}]0;title\u{7}\u{202e}";
    for (text, log, findings, says) in [
        ("a", Some(evil), None, "does not compile"),
        (
            "b",
            Some(""),
            Some(
                r#"{"en":[{"mark":"bad","seat":null,"step":"opening","what":"handshake","found":"<i>x</i>","shown":["<u>"],"advice":"look"}],"zh":[]}"#,
            ),
            "failed the protocol check",
        ),
        ("c", Some(""), Some(r#"{"en":[],"zh":[]}"#), "failed its validation games"),
    ] {
        let number = submits(&mut one, &page, text).leads_to().to_owned();
        goes_on(&tried, SubmissionState::Compiling, Added { log, ..Added::default() });
        assert!(one.get(&number).text.contains("compiling"), "{number}");
        let note = Some("{\"en\":\"why <b>\",\"zh\":\"原因\"}");
        goes_on(&tried, SubmissionState::Refused, Added { findings, note, ..Added::default() });
        let own = one.get(&number).text;
        assert!(own.contains(says) && own.contains("why &lt;b&gt;"), "{says}: {own}");
        let one_message = own.matches("role=\"status\" data-final").count() == 1;
        assert!(own.contains("class=\"failed\"") && !own.contains("class=\"done\"") && one_message, "{own}");
        for markup in ["<img", "<i>", "<u>", "why <b>", "\u{1b}", "\u{202e}", "http-equiv=\"refresh\""] {
            assert!(!own.contains(markup), "{markup:?}: {own}");
        }
    }
    assert!(one.get("/submissions/1").text.contains("onerror=alert(1)"), "it is shown as it is");
    assert!(one.get("/submissions/2").text.contains("&lt;i&gt;x"), "what was found is shown");
    knows(&tried, &event, false);
    let mine = one.get(&format!("/events/{}/mine?lang=zh", event.id)).text;
    assert!(
        mine.contains("编译失败") && mine.contains("未通过协议检查") && mine.contains("未通过验证对局"),
        "{mine}"
    );
}

#[test]
fn files_of_any_name_and_any_bytes_are_taken_as_bytes_or_refused_with_a_reason() {
    let tried = Tried::open();
    let event = ladder(&tried, "size = \"4KB\"");
    let mut one = tried.settled("2501", Role::Student);
    let page = format!("/events/{}/submit", event.id);
    let zeros = [0_u8; 64];
    let crlf = b"\xff\xfeprint(1)\r\n";
    for (name, contents) in [("../../etc/passwd.py", &zeros[..]), ("C:\\x\\<b>.py", &crlf[..])] {
        let taken = one.uploads(&page, &[("language", PYTHON), ("text", "and this")], (name, contents));
        assert!(taken.leads_to().starts_with("/submissions/"), "{name}: {}", taken.text);
        let all = tried.site.events.shared().submitted("Ladder", None).expect("a store");
        let last = all.last().expect("taken");
        assert_eq!(
            (last.name.as_str(), last.bytes),
            (PYTHON, contents.len() as u64),
            "the file, under our name"
        );
        assert_eq!(tried.site.events.shared().source(last).expect("kept"), contents, "byte by byte");
        let own = one.get(taken.leads_to()).text;
        assert!(!own.contains("passwd") && !own.contains("C:\\"), "{own}");
    }
    let odd = one.uploads(&page, &[("language", PYTHON)], ("a\u{0}.py", b"print(1)"));
    assert!(odd.status == StatusCode::BAD_REQUEST && odd.text.contains("cannot be read"), "{}", odd.text);
    let large = one.uploads(&page, &[("language", PYTHON)], ("a.py", &[b'x'; 4097]));
    assert!(large.status == StatusCode::UNPROCESSABLE_ENTITY && large.text.contains("more than 4096 bytes"));
    assert!(!large.text.contains("xxxx"), "what is too much does not come back");
    let kept = one.uploads(&page, &[("language", "")], ("a.py", b"print('kept')"));
    assert!(
        kept.text.contains("print('kept')"),
        "a file that was sent need not be chosen again: {}",
        kept.text
    );
}

#[test]
fn at_the_closing_time_nothing_more_is_taken_and_nobody_enters() {
    let tried = Tried::open();
    let event = ladder(&tried, "closes = \"2001-01-01 24:00 +08:00\"");
    let mut late = tried.settled("2501", Role::Student);
    let page = format!("/events/{}/submit", event.id);
    // A form from before.
    let before = fs::read_to_string(&event.source).expect("our file");
    let changed = |text: String| {
        fs::write(&event.source, text).expect("our folder");
        let now = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
        fs::File::options()
            .write(true)
            .open(&event.source)
            .and_then(|file| file.set_modified(now))
            .expect("ours");
    };
    assert!(!late.get(&page).text.contains("name=\"t\""), "there is no form");
    changed(before.replace("2001-01-01", "2999-01-01"));
    let open = late.get(&page).text;
    assert!(
        open.contains("name=\"t\"") && open.contains("2999-01-01 24:00"),
        "the file was changed while it runs: {open}"
    );
    let token =
        open.split("name=\"t\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a token");
    fs::write(&event.source, &before).expect("our folder");
    let refused = late.posts(&page, &[("t", token), ("language", PYTHON), ("text", SOURCE)]);
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text.contains("submissions are closed"), "{}", refused.text);
    let shared = tried.site.events.shared();
    let (history, _) = shared.history("Ladder").expect("it began");
    assert!(
        history.event.entries().len() == 2 && shared.submitted("Ladder", None).expect("a store").is_empty()
    );
    // A request that gets as far as the store is refused by the store's own clock.
    let what = Submitted {
        event: "Ladder",
        entry: "house",
        by: Actor::CONSOLE,
        language: leitai_arena::Language::Python,
        standard: None,
        contents: b"x",
        enters: None,
    };
    assert!(matches!(shared.submit(&what, &event.rules()), Err(SubmitError::Closed)));
}

#[test]
fn what_comes_in_one_millisecond_is_taken_once_and_no_more_than_is_fair() {
    let tried = Tried::open();
    let event = ladder(&tried, "");
    let [mut one, mut other] = ["2501", "2502"].map(|number| tried.settled(number, Role::Student));
    let page = format!("/events/{}/submit", event.id);
    // A first submission enters its author, which the site then knows.
    submits(&mut one, &page, "0");
    knows(&tried, &event, false);
    goes_on(&tried, SubmissionState::Compiling, Added::default());
    goes_on(&tried, SubmissionState::Refused, Added::default());
    let (me, gate) = (tried.me("2501"), std::sync::Barrier::new(8));
    let at_once = |text: &(dyn Fn(usize) -> String + Sync)| -> Vec<_> {
        std::thread::scope(|scope| {
            let hand_in = |n: usize| {
                let (site, event, me, gate) = (&tried.site, &event, &me, &gate);
                move || {
                    gate.wait();
                    take(site, event, me, PYTHON, text(n).as_bytes())
                        .map_err(|_| "a store")
                        .expect("it answers")
                }
            };
            let all: Vec<_> = (0..8).map(|n| scope.spawn(hand_in(n))).collect();
            all.into_iter().map(|one| one.join().expect("no panic")).collect()
        })
    };
    assert!(at_once(&|_| "twice".to_owned()).iter().all(|taken| matches!(taken, Ok(2))), "the same is one");
    let taken = at_once(&|n| format!("{n} of eight"));
    assert_eq!(
        taken.iter().filter(|taken| taken.is_ok()).count(),
        4,
        "with the one before it are five: {taken:?}"
    );
    let shared = tried.site.events.shared();
    assert_eq!(shared.submitted("Ladder", None).expect("a store").len(), 6);
    let refused = submits(&mut one, &page, "one more");
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        refused.text.contains("5 of your submissions") && refused.text.contains("one more"),
        "{}",
        refused.text
    );
    assert!(one.get(&page).text.contains("5 of your submissions"), "the button says why");
    // Nobody else has to wait for that, and the author can continue once one has its result.
    assert_eq!(submits(&mut other, &page, "mine").leads_to(), "/submissions/7");
    goes_on(&tried, SubmissionState::Compiling, Added::default());
    goes_on(&tried, SubmissionState::Refused, Added::default());
    assert_eq!(submits(&mut one, &page, "one more").leads_to(), "/submissions/8");
}

#[test]
fn a_team_is_handed_in_for_by_its_captain() {
    let tried = Tried::open();
    let event = ladder(&tried, "");
    let line = leitai_store::RosterLine {
        number: "2501".to_owned(),
        name: "王".to_owned(),
        team: "飞鹰".to_owned(),
        ..Default::default()
    };
    let mut member = tried.settled("2501", Role::Student);
    let people = &tried.site.accounts.people;
    tried.runtime.block_on(people.import(T, &[line.into()], None, None)).expect("a store");
    let page = format!("/events/{}/submit", event.id);
    assert!(member.get(&page).text.contains("captain of your team"));
    tried.runtime.block_on(people.give_role(T, "2501", Role::Captain)).expect("a store");
    assert_eq!(submits(&mut member, &page, SOURCE).leads_to(), "/submissions/1");
    let all = tried.site.events.shared().submitted("Ladder", None).expect("a store");
    assert_eq!((all[0].entry.as_str(), all[0].account.as_deref()), ("飞鹰", Some("2501")));
}

#[test]
fn the_teacher_sees_who_of_the_roster_has_not_handed_in_and_why() {
    let tried = Tried::open();
    let event = ladder(&tried, "closes = \"2999-10-22 24:00 +08:00\"");
    let [mut one, mut other] = ["2501", "2502"].map(|number| tried.settled(number, Role::Student));
    tried.enters("2503");
    let mut teacher = tried.settled("t1", Role::Organiser);
    let page = format!("/events/{}/submit", event.id);
    assert_eq!(submits(&mut one, &page, SOURCE).status, StatusCode::SEE_OTHER);
    assert_eq!(submits(&mut other, &page, "another").status, StatusCode::SEE_OTHER);
    goes_on(&tried, SubmissionState::Refused, Added { log: Some("no"), ..Added::default() });
    knows(&tried, &event, false);
    let list = format!("/organise/{}/teams", event.id);
    let csv = teacher.get(&format!("{list}/teams.csv")).text;
    assert!(!csv.contains("report") && !csv.contains("Name of t1"), "nobody asks for reports: {csv}");
    for (name, said) in [
        ("Name of 2501", ",does not compile,"),
        ("Name of 2502", ",waiting,"),
        ("Name of 2503", ",has not signed in,"),
        (",house,", ",named in the event's file,"),
    ] {
        let line = csv.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{name}: {csv}"));
        assert!(line.contains(said), "{line}");
        assert_eq!(line.contains(",true"), name == ",house,", "in force: {line}");
        assert_eq!(line.contains("+08:00,"), ["2501", "2502"].iter().any(|it| name.ends_with(it)), "{line}");
    }
    let shown = teacher.get(&format!("{list}?show=missing&lang=zh")).text;
    assert!(shown.contains("共 5 个参赛者，3 个还没有当前版本"), "{shown}");
    let names = "\nName of 2501、Name of 2502、Name of 2503</pre>";
    assert!(shown.contains(names) && shown.contains("data-copies=\"复制名单\""), "{shown}");
    assert_eq!(one.get(&list).status, StatusCode::NOT_FOUND);
}
