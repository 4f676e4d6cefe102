//! A paused event starts nothing, stores what is played, and continues where it was.

use super::pairings::cup;
use super::*;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

struct Nobody;

impl EventObserver for Nobody {
    fn happened(&mut self, _: &Event, _: &EventChange<'_>) {}
    fn is_stuck(&mut self, _: GameId, _: &Sentence) {}
}

/// The number of an event's jobs in each state.
fn states(hall: &Hall, remote: &Remote) -> HashMap<JobState, usize> {
    let mut states = HashMap::new();
    for job in hall.runtime.wait(remote.queue.list("cup")).expect("a list") {
        *states.entry(job.state).or_insert(0) += 1;
    }
    states
}

#[test]
fn what_nobody_has_begun_is_called_off_and_ordered_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = cup(folder.path());
    let Venue::Away(remote) = &hall.venue else { panic!("a store is elsewhere") };
    let (remote, mut hall, mut ordered) = (remote.clone(), hall, Ordered::default());
    hall.order(&remote, &mut ordered).expect("room");
    let all = ordered.games.len();
    assert!(all > 1);
    let lease = hall.runtime.wait(remote.queue.lease("default", "w")).expect("a store").expect("a game");
    let Progress { running, settled } = hall.progress(&remote, ordered.games.keys()).expect("a store");
    hall.tell_started(&running, &mut ordered, &mut Nobody);
    hall.rest(&remote, &mut ordered, &settled).expect("a store");
    let played: GameId = lease.job.game.parse().expect("a game");
    assert_eq!(ordered.games.keys().copied().collect::<Vec<_>>(), [played], "what is played is waited for");
    let paused = states(&hall, &remote);
    assert_eq!((paused[&JobState::Running], paused[&JobState::Cancelled]), (1, all - 1));
    hall.order(&remote, &mut ordered).expect("room");
    assert_eq!(ordered.games.len(), all);
    let going = states(&hall, &remote);
    assert_eq!((going[&JobState::Running], going[&JobState::Waiting]), (1, all - 1));
}

#[test]
fn a_paused_event_rests_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let paused = Arc::new(AtomicBool::new(true));
    let mut hall = cup(folder.path()).pausing(Arc::clone(&paused));
    let Venue::Away(remote) = &hall.venue else { panic!("a store is elsewhere") };
    let (remote, stop) = (remote.clone(), Stop::default());
    hall.run_away(&remote, &stop, &mut Nobody).expect("a store");
    assert_eq!(states(&hall, &remote), HashMap::new(), "nothing was ordered");
    paused.store(false, Ordering::Relaxed);
    std::thread::scope(|scope| {
        let (queue, paused) = (remote.queue.clone(), &paused);
        let runtime = Arc::clone(&hall.runtime);
        let (hall, remote, stop) = (&mut hall, &remote, &stop);
        let running = scope.spawn(move || hall.run_away(remote, stop, &mut Nobody));
        let until = Instant::now() + Duration::from_secs(20);
        while runtime.wait(queue.list("cup")).expect("a list").is_empty() {
            assert!(Instant::now() < until, "nothing was ordered");
            std::thread::sleep(Duration::from_millis(10));
        }
        paused.store(true, Ordering::Relaxed);
        running.join().expect("no panic").expect("it rests");
    });
    let states = states(&hall, &remote);
    assert_eq!(states.keys().collect::<Vec<_>>(), [&JobState::Cancelled]);
}
