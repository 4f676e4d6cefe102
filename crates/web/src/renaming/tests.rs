//! What the public sees of people who were renamed or removed.

use crate::live::LiveGame;
use crate::nicknames::Nicknames;
use crate::people::tests::{Browser, PASSWORD, Tried};
use crate::site_event::SiteEvent;
use axum::http::StatusCode;
use leitai_arena::now_ms;
use leitai_catalog::{Setup, find};
use leitai_core::{
    Act, Actor, DialectName, Dice, Level, Line, Outbox, Record, Seat, SeatInfo, Sentence, Span, Spoken,
    Staging, Turn, VerdictName,
};
use leitai_hall::{Details, EventFile, Following, Hall, JournalBody, Played};
use leitai_sandbox::SandboxLevel;
use leitai_store::{Calling, Journal, Role, SqlJournal};
use leitai_tournament::{
    CountedOutcome, Decision, EntryId, Event, How, Plan, RecordedGame, Role as RuledBy, Seed,
    SubmittedProgram,
};
use std::fs;
use std::sync::Arc;
use std::time::Duration;

/// A game between these two, as recorded by its stage.
fn record(names: [&str; 2]) -> String {
    let mut staging = Staging::default();
    for (info, name) in staging.seats.iter_mut().zip(names) {
        let dialect = Spoken::In(DialectName::Native);
        *info = SeatInfo { name: name.to_owned().into(), dialect, ..SeatInfo::default() };
    }
    let game = find("tictactoe").expect("a game of the list");
    let rules = game.open(&Setup::default()).expect("its own rules");
    let mut table = rules.table(staging, Dice::from_hex(&"5".repeat(64)));
    table.begin([None; 2], &mut Outbox::default());
    while let turn = table.turn()
        && !matches!(turn, Turn::Over(_))
    {
        let seat = Seat::BOTH.into_iter().find(|seat| turn.owes(Actor::Seat(*seat))).expect("a turn");
        let text = table.choices(seat)[0].text.clone();
        let act = Act::Play { by: Actor::Seat(seat), acts: &[&text], span: Span::Part };
        table.act(act, Duration::ZERO, [None; 2], &mut Outbox::default()).expect("it was offered");
    }
    table.seal();
    let mut text = Vec::new();
    table.record(&mut text);
    let mut record = Record::read(&String::from_utf8(text).expect("a record is text")).expect("a record");
    let ready = |seat| (0, Line::Ready { seat, name: None, us: 1 });
    record.lines.splice(0..0, Seat::BOTH.map(ready));
    record.text()
}

/// Makes the site take up the contents of the journal.
fn knows(tried: &Tried, event: &SiteEvent, fresh: bool) -> Hall {
    let (file, folder) = (EventFile::clone(&event.file()), event.folder());
    let hall = Hall::open_shared(file, tried.site.events.shared(), &folder, fresh, || Seed::new("1"));
    let hall = hall.unwrap_or_else(|error| panic!("{error}"));
    event.know(&hall);
    hall
}

