//! Rulings on an event in a store, made by several at once.

use super::*;
use crate::deed_error::DeedError;
use crate::event_file::EventFile;
use leitai_core::Sentence;
use leitai_store::Actor;
use leitai_tournament::{EntryId, Event, Ruling, Seed};
use std::fs;
use std::path::Path;
use std::sync::Barrier;
use std::time::Duration;

struct Nobody;

impl EventObserver for Nobody {
    fn happened(&mut self, _: &Event, _: &EventChange<'_>) {}
    fn is_stuck(&mut self, _: GameId, _: &Sentence) {}
}

fn store(folder: &Path) -> SharedStore {
    let address = format!("sqlite:{}", folder.join("store.db").display());
    SharedStore::open(&address, "default", Duration::from_secs(1)).expect("opens")
}

/// An event with eight entries.
fn file(folder: &Path) -> EventFile {
    let mut text = "name = \"cup\"\ngame = \"tictactoe\"\n".to_owned();
    (0..8).for_each(|n| text += &format!("[[entries]]\nname = \"p{n}\"\nprogram = \"random\"\n"));
    let path = folder.join("cup.toml");
    fs::write(&path, text).expect("our folder");
    EventFile::read(&path).expect("an event")
}

fn begun(folder: &Path) -> Hall {
    Hall::open_shared(file(folder), &store(folder), folder, true, || Seed::new("1")).expect("begins")
}

fn excused(entry: u32) -> Decision {
    Decision::Excuse { entry: EntryId(entry) }
}

fn rulings(folder: &Path) -> Vec<Ruling> {
    store(folder).history("cup").expect("it began").0.event.rulings().to_vec()
}

#[test]
fn many_who_rule_at_once_each_rule_once_in_one_order() {
    let folder = tempfile::tempdir().expect("a folder");
    drop(begun(folder.path()));
    std::thread::scope(|scope| {
        let arbiters: Vec<_> = (0..8)
            .map(|entry| {
                let folder = folder.path();
                scope.spawn(move || {
                    let ruled = store(folder).rule(
                        "cup",
                        &excused(entry),
                        Role::Referee,
                        "late train",
                        Following::Stands,
                    );
                    let after =
                        store(folder).history_until("cup", ruled.expect("fits")).expect("it is there");
                    (entry, after.event.rulings().to_vec())
                })
            })
            .collect();
        let told: Vec<_> = arbiters.into_iter().map(|arbiter| arbiter.join().expect("no panic")).collect();
        let all = rulings(folder.path());
        assert_eq!(all.len(), 8);
        for (entry, seen) in told {
            assert_eq!(seen.last().map(|ruling| &ruling.decision), Some(&excused(entry)));
            // It saw everything before it, so its number is the one reported to it.
            assert_eq!(seen, all[..seen.len()]);
        }
    });
}

#[test]
fn whoever_runs_an_event_has_the_rulings_in_the_order_of_the_journal() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut hall = begun(folder.path());
    let arbiter = store(folder.path());
    arbiter.rule("cup", &excused(0), Role::Referee, "first", Following::Stands).expect("fits");
    hall.decide(&excused(1), Role::Organiser, "second", &mut Nobody).expect("fits");
    arbiter.rule("cup", &excused(2), Role::Referee, "third", Following::Stands).expect("fits");
    hall.hear(&mut Nobody).expect("an event");
    assert!(hall.news);
    hall.hear(&mut Nobody).expect("an event");
    assert_eq!(hall.event().rulings(), rulings(folder.path()));
    let reasons: Vec<_> = hall.event().rulings().iter().map(|ruling| ruling.reason.as_str()).collect();
    assert_eq!(reasons, ["first", "second", "third"]);
}

#[test]
fn what_is_refused_leaves_the_journal_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    drop(begun(folder.path()));
    let refused =
        store(folder.path()).rule("cup", &excused(9), Role::Referee, "no such entry", Following::Stands);
    assert!(matches!(refused, Err(HallError::Refused(_))), "{refused:?}");
    let unknown =
        store(folder.path()).rule("league", &excused(0), Role::Referee, "no such event", Following::Stands);
    let there = ["cup".to_owned()];
    assert!(matches!(&unknown, Err(HallError::NoEvent { there: is, .. }) if *is == there), "{unknown:?}");
    assert_eq!(rulings(folder.path()), []);
}

#[test]
fn what_was_looked_at_is_what_is_decided_or_nothing_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = begun(folder.path());
    let (shared, by) = (store(folder.path()), (Actor::CONSOLE, Role::ChiefReferee));
    let seen = |mark: &str, decision: &Decision| {
        shared.rule_as_foreseen("cup", decision, by, "late train", (mark, Following::Stands))
    };
    let leaves = Decision::Withdraw { entry: EntryId(7), leave: true };
    let looked = shared.foresee("cup", &leaves, by, "ill").expect("it fits");
    assert_eq!(rulings(folder.path()), [], "looking decides nothing");
    // Another has left meanwhile, so other entries move up.
    let other = Decision::Withdraw { entry: EntryId(6), leave: true };
    shared.rule("cup", &other, Role::ChiefReferee, "ill", Following::Stands).expect("fits");
    let again = shared.foresee("cup", &leaves, by, "ill").expect("it fits");
    for wrong in [looked.mark.as_str(), ""] {
        if wrong != again.mark {
            assert!(matches!(seen(wrong, &leaves), Err(DeedError::Meanwhile(_))));
        }
    }
    assert_eq!(rulings(folder.path()).len(), 1);
    // It is asked once more as it is written, when others may have been faster still.
    let (by, reason, following) = (&Role::ChiefReferee.into(), "ill", Following::Stands);
    let proposed = ProposedRuling { decision: &leaves, by, reason, following, mark: Some("") };
    assert!(matches!(proposed.decide(hall.event()), Err(HallError::NotAsShown)));
    seen(&again.mark, &leaves).expect("as it was shown");
    assert_eq!(rulings(folder.path()).len(), 2);
}

#[test]
fn an_event_that_many_begin_at_once_begins_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = file(folder.path());
    let started = Barrier::new(4);
    let begin = |seed: u32| {
        let (file, store) = (file.clone(), store(folder.path()));
        started.wait();
        Hall::open_shared(file, &store, folder.path(), true, || Seed::new(seed.to_string()))
    };
    let begun: Vec<_> = std::thread::scope(|scope| {
        let begin = &begin;
        let all: Vec<_> = (0..4).map(|seed| scope.spawn(move || begin(seed))).collect();
        all.into_iter().map(|one| one.join().expect("no panic")).collect()
    });
    let (begun, refused): (Vec<_>, Vec<_>) = begun.into_iter().partition(Result::is_ok);
    assert!(refused.iter().all(|refused| matches!(refused, Err(HallError::Begun(_)))));
    let [Ok(hall)] = &begun[..] else { panic!("{} began", begun.len()) };
    assert_eq!(store(folder.path()).history("cup").expect("it began").0.begun, hall.begun);
}
