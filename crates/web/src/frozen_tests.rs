//! While an event is frozen, nothing that is played, handed in or decided moves anything that is public.

use crate::address::{Address, By};
use crate::doors_tests::{declared, links};
use crate::exhibition::assignment;
use crate::live::LiveGame;
use crate::own_notes::tests::{plays, record};
use crate::people::tests::{Browser, Tried};
use crate::published::HeldBack;
use crate::routes::all;
use crate::site_event::SiteEvent;
use axum::http::StatusCode;
use leitai_arena::{Seen, now_ms};
use leitai_catalog::find;
use leitai_core::Level;
use leitai_hall::{EventFile, Following, Hall};
use leitai_store::{Added, LeaseTerms, Role, SubmissionState, Submissions};
use leitai_tournament::{DecidedBy, Decision, EntryId, GameId, Role as RuledBy, Seed, SubmittedProgram};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Public addresses at which there is nothing of an event, or whose stream has no end; those of contests have tests beside
/// them.
const OF_NO_EVENT: [&str; 23] = [
    "/contests/{id}",
    "/contests/{id}/list.csv",
    "/contests/{id}/list.json",
    "/contests/{id}/hall",
    "/contests/{id}/plan",
    "/contests/{id}/awards",
    "/contests/{id}/plan.csv",
    "/contests/{id}/plan.json",
    "/contests/{id}/draw/{game}",
    "/live",
    "/set",
    "/a/{hash}/{file}",
    "/favicon.ico",
    "/health",
    "/ready",
    "/metrics",
    "/docs/{slug}",
    "/sign-in",
    "/play/{ticket}",
    "/play/{id}/{key}",
    "/play/{id}/{key}/now",
    "/api/v1/openapi.json",
    "/robots.txt",
];

/// A ladder with three students, and a cup of four in two stages, on a site where the test plays.
struct Bed<'t> {
    tried: &'t Tried,
    ladder: Arc<SiteEvent>,
    cup: Arc<SiteEvent>,
    students: Vec<Browser<'t>>,
}

fn opens(tried: &Tried, file: &str, text: &str) -> Arc<SiteEvent> {
    std::fs::write(tried.folder.path().join(format!("events/{file}.toml")), text).expect("our folder");
    let event = tried.site.events.look().pop().expect("an event");
    let (file, shared) = (EventFile::clone(&event.file()), tried.site.events.shared());
    let hall = Hall::open_shared(file, shared, &event.folder(), true, || Seed::new("1"));
    event.know(&hall.unwrap_or_else(|error| panic!("{error}")));
    event
}

