//! Rulings on an event, made by several at once, wherever it is.

use super::*;
use crate::everywhere::{Bed, everywhere};
use leitai_core::Sentence;
use leitai_store::StoreError;
use leitai_tournament::{EntryId, Event};
use std::sync::Barrier;
use std::thread;

struct Nobody;

impl EventObserver for Nobody {
    fn happened(&mut self, _: &Event, _: &EventChange<'_>) {}
    fn is_stuck(&mut self, _: GameId, _: &Sentence) {}
}

fn excused(entry: u32) -> Decision {
    Decision::Excuse { entry: EntryId(entry) }
}

/// The reasons of its rulings, in the order of its journal.
fn reasons(bed: &Bed) -> Vec<String> {
    bed.kept().iter().filter_map(|kept| kept.strip_prefix("ruled ")).map(str::to_owned).collect()
}

#[test]
fn many_who_rule_at_once_each_rule_once_in_one_order() {
    everywhere(|bed| {
        drop(bed.hall(true));
        let told: Vec<(u32, Event)> = thread::scope(|scope| {
            let rule = |entry| bed.rule(&excused(entry), &format!("late {entry}")).expect("fits").event;
            let arbiters = [0, 1, 2, 3].map(|entry| scope.spawn(move || (entry, rule(entry))));
            arbiters.into_iter().map(|arbiter| arbiter.join().expect("no panic")).collect()
        });
        let all = bed.hall(false).event().rulings().to_vec();
        assert_eq!(all.len(), 4);
        for (entry, event) in told {
            let seen = event.rulings();
            assert_eq!(seen.last().map(|ruling| &ruling.decision), Some(&excused(entry)));
            // It saw everything before it, so its number is the one reported to it.
            assert_eq!(seen, &all[..seen.len()]);
        }
    });
}

#[test]
fn whoever_runs_an_event_has_the_rulings_in_the_order_of_the_journal() {
    everywhere(|bed| {
        let mut hall = bed.hall(true);
        bed.rule(&excused(0), "first").expect("fits");
        hall.decide(&excused(1), Role::Organiser, "second", &mut Nobody).expect("fits");
        bed.rule(&excused(2), "third").expect("fits");
        assert!(hall.has_news(&mut Nobody).expect("an event"));
        assert!(!hall.has_news(&mut Nobody).expect("an event"));
        let known: Vec<_> = hall.event().rulings().iter().map(|ruling| ruling.reason.as_str()).collect();
        assert_eq!((known, reasons(bed).len()), (vec!["first", "second", "third"], 3));
        assert_eq!(reasons(bed), ["first", "second", "third"]);
    });
}

#[test]
fn what_is_refused_leaves_the_journal_as_it_was() {
    everywhere(|bed| {
        drop(bed.hall(true));
        let refused = bed.rule(&excused(9), "no such entry");
        assert!(matches!(refused, Err(HallError::Refused(_))), "{refused:?}");
        assert_eq!(bed.kept(), Vec::<String>::new());
        let Some(store) = bed.store() else { return };
        let unknown = store.rule("league", &excused(0), Role::Referee, "no such event", Following::Stands);
        assert!(
            matches!(&unknown, Err(HallError::NoEvent { there, .. }) if !there.is_empty()),
            "{unknown:?}"
        );
    });
}

#[test]
fn an_event_that_many_begin_at_once_begins_once() {
    everywhere(|bed| {
        let started = Barrier::new(4);
        let begin = |seed| {
            started.wait();
            bed.open(true, seed)
        };
        let begun: Vec<_> = thread::scope(|scope| {
            let all = ["1", "2", "3", "4"].map(|seed| scope.spawn(move || begin(seed)));
            all.into_iter().map(|one| one.join().expect("no panic")).collect()
        });
        let (begun, refused): (Vec<_>, Vec<_>) = begun.into_iter().partition(Result::is_ok);
        let is_late = |refused: &Result<Hall, HallError>| {
            matches!(refused, Err(HallError::Begun(_) | HallError::Store(StoreError::InUse { .. })))
        };
        assert!(
            refused.iter().all(is_late) && refused.len() == 3,
            "{:?}",
            refused.iter().map(|one| one.as_ref().err()).collect::<Vec<_>>()
        );
        let begun = begun.into_iter().map(|hall| hall.map(|hall| hall.begun)).next();
        let begun = begun.expect("one began").expect("it began");
        assert_eq!(bed.open(false, "5").expect("it began").begun, begun);
    });
}
