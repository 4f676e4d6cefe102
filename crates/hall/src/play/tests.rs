//! Two people with boards of their own play every game to its end, by the acts that are offered; what is sent twice, too
//! late or by somebody else is not played. Their manners: clocks, leaving, claiming, playing again, waiting for a table.

use super::*;
use leitai_arena::Conditions;
use leitai_catalog::{GAMES, Replay};
use leitai_core::{Clock, Fault, Lang, Record, Seat, VerdictName};
use leitai_sandbox::Sandbox;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

pub(super) fn room(folder: &Path, most: usize) -> Arc<PlayRoom> {
    let conditions = Conditions::of(Sandbox::off());
    Arc::new(PlayRoom::open(folder.join("play"), conditions, "leitai".into(), most).expect("a folder"))
}

pub(super) fn wish(game: &str, seat: Seat) -> PlayWish {
    let game = leitai_catalog::find(game).expect("a game");
    let names = ["Ann".to_owned(), "Bob".to_owned()];
    PlayWish {
        game,
        options: Vec::new(),
        opening: None,
        rival: Rival::Person,
        clock: Clock::NONE,
        seat,
        by_program: false,
        names,
    }
}

/// Both seats of a new game.
pub(super) fn seats(room: &Arc<PlayRoom>, wish: &PlayWish) -> (String, [TakenSeat; 2]) {
    let Invitation { id, key } = room.begin("ann", 1, wish).unwrap_or_else(|why| panic!("{why}"));
    let own = room.seat(&id, &key, "ann").expect("her seat").expect("a game");
    let key = own.invites().expect("nobody sits there yet").to_owned();
    let other = room.seat(&id, &key, "bob").expect("his seat").expect("a game");
    assert_eq!(own.invites(), None, "taken");
    (id, if wish.seat == Seat::First { [own, other] } else { [other, own] })
}

/// The act of that number, of those that are listed now, once there are any.
pub(super) fn plays(seat: &TakenSeat, number: usize) {
    let shown = until("its turn", || Some(seat.board().now()).filter(|it| !it.choices.is_empty()));
    seat.act(shown.version, &shown.choices[number % shown.choices.len()].text).expect("a line");
    until("played", || (seat.board().now().version > shown.version).then_some(()));
}

/// Waits until it is so.
pub(super) fn until<T>(what: &str, mut so: impl FnMut() -> Option<T>) -> T {
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

#[test]
fn a_clock_of_people_runs_and_ends_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = room(folder.path(), 9);
    let clock = |text: &str| PlayWish { clock: text.parse().expect("a clock"), ..wish("hex", Seat::First) };
    for short in ["game=9s", "game=1m,move=1s"] {
        assert_eq!(room.begin("ann", 9, &clock(short)), Err(PlayRefused::NoTime), "{short}");
    }
    let began = Instant::now();
    let (address, [first, second]) = seats(&room, &clock("start=1s,move=3s,game=10s,inc=2s"));
    plays(&first, 0);
    let shown = until("second's clock runs", || {
        Some(first.board().now()).filter(|it| it.clocks[Seat::Second].asked.is_some())
    });
    let [own, other] = shown.clocks;
    assert!(own.asked.is_none() && own.left > Some(Duration::from_secs(10)), "{own:?}");
    assert_eq!(other.left, Some(Duration::from_secs(10)));
    let end = until("time is up", || second.board().now().end.clone());
    assert_eq!((end.winner, end.is_broken_off), (Some(Seat::First), false));
    assert!(end.reason.to(Lang::En).contains("of 3.00 s for a move"), "{}", end.reason.to(Lang::En));
    assert!(began.elapsed() >= Duration::from_secs(3));
    let record = std::fs::read_to_string(room.record(&address).expect("a record")).expect("a record");
    assert!(
        record.contains("move=3s,game=10s,inc=2s") && !record.contains("start=1s,move=3s,game=10s"),
        "{record}"
    );
}

#[test]
fn a_game_between_people_is_left_before_the_second_ply_or_has_a_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = room(folder.path(), 9);
    let (_, [first, second]) = seats(&room, &wish("hex", Seat::First));
    plays(&first, 0);
    assert!(second.may_leave());
    second.leave().expect("it does not count yet");
    assert!(until("it ends", || first.board().now().end.clone()).is_broken_off);
    let (_, [first, second]) = seats(&room, &wish("hex", Seat::First));
    plays(&first, 0);
    plays(&second, 0);
    for seat in [&first, &second] {
        assert!(!seat.may_leave());
        assert_eq!(seat.leave(), Err(PlayRefused::Counts));
    }
    first.resign().expect("a line");
    assert_eq!(until("it ends", || second.board().now().end.clone()).winner, Some(Seat::Second));
}