/// A ladder to which these have submitted, with a game between them; the event, and the game's address.
fn played(tried: &Tried, browsers: &mut [Browser<'_>; 2]) -> (Arc<SiteEvent>, String) {
    let text = "name = \"Ladder\"\ngame = \"tictactoe\"\npreset = \"judge\"\nentries = []\n";
    fs::write(tried.folder.path().join("events/ladder.toml"), text).expect("our folder");
    let event = tried.site.events.look().pop().expect("an event");
    knows(tried, &event, true);
    let page = format!("/events/{}/submit", event.id);
    for browser in browsers {
        let taken = browser.sends(&page, &page, &[("language", "main.py"), ("text", "print()")]);
        assert!(taken.leads_to().starts_with("/submissions/"), "{}", taken.text);
    }
    let shared = tried.site.events.shared();
    for entry in [0, 1].map(EntryId) {
        let program = SubmittedProgram::OfTheFile { name: "easy".to_owned(), sha256: None };
        let submit = Decision::Submit { entry, accepted: true, program: Some(program) };
        let why = "in force";
        shared.rule("Ladder", &submit, RuledBy::Organiser, why, Following::Stands).expect("they entered");
    }
    let hall = knows(tried, &event, false);
    let due = hall.event().state().due().next().expect("a game");
    let (id, first, second) = (due.id, due.first, due.second);
    let [one, two] = [first, second].map(|entry| hall.event().name_kept(entry));
    fs::create_dir_all(event.folder().join("games")).expect("our folder");
    fs::write(event.record(id), record([one, two])).expect("our folder");
    let details = Details {
        verdict: VerdictName::Law,
        reason: Sentence::new("by the rules", "按规则"),
        plies: 5,
        seconds: 0.1,
        record: Some(format!("games/{id}.jsonl")),
        seal: None,
        used_ms: Some([40, 50]),
        replays: 0,
        disturbed_ms: None,
        programs: [None; 2],
        at_table: None,
        sandbox: SandboxLevel::Off,
        ended: now_ms(),
    };
    let outcome = CountedOutcome::Win(Seat::First);
    let result = RecordedGame { id, first, second, outcome, how: How::Played, faults: [0; 2] };
    let body = serde_json::to_value(JournalBody::Played(Played { result, details })).expect("JSON");
    let journal = SqlJournal::new(shared.database().clone(), "Ladder").expect("a name");
    let (key, now) = (id.to_string(), now_ms());
    tried.runtime.block_on(async { journal.append(now, Some(&key), &body).await }).expect("a store");
    knows(tried, &event, false);
    let address = event.game_address(id);
    (event, address)
}

/// Everything public that names people.
fn public(event: &SiteEvent, game: &str) -> Vec<String> {
    let id = &event.id;
    let tables = leitai_pages::event::TABLES;
    let mut all: Vec<_> = tables
        .iter()
        .flat_map(|table| {
            [
                format!("/events/{id}/{table}.csv"),
                format!("/events/{id}/{table}.json"),
                format!("/api/v1/events/{id}/{table}"),
            ]
        })
        .collect();
    let pages = [
        "/",
        "/events",
        "/?part=boards",
        "/events/ID",
        "/events/ID/board",
        "/events/ID/board.csv",
        "/events/ID/board.json",
        "/events/ID/results",
        "/events/ID/submissions",
        "/events/ID/submissions.csv",
        "/events/ID/submissions.json",
        "/projector/ID",
        "/ladders",
        "/ladders/tictactoe",
        "/ladders/tictactoe/standings.csv",
        "/ladders/tictactoe/matrix.csv",
        "/ladders/tictactoe/games.json",
        "/programs/ID-e0",
        "/programs/ID-e1",
        "/programs/ID-e0/against/ID-e1",
        "/api/v1/events/ID",
        "/games/GAME",
        "/games/GAME/record.jsonl",
        "/games/GAME/film.svg",
        "/games/GAME/sheet.national",
        "/api/v1/games/GAME",
        "/api/v1/games/GAME/record",
        "/api/v1/games",
    ];
    all.extend(pages.map(|page| page.replace("ID", id).replace("GAME", game)));
    all
}

/// Those of these addresses whose pages contain a name.
fn with(tried: &Tried, all: &[String], name: &str) -> Vec<String> {
    let mut visitor = tried.visitor();
    let has = |path: &&String| {
        let answer = visitor.get(path);
        assert!(
            [StatusCode::OK, StatusCode::NOT_FOUND].contains(&answer.status),
            "{path}: {} {}",
            answer.status,
            answer.text
        );
        answer.text.contains(name)
    };
    all.iter().filter(has).cloned().collect()
}

/// When a person chooses another nickname, it is shown at once, and nothing public has the old one; the same holds
/// for the names of removed people.
fn is_shown_anew(is_frozen: bool) {
    let tried = Tried::open();
    let mut both = ["2501", "2502"].map(|number| tried.settled(number, Role::Student));
    let (event, game) = played(&tried, &mut both);
    if is_frozen {
        event.freeze(Some(now_ms()));
    }
    let all = public(&event, &game);
    let before = with(&tried, &all, "nick 2501");
    assert!(before.len() > 20, "the control: it stands there: {before:?}");
    let [mut one, mut two] = both;
    assert_eq!(
        one.sends("/account", "/account/nickname", &[("nickname", "Lion")]).leads_to(),
        "/account?done=nickname"
    );
    assert_eq!(with(&tried, &all, "nick 2501"), <[String; 0]>::default());
    assert_eq!(with(&tried, &all, "Lion"), before, "wherever the old one stood");
    assert!(!with(&tried, &all, "nick 2502").is_empty(), "nobody else is called otherwise");
    // The person's own pages follow, and submissions still go to the same entry.
    let page = format!("/events/{}/submit", event.id);
    assert!(one.get(&page).text.contains("You take part as Lion."));
    assert!(one.get(&format!("/events/{}/mine", event.id)).text.contains("Lion"));
    // One leaves, the other is removed by an organiser.
    assert_eq!(one.sends("/account/data", "/account/data", &[("password", PASSWORD)]).leads_to(), "/");
    assert_eq!(with(&tried, &all, "Lion"), <[String; 0]>::default());
    assert_eq!(with(&tried, &all, "nick 2501"), <[String; 0]>::default());
    assert_eq!(with(&tried, &all, "withdrawn"), before);
    let mut organiser = tried.settled("t1", Role::Organiser);
    let board = format!("/organise/{}/board.csv", event.id);
    let seen = organiser.get(&board).text;
    assert!(seen.contains("withdrawn") && seen.contains("2501") && !seen.contains("nick 2501"), "{seen}");
    organiser.sends("/person/2502", "/person/2502/remove", &[("confirm", "2502")]);
    assert_eq!(with(&tried, &all, "nick 2502"), <[String; 0]>::default());
    assert!(two.get("/account").leads_to().starts_with("/sign-in"));
    let both = with(&tried, &all, "withdrawn 2");
    assert!(both.contains(&format!("/events/{}/standings.csv", event.id)), "they are told apart: {both:?}");
    // The journal is unchanged; read again, it is shown with the new names from the first page on.
    let hall = knows(&tried, &event, false);
    assert_eq!(hall.event().name(EntryId(0)), "nick 2501");
    assert_eq!(with(&tried, &all, "nick 250"), <[String; 0]>::default());
}

#[test]
fn nobody_reads_the_old_name_of_who_was_renamed_or_removed() {
    is_shown_anew(false);
}

#[test]
fn nor_where_the_public_is_told_how_it_stood_when_it_was_frozen() {
    is_shown_anew(true);
}

#[test]
fn a_game_that_runs_names_its_players_as_they_are_called_now() {
    let tried = Tried::open();
    let mut both = ["2501", "2502"].map(|number| tried.settled(number, Role::Student));
    let (event, _) = played(&tried, &mut both);
    let due = event.known().as_ref().and_then(|known| known.history.event.state().due().next()).expect("one");
    let id = event.game_address(due.id);
    let game = find("tictactoe").expect("a game of the list");
    let mut assignment = crate::exhibition::assignment(game, 1, Level::Easy);
    for (seated, entry) in assignment.seated.iter_mut().zip([due.first, due.second]) {
        (seated.entry, seated.name) = (entry, format!("nick {}", 2501 + entry.0));
    }
    let _stage = tried.site.live.enter(LiveGame::new(id.clone(), assignment, event.belongs()));
    let all = ["/api/v1/live".to_owned(), format!("/games/{id}")];
    assert_eq!(with(&tried, &all, "nick 2501"), all);
    let [mut one, _] = both;
    one.sends("/account", "/account/nickname", &[("nickname", "Lion")]);
    assert_eq!(with(&tried, &all, "nick 2501"), <[String; 0]>::default());
    assert_eq!(with(&tried, &all, "Lion"), all);
}

#[test]
fn no_two_entries_are_shown_alike() {
    let entries = ["2501", "Lion", "2503", "2504", "team"].into_iter().enumerate();
    let entries = entries.map(|(id, name)| leitai_tournament::Entry::new(id as u32, name)).collect();
    let event = Event::new(Plan::judge(2), entries, Seed::new("1")).expect("a plan");
    let names = Nicknames::default();
    let calling = |number: &str, nickname: &str, removed_ms| Calling {
        number: number.to_owned(),
        nickname: nickname.to_owned(),
        removed_ms,
    };
    let all = vec![
        calling("2501", "Lion", None),
        calling("2599", "gone", Some(7)),
        calling("2503", "gone", Some(8)),
        calling("2504", "gone", Some(9)),
    ];
    assert!(names.take(all.clone()) && !names.take(all));
    let shown: Vec<_> = names.of(&event).into_iter().map(|(entry, name)| (entry.0, name)).collect();
    let wanted = [(0, "Lion (e0)"), (2, "gone 2"), (3, "gone 3")];
    assert_eq!(shown, wanted.map(|(entry, name)| (entry, name.to_owned())));
}
