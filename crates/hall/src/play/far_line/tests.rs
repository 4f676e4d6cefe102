//! Lines to programs elsewhere: cuts, the way, who holds one; and what their seats have in common with those of people.

use super::super::tests::{room, seats, until, wish};
use super::super::*;
use super::*;
use leitai_arena::Conditions;
use leitai_catalog::Replay;
use leitai_core::{Clock, Lang, Record, Seat};
use leitai_sandbox::Sandbox;
use std::thread;

/// What a program at First's seat does until it has answered its first turn, against a person at Second's.
#[derive(Clone, Copy)]
struct FirstTurn {
    cut: Duration,
    thinks: Duration,
    way: Option<Duration>,
}

#[test]
fn a_cut_line_is_a_pause_and_what_is_on_the_way_is_no_thinking() {
    let ms = Duration::from_millis;
    let folder = tempfile::tempdir().expect("a folder");
    let conditions = Conditions::of(Sandbox::off());
    let mut room =
        PlayRoom::open(folder.path().join("play"), conditions, "leitai".into(), 9).expect("a folder");
    room.longest_cut = ms(1000);
    let room = Arc::new(room);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let heard = |held: &mut LineHeld, what: &str| {
        runtime.block_on(async {
            while let Some(line) = held.next().await {
                if line.contains(what) {
                    return;
                }
            }
            panic!("no {what}");
        });
    };
    let plain = FirstTurn { cut: ms(0), thinks: ms(500), way: None };
    for (turn, excused) in [
        // The control: all of it is thinking.
        (plain, Some(ms(0))),
        (FirstTurn { cut: ms(450), ..plain }, Some(ms(450))),
        (FirstTurn { way: Some(ms(400)), ..plain }, Some(ms(400))),
        // No way is longer than a second.
        (FirstTurn { way: Some(ms(5000)), thinks: ms(1200), ..plain }, Some(ms(1000))),
        (FirstTurn { cut: ms(1600), thinks: ms(1600), ..plain }, None),
    ] {
        let wish = PlayWish { by_program: true, ..wish("tictactoe", Seat::First) };
        let (id, [first, second]) = seats(&room, &wish);
        let line = Arc::clone(first.line().expect("a program's"));
        assert_eq!(first.act(0, "a1"), Err(PlayRefused::OfProgram));
        let mut held = line.connect(None, 0).expect("its line");
        heard(&mut held, "hello");
        let before = Instant::now();
        held.say(r#"{"type":"ready"}"#).expect("it is held");
        heard(&mut held, "turn");
        let (began, mut cut) = (Instant::now(), ms(0));
        turn.way.inspect(|way| held.measured(*way));
        if !turn.cut.is_zero() {
            let parted = Instant::now();
            drop(held);
            thread::sleep(turn.cut);
            match line.connect(None, 3) {
                Ok(again) => (held, cut) = (again, parted.elapsed()),
                Err(why) => {
                    assert_eq!((why, excused), (LineRefused::Over, None));
                    let end = until("it ends", || second.board().now().end.clone());
                    assert_eq!(end.winner, Some(Seat::Second));
                    assert_eq!(end.reason.to(Lang::En), "left the game: its line was cut for 1 s");
                    assert_eq!(end.reason.to(Lang::Zh), "程序中途退出：线路中断已 1 秒");
                    continue;
                }
            }
        }
        thread::sleep(turn.thinks.saturating_sub(began.elapsed()));
        let thought = began.elapsed();
        held.say(r#"{"type":"play","moves":["4"]}"#).expect("it is held");
        until("a ply", || Some(second.board().now()).filter(|it| it.plies == 1));
        let all = before.elapsed();
        second.resign().expect("a line");
        until("it ends", || second.board().now().end.clone());
        let text = std::fs::read_to_string(room.record(&id).expect("a record")).expect("text");
        let record = Record::read(&text).unwrap_or_else(|why| panic!("{why}"));
        Replay::open(record).and_then(Replay::verify).unwrap_or_else(|why| panic!("{why}"));
        let lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        let us = lines.filter(|line| line["type"] == "play").find_map(|line| line["us"].as_u64());
        let used = Duration::from_micros(us.expect("a ply"));
        // However slow the machine is: no less than what was not excused, and no more.
        let excused = excused.expect("it goes on");
        let (least, most) = (thought.saturating_sub(excused.max(cut)), all.saturating_sub(excused));
        assert!(used + ms(5) >= least && used <= most + ms(5), "{used:?} of {least:?} to {most:?}: {text}");
        assert_eq!(text.contains("given back"), !excused.is_zero(), "{text}");
    }
}

#[test]
fn a_line_is_held_by_one_connection_and_closed_for_good() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = room(folder.path(), 9);
    let wish = PlayWish { by_program: true, rival: Rival::Program, ..wish("tictactoe", Seat::First) };
    let Invitation { id, key } = room.begin("ann", 1, &wish).expect("a table");
    let own = room.seat(&id, &key, "ann").expect("hers").expect("a game");
    let invited = own.invites().expect("free").to_owned();
    assert_eq!(room.seat(&id, &invited, "bob").err(), Some(PlayRefused::OfProgram), "no page takes it");
    assert!(room.seat_of_program(&id, &invited, "bob").is_ok_and(|seat| seat.is_some()));
    assert!(room.seat(&id, &invited, "bob").is_ok_and(|seat| seat.is_some()), "he may look");
    let line = own.line().expect("a program's");
    assert!(!line.has_come() && !line.is_cut());
    let first = line.connect(None, 0).expect("its line");
    assert_eq!(line.connect(None, 2).err(), Some(LineRefused::Ahead));
    let second = line.connect(None, 0).expect("its line");
    assert_eq!(first.say("{}"), Err(LineRefused::TakenOver));
    drop(first);
    assert!(!line.is_cut(), "another connection has it");
    drop(second);
    assert!(line.has_come() && line.is_cut());
    line.connect(None, 0).expect("its line").quit();
    assert_eq!(line.connect(None, 0).err(), Some(LineRefused::Over));
    let end = until("it ends", || own.board().now().end.clone());
    assert_eq!(end.reason.to(Lang::En), "left the game: it closed its line");
}

#[test]
fn a_program_has_the_clock_that_is_asked_for_and_is_to_play_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = room(folder.path(), 9);
    let fast = "move=50ms".parse().expect("a clock");
    let by_program = PlayWish { by_program: true, ..wish("tictactoe", Seat::First) };
    let short = PlayWish { clock: fast, ..by_program.clone() };
    assert_eq!(room.begin("ann", 1, &short), Err(PlayRefused::NoTime), "a person plays there too");
    let alone = PlayWish { rival: Rival::Oneself, ..by_program.clone() };
    assert!(matches!(room.begin("ann", 1, &alone), Err(PlayRefused::Setup(_))));
    let programs = PlayWish { rival: Rival::Program, ..short };
    let Invitation { id, key } = room.begin("ann", 1, &programs).expect("a table of programs");
    let own = room.seat(&id, &key, "ann").expect("hers").expect("a game");
    own.leave().expect("nobody else is there");
    until("it ends", || own.board().now().end.clone());
    let clock: Clock = "move=9s".parse().expect("a clock");
    let (id, [first, second]) = seats(&room, &PlayWish { clock, ..by_program });
    first.line().expect("a program's").connect(None, 0).expect("its line").quit();
    until("it ends", || second.board().now().end.clone());
    let record = std::fs::read_to_string(room.record(&id).expect("a record")).expect("a record");
    let clock = Clock { start: Some(Duration::from_secs(30)), ..clock };
    assert!(record.contains(&clock.to_string()), "{record}");
    // The person asks for it: the program is led to the other seat.
    let begun = room.again(&second, "bob", 1, true).expect("a game");
    let own = room.seat(&begun.id, &begun.key, "bob").expect("his").expect("a game");
    assert!(own.seat() == Seat::First && own.line().is_none());
    let led = first.next().expect("led there");
    assert_eq!(room.seat(&led.id, &led.key, "ann").err(), Some(PlayRefused::OfProgram));
    let seat = room.seat_of_program(&led.id, &led.key, "ann").expect("hers").expect("a game");
    assert!(seat.line().is_some());
}

