//! Cores that no machine has, so that nobody else takes them.

use super::*;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{scope, yield_now};
use std::time::Instant;

/// How long the tests wait for what must happen.
const PATIENCE: Duration = Duration::from_secs(20);

/// The stages that wait for one core.
struct Stages {
    core: usize,
    /// How often one of them joined the line.
    joined: AtomicUsize,
}

impl Stages {
    fn of(core: usize) -> Stages {
        Stages { core, joined: AtomicUsize::new(0) }
    }

    /// Waits as a stage does that came at `since`, until it has the core.
    fn wait(&self, since: u64) -> Claim {
        let (mut awaited, began) = (Vec::new(), Instant::now());
        while began.elapsed() < PATIENCE {
            if awaited.is_empty() {
                if let Some(claim) = Claim::take(self.core) {
                    return claim;
                }
                awaited.extend(AwaitedClaim::join(self.core, since));
                self.joined.fetch_add(awaited.len(), Ordering::SeqCst);
            }
            if let Some(claim) = wait(&mut awaited, Duration::from_millis(100)) {
                return claim;
            }
        }
        panic!("core {} was never handed over", self.core);
    }

    /// Waits until they have joined the line that often in all.
    fn have_joined(&self, times: usize) {
        let began = Instant::now();
        while self.joined.load(Ordering::SeqCst) < times {
            assert!(began.elapsed() < PATIENCE, "they never joined the line {times} times");
            yield_now();
        }
    }

    /// Releases the core by `release` while somebody tries all the time to take it without standing in line; whether he
    /// got it.
    fn is_overtaken(&self, release: impl FnOnce()) -> bool {
        let is_over = AtomicBool::new(false);
        scope(|scope| {
            let pushes = scope.spawn(|| {
                let mut tries = (0..).take_while(|tries| !is_over.load(Ordering::SeqCst) || *tries < 1_000);
                tries.any(|_| Claim::take(self.core).is_some())
            });
            release();
            is_over.store(true, Ordering::SeqCst);
            pushes.join().expect("no panic")
        })
    }
}

#[test]
fn who_has_waited_longest_is_next_and_nobody_overtakes() {
    let stages = Stages::of(900_001);
    let mut held = Claim::take(stages.core).expect("nobody else's");
    assert!(!held.is_wanted());
    held = scope(|scope| {
        let stages = &stages;
        // The last to join the line has waited longest.
        let mut waiting = Vec::new();
        for since in [30, 20, 10] {
            waiting.push(scope.spawn(move || stages.wait(since)));
            stages.have_joined(waiting.len());
        }
        // Each time all the others join the line of the next.
        for (since, joined) in [(10, 5), (20, 6), (30, 6)] {
            assert!(held.is_wanted());
            assert!(!stages.is_overtaken(|| drop(held)), "the one of {since}");
            held = waiting.pop().expect("one waits").join().expect("no panic");
            stages.have_joined(joined);
        }
        held
    });
    assert!(!held.is_wanted() && Claim::take(stages.core).is_none());
    drop(held);
    assert!(Claim::take(stages.core).is_some(), "nobody waits");
}

/// The control of the test above: a holder that hands nothing over, as one that was killed.
#[test]
fn whoever_pushes_overtakes_where_nothing_is_handed_over() {
    let stages = Stages::of(900_002);
    let name = SocketAddr::from_abstract_name(format!("leitai-core-{}", stages.core)).expect("a name");
    let began = Instant::now();
    let mut is_overtaken = false;
    while !is_overtaken {
        assert!(began.elapsed() < PATIENCE, "nobody ever overtook");
        let before = stages.joined.load(Ordering::SeqCst);
        let held = UnixListener::bind_addr(&name).expect("free");
        scope(|scope| {
            let waiting = scope.spawn(|| stages.wait(1));
            stages.have_joined(before + 1);
            is_overtaken = stages.is_overtaken(|| drop(held));
            drop(waiting.join().expect("it has its turn in the end"));
        });
    }
}

#[test]
fn who_is_gone_or_does_not_answer_is_passed_by() {
    let stages = Stages::of(900_003);
    let mut held = Claim::take(stages.core).expect("nobody else's");
    let gone = AwaitedClaim::join(stages.core, 1).expect("it is held");
    assert!(held.is_wanted());
    drop(gone);
    assert!(!held.is_wanted(), "a place that was left is free");
    // This one never looks at what it is offered.
    let _stopped = AwaitedClaim::join(stages.core, 2).expect("it is held");
    scope(|scope| {
        let next = scope.spawn(|| stages.wait(3));
        stages.have_joined(1);
        let began = Instant::now();
        drop(held);
        assert!(!next.join().expect("no panic").is_wanted());
        assert!(began.elapsed() < PATIENCE / 2, "{:?}", began.elapsed());
    });
}
