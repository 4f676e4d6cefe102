//! The longest moves of an event's games, taken from verified records.

use crate::log;
use crate::recorded::{Breaks, verified};
use leitai_arena::now_ms;
use leitai_catalog::{Audience, Cut, Secrets};
use leitai_core::RecordError;
use leitai_hall::History;
use leitai_pages::event::{LongestMoves, age, longest_moves};
use leitai_tournament::GameId;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long one page may read records; the next page continues where it stopped.
const PATIENCE: Duration = Duration::from_millis(100);

/// The results so far, by game. Each record is read once, and verified before anything is taken from it.
#[derive(Default)]
pub(crate) struct LongestKnown(Mutex<BTreeMap<GameId, Longest>>);

/// The longest moves in a record; `None` if it is missing or does not verify.
type Longest = Option<LongestMoves>;

impl LongestKnown {
    /// Those of the finished games that may be known, as far as they have been read; `path` returns where a game's
    /// record is.
    pub(crate) fn of(
        &self,
        history: &History,
        secrets: Secrets,
        path: &dyn Fn(GameId) -> PathBuf,
    ) -> BTreeMap<GameId, LongestMoves> {
        let until = Instant::now() + PATIENCE;
        let unread: Vec<GameId> = {
            let found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            history.details.keys().filter(|id| !found.contains_key(id)).copied().collect()
        };
        for game in unread {
            let Some(read) = read(history, secrets, game, &path(game)) else { continue };
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(game, read);
            if Instant::now() >= until {
                break;
            }
        }
        let found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        found.iter().filter_map(|(game, found)| Some((*game, (*found)?))).collect()
    }
}

/// Reads a record; `None` if the game is not open yet and must be tried again later.
fn read(history: &History, secrets: Secrets, game: GameId, path: &Path) -> Option<Longest> {
    let age = age(history, game, now_ms());
    if history.begun.game.facts().hidden && !secrets.open(true, age) {
        return None;
    }
    let Ok(bytes) = fs::read(path) else { return Some(None) };
    let longest = || -> Result<Longest, RecordError> {
        let record = verified(&bytes, Breaks::Never)?;
        Cut::of(record, Audience::Public, secrets, age)?.map(longest_moves).transpose()
    };
    let found = longest().unwrap_or_else(|error| {
        let (name, game, why) = (&history.begun.name, game.to_string(), error.to_string());
        log::warn(
            "no time is taken from a record that does not verify",
            &[("event", name), ("game", &game), ("why", &why)],
        );
        None
    });
    Some(found)
}
