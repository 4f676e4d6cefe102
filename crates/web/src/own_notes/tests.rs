//! What two programs wrote in a game, and who can read it.

use super::author;
use crate::address::{Address, By};
use crate::exhibition::assignment;
use crate::live::LiveGame;
use crate::people::tests::{Answered, Browser, Tried};
use crate::routes::all;
use crate::site_event::SiteEvent;
use crate::submit::archive::tests::unzip;
use axum::http::{StatusCode, header};
use leitai_arena::{Seen, now_ms};
use leitai_catalog::{Cut, Replay, Secrets, Setup, find};
use leitai_core::{
    Act, Actor, DialectName, Dice, Level, Line, Outbox, Record, Seat, SeatInfo, Sentence, Span, Spoken,
    Staging, Turn, VerdictName,
};
use leitai_hall::{Details, EventFile, Hall, JournalBody, Played};
use leitai_sandbox::SandboxLevel;
use leitai_store::{Job, Journal, LeaseTerms, Queue, Role, SqlJournal};
use leitai_tournament::{CountedOutcome, Due, EntryId, GameId, How, MatchId, RecordedGame, Seed, Spot};
use serde_json::json;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What each program writes before its moves, and its stderr kept at the end.
const SECRETS: [[&str; 2]; 2] = [["first-debug", "first-stderr"], ["second-debug", "second-stderr"]];

