//! Heartbeats while a submission is worked on.

use crate::shared_store::SharedStore;
use crate::stop::Stop;
use leitai_arena::STOP_CHECK;
use leitai_store::HeldSubmission;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Runs long work while another thread sends heartbeats and calls `meanwhile` several times a second. The flag passed
/// to the work is set when it is to stop, or when somebody else has taken the submission.
pub(super) fn while_held<T>(
    shared: &SharedStore,
    held: &HeldSubmission,
    stop: &Stop,
    mut meanwhile: impl FnMut() + Send,
    work: impl FnOnce(&AtomicBool) -> T,
) -> T {
    let (done, broken) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let beats = || {
            let mut last = Instant::now();
            while !done.load(Ordering::Relaxed) {
                std::thread::sleep(STOP_CHECK);
                meanwhile();
                if stop.is_set() {
                    broken.store(true, Ordering::Relaxed);
                } else if last.elapsed() >= shared.terms.heartbeat {
                    last = Instant::now();
                    // If the store is unavailable, ask again later: it decides whether the lease holds.
                    let holds = shared.runtime.wait(shared.submissions().hold_on(held)).unwrap_or(true);
                    broken.fetch_or(!holds, Ordering::Relaxed);
                }
            }
        };
        scope.spawn(beats);
        // Set even if the work panics, since the scope waits for the thread.
        let _done = Done(&done);
        work(&broken)
    })
}

struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
