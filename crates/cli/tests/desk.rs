//! An operator's desk: games are relayed by somebody who knows only what is offered, through stops of the desk, slips, stopped
//! clocks and a program that crashes.

mod by_word;

use leitai_arena::{Conditions, Launch, Player};
use leitai_catalog::{GAMES, Replay};
use leitai_core::{Actor, Clock, DialectName, Lang, Level, Line, Record, Seat, Spoken};
use leitai_hall::{Desk, DeskDeed, DeskError, DeskGames, DeskSetup, DeskShown, DeskState};
use leitai_sandbox::{Runtime, Sandbox};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

const LEITAI: &str = env!("CARGO_BIN_EXE_leitai");

fn setup(game: &str, seat: Seat, launch: Launch) -> DeskSetup {
    let game = leitai_catalog::find(game).expect("a game");
    DeskSetup {
        game,
        options: Vec::new(),
        program: Some(Player { name: "ours".to_owned(), launch, dialect: DialectName::Native }),
        seat,
        teams: ["Ours".to_owned(), "Theirs".to_owned()],
        operator: "Op".to_owned(),
        clock: Clock { game: Some(Duration::from_mins(15)), ..Clock::NONE },
        by_hand: false,
        games: DeskGames::Swapped(1),
        rehearsal: None,
    }
}

fn random() -> Launch {
    Launch::built_in(LEITAI.into(), Level::Random)
}

fn desk(folder: &Path, setup: &DeskSetup) -> Arc<Desk> {
    let conditions = Conditions::of(Sandbox::off());
    Desk::open(folder.to_owned(), setup.clone(), conditions).unwrap_or_else(|why| panic!("{why}"))
}

/// Waits until it is so.
fn until<T>(desk: &Desk, what: &str, so: impl Fn(&DeskShown) -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        let shown = desk.shown();
        if let Some(found) = so(&shown) {
            return found;
        }
        assert!(began.elapsed() < Duration::from_mins(1), "{what}: {:?} {:?}", shown.state, shown.refused);
        thread::sleep(Duration::from_micros(300));
    }
}

/// Waits until the operator is to act, or the game is over; says whether it goes on.
fn asked(desk: &Desk) -> bool {
    until(desk, "nobody is asked", |shown| match shown.state {
        DeskState::Over => Some(false),
        DeskState::Runs => (!shown.choices.is_empty()).then_some(true),
        _ => None,
    })
}

/// Relays one of the acts that are offered.
fn relays(desk: &Desk, number: usize) {
    let shown = desk.shown();
    let act = &shown.choices[number % shown.choices.len()].text;
    desk.deed(DeskDeed::Play { version: shown.version, acts: act.clone() }).expect("a game");
    until(desk, "played", |now| (now.version > shown.version).then_some(()));
}

fn record(desk: &Desk) -> Record {
    let path = desk.shown().results.last().expect("a game is over").record.clone();
    Record::read(&fs::read_to_string(path).expect("a record")).unwrap_or_else(|why| panic!("{why}"))
}

fn verify(record: Record, what: &str) {
    Replay::open(record).and_then(Replay::verify).unwrap_or_else(|why| panic!("{what}: {why}"));
}