/// A room in this folder in which a line may be cut for so long.
fn site(folder: &std::path::Path, longest_cut: Duration) -> Arc<PlayRoom> {
    let conditions = Conditions::of(Sandbox::off());
    let mut room = PlayRoom::open(folder.join("play"), conditions, "leitai".into(), 9).expect("a folder");
    room.longest_cut = longest_cut;
    Arc::new(room)
}

#[test]
fn a_site_that_was_started_anew_waits_for_its_program_and_nobody_pays() {
    let second = Duration::from_secs(1);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let heard = |held: &mut LineHeld, count: usize| {
        runtime.block_on(async {
            let mut lines = Vec::new();
            while lines.len() < count {
                lines.push(held.next().await.expect("a line").to_string());
            }
            lines
        })
    };
    for comes_back in [true, false] {
        let folder = tempfile::tempdir().expect("a folder");
        let before = site(folder.path(), second);
        let clock = "move=3s".parse().expect("a clock");
        let wish = PlayWish { by_program: true, clock, ..wish("tictactoe", Seat::First) };
        let (id, [first, person]) = seats(&before, &wish);
        let keys =
            [&first, &person].map(|seat| seat.game.seats[seat.seat()].as_ref().expect("a seat").key.clone());
        let mut held = first.line().expect("a program's").connect(None, 0).expect("its line");
        let hello = heard(&mut held, 1);
        held.say(r#"{"type":"ready","name":"stays"}"#).expect("it is held");
        heard(&mut held, 2);
        held.say(r#"{"type":"play","moves":["4"]}"#).expect("it is held");
        until("a ply", || Some(person.board().now()).filter(|it| it.plies == 1));
        person.act(person.board().now().version, "0").expect("a line");
        assert_eq!(heard(&mut held, 3)[2], r#"{"type":"turn","left":[null,null]}"#);
        before.tidy(true).expect("a folder");
        until("it rests", || crate::locked::locked(&person.game.over).is_some().then_some(()));
        drop(held);
        // The site is away for longer than a turn may take.
        thread::sleep(3 * second);
        let again = site(folder.path(), second);
        assert_eq!(again.stand_again().expect("a folder"), (1, Vec::new()));
        let program = again.seat_of_program(&id, &keys[0], "ann").expect("hers").expect("a game");
        let person = again.seat(&id, &keys[1], "bob").expect("his").expect("a game");
        let line = program.line().expect("a program's");
        assert!(line.is_cut() && !line.has_come());
        assert_eq!(person.other_program(), Some(OtherProgram::Away));
        if comes_back {
            assert_eq!(line.connect(None, 6).err(), Some(LineRefused::Another), "of another conversation");
            let mut held = line.connect(Some(0), 6).expect("its line");
            assert_eq!((held.heard(), held.answered()), (0, 1));
            assert_eq!(heard(&mut held, 1), hello, "from the first line");
            held.say(r#"{"type":"ready","name":"stays"}"#).expect("it is held");
            let all = heard(&mut held, 4);
            assert!(all[1].contains("first 4") && all[2].contains("second 0"), "{all:?}");
            held.say(r#"{"type":"play","moves":["8"]}"#).expect("it is held");
            until("a ply", || Some(person.board().now()).filter(|it| it.plies == 3));
            person.resign().expect("a line");
        }
        let end = until("it ends", || person.board().now().end.clone());
        let said = if comes_back { "resigned" } else { "left the game: its line was cut for 1 s" };
        assert_eq!(end.reason.to(Lang::En), said);
        let text = std::fs::read_to_string(again.record(&id).expect("a record")).expect("text");
        let record = Record::read(&text).unwrap_or_else(|why| panic!("{why}"));
        Replay::open(record).and_then(Replay::verify).unwrap_or_else(|why| panic!("{why}\n{text}"));
        assert!(!text.contains("given back"), "nothing ran meanwhile: {text}");
        assert_eq!(site(folder.path(), second).stand_again().expect("a folder").0, 0);
    }
}
