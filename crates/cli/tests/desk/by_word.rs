//! What only some games have at a desk: dice that are entered, a referee who speaks, and rehearsals of both.

use super::{LEITAI, asked, desk, random, record, relays, setup, until, verify};
use leitai_arena::Launch;
use leitai_core::{Actor, Heading, Lang, Level, Seat, SheetName};
use leitai_hall::{Desk, DeskDeed, DeskMove, DeskShown, DeskState, Rehearsal};
use std::collections::VecDeque;
use std::thread;
use std::time::{Duration, Instant};

/// A die that was entered wrongly is entered anew, before the move is made; the move before it stays.
#[test]
fn a_wrong_die_is_corrected_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let setup = setup("einstein", Seat::First, random());
    let desk = desk(folder.path(), &setup);
    desk.begin().expect("a game");
    // Until the other side's die has been entered and its move has not.
    loop {
        assert!(asked(&desk));
        let shown = desk.shown();
        let last = shown.moves.last().map(|one| one.by);
        if shown.hand == Some(Actor::Seat(Seat::Second)) && last == Some(Actor::Chance) && shown.plies > 2 {
            break;
        }
        relays(&desk, 1);
    }
    let before = desk.shown();
    let (plies, dice) = before.back_to(before.moves.len() - 1);
    assert_eq!((plies, dice), (before.plies, true));
    let reason = "mistyped".to_owned();
    desk.deed(DeskDeed::Back { plies, dice, consent: false, penalty: None, reason }).expect("a game");
    until(&desk, "back", |now| (now.moves.len() + 1 == before.moves.len()).then_some(()));
    desk.deed(DeskDeed::Go).expect("a game");
    until(&desk, "asked for the die", |now| {
        (now.state == DeskState::Runs && now.hand == Some(Actor::Chance)).then_some(())
    });
    let now = desk.shown();
    assert_eq!((&now.moves[..], now.plies), (&before.moves[..before.moves.len() - 1], before.plies));
    assert_eq!(now.corrections, [0, 0], "nobody's");
    relays(&desk, 3);
    assert!(asked(&desk));
    desk.deed(DeskDeed::Resigns(desk.shown().seat.other())).expect("a game");
    until(&desk, "over", |now| (now.state == DeskState::Over).then_some(()));
    verify(record(&desk), "a wrong die");
}

/// In Phantom Go the clock of the side that tries runs until its try is legal, and while stones are taken off that of the side
/// that loses them; a try that is refused is no ply.
#[test]
fn s4_2_6_8_1_the_clocks_of_phantom_go_run_through_the_referees_words() {
    let folder = tempfile::tempdir().expect("a folder");
    // A player that does not pass at the beginning.
    let easy = Launch::built_in(LEITAI.into(), Level::Easy);
    let desk = desk(folder.path(), &setup("phantomgo", Seat::First, easy));
    desk.begin().expect("a game");
    let enters = |act: &str| {
        assert!(asked(&desk));
        let shown = desk.shown();
        desk.deed(DeskDeed::Play { version: shown.version, acts: act.to_owned() }).expect("a game");
        until(&desk, act, |now| {
            assert!(now.refused.is_none(), "{act}: {:?}", now.refused);
            (now.version > shown.version).then_some(())
        });
    };
    // Our try stands; where it cannot, by what was said before, it is refused, or takes.
    let permits = || {
        let ours =
            |now: &DeskShown| matches!(now.hand, Some(Actor::Arbiter | Actor::Seat(_))).then(|| now.clone());
        loop {
            let now = until(&desk, "a try", ours);
            if now.hand != Some(Actor::Arbiter) {
                return;
            }
            let words =
                ["legal", "done"].into_iter().find(|word| now.choices.iter().any(|one| one.text == *word));
            enters(words.unwrap_or(&now.choices[0].text));
        }
    };
    let used = |desk: &Desk| {
        let clocks = desk.shown().clocks;
        clocks.map(|clock| Duration::from_mins(15).saturating_sub(clock.left.expect("a limit")))
    };
    let pause = Duration::from_millis(300);
    let runs = |own: bool| {
        let running = until(&desk, "a clock", |now| {
            let running = now.clocks.map(|clock| clock.asked.is_some());
            (running != [false; 2]).then_some(running)
        });
        assert_eq!(running, [own, !own], "{:?}", desk.shown().moves);
        thread::sleep(pause);
    };
    // Ours has tried: its clock runs while the referee looks, and on through the next try.
    until(&desk, "a try", |now| (now.hand == Some(Actor::Arbiter)).then_some(()));
    runs(true);
    // On an empty board nothing is illegal.
    enters("legal");
    runs(false);
    assert_eq!(desk.shown().plies, 1);
    enters("stone");
    until(&desk, "a try", |now| (now.hand == Some(Actor::Arbiter)).then_some(()));
    runs(true);
    enters("illegal");
    until(&desk, "another try", |now| {
        (now.moves.len() == 6 && now.hand == Some(Actor::Arbiter)).then_some(())
    });
    assert_eq!(desk.shown().plies, 2, "a try that was refused is no ply");
    runs(true);
    permits();
    assert_eq!(desk.shown().plies, 3);
    for _ in 0..4 {
        enters("stone");
        permits();
    }
    let plies = desk.shown().plies;
    // They take one of ours: ours is charged from when that is said until it is off the board.
    enters("takes");
    runs(false);
    let taken =
        desk.shown().choices.iter().find(|one| one.text.starts_with("taken:")).expect("a stone").text.clone();
    enters(&taken);
    runs(true);
    enters("done");
    until(&desk, "our turn", |now| (now.plies == plies + 1).then_some(()));
    let ours = used(&desk)[0];
    assert!(ours >= 4 * pause && ours < 4 * pause + Duration::from_secs(4), "{ours:?}");
    desk.deed(DeskDeed::Resigns(desk.shown().seat.other())).expect("a game");
    until(&desk, "over", |now| (now.state == DeskState::Over).then_some(()));
    let record = record(&desk);
    let sheet =
        desk.setup().game.write_sheet(&record.clone().counted(), SheetName::National, &Heading::default());
    let sheet = sheet.expect("listed").expect("sound").text;
    assert!(sheet.contains("<legal>") && !sheet.contains("<illegal>"), "{sheet}");
    verify(record, "phantom go");
}

