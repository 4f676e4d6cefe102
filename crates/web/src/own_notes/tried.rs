//! What two programs said in a game, and who reads which of it.

use crate::people::tried::{Browser, Tried};
use crate::site_event::SiteEvent;
use axum::http::StatusCode;
use leitai_arena::now_ms;
use leitai_catalog::{Replay, Setup, find};
use leitai_core::{
    Act, Actor, DialectName, Dice, Line, Post, Record, Seat, SeatInfo, Sentence, Span, Spoken, Staging, Turn,
    VerdictName,
};
use leitai_hall::{Details, EventFile, Hall, JournalBody, Played};
use leitai_sandbox::Level;
use leitai_store::{Journal, Role, SqlJournal};
use leitai_tournament::{CountedOutcome, Due, How, RecordedGame, Seed};
use std::fs;
use std::sync::Arc;
use std::time::Duration;

/// What each program says before its moves, and what it wrote that is kept at the end.
const SECRETS: [[&str; 2]; 2] = [["first-debug", "first-stderr"], ["second-debug", "second-stderr"]];

/// A game as its stage records it, with the words of both programs.
fn record() -> String {
    let mut staging = Staging::default();
    for (info, name) in staging.seats.iter_mut().zip(["one", "two"]) {
        let dialect = Spoken::In(DialectName::Native);
        *info = SeatInfo { name: name.into(), dialect, ..SeatInfo::default() };
    }
    let rules =
        find("tictactoe").expect("a game of the list").open(&Setup::default()).expect("its own rules");
    let mut table = rules.table(staging, Dice::from_hex(&"5".repeat(64)));
    table.begin([None; 2], &mut Post::default());
    let mut number = 0;
    while !matches!(table.turn(), Turn::Over(_)) {
        let turn = table.turn();
        let seat =
            Seat::BOTH.into_iter().find(|seat| turn.owes(Actor::Seat(*seat))).expect("somebody's turn");
        table.note(seat, "debug", &format!("{} {number}\n<script>", SECRETS[seat.index()][0]));
        let text = table.choices(seat)[0].text.clone();
        let act = Act::Play { by: Actor::Seat(seat), acts: &[&text], span: Span::Part };
        table.act(act, Duration::ZERO, [None; 2], &mut Post::default()).expect("it was offered");
        number += 1;
    }
    for seat in Seat::BOTH {
        table.note(seat, "stderr", SECRETS[seat.index()][1]);
    }
    table.seal();
    let mut text = Vec::new();
    table.record(&mut text);
    let text = String::from_utf8(text).expect("a record is text");
    let mut record = Record::read(&text).expect("a record");
    let ready = |seat| (0, Line::Ready { seat, name: None, us: 1 });
    record.lines.splice(0..0, Seat::BOTH.map(ready));
    let text = record.text();
    let replay = Replay::open(Record::read(&text).expect("a record")).expect("a game");
    replay.verify().unwrap_or_else(|error| panic!("{error}: {text}"));
    text
}

/// An event of these two in which one game was played; who sat first is the first of the answer.
fn played(tried: &Tried, numbers: [&str; 2]) -> (Arc<SiteEvent>, String, [String; 2]) {
    let entries = numbers.map(|name| format!("[[entries]]\nname = \"{name}\"\nprogram = \"random\"\n"));
    let text = format!("name = \"Cup\"\ngame = \"tictactoe\"\n{}", entries.concat());
    fs::write(tried.folder.path().join("events/cup.toml"), text).expect("our folder");
    let event = tried.site.events.look().pop().expect("an event");
    let (folder, shared) = (event.folder(), tried.site.events.shared());
    let open = |fresh| {
        let hall = Hall::open_shared(EventFile::clone(&event.file()), shared, &folder, fresh, || Seed::new("1"));
        hall.unwrap_or_else(|error| panic!("{error}"))
    };
    let hall = open(true);
    let Due { id, first, second, .. } = hall.event().state().due().next().expect("a game");
    let names = [first, second].map(|entry| hall.event().name(entry).to_owned());
    let text = record();
    let end = Record::read(&text).expect("a record").end.expect("it is over");
    let outcome = end.winner.map_or(CountedOutcome::Draw, CountedOutcome::Win);
    let details = Details {
        verdict: VerdictName::Law,
        reason: Sentence::new("by the rules", "按规则"),
        plies: 5,
        seconds: 0.1,
        record: Some(format!("games/{id}.jsonl")),
        used_ms: Some([40, 50]),
        replays: 0,
        disturbed_ms: None,
        sandbox: Level::Off,
        ended: now_ms(),
    };
    fs::create_dir_all(folder.join("games")).expect("our folder");
    fs::write(event.record(id), text).expect("our folder");
    let result = RecordedGame { id, first, second, outcome, how: How::Played, faults: [0; 2] };
    let body = serde_json::to_value(JournalBody::Played(Played { result, details })).expect("JSON");
    let journal = SqlJournal::new(shared.database().clone(), "Cup").expect("a name");
    let (key, now) = (id.to_string(), now_ms());
    tried.runtime.block_on(async { journal.append(now, Some(&key), &body).await }).expect("a store");
    event.know(&open(false));
    let address = event.game_address(id);
    (event, address, names)
}

