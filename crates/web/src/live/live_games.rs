//! All games running here, and those that have just ended.

use crate::live::live_game::LiveGame;
use leitai_arena::{LiveWriter, Seen, Watch};
use leitai_core::Table;
use leitai_hall::PrivateGame;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How often games are looked at.
pub(crate) const TICK: Duration = Duration::from_millis(20);
/// How long a finished game stays on its board.
const STAYS: Duration = Duration::from_secs(8);

/// The running games by their addresses.
pub(crate) struct LiveGames {
    games: Mutex<BTreeMap<String, Listed>>,
    /// Counts how often the set changed.
    changes: watch::Sender<u64>,
}

struct Listed {
    game: Arc<LiveGame>,
    /// Since when no stage has been playing it.
    left: Option<Instant>,
    /// Whether it is known to have begun. Pages that show boards are notified then.
    begun: bool,
}

/// The stage's handle on a game, which is listed while it is played.
struct Onlooker {
    writer: LiveWriter,
    games: Arc<LiveGames>,
    game: Arc<LiveGame>,
}

impl LiveGames {
    pub(crate) fn new() -> Arc<LiveGames> {
        Arc::new(LiveGames { games: Mutex::default(), changes: watch::Sender::new(1) })
    }

    /// Lists a game that begins; the value returned is handed to its stage, which drops it when it is done.
    pub(crate) fn enter(self: &Arc<LiveGames>, game: LiveGame) -> Box<dyn Watch + Send> {
        let game = Arc::new(game);
        let (writer, games) = (game.slot().writer(), Arc::clone(self));
        let before = self
            .games()
            .insert(game.id.clone(), Listed { game: Arc::clone(&game), left: None, begun: false });
        if let Some(before) = before {
            // The game begins again under another stage: watchers must look at the new listing.
            before.game.break_off();
        }
        self.count();
        Box::new(Onlooker { writer, games, game })
    }

    pub(crate) fn get(&self, id: &str) -> Option<Arc<LiveGame>> {
        self.games().get(id).map(|listed| Arc::clone(&listed.game))
    }

    /// All that are for everybody, those of events first, then by the time they began. Whoever names another has to be
    /// its author.
    pub(crate) fn all(&self) -> Vec<Arc<LiveGame>> {
        let games = self.games();
        let mut all: Vec<_> = games.values().map(|listed| Arc::clone(&listed.game)).collect();
        drop(games);
        all.retain(|game| PrivateGame::of(game.assignment.id).is_none());
        all.sort_by_key(|game| game.order());
        all
    }

    /// How many are being played now.
    pub(crate) fn running(&self) -> usize {
        self.games().values().filter(|listed| listed.left.is_none()).count()
    }

    /// Follows the number of changes to the set.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Visits every game, and forgets those that ended long enough ago.
    pub(crate) fn tick(&self) {
        let all: Vec<_> = self.games().values().map(|listed| Arc::clone(&listed.game)).collect();
        for game in all {
            game.visit();
        }
        let mut games = self.games();
        let before = games.len();
        games.retain(|_, listed| {
            let Some(left) = listed.left else { return true };
            // A delayed game is shown to its end.
            left.elapsed() < STAYS + listed.game.delay()
        });
        let mut changed = games.len() != before;
        for listed in games.values_mut().filter(|listed| !listed.begun) {
            listed.begun = listed.game.has_begun();
            changed |= listed.begun;
        }
        drop(games);
        if changed {
            self.count();
        }
    }

    fn leave(&self, game: &Arc<LiveGame>) {
        let mut games = self.games();
        // The same game may have begun again under another stage.
        let is_this = |listed: &Listed| Arc::ptr_eq(&listed.game, game);
        if game.visit() {
            if let Some(listed) = games.get_mut(&game.id).filter(|listed| is_this(listed)) {
                listed.left = Some(Instant::now());
            }
        } else if games.get(&game.id).is_some_and(is_this) {
            // Broken off: the game does not count, and its watchers must look elsewhere.
            games.remove(&game.id);
            drop(games);
            game.break_off();
            self.count();
        }
    }

    fn count(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    fn games(&self) -> MutexGuard<'_, BTreeMap<String, Listed>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch for Onlooker {
    fn changed(&mut self, table: &dyn Table) {
        self.writer.changed(table);
    }

    fn grew(&mut self, seen: &Seen<'_>) -> bool {
        self.writer.grew(seen)
    }

    fn again(&mut self) {
        self.writer.again();
    }
}

impl Drop for Onlooker {
    fn drop(&mut self) {
        self.games.leave(&self.game);
    }
}