/// In Luzhanqi nobody can do anything while the referee says who fell, and the school's text counts his time in Phantom Go alone:
/// both clocks stand.
#[test]
fn both_clocks_of_luzhanqi_stand_while_the_referee_judges() {
    let folder = tempfile::tempdir().expect("a folder");
    let desk = desk(folder.path(), &setup("luzhanqi", Seat::First, random()));
    desk.begin().expect("a game");
    let shown = loop {
        assert!(asked(&desk));
        let shown = desk.shown();
        if shown.hand == Some(Actor::Arbiter) {
            break shown;
        }
        // Across the middle of the board, where pieces meet at once.
        let strikes = shown.choices.iter().position(|one| one.text == "F0G0");
        relays(&desk, strikes.unwrap_or(0));
    };
    let left = |shown: &DeskShown| shown.clocks.map(|clock| (clock.left, clock.asked));
    thread::sleep(Duration::from_millis(300));
    assert_eq!(left(&desk.shown()), left(&shown));
    assert_eq!(shown.clocks.map(|clock| clock.asked), [None; 2], "{:?}", shown.moves);
    relays(&desk, 0);
    until(&desk, "a clock runs again", |now| {
        (now.hand == Some(Actor::Arbiter) || now.clocks.iter().any(|clock| clock.asked.is_some()))
            .then_some(())
    });
}

/// Somebody who types what is said, and corrects what was wrong, finishes a rehearsal of every game that has secrets or dice, in
/// either seat; of games that rest, another process goes on halfway. Where a referee speaks he mistypes him once, and is told.
#[test]
fn games_with_secrets_and_dice_are_rehearsed() {
    thread::scope(|scope| {
        for (game, seat, most, rests) in [
            ("phantomgo", Seat::First, 30, 1),
            ("phantomgo", Seat::Second, 14, 1),
            ("luzhanqi", Seat::First, 24, 1),
            ("luzhanqi", Seat::Second, 10, 0),
            ("einstein", Seat::Second, 8, 0),
        ] {
            // Somebody who types mostly waits.
            scope.spawn(move || rehearses(game, seat, most, rests));
        }
    });
}

