//! Games of people that stand again after the site was started anew, turns that are taken back, and draws.

use super::tests::{plays, room, seats, until, wish};
use super::*;
use crate::locked::locked;
use leitai_catalog::{GAMES, Replay};
use leitai_core::{Lang, Record, Seat};
use std::path::Path;
use std::sync::Arc;

/// The room of another process in the same folder.
fn started_anew(folder: &Path, stood: usize) -> Arc<PlayRoom> {
    let room = room(folder, 9);
    assert_eq!(room.stand_again().expect("a folder"), (stood, Vec::new()));
    room
}

/// Every game is played on over many stops and kills of the site: whoever has a seat has it still, no act is lost that was
/// shown, none is played twice, and the record verifies.
#[test]
fn games_stand_again_when_the_site_is_started_anew() {
    let mut stops = 0;
    for game in GAMES {
        let folder = tempfile::tempdir().expect("a folder");
        let mut site = room(folder.path(), 9);
        let wish = wish(game.facts().id, Seat::First);
        let (id, both) = seats(&site, &wish);
        let keys =
            both.each_ref().map(|seat| seat.game.seats[seat.seat()].as_ref().expect("a seat").key.clone());
        let mut both = both;
        let mut acts = 0;
        let table = folder.path().join(format!("play/{id}.table"));
        let mut kept = None;
        let end = loop {
            until("somebody is asked", || {
                both.iter()
                    .any(|seat| !seat.board().now().choices.is_empty() || seat.board().now().end.is_some())
                    .then_some(())
            });
            let Some(seat) = both.iter().find(|seat| !seat.board().now().choices.is_empty()) else {
                if let Some(end) = both[0].board().now().end.clone() {
                    break end;
                }
                continue;
            };
            acts += 1;
            kept = kept.or_else(|| std::fs::read(&table).ok());
            let shown = seat.board().now();
            if acts % 9 == 4 && acts < 60 {
                site.tidy(true).expect("a folder");
                until("it rests", || locked(&seat.game.over).is_some().then_some(()));
                let before = both.each_ref().map(|seat| seat.board().now());
                site = started_anew(folder.path(), 1);
                stops += 1;
                both = [0, 1].map(|i| {
                    site.seat(&id, &keys[i], ["ann", "bob"][i]).expect("still theirs").expect("a game")
                });
                for (seat, before) in both.iter().zip(before) {
                    let now =
                        until("it is shown", || Some(seat.board().now()).filter(|now| now.scene.is_some()));
                    // The rest of the scene says how pieces came there, which a page shows that saw them come.
                    let pieces = |shown: &SeatShown| {
                        let mut all: Vec<_> = shown
                            .scene
                            .iter()
                            .flat_map(|scene| &scene.pieces)
                            .map(|piece| piece.at)
                            .collect();
                        all.sort_unstable();
                        all
                    };
                    assert_eq!((now.plies, pieces(&now)), (before.plies, pieces(&before)), "{game}");
                    assert_eq!(now.choices, before.choices, "{game}");
                    assert!(now.version > before.version);
                    // What was sent to the board of before names none of now.
                    let choice = before.choices.first().map_or("", |choice| &choice.text);
                    seat.act(before.version, choice).expect("a line");
                }
                assert!(site.seat(&id, &keys[0], "bob").is_err());
                continue;
            }
            if acts > 150 {
                both[0].offer_draw().expect("a person");
                both[1].offer_draw().expect("agreed");
                let end = until("it ends", || both[0].board().now().end.clone());
                break end;
            }
            seat.act(shown.version, &shown.choices[acts % shown.choices.len()].text).expect("a line");
            until("played", || (seat.board().now().version > shown.version).then_some(()));
        };
        assert!(!end.is_broken_off, "{game}: {}", end.reason.to(Lang::En));
        let path = site.record(&id).expect("a record");
        // As if the site had been killed between the end and the keeping of its record.
        std::fs::rename(&path, path.with_extension("part")).expect("ours");
        std::fs::write(&table, kept.expect("it was there")).expect("ours");
        started_anew(folder.path(), 0);
        assert!(!table.exists(), "{game}: the table is over");
        let text = std::fs::read_to_string(&path).expect("a record");
        let record = Record::read(&text).unwrap_or_else(|why| panic!("{game}: {why}"));
        Replay::open(record).and_then(Replay::verify).unwrap_or_else(|why| panic!("{game}: {why}\n{text}"));
        started_anew(folder.path(), 0);
    }
    assert!(stops > 3 * GAMES.len(), "{stops}");
}

