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
    PlayWish { game, options: Vec::new(), rival: Rival::Person, seat, names }
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