fn rehearses(game: &str, seat: Seat, most: u32, rests: u32) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut at_desk = desk(folder.path(), &setup(game, seat, random()));
    let mut rehearsal = Rehearsal::begin(&at_desk, Level::Random, 11).expect("it can be");
    at_desk.begin().expect("a game");
    let (mut heard, mut stops, mut due) = (0, 0, VecDeque::new());
    let (mut mistyped, mut told) = (None, None);
    let began = Instant::now();
    loop {
        let shown = at_desk.shown();
        assert!(
            began.elapsed() < Duration::from_mins(3),
            "{game} {seat}: {due:?} {:?} {:?}",
            shown.moves,
            shown.other
        );
        if shown.plies >= most || shown.state == DeskState::Over {
            break;
        }
        let says = shown.other.as_ref().map_or(&[][..], |it| it.says.as_slice());
        let count = shown.other.as_ref().map_or(0, |it| it.said);
        let new = &says[says.len() - says.len().min(count.saturating_sub(heard))..];
        let new =
            |of: fn(&str) -> Option<(String, String)>| new.iter().rev().find_map(|one| of(one.to(Lang::En)));
        let mut all_is_right = false;
        match (&shown.state, shown.hand) {
            (DeskState::Failed(..), _) => at_desk.deed(DeskDeed::Restart).expect("a game"),
            (DeskState::Runs, hand) => {
                if let Some((right, wrong)) = new(put_right) {
                    told = told.or_else(|| new(objection));
                    due.clear();
                    let was_typed = |one: &DeskMove| one.acts.last() == Some(&wrong);
                    if let Some(at) = shown.moves.iter().rposition(was_typed) {
                        let (plies, dice) = shown.back_to(at);
                        // The die before a wrong move stands.
                        let goes = |one: &usize| *one == at || shown.back_to(*one) == (plies, false) && !dice;
                        let ply = (0..=at).filter(goes).map(|one| &shown.moves[one]);
                        // What was wrong of a ply of theirs is typed again, with what led to it; ours plays anew.
                        if !ply.clone().any(|one| one.by == Actor::Seat(seat)) {
                            due.extend(ply.flat_map(|one| one.acts.iter().cloned()));
                            due.pop_back();
                            due.push_back(right);
                        }
                        let reason = "misread".to_owned();
                        let back = DeskDeed::Back { plies, dice, consent: true, penalty: None, reason };
                        at_desk.deed(back).expect("a game");
                        thread::sleep(Duration::from_millis(300));
                        let _ = at_desk.deed(DeskDeed::Go);
                    } else {
                        due.push_back(right);
                    }
                } else if let Some((act, _)) = new(said) {
                    // Whoever goes on has found nothing wrong in what was typed.
                    all_is_right = due.is_empty();
                    // The referee had said something wrong, and what was typed instead was right.
                    mistyped = mistyped.filter(|_| told.is_some());
                    due.push_back(act);
                } else if let (Some(hand), Some(act)) = (hand, due.front()) {
                    let may_slip = hand == Actor::Arbiter && mistyped.is_none() && shown.refused.is_none();
                    let wrong = (may_slip && shown.plies >= 2).then(|| other_word(&shown, act)).flatten();
                    let acts = wrong.clone().unwrap_or_else(|| act.clone());
                    let play = DeskDeed::Play { version: shown.version, acts };
                    at_desk.deed(play).expect("a game");
                    let now = until(&at_desk, "taken or not", |now| {
                        (now.version > shown.version || now.refused.is_some()).then(|| now.clone())
                    });
                    // Refused where our program has just failed, or it is said again.
                    if now.version > shown.version {
                        let right = due.pop_front();
                        mistyped = mistyped.or_else(|| right.zip(wrong));
                    }
                }
                heard = count;
            }
            _ => {}
        }
        // Another process goes on with it, once nothing is left to be put right; what is not typed yet is said again.
        if all_is_right && stops < rests && shown.plies >= most / 2 {
            stops += 1;
            at_desk.close();
            until(&at_desk, "rests", |now| (now.state == DeskState::Waits).then_some(()));
            at_desk = desk(folder.path(), &setup(game, seat, random()));
            at_desk.begin().expect("the same game");
            rehearsal = Rehearsal::begin(&at_desk, Level::Random, 12).expect("it can be");
            (heard, due) = (0, VecDeque::new());
        }
        thread::sleep(Duration::from_millis(20));
    }
    assert!(rehearsal.report().plies > 0 && stops == rests, "{game} {seat}: {stops}");
    assert_eq!(told, mistyped, "{game} {seat}");
    // What was said wrong is no slip of whoever typed it.
    let ours = rehearsal.report().slips.iter().filter(|slip| slip.is_ours).count();
    assert!(ours <= usize::from(told.is_some()), "{game} {seat}: {:?}", rehearsal.report());
    assert!(mistyped.is_some() || game != "phantomgo", "{game} {seat}");
    at_desk.close();
}

/// What is said to be typed.
fn said(text: &str) -> Option<(String, String)> {
    if put_right(text).is_some() {
        return None;
    }
    let acts = ["We play ", "The die shows ", "Of the other side everybody hears: ", "The referee: "];
    acts.iter()
        .find_map(|begin| Some((text.strip_prefix(begin)?.strip_suffix('.')?.to_owned(), String::new())))
}

/// What is right, and what was said or typed instead.
fn put_right(text: &str) -> Option<(String, String)> {
    objection(text).or_else(|| instead(text, "Sorry, that was wrong: "))
}

/// The same, where the referee says that it was typed.
fn objection(text: &str) -> Option<(String, String)> {
    instead(text, "The referee: that was entered wrong: ")
}

fn instead(text: &str, begin: &str) -> Option<(String, String)> {
    let (right, wrong) = text.strip_prefix(begin)?.strip_suffix('.')?.split_once(", not ")?;
    Some((right.to_owned(), wrong.to_owned()))
}

/// Another word that the referee could say, after which the game goes on.
fn other_word(shown: &DeskShown, right: &str) -> Option<String> {
    let words = ["legal", "illegal", "done", "fell:first", "fell:second", "fell:both"];
    let is_open = |word: &&str| *word != right && shown.choices.iter().any(|choice| choice.text == *word);
    words.into_iter().find(is_open).map(str::to_owned)
}