#[test]
fn every_game_is_relayed_through_stops_of_the_desk_and_of_the_clocks() {
    let (mut stops, mut dice) = (0, 0);
    for (at, game) in GAMES.iter().enumerate() {
        let id = game.facts().id;
        let folder = tempfile::tempdir().expect("a folder");
        let setup = setup(id, Seat::BOTH[at % 2], random());
        let mut at_desk = desk(folder.path(), &setup);
        assert!(!at_desk.stands_again());
        at_desk.begin().expect("a game");
        let mut acts = 0;
        while asked(&at_desk) {
            acts += 1;
            let shown = at_desk.shown();
            dice += usize::from(shown.hand == Some(Actor::Chance));
            match acts {
                7 => {
                    at_desk.deed(DeskDeed::Stop("a question".into())).expect("a game");
                    until(&at_desk, "stopped", |now| {
                        (now.state == DeskState::Stopped("a question".into())).then_some(())
                    });
                    let act = shown.choices[0].text.clone();
                    at_desk.deed(DeskDeed::Play { version: shown.version, acts: act }).expect("a game");
                    until(&at_desk, "refused", |now| now.refused.clone());
                    at_desk.deed(DeskDeed::Go).expect("a game");
                }
                5 | 12 => {
                    at_desk.close();
                    until(&at_desk, "rests", |now| (now.state == DeskState::Waits).then_some(()));
                    let before = at_desk.shown();
                    at_desk = desk(folder.path(), &setup);
                    assert!(at_desk.stands_again(), "{id}");
                    at_desk.begin().expect("the same game");
                    assert!(asked(&at_desk));
                    let now = at_desk.shown();
                    assert_eq!((&now.moves, &now.code), (&before.moves, &before.code), "{id}");
                    assert_eq!((now.plies, &now.choices), (before.plies, &before.choices), "{id}");
                    stops += 1;
                }
                60 => at_desk.deed(DeskDeed::Rule(None, "long enough".into())).expect("a game"),
                _ => relays(&at_desk, acts * 7),
            }
        }
        let record = record(&at_desk);
        let relay = &record.about.seats[setup.seat.other()];
        assert_eq!((relay.dialect, &*relay.name), (Spoken::Relay, "Theirs"));
        assert_eq!(record.about.stage.get("operator").map(|name| &**name), Some("Op"));
        verify(record, id);
        assert!(at_desk.begin().is_err(), "one game");
    }
    assert!(stops >= 20 && dice >= 5, "{stops} stops, {dice} throws");
}

/// A slip is corrected: back to a ply, at a price.
#[test]
fn a_slip_is_taken_back_and_paid_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let setup = setup("nogo", Seat::First, random());
    let desk = desk(folder.path(), &setup);
    desk.begin().expect("a game");
    for _ in 0..3 {
        assert!(asked(&desk));
        relays(&desk, 3);
    }
    assert!(asked(&desk));
    let before = desk.shown();
    assert_eq!(before.plies, 7);
    let penalty = Some((Seat::Second, Duration::from_mins(4)));
    let back = |plies, consent, penalty| DeskDeed::Back {
        plies,
        dice: false,
        consent,
        penalty,
        reason: "a slip".into(),
    };
    // What cannot be taken back costs nothing.
    desk.deed(back(9, false, penalty)).expect("a game");
    until(&desk, "refused", |now| now.refused.clone());
    until(&desk, "stopped", |now| matches!(now.state, DeskState::Stopped(_)).then_some(()));
    desk.deed(back(5, false, penalty)).expect("a game");
    let correcting =
        until(&desk, "back", |now| now.correcting.filter(|it| now.plies == 5 && it.whose.is_some()));
    assert_eq!((correcting.whose, correcting.to, correcting.is_over), (Some(Seat::Second), 5, false));
    assert!(correcting.left() > Duration::from_secs(170), "{correcting:?}");
    assert_eq!(desk.shown().corrections, [0, 1]);
    // The same side once more: only with the referee's express consent.
    assert!(matches!(desk.deed(back(3, false, penalty)), Err(DeskError::Consent(team)) if team == "Theirs"));
    // It stands so in the record, also for another process.
    desk.close();
    until(&desk, "rests", |now| (now.state == DeskState::Waits).then_some(()));
    let desk = self::desk(folder.path(), &setup);
    desk.begin().expect("the same game");
    let shown = desk.shown();
    assert_eq!(shown.corrections, [0, 1]);
    let again = shown.correcting.expect("it is not finished");
    assert_eq!((again.whose, again.to, again.is_over), (Some(Seat::Second), 5, false));
    desk.deed(DeskDeed::Go).expect("a game");
    until(&desk, "goes on", |now| (now.state == DeskState::Runs && now.plies == 5).then_some(()));
    assert!(asked(&desk) && desk.shown().correcting.is_none());
    let now = desk.shown();
    assert_eq!(now.moves[..], before.moves[..5]);
    let left = now.clocks[1].left.expect("a clock");
    assert!(left < Duration::from_mins(11) && left > Duration::from_secs(650), "{left:?}");
    assert_ne!(now.code, before.code);
    relays(&desk, 1);
    assert!(asked(&desk));
    desk.deed(DeskDeed::Resigns(desk.shown().seat.other())).expect("a game");
    until(&desk, "over", |now| (now.state == DeskState::Over).then_some(()));
    assert_eq!(desk.shown().results[0].winner, Some(Seat::First));
    let record = record(&desk);
    let clocks = record.lines.iter().filter(|(_, line)| matches!(line, Line::Clock { .. })).count();
    assert_eq!(clocks, 3, "stopped, charged, gone on");
    let backs = record.lines.iter().filter(|(_, line)| matches!(line, Line::Back { .. })).count();
    assert_eq!(backs, 1);
    verify(record, "a slip");
}

