//! Programs that keep the stage waiting in a call. Only one whose streams are pipes can: it holds a pipe's lock while its own
//! page fault waits for its own threads. What confines programs gives them sockets instead.

use leitai_sandbox::system::{BorrowedFd, files, may_block};
use std::fs::File;
use std::time::{Duration, Instant};

/// Longer than any call on a pipe takes by itself.
const HELD_UP: Duration = Duration::from_millis(50);

/// How long calls on the streams of one program took.
pub(crate) struct HoldUp {
    /// Whether they can take long at all.
    may_be: bool,
    longest: Duration,
}

impl HoldUp {
    /// For streams that are like this one.
    pub(crate) fn on(stream: BorrowedFd<'_>) -> HoldUp {
        HoldUp { may_be: may_block(stream), longest: Duration::ZERO }
    }

    /// Makes a call, and keeps how long it took if it may take long.
    pub(crate) fn during<T>(&mut self, call: impl FnOnce() -> T) -> T {
        if !self.may_be {
            return call();
        }
        let began = Instant::now();
        let result = call();
        self.longest = self.longest.max(began.elapsed());
        result
    }

    /// The longest call since the last time this was asked.
    pub(crate) fn take(&mut self) -> Duration {
        std::mem::take(&mut self.longest)
    }
}

/// How long the calling thread was runnable but not scheduled, which is nobody's doing here.
pub(crate) struct OwnDelay {
    file: Option<File>,
    before: Duration,
}

impl OwnDelay {
    /// Starts measuring the calling thread.
    pub(crate) fn here() -> OwnDelay {
        let mut own =
            OwnDelay { file: File::open("/proc/thread-self/schedstat").ok(), before: Duration::ZERO };
        own.look();
        own
    }

    /// Begins anew: what the thread waited until now is no excuse later.
    pub(crate) fn look(&mut self) {
        self.before = self.now();
    }

    /// How much of a call that just ended a program must have taken, if that is more than a call takes.
    pub(crate) fn blame(&self, took: Duration) -> Option<Duration> {
        let blocked = || took.saturating_sub(self.now().saturating_sub(self.before));
        Some(took).filter(|took| *took > HELD_UP).map(|_| blocked()).filter(|blocked| *blocked > HELD_UP)
    }

    /// What is tolerated.
    pub(crate) const fn tolerated() -> Duration {
        HELD_UP
    }

    fn now(&self) -> Duration {
        let mut text = [0; 64];
        let read = self.file.as_ref().and_then(|file| files::read_at(file, &mut text, 0).ok()).unwrap_or(0);
        let waited = str::from_utf8(&text[..read]).ok().and_then(|text| text.split_ascii_whitespace().nth(1));
        Duration::from_nanos(waited.and_then(|text| text.parse().ok()).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsFd;

    #[test]
    fn who_sleeps_in_a_call_was_held_up_and_who_waits_for_the_core_was_not() {
        let (pipe, _end) = std::io::pipe().expect("a pipe");
        let mut hold_up = HoldUp::on(pipe.as_fd());
        let own = OwnDelay::here();
        hold_up.during(|| std::thread::sleep(2 * HELD_UP));
        let took = hold_up.take();
        assert!(took >= 2 * HELD_UP && own.blame(took).is_some(), "{took:?}");
        assert_eq!((hold_up.take(), own.blame(HELD_UP)), (Duration::ZERO, None));
        // A thread that waited all that time.
        let starved = OwnDelay { before: Duration::ZERO, ..OwnDelay::here() };
        let waited = starved.now();
        assert_eq!(starved.blame(waited + HELD_UP), None);
    }
}
