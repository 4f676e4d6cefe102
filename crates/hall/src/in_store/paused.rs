//! A paused event starts nothing, stores what is played, and continues where it was.

use super::bed::{Bed, Workers, game_of};
use leitai_store::JobState;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of the event's jobs in each state.
fn states(workers: &Workers) -> HashMap<JobState, usize> {
    let mut states = HashMap::new();
    for job in workers.list() {
        *states.entry(job.state).or_insert(0) += 1;
    }
    states
}

#[test]
fn what_nobody_has_begun_is_called_off_and_ordered_again() {
    let (paused, mut bed) = (Arc::new(AtomicBool::new(true)), Bed::cup());
    bed.hall = bed.hall.pausing(Arc::clone(&paused));
    bed.run(|run, workers| {
        assert!(run.step(false).expect("a store"), "nothing is played, so it rests");
        assert_eq!(states(workers), HashMap::new(), "nothing was ordered");
        paused.store(false, Ordering::Relaxed);
        assert!(!run.step(false).expect("a store"));
        let all = run.given.len();
        assert!(all > 1);
        let lease = workers.take();
        run.settle().expect("a store");
        paused.store(true, Ordering::Relaxed);
        assert!(!run.step(false).expect("a store"), "what is played is waited for");
        assert_eq!(run.given.keys().collect::<Vec<_>>(), [&game_of(&lease)]);
        let rests = states(workers);
        assert_eq!((rests[&JobState::Running], rests[&JobState::Cancelled]), (1, all - 1));
        paused.store(false, Ordering::Relaxed);
        assert!(!run.step(false).expect("a store"));
        assert_eq!(run.given.len(), all);
        let going = states(workers);
        assert_eq!((going[&JobState::Running], going[&JobState::Waiting]), (1, all - 1));
    });
}