impl<'t> Bed<'t> {
    fn new(tried: &'t Tried) -> Bed<'t> {
        let ladder = "name = \"Ladder\"\ngame = \"tictactoe\"\npreset = \"judge\"\nentries = []\n";
        let entries = ["a", "b", "c", "d"]
            .map(|name| format!("[[entries]]\nname = \"{name}\"\nprogram = \"random\"\n"));
        let cup = format!("name = \"Cup\"\ngame = \"tictactoe\"\n{}", entries.concat());
        let (ladder, cup) = (opens(tried, "ladder", ladder), opens(tried, "cup", &cup));
        let students = ["2501", "2502", "2503", "2504"].map(|number| tried.settled(number, Role::Student));
        Bed { tried, ladder, cup, students: students.into() }
    }

    fn rules(&self, event: &SiteEvent, decision: &Decision) {
        let shared = self.tried.site.events.shared();
        shared
            .rule(&event.name, decision, DecidedBy::from(RuledBy::Organiser), "so be it", Following::Stands)
            .unwrap_or_else(|error| panic!("{error}"));
    }

    /// A student hands in a program, which is accepted.
    fn hands_in(&mut self, student: usize, text: &str) {
        let page = format!("/events/{}/submit", self.ladder.id);
        let taken = self.students[student].sends(&page, &page, &[("language", "main.py"), ("text", text)]);
        assert_eq!(taken.status, StatusCode::SEE_OTHER, "{}", taken.text);
        let all = Submissions::new(self.tried.site.events.shared().database().clone(), LeaseTerms::default());
        self.tried.runtime.block_on(async {
            let held = all.take("Ladder").await.expect("a store").expect("one was handed in");
            assert!(all.go_on(&held, SubmissionState::Accepted, Added::default()).await.expect("a store"));
        });
        let program = SubmittedProgram::OfTheFile { name: "easy".to_owned(), sha256: None };
        let entry = EntryId(student as u32);
        self.rules(&self.ladder, &Decision::Submit { entry, accepted: true, program: Some(program) });
    }

    /// What happens before: three programs, a game in each event.
    fn begins(&mut self) {
        for student in 0..3 {
            self.hands_in(student, "print()");
        }
        for event in [&self.ladder, &self.cup] {
            plays(self.tried, event).expect("a game");
        }
    }

    /// What happens then: another version and a newcomer, rulings, and every game there is.
    fn goes_on(&mut self) {
        self.hands_in(0, "print(1)");
        self.hands_in(3, "print(2)");
        for event in [&self.ladder, &self.cup] {
            while plays(self.tried, event).is_some() {}
            self.rules(event, &Decision::Withdraw { entry: EntryId(1), leave: false });
            plays(self.tried, event);
        }
    }

    fn games(&self) -> Vec<(Arc<SiteEvent>, GameId)> {
        let of = |event: &Arc<SiteEvent>| -> Vec<_> {
            let known = event.known();
            let history = &known.as_ref().expect("it began").history;
            history.event.games().iter().map(|game| (Arc::clone(event), game.id)).collect()
        };
        [of(&self.ladder), of(&self.cup)].concat()
    }

    /// What answers a visitor at an address, made anew.
    fn reads(&self, path: &str) -> String {
        self.tried.site.pages.forget();
        for event in [&self.ladder, &self.cup] {
            event.pages.forget();
        }
        let answer = self.tried.visitor().get(path);
        let number = answer.headers["x-request-id"].to_str().expect("text");
        format!("{} {}\n{}", answer.status, answer.bytes.len(), answer.text.replace(number, "NUMBER"))
    }
}

/// Every public address at which there is something, as found by following links, and those that programs read.
fn public(bed: &Bed<'_>, addresses: &[Address]) -> BTreeSet<String> {
    let is_public = |path: &str| {
        declared(addresses, path)
            .is_some_and(|it| it.reads == Some(By::Everybody) && !OF_NO_EVENT.contains(&it.path))
    };
    let (mut found, mut ahead) = (BTreeSet::new(), VecDeque::from(["/".to_owned()]));
    for event in [&bed.ladder, &bed.cup] {
        let id = &event.id;
        let parts = leitai_pages::event::PARTS.iter().map(|part| format!("/events/{id}?part={part}"));
        found.extend(parts.chain([
            format!("/events/{id}?part=head"),
            format!("/events/{id}?lang=zh"),
            format!("/events/{id}/preview.png"),
        ]));
        let tables = leitai_pages::event::TABLES.iter().map(|table| format!("/api/v1/events/{id}/{table}"));
        found.extend(tables.chain([format!("/api/v1/events/{id}")]));
        ahead.push_back(format!("/projector/{id}"));
    }
    for (event, game) in bed.games() {
        let address = event.game_address(game);
        let of = ["record.jsonl", "film.svg", "0.svg", "places?ply=0", "preview.png"]
            .map(|what| format!("/games/{address}/{what}"));
        found.extend(of);
        found.extend(["", "/record"].map(|what| format!("/api/v1/games/{address}{what}")));
        found.extend([format!("/games/{address}?part=card")]);
        ahead.push_back(format!("/games/{address}"));
    }
    let rest =
        ["/?part=boards", "/sitemap.xml", "/api/v1/games", "/api/v1/live", "/api/v1/events", "/notices.atom"];
    found.extend(rest.map(str::to_owned));
    while let Some(path) = ahead.pop_front() {
        if is_public(&path) && found.insert(path.clone()) {
            ahead.extend(links(&bed.reads(&path)));
        }
    }
    found
}

/// The addresses, by their declared paths, whose bytes are not the same after the event went on.
fn moved(is_frozen: bool, paths: Option<&BTreeSet<String>>) -> (BTreeSet<&'static str>, BTreeSet<String>) {
    let (tried, addresses) = (Tried::open(), all());
    let mut bed = Bed::new(&tried);
    bed.begins();
    if is_frozen {
        let now = now_ms();
        bed.ladder.freeze(Some(now));
        bed.cup.freeze(Some(now));
        std::thread::sleep(Duration::from_millis(5));
    }
    let changes = [&bed.ladder, &bed.cup].map(|event| event.changes(false));
    let empty = BTreeSet::new();
    let before: BTreeMap<_, _> =
        paths.unwrap_or(&empty).iter().map(|path| (path.clone(), bed.reads(path))).collect();
    // What a captain sees of the board, and what is his own.
    let (me, mine) = (format!("/me?event={}", bed.ladder.id), format!("/events/{}/mine", bed.ladder.id));
    let rank = |page: &str| page.split("</dl>").next().unwrap_or_default().to_owned();
    let own = |bed: &mut Bed<'_>| {
        let student = &mut bed.students[0];
        (
            student.get(&me).text,
            rank(&student.get(&mine).text),
            student.get(&mine).text.matches("mine/").count(),
        )
    };
    let [placed, stood, played] = {
        let (a, b, c) = own(&mut bed);
        [a, b, c.to_string()]
    };
    bed.goes_on();
    let after = own(&mut bed);
    assert_eq!((after.0 == placed, after.1 == stood), (is_frozen, is_frozen), "{placed} {stood}");
    assert_ne!(after.2.to_string(), played, "his own games are his");
    let is_moved = changes.iter().any(|changes| changes.has_changed().expect("it is there"));
    assert_eq!(is_moved, !is_frozen, "a stream tells the public of it, or nothing");
    let moved = before.iter().filter(|(path, was)| bed.reads(path) != **was);
    let moved = moved.map(|(path, _)| {
        let plain = path.split('?').next().unwrap_or(path);
        let address = declared(&addresses, plain).expect("an address");
        assert!(!is_frozen, "{path} moved from\n{}\nto\n{}", before[path], bed.reads(path));
        address.path
    });
    let moved = moved.collect();
    if !is_frozen {
        return (moved, public(&bed, &addresses));
    }
    // Who organises reads everything, and whoever played reads his own.
    let last = bed.games().into_iter().rfind(|(event, _)| event.id == bed.cup.id).expect("a game");
    assert_eq!(last.0.published.held_back(last.1), Some(HeldBack::Game), "its round was drawn later");
    let address = last.0.game_address(last.1);
    let mut teacher = tried.settled("t1", Role::Organiser);
    assert_eq!(teacher.get(&format!("/games/{address}/own")).status, StatusCode::OK);
    assert_eq!(bed.students[0].get(&format!("/games/{address}/own")).status, StatusCode::NOT_FOUND);
    bed.ladder.freeze(None);
    bed.cup.freeze(None);
    let open = teacher.get(&format!("/games/{address}/own")).text;
    assert!(open.contains("No program of yours plays"), "it is everybody's: {open}");
    assert_eq!(tried.visitor().get(&format!("/games/{address}")).status, StatusCode::OK);
    (moved, BTreeSet::new())
}