#[test]
fn a_turn_is_taken_back_when_the_other_side_consents() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = room(folder.path(), 9);
    let (id, [first, second]) = seats(&room, &wish("hex", Seat::First));
    // One board shows a turn a moment later than the other.
    let both_show = |plies| {
        until("both boards show it", || {
            [&first, &second].iter().all(|seat| seat.board().now().plies == plies).then_some(())
        });
    };
    assert_eq!(first.take_back(), Err(PlayRefused::NoTurn));
    plays(&first, 3);
    plays(&second, 5);
    plays(&first, 7);
    both_show(3);
    // First asks, Second declines; the turn stands.
    first.take_back().expect("asked");
    assert_eq!(second.offers().back, Some(Seat::First));
    second.decline();
    assert_eq!(second.offers(), SeatOffers::default());
    assert_eq!(first.board().now().plies, 3);
    // Second consents to another try.
    first.take_back().expect("asked");
    second.take_back().expect("agreed");
    both_show(2);
    assert!(!first.board().now().choices.is_empty() && second.board().now().choices.is_empty());
    plays(&first, 9);
    both_show(3);
    second.take_back().expect("asked");
    first.take_back().expect("agreed");
    both_show(1);
    first.offer_draw().expect("offered");
    assert_eq!(second.offers().draw, Some(Seat::First));
    plays(&second, 2);
    both_show(2);
    second.offer_draw().expect("agreed: First has not moved since");
    let end = until("it ends", || first.board().now().end.clone());
    assert_eq!((end.winner, end.is_broken_off), (None, false));
    assert_eq!(first.offer_draw(), Err(PlayRefused::Ended));
    let text = std::fs::read_to_string(room.record(&id).expect("a record")).expect("text");
    assert_eq!(text.matches("\"type\":\"back\"").count(), 2);
    let record = Record::read(&text).expect("a record");
    Replay::open(record).and_then(Replay::verify).unwrap_or_else(|why| panic!("{why}\n{text}"));
}

#[test]
fn a_layout_cannot_be_taken_back_and_a_slip_within_a_turn_can() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = room(folder.path(), 9);
    let alone = |game: &str| PlayWish { rival: Rival::Oneself, ..wish(game, Seat::First) };
    let begins = |game: &str| {
        let Invitation { id, key } = room.begin("ann", 9, &alone(game)).expect("a table");
        room.seat(&id, &key, "ann").expect("hers").expect("a game")
    };
    // Two stones a turn: after the first of Second's it is taken back alone.
    let first = begins("connect6");
    plays(&first, 0);
    let second = TakenSeat { game: Arc::clone(&first.game), seat: Seat::Second };
    plays(&second, 1);
    assert_eq!(second.board().now().plies, 1);
    let stones = |seat: &TakenSeat| seat.board().now().scene.as_ref().map(|scene| scene.pieces.len());
    assert_eq!(stones(&second), Some(2));
    second.take_back().expect("it is one's own");
    until("one stone is left", || (stones(&second) == Some(1)).then_some(()));
    let laid = begins("einstein");
    (0..6).for_each(|n| plays(&laid, n));
    laid.take_back().expect("asked");
    let why = until("it is refused", || laid.board().now().refused.clone());
    assert!(why.to(Lang::En).contains("layout"), "{}", why.to(Lang::En));
}

/// What is left of tables that are over, or cannot be read, makes no game and loses none.
#[test]
fn only_games_that_went_on_stand_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = room(folder.path(), 9);
    let tables = || {
        let files = std::fs::read_dir(folder.path().join("play")).expect("a folder").flatten();
        files.filter(|file| file.path().extension().is_some_and(|ending| ending == "table")).count()
    };
    // Somebody comes to a table that its first player has left.
    let Invitation { id, key } = site.begin("ann", 9, &wish("hex", Seat::First)).expect("a table");
    let own = site.seat(&id, &key, "ann").expect("hers").expect("a game");
    let invited = own.invites().expect("free").to_owned();
    assert_eq!(tables(), 1);
    own.leave().expect("nobody else is there");
    until("it ends", || own.board().now().end.clone());
    assert!(site.seat(&id, &invited, "bob").expect("free").is_some());
    assert_eq!(tables(), 0, "the game is over");
    // The site is killed after a game was kept, and before its table was removed.
    let (over, [first, second]) = seats(&site, &wish("tictactoe", Seat::First));
    let file = |id: &str| folder.path().join("play").join(format!("{id}.table"));
    let kept = std::fs::read(file(&over)).expect("a table");
    plays(&first, 4);
    second.resign().expect("a line");
    until("it ends", || first.board().now().end.clone());
    let record = std::fs::read(site.record(&over).expect("a record")).expect("bytes");
    std::fs::write(file(&over), kept).expect("our folder");
    // One goes on, and another's file is damaged.
    let (goes_on, [first, _]) = seats(&site, &wish("hex", Seat::First));
    plays(&first, 1);
    let Invitation { id: damaged, key } = site.begin("cid", 1, &wish("hex", Seat::Second)).expect("a table");
    let other = site.seat(&damaged, &key, "cid").expect("his").expect("a game");
    site.tidy(true).expect("a folder");
    until("they rest", || {
        [&first, &other].iter().all(|seat| locked(&seat.game.over).is_some()).then_some(())
    });
    std::fs::write(file(&damaged), "{").expect("our folder");
    let site = room(folder.path(), 9);
    let (stood, refused) = site.stand_again().expect("a folder");
    assert_eq!((stood, refused.len()), (1, 1));
    assert!(refused[0].to(Lang::En).starts_with(&format!("table {damaged}: ")), "{refused:?}");
    assert!(!file(&over).exists() && file(&damaged).exists() && file(&goes_on).exists());
    assert_eq!(std::fs::read(site.record(&over).expect("still there")).expect("bytes"), record);
}