#[test]
fn who_was_away_for_a_minute_loses_what_the_other_claims() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = room(folder.path(), 9);
    let (id, [first, second]) = seats(&room, &wish("hex", Seat::First));
    let away = |seat: &TakenSeat, seconds| {
        let far = seat.game.seats[seat.seat()].as_ref().expect("a person");
        let then = Instant::now().checked_sub(Duration::from_secs(seconds)).expect("the machine runs longer");
        *crate::locked::locked(&far.looked) = then;
    };
    until("it begins", || second.board().now().scene.clone());
    until("first is asked", || (!first.board().now().choices.is_empty()).then_some(()));
    assert!(second.other_away().is_none(), "here");
    assert_eq!(second.claim(), Err(PlayRefused::NotAway));
    // A page without script is not heard of while its reader thinks.
    away(&first, 61);
    assert!(second.other_away().is_some_and(|away| !away.may_be_claimed()));
    first.follows();
    away(&first, 50);
    assert!(second.other_away().is_some_and(|away| !away.may_be_claimed()));
    assert_eq!(second.claim(), Err(PlayRefused::NotAway));
    // Only whoever is to move is waited for.
    away(&second, 90);
    assert!(first.other_away().is_none());
    away(&first, 61);
    second.claim().expect("away for a minute");
    let end = until("it ends", || second.board().now().end.clone());
    assert_eq!((end.winner, end.is_broken_off), (Some(Seat::Second), false));
    assert!(end.reason.to(Lang::En).contains("away"), "{}", end.reason.to(Lang::En));
    let path = until("it is kept", || room.record(&id));
    let record = Record::read(&std::fs::read_to_string(path).expect("a record")).expect("a record");
    let ended = Replay::open(record).and_then(Replay::verify).expect("it verifies");
    assert_eq!((ended.verdict, ended.winner), (VerdictName::Fault(Fault::Absent), Some(Seat::Second)));
}

#[test]
fn the_same_is_played_again_by_whoever_asks_and_the_other_is_led_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = room(folder.path(), 9);
    let (_, [first, second]) = seats(&room, &wish("hex", Seat::First));
    assert_eq!(room.again(&first, "ann", 1, true), Err(PlayRefused::Runs));
    first.resign().expect("a line");
    until("it ends", || second.board().now().end.clone());
    assert_eq!(first.next(), None);
    let news = first.board().news();
    let begun = room.again(&second, "bob", 1, true).expect("a game");
    assert!(first.board().news() > news, "told at once");
    let led = first.next().expect("led there");
    assert_eq!((&led.id, second.next().as_ref()), (&begun.id, Some(&begun)));
    assert_eq!(room.again(&first, "ann", 1, true), Ok(led.clone()), "the same game, whatever was asked for");
    let [bob, ann] = [(&begun, "bob"), (&led, "ann")]
        .map(|(seat, owner)| room.seat(&seat.id, &seat.key, owner).expect("a seat").expect("a game"));
    assert_eq!((bob.seat(), ann.seat()), (Seat::First, Seat::Second));
    assert_eq!(bob.seated().each_ref().map(|it| it.name.as_str()), ["Bob", "Ann"]);
}

#[test]
fn who_finds_no_table_waits_and_is_not_overtaken() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = room(folder.path(), 1);
    let wish = wish("hex", Seat::First);
    let leaves = |owner: &str, begun: &Invitation| {
        let seat = room.seat(&begun.id, &begun.key, owner).expect("a seat").expect("a game");
        seat.leave().expect("a line");
        until("it ends", || seat.board().now().end.clone());
    };
    let begun = room.begin("ann", 1, &wish).expect("a table");
    let [bob, cid] = ["bob", "cid"].map(|who| room.queue_up(who, 1, &wish).expect("a place"));
    assert_eq!(room.queue_up("bob", 1, &wish), Ok(bob.clone()), "the same place");
    let asks = |ticket: &str, who: &str| room.queued(ticket, who).map(|place| place.expect("a place"));
    assert_eq!(asks(&bob, "bob"), Some(QueuePlace::Behind(0)));
    assert_eq!(asks(&bob, "cid"), None, "not theirs");
    assert_eq!(asks(&cid, "cid"), Some(QueuePlace::Behind(1)));
    leaves("ann", &begun);
    assert_eq!(room.begin("ann", 1, &wish), Err(PlayRefused::Full), "others wait");
    assert_eq!(asks(&cid, "cid"), Some(QueuePlace::Behind(1)));
    let Some(QueuePlace::Begun(begun)) = asks(&bob, "bob") else { panic!("it is free") };
    assert_eq!(asks(&bob, "bob"), None, "used");
    assert_eq!(asks(&cid, "cid"), Some(QueuePlace::Behind(0)));
    leaves("bob", &begun);
    assert!(room.begin("cid", 1, &wish).is_ok(), "whoever is next begins without the ticket too");
    assert_eq!(asks(&cid, "cid"), None, "used");
    let bad = PlayWish { opening: Some("x".to_owned()), ..wish.clone() };
    assert!(matches!(room.queue_up("dan", 1, &bad), Err(PlayRefused::Setup(_))), "never a table for this");
}

