//! Where a running game leaves what was added for viewers to collect. The stage wakes nobody and waits for nobody.

use crate::watch::{SeatClock, Seen, Watch};
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Instant;

/// One running game as it is passed to those who watch. The code that shows it visits it every few milliseconds. Visit
/// every game even if nobody watches, so that little accumulates.
#[derive(Debug, Default)]
pub struct LiveSlot {
    /// Counts the updates left here, so that a visit to a game in which nothing has happened costs nothing.
    version: AtomicU64,
    held: Mutex<Glimpse>,
}

/// What was left since the last visit. A visitor passes the same value for a slot each time, so that two buffers serve
/// a game for as long as it lasts.
#[derive(Clone, Debug, Default)]
pub struct Glimpse {
    /// The version of this glimpse; 0 before the first visit.
    pub version: u64,
    /// How many times the game was restarted; everything seen in an earlier life is void.
    pub life: u32,
    /// Lines added to the record in this life: the whole record if the life began since the last visit.
    pub lines: Vec<u8>,
    /// When the stage woke for the most recent lines; `None` before the first line.
    pub at: Option<Instant>,
    /// What the clocks showed at that time.
    pub clocks: [SeatClock; 2],
    /// Set if nothing will follow.
    pub over: bool,
}

/// The stage's side of a slot.
#[derive(Debug)]
pub struct LiveWriter(Arc<LiveSlot>);

impl LiveSlot {
    /// The side that a game writes to; a game has exactly one.
    pub fn writer(self: &Arc<LiveSlot>) -> LiveWriter {
        LiveWriter(Arc::clone(self))
    }

    /// Replaces what the last visit saw with what was left here since; returns false, without any change, if there is
    /// nothing new. Only one visitor per slot: another does not find what one has taken.
    pub fn visit(&self, seen: &mut Glimpse) -> bool {
        if self.version.load(Ordering::Acquire) == seen.version {
            return false;
        }
        seen.lines.clear();
        let mut held = locked(&self.held);
        mem::swap(&mut held.lines, &mut seen.lines);
        let Glimpse { version, life, at, clocks, over, lines: _ } = *held;
        drop(held);
        *seen = Glimpse { lines: mem::take(&mut seen.lines), version, life, at, clocks, over };
        true
    }
}

impl LiveWriter {
    fn leave(&self, mut held: MutexGuard<'_, Glimpse>, seen: &Seen<'_>) {
        held.lines.extend_from_slice(seen.lines);
        held.at = Some(seen.at);
        held.clocks = seen.clocks;
        held.over = seen.over;
        self.publish(held);
    }

    fn publish(&self, mut held: MutexGuard<'_, Glimpse>) {
        held.version += 1;
        self.0.version.store(held.version, Ordering::Release);
    }
}

impl Watch for LiveWriter {
    fn grew(&mut self, seen: &Seen<'_>) -> bool {
        let held = if seen.over {
            // No clock runs any more, and nothing is shown again, so blocking is fine.
            locked(&self.0.held)
        } else {
            match self.0.held.try_lock() {
                Ok(held) => held,
                Err(TryLockError::Poisoned(held)) => held.into_inner(),
                Err(TryLockError::WouldBlock) => return false,
            }
        };
        self.leave(held, seen);
        true
    }

    fn again(&mut self) {
        let mut held = locked(&self.0.held);
        let mut lines = mem::take(&mut held.lines);
        lines.clear();
        *held = Glimpse { version: held.version, life: held.life + 1, lines, ..Glimpse::default() };
        self.publish(held);
    }
}

fn locked(mutex: &Mutex<Glimpse>) -> MutexGuard<'_, Glimpse> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(lines: &str, over: bool) -> Seen<'_> {
        Seen { lines: lines.as_bytes(), at: Instant::now(), clocks: Default::default(), over }
    }

    #[test]
    fn what_was_left_is_taken_once() {
        let (slot, mut glimpse) = (Arc::new(LiveSlot::default()), Glimpse::default());
        assert!(!slot.visit(&mut glimpse));
        let mut writer = slot.writer();
        assert!(writer.grew(&seen("a\n", false)) && writer.grew(&seen("b\n", false)));
        assert!(slot.visit(&mut glimpse));
        assert_eq!((&*glimpse.lines, glimpse.version), (&b"a\nb\n"[..], 2));
        assert!(!slot.visit(&mut glimpse));
        assert!(writer.grew(&seen("", true)));
        assert!(slot.visit(&mut glimpse) && glimpse.over && glimpse.lines.is_empty());
    }

    #[test]
    fn two_buffers_serve_a_game_for_as_long_as_it_lasts() {
        let slot = Arc::new(LiveSlot::default());
        let (mut writer, mut seen) = (slot.writer(), Glimpse::default());
        let line = "x".repeat(1000);
        let mut buffers = Vec::new();
        for round in 1..=6 {
            writer.grew(&self::seen(&line, false));
            assert!(slot.visit(&mut seen) && !slot.visit(&mut seen));
            assert_eq!((seen.version, seen.lines.as_slice()), (round, line.as_bytes()));
            buffers.push(seen.lines.as_ptr());
        }
        assert_eq!(buffers[..2], buffers[2..4]);
        assert_eq!(buffers[..2], buffers[4..]);
    }

    #[test]
    fn a_stage_does_not_wait_for_a_visitor() {
        let slot = Arc::new(LiveSlot::default());
        let mut writer = slot.writer();
        let visit = slot.held.lock().expect("nobody has panicked");
        assert!(!writer.grew(&seen("a\n", false)), "offered again");
        drop(visit);
        assert!(writer.grew(&seen("a\nb\n", false)));
        let mut glimpse = Glimpse::default();
        assert!(slot.visit(&mut glimpse) && glimpse.lines == b"a\nb\n");
    }

    #[test]
    fn a_game_that_begins_anew_voids_what_was_seen() {
        let slot = Arc::new(LiveSlot::default());
        let mut writer = slot.writer();
        writer.grew(&seen("a\n", false));
        writer.again();
        writer.grew(&seen("c\n", false));
        let mut glimpse = Glimpse::default();
        assert!(slot.visit(&mut glimpse));
        assert_eq!((glimpse.life, &*glimpse.lines), (1, &b"c\n"[..]));
    }
}
