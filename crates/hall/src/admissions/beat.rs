//! Heartbeats of whoever works on a submission.

use crate::run::Stop;
use crate::shared_store::SharedStore;
use leitai_arena::STOP_CHECK;
use leitai_store::HeldSubmission;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Does something that takes long while it says that it is alive, and `meanwhile` what is to be done several times a second on
/// another thread. The flag that the work is given is set when it is to stop, or when somebody else has the submission.
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
                    // A store that is away is asked again: whether the lease holds is decided there.
                    let holds = shared.runtime.wait(shared.submissions().hold_on(held)).unwrap_or(true);
                    broken.fetch_or(!holds, Ordering::Relaxed);
                }
            }
        };
        scope.spawn(beats);
        // Set also where the work panics: the scope waits for the thread.
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
