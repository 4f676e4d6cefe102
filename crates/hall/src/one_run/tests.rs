//! An event runs alike wherever its games are played.

use super::*;
use crate::everywhere::{ALL, JOBS, everywhere, until};
use leitai_tournament::{Decision, EntryId};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[test]
fn what_is_told_is_what_is_kept_and_each_start_comes_before_its_end() {
    everywhere(|bed| {
        let mut hall = bed.hall(true);
        let (ran, told) = bed.run(&mut hall, &Stop::default(), || {});
        ran.expect("it is played");
        assert!(hall.event().state().is_over() && hall.running().now().is_empty());
        let (started, kept): (Vec<_>, Vec<_>) =
            told.0.iter().cloned().partition(|it| it.starts_with("started"));
        assert_eq!((started.len(), &kept), (ALL, &bed.kept()));
        for played in told.all("played") {
            let started = told.0[played].replace("played", "started");
            assert!(told.0[..played].contains(&started), "{:?}", told.0);
        }
    });
}

#[test]
fn what_was_played_before_a_stop_is_kept_and_the_next_run_plays_the_rest() {
    for abandon in [false, true] {
        everywhere(|bed| {
            let stop = Stop::default();
            bed.players.play(3);
            let (ran, told) = bed.run(&mut bed.hall(true), &stop, || {
                bed.until_played(3);
                if abandon { &stop.abandon } else { &stop.finish }.store(true, Ordering::Relaxed);
                // Whoever still plays here may end.
                bed.players.play(if abandon || bed.store().is_some() { 0 } else { i64::MAX });
            });
            ran.expect("it was stopped");
            let kept = bed.kept();
            let running = if abandon || bed.store().is_some() { 0 } else { JOBS };
            assert!((3..=3 + running).contains(&kept.len()), "{kept:?}");
            assert_eq!(told.all("played").len(), kept.len());
            bed.players.play(i64::MAX);
            let mut hall = bed.hall(false);
            let (ran, told) = bed.run(&mut hall, &Stop::default(), || {});
            ran.expect("it is played");
            assert_eq!((told.all("played").len(), hall.event().games().len()), (ALL - kept.len(), ALL));
        });
    }
}

#[test]
fn a_ruling_counts_from_when_it_was_made_whether_or_not_somebody_runs_the_event() {
    for is_running in [false, true] {
        everywhere(|bed| {
            let leaves = Decision::Withdraw { entry: EntryId(0), leave: true };
            let (stop, mut hall) = (Stop::default(), bed.hall(true));
            let running = hall.running();
            bed.players.play(3);
            let (ran, told) = bed.run(&mut hall, &stop, || {
                bed.until_played(3);
                if is_running {
                    bed.rule(&leaves, "ill").expect("it fits");
                    until("its games are called off", || !bed.is_played_by(EntryId(0), &running));
                    bed.players.play(i64::MAX);
                } else {
                    stop.abandon.store(true, Ordering::Relaxed);
                }
            });
            drop(hall);
            ran.expect("it is played");
            if is_running {
                assert_eq!(told.all("ruled").len(), 1, "it is heard of once");
            } else {
                bed.rule(&leaves, "ill").expect("it fits");
                bed.players.play(i64::MAX);
                let (ran, told) = bed.run(&mut bed.hall(false), &Stop::default(), || {});
                ran.expect("it is played");
                assert_eq!(told.all("ruled").len(), 0, "it was read with all before");
            }
            let kept = bed.kept();
            let ruled = kept.iter().position(|it| it == "ruled ill").expect("it is kept");
            assert!(kept[ruled..].iter().all(|it| !it.contains("e0")), "{kept:?}");
            let hall = bed.hall(false);
            assert!(hall.event().state().is_over(), "the others played on: {kept:?}");
        });
    }
}

#[test]
fn a_pause_lets_games_end_and_then_the_event_goes_on() {
    everywhere(|bed| {
        let paused = Arc::new(AtomicBool::new(false));
        let mut hall = bed.hall(true).pausing(Arc::clone(&paused));
        bed.players.play(3);
        let (ran, told) = bed.run(&mut hall, &Stop::default(), || {
            bed.until_played(3);
            paused.store(true, Ordering::Relaxed);
            // Whoever still plays may end, once nobody else begins.
            thread::sleep(LOOK * 5);
            bed.players.play(i64::MAX);
        });
        ran.expect("it rests");
        let played = told.all("played").len();
        assert!((3..=3 + JOBS).contains(&played), "{:?}", told.0);
        paused.store(false, Ordering::Relaxed);
        let (ran, told) = bed.run(&mut hall, &Stop::default(), || {});
        ran.expect("it is played");
        assert_eq!((told.all("played").len(), hall.event().games().len()), (ALL - played, ALL));
    });
}

#[test]
fn a_game_that_cannot_be_played_stops_no_other_and_the_next_run_tries_it_again() {
    everywhere(|bed| {
        let mut hall = bed.hall(true);
        let game = hall.event().state().due().nth(1).expect("many are due").id;
        *bed.players.poison.lock().expect("nobody panics") = Some(game);
        let (ran, told) = bed.run(&mut hall, &Stop::default(), || {});
        let Err(HallError::Stuck(stuck)) = ran else { panic!("{ran:?}") };
        let said = stuck[0].to_string();
        assert!(said.starts_with(&game.to_string()) && said.contains("planted"), "{said}");
        assert_eq!((stuck.len(), told.all("stuck").len(), told.all("played").len()), (1, 1, ALL - 1));
        assert!(hall.stuck().now().contains_key(&game));
        *bed.players.poison.lock().expect("nobody panics") = None;
        let (ran, told) = bed.run(&mut hall, &Stop::default(), || {});
        ran.expect("it is played");
        assert_eq!((told.all("played").len(), hall.stuck().now().len()), (1, 0));
    });
}
