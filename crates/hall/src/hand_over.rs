//! The worker's side of a game watched from another machine: additions to its record are handed to the store.

use crate::store_runtime::StoreRuntime;
use leitai_arena::{Glimpse, LiveSlot, LiveWriter, SeatClock, Seen, Watch};
use leitai_core::Table;
use leitai_store::{Grown, Held, Queue, StoreError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// Minimum time between two hand-overs of a game.
const EVERY: Duration = Duration::from_millis(500);

/// The clock of one seat as it is sent, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct FarClock {
    /// How long it has been running; `None` if it is stopped.
    asked: Option<u64>,
    turn: u64,
    left: Option<u64>,
}

impl FarClock {
    fn of(clock: SeatClock, now: Instant) -> FarClock {
        let ms = |time: Duration| time.as_millis() as u64;
        let asked = clock.asked.map(|asked| ms(now.saturating_duration_since(asked)));
        FarClock { asked, turn: ms(clock.turn), left: clock.left.map(ms) }
    }

    /// The clock as shown at `then`, when it was handed over.
    pub(crate) fn at(self, then: Instant) -> SeatClock {
        let ms = Duration::from_millis;
        let asked = self.asked.map(|asked| then.checked_sub(ms(asked)).unwrap_or(then));
        SeatClock { asked, turn: ms(self.turn), left: self.left.map(ms) }
    }
}

/// Hands over one game while somebody watches it.
pub(crate) struct HandOver {
    slot: Arc<LiveSlot>,
    seen: Glimpse,
    /// The part of the record since the last restart not handed over yet, and where in the record it begins.
    lines: Vec<u8>,
    start: u64,
    /// Whether anything else changed since the last time.
    is_new: bool,
    last: Option<Instant>,
    under_way: Option<UnderWay>,
}

/// A part that is being handed over.
struct UnderWay {
    size: usize,
    answer: JoinHandle<Result<bool, StoreError>>,
}

impl HandOver {
    /// Makes one, with the side that the game writes to.
    pub(crate) fn open() -> (HandOver, LiveWriter) {
        let slot = Arc::new(LiveSlot::default());
        let writer = slot.writer();
        let (seen, lines) = (Glimpse::default(), Vec::new());
        let hand_over = HandOver { slot, seen, lines, start: 0, is_new: false, last: None, under_way: None };
        (hand_over, writer)
    }

    /// Hands over what is new in the game, if somebody is watching and it is time. Never waits: the game's result does
    /// not depend on it.
    pub(crate) fn tick(&mut self, runtime: &StoreRuntime, queue: &Arc<Queue>, held: &Held) {
        match self.under_way.take_if(|under_way| under_way.answer.is_finished()) {
            Some(UnderWay { size, answer }) => {
                self.settle(size, matches!(runtime.wait(answer), Ok(Ok(true))));
            }
            None if self.under_way.is_some() => return,
            None => {}
        }
        let is_early = self.last.is_some_and(|last| last.elapsed() < EVERY);
        // What accumulates in between is at most one game's record.
        if is_early || !held.is_watched() {
            return;
        }
        self.gather();
        if !std::mem::take(&mut self.is_new) {
            return;
        }
        let now = Instant::now();
        self.last = Some(now);
        let clocks = self.seen.clocks.map(|clock| FarClock::of(clock, now));
        // A record is text.
        let lines = String::from_utf8_lossy(&self.lines).into_owned();
        let clocks = serde_json::to_value(clocks).unwrap_or_default();
        let grown = Grown { life: self.seen.life, start: self.start, lines, clocks };
        let (queue, lease) = (Arc::clone(queue), held.lease().clone());
        let answer = runtime.spawn(async move { queue.hand_over(&lease, &grown).await });
        self.under_way = Some(UnderWay { size: self.lines.len(), answer });
    }

    fn gather(&mut self) {
        let life = self.seen.life;
        if self.slot.visit(&mut self.seen) {
            self.is_new = true;
            if life != self.seen.life {
                self.lines.clear();
                self.start = 0;
            }
            self.lines.extend_from_slice(&self.seen.lines);
        }
    }

    /// Drops what was stored; anything else is handed over again, together with what follows.
    fn settle(&mut self, size: usize, is_kept: bool) {
        if is_kept {
            self.lines.drain(..size);
            self.start += size as u64;
        } else {
            self.is_new = true;
        }
    }
}

/// A watch that forwards to two others, the first of which takes everything unless it is being visited.
pub(crate) struct Both {
    relay: LiveWriter,
    other: Box<dyn Watch + Send>,
    /// How much of the next lines the first has taken already, since the other did not take them.
    ahead: usize,
}

impl Both {
    pub(crate) fn of(relay: LiveWriter, other: Box<dyn Watch + Send>) -> Both {
        Both { relay, other, ahead: 0 }
    }
}

impl Watch for Both {
    fn changed(&mut self, table: &dyn Table) {
        self.other.changed(table);
    }

    fn grew(&mut self, seen: &Seen<'_>) -> bool {
        if !self.relay.grew(&Seen { lines: &seen.lines[self.ahead..], ..*seen }) {
            return false;
        }
        let is_taken = self.other.grew(seen);
        self.ahead = if is_taken { 0 } else { seen.lines.len() };
        is_taken
    }

    fn again(&mut self) {
        self.ahead = 0;
        self.relay.again();
        self.other.again();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// Takes lines only every other time.
    struct Reluctant(Arc<Mutex<String>>, bool);

    impl Watch for Reluctant {
        fn grew(&mut self, seen: &Seen<'_>) -> bool {
            self.1 = !self.1;
            if self.1 {
                return false;
            }
            self.0.lock().expect("nobody panics").push_str(std::str::from_utf8(seen.lines).expect("text"));
            true
        }
    }

    #[test]
    fn both_see_every_line_once_whoever_is_late() {
        let (slot, told) = (Arc::new(LiveSlot::default()), Arc::new(Mutex::default()));
        let mut both = Both::of(slot.writer(), Box::new(Reluctant(Arc::clone(&told), false)));
        let mut pending = String::new();
        for line in ["a\n", "b\n", "c\n", "d\n"] {
            pending.push_str(line);
            let (at, clocks) = (Instant::now(), [SeatClock::default(); 2]);
            if both.grew(&Seen { lines: pending.as_bytes(), at, clocks, over: false }) {
                pending.clear();
            }
        }
        assert_eq!(*told.lock().expect("nobody panics"), "a\nb\nc\nd\n");
        let mut glimpse = Glimpse::default();
        assert!(slot.visit(&mut glimpse));
        assert_eq!(glimpse.lines, b"a\nb\nc\nd\n");
    }

    #[test]
    fn a_clock_travels() {
        let now = Instant::now();
        let ms = Duration::from_millis;
        let clock = SeatClock { asked: now.checked_sub(ms(300)), turn: ms(20), left: Some(ms(5000)) };
        let text = serde_json::to_string(&FarClock::of(clock, now)).expect("JSON");
        assert_eq!(text, r#"{"asked":300,"turn":20,"left":5000}"#);
        assert_eq!(serde_json::from_str::<FarClock>(&text).expect("a clock").at(now), clock);
    }
}