#[test]
fn a_game_begins_from_acts_or_a_position_or_says_what_is_wrong_with_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = room(folder.path(), 9);
    let from =
        |game: &str, opening: &str| PlayWish { opening: Some(opening.to_owned()), ..wish(game, Seat::First) };
    let (address, both) = seats(&room, &from("tictactoe", "4 0"));
    let shown = until("it begins", || Some(both[0].board().now()).filter(|it| !it.choices.is_empty()));
    assert_eq!(shown.choices.len(), 7);
    assert!(!played(&both).is_broken_off);
    let record = std::fs::read_to_string(room.record(&address).expect("a record")).expect("a record");
    Replay::open(Record::read(&record).expect("a record")).and_then(Replay::verify).expect("it verifies");
    for (game, opening, said) in [
        ("tictactoe", "4 z9", "act 2, `z9`"),
        ("tictactoe", "4 4", "illegal"),
        ("tictactoe", "0 1 3 4 6", "nothing is left to play"),
        ("tictactoe", "nonsense", "neither acts"),
        ("einstein", "a1", "secrets or dice"),
    ] {
        let Err(PlayRefused::Setup(why)) = room.begin("ann", 9, &from(game, opening)) else {
            panic!("{game}: {opening}");
        };
        assert!(why.to(Lang::En).contains(said), "{opening}: {}", why.to(Lang::En));
    }
}

#[test]
fn one_person_plays_both_sides_at_one_board_that_turns() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = room(folder.path(), 9);
    for game in ["tictactoe", "einstein"] {
        let wish = PlayWish { rival: Rival::Oneself, ..wish(game, Seat::Second) };
        let Invitation { id, key } = room.begin("ann", 1, &wish).expect("a table");
        let sits = || room.seat(&id, &key, "ann").expect("hers").expect("a game");
        assert!(sits().invites().is_none() && sits().may_leave());
        let mut met = [false; 2];
        let end = until("it ends", || {
            let seat = sits();
            let shown = seat.board().now();
            let Some(choice) = shown.choices.last() else { return shown.end.clone() };
            met[seat.seat()] = true;
            seat.act(shown.version, &choice.text).expect("a line");
            until("played", || (seat.board().now().version > shown.version).then_some(()));
            None
        });
        assert!(!end.is_broken_off && met == [true; 2], "{game}");
    }
}

#[test]
fn pieces_are_laid_out_by_one_click_until_the_first_is_laid_by_hand() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = room(folder.path(), 9);
    // The die lies there too.
    for (game, pieces, rest) in [("luzhanqi", 25, 0), ("einstein", 7, 1)] {
        let (_, [first, second]) = seats(&room, &wish(game, Seat::First));
        let tray = |seat: &TakenSeat| seat.board().now().scene.as_ref().map_or(99, |scene| scene.tray.len());
        until("it begins", || (tray(&first) == pieces && tray(&second) == pieces).then_some(()));
        first.lay_out().expect("a line");
        until("laid out", || (tray(&first) == rest).then_some(()));
        assert_eq!(first.board().now().layout, None);
        assert!(second.board().now().layout.is_some(), "{game}: still to be laid");
        // An act that is chosen while the other's layout is being shown is not played.
        until("laid by hand", || {
            plays(&second, 3);
            (tray(&second) < pieces).then_some(())
        });
        assert_eq!((second.board().now().layout.clone(), tray(&second)), (None, pieces - 1));
        assert!(!played(&[first, second]).is_broken_off, "{game}");
    }
    let (_, [first, _]) = seats(&room, &wish("hex", Seat::First));
    until("it begins", || first.board().now().scene.clone());
    assert_eq!(first.board().now().layout, None);
}
