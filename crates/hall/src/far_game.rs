//! A running game that a worker elsewhere plays, as the store knows it.

use crate::error::HallError;
use crate::game_order::key;
use crate::hand_over::FarClock;
use crate::shared_store::SharedStore;
use crate::store_runtime::StoreRuntime;
use leitai_arena::{Seen, Watch};
use leitai_store::{GameKey, HandedOver, Mark, Queue};
use leitai_tournament::GameId;
use std::sync::Arc;
use std::time::Instant;

/// A game that is watched through the store, wherever it is played. Its worker hears of it at its next heartbeat, and from
/// then on hands over what came since, twice a second at most. The end of a game is not seen here: its result is.
pub struct FarGame {
    runtime: Arc<StoreRuntime>,
    queue: Queue,
    event: String,
    game: GameKey,
    mark: Mark,
    /// When its worker was last asked.
    asked: Option<Instant>,
    /// The clocks that were shown last, and when they were handed over.
    clocks: Option<[FarClock; 2]>,
}

impl FarGame {
    /// Nothing is asked for yet.
    pub fn new(shared: &SharedStore, event: &str, game: GameId) -> Result<FarGame, HallError> {
        let (runtime, queue, game) = (Arc::clone(&shared.runtime), shared.queue(), key(game)?);
        let (event, mark) = (event.to_owned(), Mark::default());
        Ok(FarGame { runtime, queue, event, game, mark, asked: None, clocks: None })
    }

    /// Shows `to` what was handed over since the last call, as if the game were played here; false if that was nothing.
    /// Call it again and again, at least once a heartbeat: a game is handed over only for as long as somebody asks. Waits
    /// for the database: not for the threads of an async runtime.
    pub fn show(&mut self, to: &mut dyn Watch) -> Result<bool, HallError> {
        let terms = self.queue.terms();
        if self.asked.is_none_or(|asked| asked.elapsed() >= terms.heartbeat) {
            self.runtime.wait(self.queue.watch(&self.event, &self.game, terms.lease()))?;
            self.asked = Some(Instant::now());
        }
        let parts = self.runtime.wait(self.queue.handed_over(&self.event, &self.game, self.mark))?;
        let mut is_new = false;
        for part in parts {
            let Some(shown) = self.show_part(&part, to) else { break };
            is_new |= shown;
        }
        Ok(is_new)
    }

    /// None if it was not taken, and is to be shown again; false if it is known.
    fn show_part(&mut self, part: &HandedOver, to: &mut dyn Watch) -> Option<bool> {
        let mark = part.mark();
        // Where a worker of another version tells the time otherwise, nothing is shown.
        let clocks: [FarClock; 2] = serde_json::from_value(part.grown.clocks.clone()).ok()?;
        if mark == self.mark && self.clocks == Some(clocks) {
            return Some(false);
        }
        if self.mark != Mark::default() && (mark.fence, mark.life) != (self.mark.fence, self.mark.life) {
            to.again();
            self.mark = Mark { end: 0, ..mark };
        }
        let now = Instant::now();
        let at = now.checked_sub(part.ago).unwrap_or(now);
        let lines = part.grown.lines.as_bytes();
        let taken = to.grew(&Seen { lines, at, clocks: clocks.map(|clock| clock.at(at)), over: false });
        taken.then(|| (self.mark, self.clocks) = (mark, Some(clocks)))?;
        Some(true)
    }
}