/// A game as recorded by its stage, with the notes of both programs.
pub(crate) fn record() -> String {
    let mut staging = Staging::default();
    for (info, name) in staging.seats.iter_mut().zip(["one", "two"]) {
        let dialect = Spoken::In(DialectName::Native);
        *info = SeatInfo { name: name.into(), dialect, ..SeatInfo::default() };
    }
    let rules =
        find("tictactoe").expect("a game of the list").open(&Setup::default()).expect("its own rules");
    let mut table = rules.table(staging, Dice::from_hex(&"5".repeat(64)));
    table.begin([None; 2], &mut Outbox::default());
    let mut number = 0;
    while !matches!(table.turn(), Turn::Over(_)) {
        let turn = table.turn();
        let seat =
            Seat::BOTH.into_iter().find(|seat| turn.owes(Actor::Seat(*seat))).expect("somebody's turn");
        table.note(seat, "debug", &format!("{} {number}\n<script>", SECRETS[seat.index()][0]));
        let text = table.choices(seat)[0].text.clone();
        let act = Act::Play { by: Actor::Seat(seat), acts: &[&text], span: Span::Part };
        table.act(act, Duration::ZERO, [None; 2], &mut Outbox::default()).expect("it was offered");
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

fn details(record: Option<String>) -> Details {
    Details {
        verdict: VerdictName::Law,
        reason: Sentence::new("by the rules", "按规则"),
        plies: 5,
        seconds: 0.1,
        record,
        seal: None,
        used_ms: Some([40, 50]),
        replays: 0,
        disturbed_ms: None,
        programs: [None; 2],
        at_table: None,
        sandbox: SandboxLevel::Off,
        ended: now_ms(),
    }
}

/// An event with these two entries and one game played; the first of the names returned sat First.
pub(crate) fn played(tried: &Tried, numbers: [&str; 2]) -> (Arc<SiteEvent>, String, [String; 2]) {
    let entries = numbers.map(|name| format!("[[entries]]\nname = \"{name}\"\nprogram = \"random\"\n"));
    let text = format!("name = \"Cup\"\ngame = \"tictactoe\"\n{}", entries.concat());
    fs::write(tried.folder.path().join("events/cup.toml"), text).expect("our folder");
    let event = tried.site.events.look().pop().expect("an event");
    let (address, names) = plays(tried, &event).expect("a game");
    (event, address, names)
}

/// Plays the next game of an event; returns its address and the names of its sides, or `None` if nothing is due.
pub(crate) fn plays(tried: &Tried, event: &SiteEvent) -> Option<(String, [String; 2])> {
    let (folder, shared) = (event.folder(), tried.site.events.shared());
    let open = || {
        let fresh = event.known().is_none();
        let hall =
            Hall::open_shared(EventFile::clone(&event.file()), shared, &folder, fresh, || Seed::new("1"));
        hall.unwrap_or_else(|error| panic!("{error}"))
    };
    let hall = open();
    event.know(&hall);
    let Due { id, first, second, .. } = hall.event().state().due().next()?;
    let names = [first, second].map(|entry| hall.event().name(entry).to_owned());
    let text = record();
    let end = Record::read(&text).expect("a record").end.expect("it is over");
    let outcome = end.winner.map_or(CountedOutcome::Draw, CountedOutcome::Win);
    let details = details(Some(format!("games/{id}.jsonl")));
    fs::create_dir_all(folder.join("games")).expect("our folder");
    fs::write(event.record(id), text).expect("our folder");
    let result = RecordedGame { id, first, second, outcome, how: How::Played, faults: [0; 2] };
    let body = serde_json::to_value(JournalBody::Played(Played { result, details })).expect("JSON");
    let journal = SqlJournal::new(shared.database().clone(), &event.name).expect("a name");
    let (key, now) = (id.to_string(), now_ms());
    tried.runtime.block_on(async { journal.append(now, Some(&key), &body).await }).expect("a store");
    event.know(&open());
    Some((event.game_address(id), names))
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
        // A program's first note is shown with its first move, before the other's reply.
        let moves = page.text.split("<ol class=\"moves\"").nth(1).expect("moves");
        let rows: Vec<_> = moves.split("</ol>").next().unwrap_or_default().split("<li>").skip(1).collect();
        for (row, number) in rows.iter().zip((me..).step_by(2)) {
            let is_there = row.contains(&format!("{} {number}\n", SECRETS[me][0]));
            // The last row has only a move of First.
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
            _ => is_told_what_it_is(who, &answer, &event.id, &game),
        }
        for said in SECRETS.concat() {
            assert!(!answer.text.contains(said), "{who} reads {said}");
        }
    }
    // The page, the record and everything else that is public is the same for everybody, without the notes.
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

/// Whose program does not play learns what the page is for; who organises finds the way to a ruling.
fn is_told_what_it_is(who: &str, answer: &Answered, event: &str, game: &str) {
    assert_eq!(answer.status, StatusCode::OK, "{who}");
    assert_eq!(answer.headers["cache-control"], "no-store");
    assert!(answer.text.contains("No program of yours plays in this game"), "{who}: {}", answer.text);
    let organises = ["an organiser", "an administrator"].contains(&who);
    let ruling = format!("href=\"/organise/{event}/rule?of={game}\"");
    assert_eq!(answer.text.contains(&ruling), organises, "{who}: {}", answer.text);
}

/// A response without its own number and the address requested.
fn plain(answer: &Answered, id: &str) -> String {
    let number = answer.headers["x-request-id"].to_str().expect("text");
    answer.text.replace(number, "NUMBER").replace(id, "GAME")
}

/// Checks that none of the others gets an author's own page, or a word of it.
fn nobody_else(tried: &Tried, own: &str, others: &mut [(&str, Browser<'_>)]) {
    let visitor = tried.visitor().get(own);
    assert!(visitor.leads_to().starts_with("/sign-in?back="), "{}", visitor.text);
    let id = own.split('/').nth(2).expect("an address");
    for (who, other) in others {
        let answer = other.get(own);
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{who}");
        // The same response as for a game that does not exist.
        let text = plain(&answer, id);
        assert_eq!(text, plain(&other.get("/games/k7f2k7f2/own"), "k7f2k7f2"), "{who}");
        for said in SECRETS.concat() {
            assert!(!text.contains(said), "{who} reads {said}");
        }
    }
}

#[test]
fn of_a_game_that_runs_each_author_reads_what_his_program_has_said_so_far() {
    let tried = Tried::open();
    let (event, _, _) = played(&tried, ["2501", "2502"]);
    let (game, names) = {
        let known = event.known();
        let history = &known.as_ref().expect("it began").history;
        let due = history.event.state().due().next().expect("another game");
        (due.id, [due.first, due.second].map(|entry| history.event.name(entry).to_owned()))
    };
    let address = event.game_address(game);
    let own = format!("/games/{address}/own");
    let mut authors = names.each_ref().map(|number| tried.settled(number, Role::Student));
    let mut others = [
        ("another student", tried.settled("2509", Role::Student)),
        ("an organiser", tried.settled("t1", Role::Organiser)),
    ];
    // Before it has begun there is nothing, not even for its authors.
    assert_eq!(authors[0].get(&own).status, StatusCode::NOT_FOUND);
    let assignment = assignment(find("tictactoe").expect("a game of the list"), 1, Level::Easy);
    let mut stage = tried.site.live.enter(LiveGame::new(address.clone(), assignment, event.belongs()));
    let text = record();
    // The head, both openings, and three moves with the notes before them.
    let lines: Vec<_> = text.split_inclusive('\n').take(9).map(str::as_bytes).collect();
    let lines = lines.concat();
    assert!(stage.grew(&Seen { lines: &lines, at: Instant::now(), clocks: Default::default(), over: false }));
    tried.site.live.tick();
    for (me, author) in authors.iter_mut().enumerate() {
        let page = author.get(&own);
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        assert_eq!(page.headers["cache-control"], "no-store");
        assert!(
            page.text.contains(SECRETS[me][0]) && page.text.contains("as it stood when"),
            "{}",
            page.text
        );
        // It does not follow the game, and has no downloads of a finished game.
        assert!(!page.text.contains("data-live") && !page.text.contains("record.jsonl"), "{}", page.text);
        for said in SECRETS[1 - me] {
            assert!(!page.text.contains(said), "the opponent's {said}");
        }
    }
    for (who, other) in &mut others {
        let answer = other.get(&own);
        is_told_what_it_is(who, &answer, &event.id, &address);
        assert!(SECRETS.concat().iter().all(|said| !answer.text.contains(said)), "{who}: {}", answer.text);
    }
    let public = format!("/games/{address}?lang=en");
    let seen = tried.visitor().get(&public);
    assert_eq!(seen.status, StatusCode::OK);
    for said in SECRETS.concat() {
        assert!(!seen.text.contains(said), "the page that is everybody's has {said}");
    }
    for browser in authors.iter_mut().chain(others.iter_mut().map(|(_, other)| other)) {
        assert_eq!(browser.get(&public).text, seen.text, "it is the same for all");
    }
}

#[test]
fn of_validation_games_their_author_reads_what_his_program_said() {
    let tried = Tried::open();
    let text = "name = \"Ladder\"\ngame = \"tictactoe\"\npreset = \"judge\"\nentries = []\n";
    fs::write(tried.folder.path().join("events/ladder.toml"), text).expect("our folder");
    let event = tried.site.events.look().pop().expect("an event");
    let shared = tried.site.events.shared();
    let hall =
        Hall::open_shared(EventFile::clone(&event.file()), shared, &event.folder(), true, || Seed::new("1"));
    event.know(&hall.unwrap_or_else(|error| panic!("{error}")));
    let mut author = tried.settled("2501", Role::Student);
    let page = format!("/events/{}/submit", event.id);
    let taken = author.sends(&page, &page, &[("language", "main.py"), ("text", "print()")]);
    assert_eq!(taken.leads_to(), "/submissions/1", "{}", taken.text);
    let mut others = [
        ("another student", tried.settled("2509", Role::Student)),
        ("an organiser", tried.settled("t1", Role::Organiser)),
    ];
    let spot = Spot::Table { round: 0, table: 1 };
    let of = MatchId { stage: u16::MAX, section: 0, spot };
    // The author's seats: against `easy`, and against itself.
    for (number, own) in [(0, &[0][..]), (1, &[1]), (2, &[0, 1])] {
        let id = of.game(number);
        validated(&tried, id);
        let address = event.game_address(id);
        let at = format!("/games/{address}/own");
        let page = author.get(&at);
        assert_eq!(page.status, StatusCode::OK, "{number}: {}", page.text);
        for (seat, words) in SECRETS.iter().enumerate() {
            for said in words {
                assert_eq!(page.text.contains(said), own.contains(&seat), "{number}: {said}");
            }
        }
        let chinese = author.get(&format!("{at}?lang=zh")).text;
        assert_eq!(chinese.contains("先手 debug"), own.len() == 2, "{number}: who it was is said");
        nobody_else(&tried, &at, &mut others);
        // What the public sees of other games, organisers see of this one too, and nobody else.
        let public = format!("/games/{address}?lang=en");
        let seen = others[1].1.get(&public).text;
        assert_eq!(author.get(&public).text, seen);
        assert!(SECRETS.concat().iter().all(|said| !seen.contains(said)), "{seen}");
        let [(_, other), (_, organiser)] = &mut others;
        is_not_everybodys(&tried, &address, [&mut author, organiser], other);
    }
    // The archive has all of the author's own: the compiler's output, and the logs under the names that they have
    // as single files.
    let (file, folder) = (EventFile::clone(&event.file()), event.folder());
    let hall = Hall::open_shared(file, tried.site.events.shared(), &folder, false, || Seed::new("1"));
    event.know(&hall.unwrap_or_else(|error| panic!("{error}")));
    let logs = format!("/events/{}/mine/logs.zip", event.id);
    assert!(author.get(&format!("/events/{}/mine", event.id)).text.contains(&logs), "it leads there");
    let files = unzip(&author.get(&logs).bytes);
    let names: Vec<_> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, [0, 1, 2].map(|number| format!("submission-1-game-{number}.txt")));
    for ((name, log), own) in files.iter().zip([&[0][..], &[1], &[0, 1]]) {
        let log = String::from_utf8_lossy(log);
        for (seat, words) in SECRETS.iter().enumerate() {
            for said in words {
                assert_eq!(log.contains(said), own.contains(&seat), "{name}: {said}");
            }
        }
    }
    for (who, other) in &mut others {
        assert_eq!(other.get(&logs).status, StatusCode::NOT_FOUND, "{who}");
    }
    // A game of a submission that does not exist.
    let none = MatchId { spot: Spot::Table { round: 0, table: 9 }, ..of }.game(0);
    let none = format!("/games/{}/own", event.game_address(none));
    assert_eq!(author.get(&none).status, StatusCode::NOT_FOUND);
}

/// Looks at every address of a game: these two may, and neither the other nor a visitor, to whom it is like any game
/// that does not exist.
fn is_not_everybodys(tried: &Tried, address: &str, his: [&mut Browser<'_>; 2], other: &mut Browser<'_>) {
    let of_games = all()
        .into_iter()
        .filter(|address| address.path.contains("/games/{id}") && address.reads == Some(By::Everybody));
    let paths: Vec<String> = of_games
        .flat_map(|Address { path, .. }| {
            let parts = ["record.jsonl", "places", "0.svg", "film.svg"];
            let all = if path.contains("{what}") { &parts[..] } else { &[""] };
            all.iter().map(|part| path.replace("{what}", part)).collect::<Vec<_>>()
        })
        .collect();
    assert!(paths.len() >= 7, "{paths:?}");
    // Written in another way, it is the same address.
    let first = address.bytes().next().expect("an address");
    let spelled = format!("%{first:02X}{}", &address[1..]);
    let [author, organiser] = his;
    for path in paths {
        let at = |id: &str| path.replace("{id}", id);
        let [seen, also] = [author.get(&at(address)), organiser.get(&at(address))];
        assert_eq!((seen.status, also.status), (StatusCode::OK, StatusCode::OK), "{path}: {}", seen.text);
        assert_eq!(seen.headers[header::CACHE_CONTROL], "no-store", "{path}");
        for id in [address, &spelled] {
            for answer in [other.get(&at(id)), tried.visitor().get(&at(id))] {
                assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path} {id}");
                let none = plain(&other.get("/games/k7f2k7f2"), "k7f2k7f2");
                assert!(path != "/games/{id}" || id != address || plain(&answer, id) == none, "{path} {id}");
            }
        }
    }
    for streams in [format!("/games/{address}/live"), format!("/live?games=k7f2k7f2@1.1,{address}@1.1")] {
        assert_eq!(other.get(&streams).status, StatusCode::NOT_FOUND, "{streams}");
    }
}

/// While it is played, it is in no list.
#[test]
fn a_validation_game_is_in_no_list_of_those_that_run() {
    let tried = Tried::open();
    let (event, ..) = played(&tried, ["2501", "2509"]);
    let due = event.known().as_ref().and_then(|known| Some(known.history.event.state().due().next()?.id));
    let of = MatchId { stage: u16::MAX, section: 0, spot: Spot::Table { round: 0, table: 1 } };
    let ids = [due.expect("another game"), of.game(0)];
    let _stages = ids.map(|id| {
        let mut assignment = assignment(find("tictactoe").expect("a game of the list"), 1, Level::Easy);
        assignment.id = id;
        tried.site.live.enter(LiveGame::new(event.game_address(id), assignment, event.belongs()))
    });
    let own = event.game_address(ids[1]);
    for list in ["/api/v1/live", "/", "/?part=boards"] {
        let text = tried.visitor().get(list).text;
        assert!(!text.contains(&own), "{list}: {text}");
    }
    assert!(tried.visitor().get("/api/v1/live").text.contains(&event.game_address(ids[0])), "the control");
}

/// Stores a validation game as played, like a worker.
fn validated(tried: &Tried, id: GameId) {
    let result = RecordedGame {
        id,
        first: EntryId(0),
        second: EntryId(0),
        outcome: CountedOutcome::Draw,
        how: How::Played,
        faults: [0; 2],
    };
    let answer = json!({ "played": Played { result, details: details(None) }, "record": record() });
    let queue = Queue::new(tried.site.events.shared().database().clone(), LeaseTerms::default());
    let job = Job {
        event: "Ladder".to_owned(),
        game: format!("submission 1.{}.0", id.number).parse().expect("a key"),
        class: "tried".to_owned(),
        priority: 1,
        payload: json!({}),
    };
    tried.runtime.block_on(async {
        queue.enqueue(&[job]).await.expect("a store");
        let lease = queue.lease("tried", "a worker").await.expect("a store").expect("a game");
        queue.finish(&lease, &answer).await.expect("a store");
    });
}

/// While a game with secrets is running, its author sees what the author's seat was told.
#[test]
fn of_a_game_with_secrets_that_runs_nobody_has_the_truth() {
    let text = include_str!("../../../cli/tests/sessions/files/phantom.jsonl");
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    let so_far = lines[..lines.len() / 2].concat();
    let is_truth = |text: &str| {
        let record = Record::read(text).expect("a record");
        let cut = Cut::of(record, author(&[Seat::First]), Secrets::After, Duration::ZERO);
        cut.expect("a game").expect("something").is_truth()
    };
    assert!(!is_truth(&so_far), "it runs");
    assert!(is_truth(text), "it is over");
}
