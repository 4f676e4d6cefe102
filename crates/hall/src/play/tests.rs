//! Two people with boards of their own play every game to its end, by the acts that are offered; what is sent twice, too
//! late or by somebody else is not played.

use super::*;
use leitai_arena::Conditions;
use leitai_catalog::{GAMES, Replay};
use leitai_core::{Lang, Record, Seat};
use leitai_sandbox::Sandbox;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

fn room(folder: &Path, most: usize) -> Arc<PlayRoom> {
    let conditions = Conditions::of(Sandbox::off());
    Arc::new(PlayRoom::open(folder.join("play"), conditions, "leitai".into(), most).expect("a folder"))
}

fn wish(game: &str, seat: Seat) -> PlayWish {
    let game = leitai_catalog::find(game).expect("a game");
    let names = ["Ann".to_owned(), "Bob".to_owned()];
    PlayWish { game, options: Vec::new(), rival: Rival::Person, seat, by_program: false, names }
}

/// Both seats of a new game.
fn seats(room: &Arc<PlayRoom>, wish: &PlayWish) -> (String, [TakenSeat; 2]) {
    let Invitation { id, key } = room.begin("ann", 1, wish).unwrap_or_else(|why| panic!("{why}"));
    let own = room.seat(&id, &key, "ann").expect("her seat").expect("a game");
    let key = own.invites().expect("nobody sits there yet").to_owned();
    let other = room.seat(&id, &key, "bob").expect("his seat").expect("a game");
    assert_eq!(own.invites(), None, "taken");
    (id, if wish.seat == Seat::First { [own, other] } else { [other, own] })
}

/// Waits until it is so.
fn until<T>(what: &str, mut so: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = so() {
            return found;
        }
        assert!(began.elapsed() < Duration::from_mins(2), "{what}");
        thread::sleep(Duration::from_micros(200));
    }
}

/// Plays a game by acts drawn from those that are offered; returns how it ended, on both boards.
fn played(seats: &[TakenSeat; 2]) -> SeatEnd {
    let (mut drawn, mut last) = (7_u64, [u64::MAX; 2]);
    until("the game is not over", || {
        for seat in seats {
            let shown = seat.board().now();
            if shown.choices.is_empty() || last[seat.seat()] == shown.version {
                continue;
            }
            drawn = drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choice = &shown.choices[(drawn >> 33) as usize % shown.choices.len()];
            seat.act(shown.version, &choice.text).expect("a line");
            last[seat.seat()] = shown.version;
        }
        let ends = seats.each_ref().map(|seat| seat.board().now().end.clone());
        let [Some(first), Some(second)] = ends else { return None };
        assert_eq!(first, second, "both hear the same");
        Some(first)
    })
}

#[test]
fn two_people_play_every_game_to_its_end_and_its_record_verifies() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = room(folder.path(), 99);
    for game in GAMES {
        let id = game.facts().id;
        let (address, seats) = seats(&room, &wish(id, Seat::Second));
        let end = played(&seats);
        assert!(!end.is_broken_off, "{id}: {}", end.reason.to(Lang::En));
        let path = room.record(&address).unwrap_or_else(|| panic!("{id}: no record"));
        let text = std::fs::read_to_string(path).expect("a record");
        let record = Record::read(&text).unwrap_or_else(|why| panic!("{id}: {why}"));
        let ended = Replay::open(record).and_then(Replay::verify).unwrap_or_else(|why| panic!("{id}: {why}"));
        assert_eq!(ended.winner, end.winner, "{id}");
    }
}

#[test]
fn what_is_sent_twice_or_too_late_is_not_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = room(folder.path(), 1);
    let (_, [first, second]) = seats(&room, &wish("tictactoe", Seat::First));
    let at = |seat: &TakenSeat, plies| {
        until("a ply", || Some(seat.board().now()).filter(|it| it.plies == plies && it.scene.is_some()))
    };
    let shown = at(&first, 0);
    let act = &shown.choices[0].text;
    first.act(shown.version, act).expect("a line");
    // The same click twice, and an act of who is not on turn.
    first.act(shown.version, &shown.choices[1].text).expect("a line");
    let other = at(&second, 1);
    second.act(other.version, act).expect("a line");
    let refused = until("refused", || second.board().now().refused.clone());
    assert!(refused.to(Lang::En).starts_with("Illegal"), "{}", refused.to(Lang::En));
    assert!(refused.to(Lang::Zh).starts_with("不能这样走"), "{}", refused.to(Lang::Zh));
    second.act(second.board().now().version, "nowhere").expect("a line");
    until("not understood", || {
        second.board().now().refused.clone().filter(|why| why.to(Lang::En).contains("expected"))
    });
    assert_eq!((first.board().now().plies, second.board().now().plies), (1, 1), "played once");
    let legal = &second.board().now().choices[0];
    second.act(second.board().now().version, &legal.text).expect("a line");
    assert_eq!(at(&first, 2).refused, None);
    for bad in ["a1\nresign", &"x".repeat(2001)] {
        assert_eq!(first.act(0, bad), Err(PlayRefused::NoAct));
    }
    first.resign().expect("a line");
    let end = until("it ends", || second.board().now().end.clone());
    assert_eq!((end.winner, end.is_broken_off), (Some(Seat::Second), false));
}

