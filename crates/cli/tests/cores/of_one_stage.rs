//! Games of one stage share its cores.

use super::{alone, until};
use leitai_arena::{Affinity, GameCores, Ponder};
use leitai_core::Sentence;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// Enough to see that games go on; each may have to wait for a game of another process on this machine.
const SOME: usize = 5;

/// Games of this process asking for cores.
struct Asking<'a> {
    cores: &'a [usize],
    over: AtomicBool,
    singles: AtomicUsize,
}

impl Asking<'_> {
    fn asks(&self, ponder: Ponder) -> Option<GameCores> {
        Affinity::Auto
            .settle(0, self.cores, ponder, &Sentence::default(), &|| self.over.load(Ordering::Relaxed))
    }

    /// Plays games on one core, one after the other, until `over` is set.
    fn plays_singles(&self) {
        while let Some(_place) = self.asks(Ponder::Off) {
            self.singles.fetch_add(1, Ordering::Relaxed);
            sleep(Duration::from_millis(30));
        }
    }

    /// Waits until that many more such games have begun.
    fn go_on(&self, games: usize) {
        let before = self.singles.load(Ordering::Relaxed);
        until("games on one core go on", || self.singles.load(Ordering::Relaxed) >= before + games);
    }
}

/// The same within one stage: a game that needs two cores gets its turn, as often as it asks, and so do the others.
/// While it waits for a long game, the other cores are not idle.
#[test]
fn games_of_one_stage_that_need_two_cores_have_their_turn() {
    let (_alone, cores) = alone();
    if cores.len() < 2 {
        leitai_testkit::skip(leitai_testkit::Need::Cores, "two cores at once");
        return;
    }
    let asking = Asking { cores: &cores, over: AtomicBool::new(false), singles: AtomicUsize::new(0) };
    std::thread::scope(|scope| {
        let over = ends_at_last(&asking);
        let long = asking.asks(Ponder::Off).expect("the first");
        for slot in 0..2 * cores.len() as u64 {
            let asking = &asking;
            scope.spawn(move || {
                // Never all at once: every core is always in use.
                sleep(Duration::from_millis(7 * slot));
                asking.plays_singles();
            });
        }
        asking.go_on(SOME);
        let couple = scope.spawn(|| asking.asks(Ponder::On).map(drop).is_some());
        asking.go_on(SOME);
        assert!(cores.len() > 2 || !couple.is_finished(), "a long game is on one of two cores");
        drop(long);
        assert!(couple.join().expect("no panic"), "it has had two cores");
        for _ in 0..3 {
            drop(asking.asks(Ponder::On).expect("has its turn"));
            asking.go_on(2);
        }
        // Two games that need two cores do not keep the others out.
        for _ in 0..2 {
            let asking = &asking;
            scope.spawn(move || while asking.asks(Ponder::On).is_some() {});
        }
        asking.go_on(SOME);
        drop(over);
    });
}

/// Ends the games, whatever fails.
fn ends_at_last<'a>(asking: &'a Asking<'_>) -> impl Drop + use<'a> {
    struct Over<'a>(&'a AtomicBool);
    impl Drop for Over<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    Over(&asking.over)
}
