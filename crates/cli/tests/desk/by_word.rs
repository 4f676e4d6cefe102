//! What only some games have at a desk: dice that are entered, a referee who speaks, and rehearsals of both.

use super::{LEITAI, asked, desk, random, record, relays, setup, until, verify};
use leitai_arena::Launch;
use leitai_core::{Actor, Heading, Lang, Level, Seat, SheetName};
use leitai_hall::{Desk, DeskDeed, DeskShown, DeskState, Rehearsal};
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
    desk.deed(DeskDeed::OtherResigns).expect("a game");
    until(&desk, "over", |now| (now.state == DeskState::Over).then_some(()));
    verify(record(&desk), "a wrong die");
}

/// In Phantom Go the clock of the side that tries runs until its try is legal, and while stones are taken off that of the side
/// that loses them; a try that is refused is no ply.
#[test]
fn the_clocks_of_phantom_go_run_through_the_referees_words() {
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
        clocks.map(|clock| Duration::from_mins(15) - clock.left.expect("a limit"))
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
    desk.deed(DeskDeed::OtherResigns).expect("a game");
    until(&desk, "over", |now| (now.state == DeskState::Over).then_some(()));
    let record = record(&desk);
    let sheet =
        desk.setup().game.write_sheet(&record.clone().counted(), SheetName::National, &Heading::default());
    let sheet = sheet.expect("listed").expect("sound").text;
    assert!(sheet.contains("<legal>") && !sheet.contains("<illegal>"), "{sheet}");
    verify(record, "phantom go");
}

/// Somebody who types what is said, and corrects what was wrong, finishes a rehearsal of every game that has secrets or dice, in
/// either seat.
#[test]
fn games_with_secrets_and_dice_are_rehearsed() {
    for (game, seat, most) in [
        ("phantomgo", Seat::First, 30),
        ("phantomgo", Seat::Second, 14),
        ("luzhanqi", Seat::First, 24),
        ("luzhanqi", Seat::Second, 10),
        ("einstein", Seat::Second, 8),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut at_desk = desk(folder.path(), &setup(game, seat, random()));
        let mut rehearsal = Rehearsal::begin(&at_desk, Level::Random, 11).expect("it can be");
        at_desk.begin().expect("a game");
        let (mut heard, mut stops, mut right) = (0, 0, None);
        let said = |text: &str| -> Option<String> {
            let acts = ["We play ", "The die shows ", "Of the other side everybody hears: "];
            let right = text.strip_prefix("Sorry, that was wrong: ").map(|rest| rest.split(',').next());
            let act = acts.iter().find_map(|begin| text.strip_prefix(begin)?.strip_suffix('.'));
            right.flatten().or(act).map(str::to_owned)
        };
        let began = Instant::now();
        loop {
            assert!(began.elapsed() < Duration::from_mins(2), "{game} {seat}: {:?}", at_desk.shown().other);
            let shown = at_desk.shown();
            if shown.plies >= most || shown.state == DeskState::Over {
                break;
            }
            let (says, count) = shown.other.as_ref().map_or((Vec::new(), 0), |it| (it.says.clone(), it.said));
            let last = says.last().map_or("", |one| one.to(Lang::En)).to_owned();
            let is_wrong = last.starts_with("Sorry, that");
            match &shown.state {
                DeskState::Failed(..) => at_desk.deed(DeskDeed::Restart).expect("a game"),
                DeskState::Runs if is_wrong && heard != count => {
                    (heard, right) = (count, said(&last));
                    let at = shown.moves.len() - 1;
                    let (plies, dice) = shown.back_to(at);
                    let reason = "misread".to_owned();
                    at_desk
                        .deed(DeskDeed::Back { plies, dice, consent: false, penalty: None, reason })
                        .expect("a game");
                    thread::sleep(Duration::from_millis(300));
                    let _ = at_desk.deed(DeskDeed::Go);
                }
                DeskState::Runs if matches!(shown.hand, Some(Actor::Seat(_) | Actor::Chance)) => {
                    let new = said(&last).filter(|_| heard != count);
                    if let Some(act) = right.take().or(new) {
                        heard = count;
                        let _ = at_desk.deed(DeskDeed::Play { version: shown.version, acts: act });
                    }
                }
                _ => {}
            }
            // Another process goes on with it.
            if shown.plies == most / 2 && stops == 0 && shown.state == DeskState::Runs {
                stops += 1;
                at_desk.close();
                until(&at_desk, "rests", |now| (now.state == DeskState::Waits).then_some(()));
                at_desk = desk(folder.path(), &setup(game, seat, random()));
                at_desk.begin().expect("the same game");
                rehearsal = Rehearsal::begin(&at_desk, Level::Random, 12).expect("it can be");
                heard = 0;
            }
            thread::sleep(Duration::from_millis(20));
        }
        assert!(rehearsal.report().plies > 0, "{game} {seat}");
        at_desk.close();
    }
}