#[test]
fn a_seat_is_of_who_took_it_and_tables_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = room(folder.path(), 2);
    let wish = wish("hex", Seat::First);
    let Invitation { id, key } = room.begin("ann", 1, &wish).expect("a table");
    assert_eq!(room.begin("ann", 1, &wish), Err(PlayRefused::Enough(1)));
    assert!(room.begin("bob", 1, &wish).is_ok(), "another person");
    assert_eq!(room.begin("cid", 1, &wish), Err(PlayRefused::Full));
    assert!(room.seat(&id, "wrong", "ann").expect("no seat").is_none());
    assert!(room.seat("../x", &key, "ann").expect("no seat").is_none());
    let invited =
        room.seat(&id, &key, "ann").expect("hers").expect("a game").invites().expect("free").to_owned();
    assert!(room.seat(&id, &invited, "bob").is_ok());
    assert_eq!(room.seat(&id, &invited, "cid").err(), Some(PlayRefused::Taken));
    assert_eq!(room.seat(&id, &key, "bob").err(), Some(PlayRefused::Taken));
    let seat = room.seat(&id, &key, "ann").expect("hers").expect("a game");
    seat.leave().expect("a line");
    let end = until("it ends", || seat.board().now().end.clone());
    assert!(end.is_broken_off && room.record(&id).is_none());
    assert!(room.begin("ann", 1, &wish).is_ok(), "there is room again");
    room.tidy(true).expect("a folder");
    until("all are broken off", || room.begin("dan", 1, &wish).ok());
}

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
    for (turn, time) in [
        // The control: all of it is thinking.
        (plain, Some(500..5000)),
        (FirstTurn { cut: ms(450), ..plain }, Some(0..300)),
        (FirstTurn { way: Some(ms(400)), ..plain }, Some(90..350)),
        // No way is longer than a second.
        (FirstTurn { way: Some(ms(5000)), thinks: ms(1200), ..plain }, Some(190..1000)),
        (FirstTurn { cut: ms(1600), thinks: ms(1600), ..plain }, None),
    ] {
        let wish = PlayWish { by_program: true, ..wish("tictactoe", Seat::First) };
        let (id, [first, second]) = seats(&room, &wish);
        let line = Arc::clone(first.line().expect("a program's"));
        assert_eq!(first.act(0, "a1"), Err(PlayRefused::OfProgram));
        let mut held = line.connect(0).expect("its line");
        heard(&mut held, "hello");
        held.say(r#"{"type":"ready"}"#).expect("it is held");
        heard(&mut held, "turn");
        let began = Instant::now();
        turn.way.inspect(|way| held.measured(*way));
        if !turn.cut.is_zero() {
            drop(held);
            thread::sleep(turn.cut);
            match line.connect(3) {
                Ok(again) => held = again,
                Err(why) => {
                    assert_eq!((why, time), (LineRefused::Over, None));
                    let end = until("it ends", || second.board().now().end.clone());
                    assert_eq!(end.winner, Some(Seat::Second));
                    assert_eq!(end.reason.to(Lang::En), "left the game: its line was cut for 1 s");
                    assert_eq!(end.reason.to(Lang::Zh), "程序中途退出：线路中断已 1 秒");
                    continue;
                }
            }
        }
        thread::sleep(turn.thinks.saturating_sub(began.elapsed()));
        held.say(r#"{"type":"play","moves":["4"]}"#).expect("it is held");
        until("a ply", || Some(second.board().now()).filter(|it| it.plies == 1));
        second.resign().expect("a line");
        until("it ends", || second.board().now().end.clone());
        let text = std::fs::read_to_string(room.record(&id).expect("a record")).expect("text");
        let record = Record::read(&text).unwrap_or_else(|why| panic!("{why}"));
        Replay::open(record).and_then(Replay::verify).unwrap_or_else(|why| panic!("{why}"));
        let lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        let us = lines.filter(|line| line["type"] == "play").find_map(|line| line["us"].as_u64());
        let time = time.expect("it goes on");
        assert!(us.is_some_and(|us| time.contains(&(us / 1000))), "{us:?} of {time:?}: {text}");
        assert_eq!(text.contains("given back"), time.start < 500, "{text}");
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
    let first = line.connect(0).expect("its line");
    assert_eq!(line.connect(2).err(), Some(LineRefused::Ahead));
    let second = line.connect(0).expect("its line");
    assert_eq!(first.say("{}"), Err(LineRefused::TakenOver));
    drop(first);
    assert!(!line.is_cut(), "another connection has it");
    drop(second);
    assert!(line.has_come() && line.is_cut());
    line.connect(0).expect("its line").quit();
    assert_eq!(line.connect(0).err(), Some(LineRefused::Over));
    let end = until("it ends", || own.board().now().end.clone());
    assert_eq!(end.reason.to(Lang::En), "left the game: it closed its line");
}
