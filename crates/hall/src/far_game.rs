//! A running game played by a remote worker, as seen through the store.

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

/// A game watched through the store, wherever it is played. Its worker is notified at its next heartbeat, and from then
/// on hands over what is new, at most twice a second. The end of a game is not reported here, but by its result.
pub struct FarGame {
    runtime: Arc<StoreRuntime>,
    queue: Queue,
    event: String,
    game: GameKey,
    mark: Mark,
    /// When the request to watch was last renewed.
    asked: Option<Instant>,
    /// The clocks that were last shown.
    clocks: Option<[FarClock; 2]>,
}

impl FarGame {
    /// Prepares to watch a game; requests nothing yet.
    pub fn new(shared: &SharedStore, event: &str, game: GameId) -> Result<FarGame, HallError> {
        let (runtime, queue, game) = (Arc::clone(&shared.runtime), shared.queue(), key(game)?);
        let (event, mark) = (event.to_owned(), Mark::default());
        Ok(FarGame { runtime, queue, event, game, mark, asked: None, clocks: None })
    }

    /// Shows `to` what was handed over since the last call, as if the game were played here; returns false if that was
    /// nothing. Call it repeatedly, at least once per heartbeat: a game is handed over only as long as somebody asks.
    /// Waits for the database, so do not call it on a thread of an async runtime.
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

    /// Returns `None` if `to` did not take it, so that it must be shown again; false if it is already known.
    fn show_part(&mut self, part: &HandedOver, to: &mut dyn Watch) -> Option<bool> {
        let mark = part.mark();
        // If a worker of another version has a different clock format, nothing is shown.
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
