//! All games that run here, and those that have just ended.

use crate::live::live_game::LiveGame;
use leitai_arena::{LiveWriter, Seen, Watch};
use leitai_core::Table;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How often games are looked at.
pub(crate) const TICK: Duration = Duration::from_millis(20);
/// How long a game that is over stays on its board.
const STAYS: Duration = Duration::from_secs(8);

/// The running games by their addresses.
pub(crate) struct LiveGames {
    games: Mutex<BTreeMap<String, Listed>>,
    /// Counts how often the set changed.
    changes: watch::Sender<u64>,
}

struct Listed {
    game: Arc<LiveGame>,
    /// Since when no stage plays it.
    left: Option<Instant>,
    /// Is it known to have begun? Pages that show boards hear of it then.
    begun: bool,
}

/// The stage's side of a game that is listed while it is played.
struct Onlooker {
    writer: LiveWriter,
    games: Arc<LiveGames>,
    game: Arc<LiveGame>,
}

impl LiveGames {
    pub(crate) fn new() -> Arc<LiveGames> {
        Arc::new(LiveGames { games: Mutex::default(), changes: watch::Sender::new(1) })
    }

    /// Lists a game that begins; what is returned is handed to its stage, which drops it when it is done.
    pub(crate) fn enter(self: &Arc<LiveGames>, game: LiveGame) -> Box<dyn Watch + Send> {
        let game = Arc::new(game);
        let (writer, games) = (game.slot().writer(), Arc::clone(self));
        let before = self
            .games()
            .insert(game.id.clone(), Listed { game: Arc::clone(&game), left: None, begun: false });
        if let Some(before) = before {
            // It begins again under another stage: who watches is to look here.
            before.game.break_off();
        }
        self.count();
        Box::new(Onlooker { writer, games, game })
    }

    pub(crate) fn get(&self, id: &str) -> Option<Arc<LiveGame>> {
        self.games().get(id).map(|listed| Arc::clone(&listed.game))
    }

    /// All of them, those of events first, then in the order in which they began.
    pub(crate) fn all(&self) -> Vec<Arc<LiveGame>> {
        let mut all: Vec<_> = self.games().values().map(|listed| Arc::clone(&listed.game)).collect();
        all.sort_by_key(|game| game.order());
        all
    }

    /// How many are played now.
    pub(crate) fn running(&self) -> usize {
        self.games().values().filter(|listed| listed.left.is_none()).count()
    }

    /// Follows the number of changes to the set.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Looks at every game, and forgets those that have ended long enough ago.
    pub(crate) fn tick(&self) {
        let all: Vec<_> = self.games().values().map(|listed| Arc::clone(&listed.game)).collect();
        for game in all {
            game.visit();
        }
        let mut games = self.games();
        let before = games.len();
        games.retain(|_, listed| {
            let Some(left) = listed.left else { return true };
            // What is shown late is shown to its end.
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
        // The same game may have begun again, under another stage.
        let is_this = |listed: &Listed| Arc::ptr_eq(&listed.game, game);
        if game.visit() {
            if let Some(listed) = games.get_mut(&game.id).filter(|listed| is_this(listed)) {
                listed.left = Some(Instant::now());
            }
        } else if games.get(&game.id).is_some_and(is_this) {
            // Broken off: nothing of it counts, and who watches it is to look elsewhere.
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