/// A program that crashes loses nothing: the game stands until it is started again, and is told the game.
#[test]
fn a_program_that_crashes_is_started_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("crashes.sh");
    let engine = format!("{LEITAI} engine nogo --level random --dialect native --seed 1");
    let text = format!(
        "#!/bin/sh\nif [ -e {0}/crashed ]; then exec {engine}; fi\ntouch {0}/crashed\nsed -u 8q | {engine}\n",
        folder.path().display()
    );
    fs::write(&script, text).expect("a script");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("a program");
    let launch = Launch::Command {
        program: script.into(),
        runtime: Runtime::Native,
        args: Vec::new(),
        folder: Some(folder.path().to_owned()),
        reads: Vec::new(),
        family: true,
    };
    let desk = desk(&folder.path().join("match"), &setup("nogo", Seat::First, launch));
    desk.begin().expect("a game");
    let mut crashes = 0;
    loop {
        let is_due = until(&desk, "nothing happens", |shown| match &shown.state {
            DeskState::Failed(why, _) => Some(Err(why.clone())),
            DeskState::Over => Some(Ok(false)),
            DeskState::Runs => (!shown.choices.is_empty()).then_some(Ok(true)),
            _ => None,
        });
        match is_due {
            Ok(true) if desk.shown().plies > 20 => {
                desk.deed(DeskDeed::Rule(Some(Seat::Second), "the referee's word".into())).expect("a game");
                until(&desk, "over", |now| (now.state == DeskState::Over).then_some(()));
            }
            Ok(true) => relays(&desk, 5),
            Ok(false) => break,
            Err(why) => {
                crashes += 1;
                assert!(why.to(Lang::En).contains("ended by itself"), "{}", why.to(Lang::En));
                let plies = desk.shown().plies;
                desk.deed(DeskDeed::Go).expect("a game");
                until(&desk, "it has to be started again", |now| now.refused.clone());
                desk.deed(DeskDeed::Restart).expect("a game");
                until(&desk, "started", |now| (now.state == DeskState::Runs).then_some(()));
                assert!(desk.shown().plies >= plies);
            }
        }
    }
    assert_eq!(crashes, 1);
    assert_eq!(desk.shown().results[0].winner, Some(Seat::Second));
    verify(record(&desk), "a crash");
}

/// The clock of the other side runs from when the operator says so.
#[test]
fn the_clock_of_the_other_side_is_started_by_hand() {
    let folder = tempfile::tempdir().expect("a folder");
    let setup = DeskSetup { by_hand: true, ..setup("tictactoe", Seat::First, random()) };
    let desk = desk(folder.path(), &setup);
    desk.begin().expect("a game");
    assert!(asked(&desk));
    thread::sleep(Duration::from_millis(50));
    let shown = desk.shown();
    assert!(shown.waits_for_hand && shown.clocks[1].asked.is_none(), "{:?}", shown.clocks);
    desk.deed(DeskDeed::Start).expect("a game");
    until(&desk, "runs", |now| now.clocks[1].asked);
    assert!(!desk.shown().waits_for_hand);
    thread::sleep(Duration::from_millis(30));
    relays(&desk, 0);
    let took = until(&desk, "played", |now| now.moves.get(1).map(|one| one.took));
    assert!(took >= Duration::from_millis(30), "{took:?}");
    desk.close();
}