#[test]
fn while_it_is_frozen_no_public_address_moves() {
    let (_, paths) = moved(false, None);
    let addresses = all();
    let found: BTreeSet<_> = paths
        .iter()
        .filter_map(|path| Some(declared(&addresses, path.split('?').next()?)?.path))
        .chain(OF_NO_EVENT)
        .collect();
    let unread: Vec<_> = addresses
        .iter()
        .filter(|address| address.reads == Some(By::Everybody) && !found.contains(address.path))
        .map(|address| address.path)
        .collect();
    assert!(unread.is_empty(), "nothing is read at {unread:?}");
    let (moves, _) = moved(false, Some(&paths));
    for path in [
        "/",
        "/events",
        "/events/{id}",
        "/events/{id}/{what}",
        "/projector/{id}",
        "/games/{id}",
        "/games/{id}/{what}",
        "/programs/{id}",
        "/programs/{id}/{what}",
        "/programs/{id}/against/{other}",
        "/ladders",
        "/ladders/{game}",
        "/ladders/{game}/{what}",
        "/api/v1/events",
        "/api/v1/events/{id}",
        "/api/v1/events/{id}/{table}",
        "/api/v1/games/{id}",
        "/api/v1/games/{id}/record",
    ] {
        assert!(moves.contains(path), "{path} moves where nothing is frozen: {moves:?}");
    }
    assert_eq!(moved(true, Some(&paths)).0, BTreeSet::new());
}

#[test]
fn while_it_is_frozen_a_game_is_watched_if_its_pairing_was_known_and_until_it_is_over() {
    let tried = Tried::open();
    let mut bed = Bed::new(&tried);
    bed.begins();
    let due = bed.cup.known().as_ref().and_then(|known| Some(known.history.event.state().due().next()?.id));
    bed.cup.freeze(Some(now_ms()));
    let later: GameId = "1.0.e0-e1.g0".parse().expect("a game");
    let text = record();
    let lines: Vec<_> = text.split_inclusive('\n').map(str::as_bytes).collect();
    for (game, is_shown) in [(due.expect("a game"), true), (later, false)] {
        let (id, kind) = (bed.cup.game_address(game), find("tictactoe").expect("a game of the list"));
        let mut stage = tried.site.live.enter(LiveGame::new(
            id.clone(),
            assignment(kind, 1, Level::Easy),
            bed.cup.belongs(),
        ));
        let mut grows = |lines: &[&[u8]], over| {
            let lines = lines.concat();
            assert!(stage.grew(&Seen {
                lines: &lines,
                at: Instant::now(),
                clocks: Default::default(),
                over
            }));
            tried.site.live.tick();
        };
        let lists = ["/".to_owned(), "/api/v1/live".to_owned(), format!("/projector/{}", bed.cup.id)];
        let is_listed = |wanted: bool| {
            for list in &lists {
                assert_eq!(bed.reads(list).contains(&id), wanted, "{id} at {list}");
            }
        };
        let status = |what: &str| tried.visitor().get(&format!("/games/{id}{what}")).status;
        grows(&lines[..9], false);
        is_listed(is_shown);
        let found = if is_shown { StatusCode::OK } else { StatusCode::NOT_FOUND };
        assert_eq!(
            [status(""), status("/record.jsonl"), status("/film.svg"), status("/live")],
            [found; 4],
            "{id}"
        );
        grows(&lines[9..], true);
        is_listed(false);
        assert_eq!(
            [status(""), status("/record.jsonl"), status("/film.svg"), status("/live")],
            [StatusCode::NOT_FOUND; 4]
        );
        bed.cup.freeze(None);
        assert_eq!(status("/record.jsonl"), StatusCode::OK, "it is revealed");
        bed.cup.freeze(Some(now_ms()));
    }
}