#[test]
fn each_author_reads_his_own_words_beside_his_moves_and_nobody_else_does() {
    let tried = Tried::open();
    let (event, game, names) = played(&tried, ["2501", "2502"]);
    let (public, own) = (format!("/games/{game}"), format!("/games/{game}/own"));
    let mut authors = names.each_ref().map(|number| tried.settled(number, Role::Student));
    let mut others: Vec<(&str, Browser<'_>)> = vec![
        ("a visitor", tried.visitor()),
        ("another student", tried.settled("2509", Role::Student)),
        ("a captain", tried.settled("2508", Role::Captain)),
        ("an organiser", tried.settled("t1", Role::Organiser)),
        ("an administrator", tried.settled("t2", Role::Administrator)),
    ];
    for (me, author) in authors.iter_mut().enumerate() {
        let page = author.get(&own);
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        assert_eq!(page.headers["cache-control"], "no-store");
        for said in SECRETS[me] {
            assert!(page.text.contains(said), "{said}: {}", page.text);
        }
        for said in SECRETS[1 - me] {
            assert!(!page.text.contains(said), "the opponent's {said}");
        }
        // His first note stands beside his first move, before the other's answer to it.
        let moves = page.text.split("<ol class=\"moves\"").nth(1).expect("moves");
        let rows: Vec<_> = moves.split("</ol>").next().unwrap_or_default().split("<li>").skip(1).collect();
        for (row, number) in rows.iter().zip((me..).step_by(2)) {
            let is_there = row.contains(&format!("{} {number}\n", SECRETS[me][0]));
            // The last row has a move of First alone.
            assert!(is_there || !row.contains(&format!("id=\"m{}\"", number + 1)), "{number}: {row}");
        }
        assert!(!page.text.contains("<script>"), "it is no markup");
        let after = page.text.split("</ol>").nth(1).expect("what follows");
        assert!(after.contains(SECRETS[me][1]), "what was written at the end stands there: {after}");
        let chinese = author.get(&format!("{own}?lang=zh")).text;
        assert!(chinese.contains("终局之后"), "{chinese}");
        let mine = author.get(&format!("/events/{}/mine", event.id)).text;
        assert!(mine.contains(&own), "it leads there: {mine}");
    }
    for (who, other) in &mut others {
        let answer = other.get(&own);
        match *who {
            "a visitor" => assert!(answer.leads_to().starts_with("/sign-in?back="), "{}", answer.text),
            _ => assert_eq!(answer.status, StatusCode::NOT_FOUND, "{who}"),
        }
        for said in SECRETS.concat() {
            assert!(!answer.text.contains(said), "{who} reads {said}");
        }
    }
    // The page, the record and everything else that is everybody's is the same whoever asks, and has none of it.
    for path in ["", "/record.jsonl", "/film.svg"] {
        let path = format!("{public}{path}?lang=en");
        let seen = tried.visitor().get(&path);
        assert_eq!(seen.status, StatusCode::OK, "{path}: {}", seen.text);
        for said in SECRETS.concat() {
            assert!(!seen.text.contains(said), "{path} has {said}");
        }
        let all = authors.iter_mut().chain(others.iter_mut().map(|(_, other)| other));
        for browser in all {
            assert_eq!(browser.get(&path).text, seen.text, "{path} is the same for all");
        }
    }
    assert!(tried.visitor().get(&public).text.contains(&own), "who signs in finds it");
    assert_eq!(authors[0].get("/games/k7f2k7f2/own").status, StatusCode::NOT_FOUND);
}
