//! Rulings on an event in a folder, whether or not a process is running it.

use super::Following;
use super::proposed_ruling::{ProposedRuling, around, unique};
use crate::error::{HallError, io_at};
use crate::history::History;
use crate::hold::{Hold, concerns};
use crate::run::journal_in;
use crate::run_file::{Running, RunningGame};
use leitai_arena::now_ms;
use leitai_core::Sentence;
use leitai_store::Torn;
use leitai_tournament::{DecidedBy, Decision, Event, GameId, Role};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often it is looked whether the games have ended.
const LOOK: Duration = Duration::from_millis(50);
/// How long it waits before reporting that the process that runs the event does not react.
const SILENCE: Duration = Duration::from_secs(3);

/// When a ruling takes effect if games it concerns are being played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// At once: games that are no longer due are broken off, and nothing of them is kept.
    AtOnce,
    /// When those games are over: their results count.
    AfterRunning,
}

/// A ruling to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct RulingRequest {
    /// The decision.
    pub decision: Decision,
    /// The role in which it is made.
    pub role: Role,
    /// The reason.
    pub reason: String,
    /// What happens to games already played whose pairing it changes.
    pub following: Following,
    /// When it takes effect.
    pub effect: Effect,
}

/// A ruling that was made.
#[derive(Debug)]
pub struct RulingMade {
    /// The event before it.
    pub before: History,
    /// The event after it; the ruling is its last.
    pub after: History,
    /// The running games that it breaks off.
    pub broken_off: Vec<GameId>,
    /// Whether a process is running the event, and goes on with it.
    pub is_run: bool,
    /// The incomplete last line of the journal that was removed before, if any.
    pub torn: Option<Torn>,
}

/// What a ruling waits for.
#[derive(Debug)]
pub enum RulingWaits {
    /// For this process, which runs the event and does not react.
    ForRunner(Sentence),
    /// For these games to end.
    ForGames(Vec<GameId>),
}

/// Rules on an event that has begun in this folder. If a process runs it, that process takes up the ruling from the
/// journal. `tell` is called with what it waits for.
pub fn rule_in_folder(
    folder: &Path,
    event: &str,
    request: &RulingRequest,
    tell: &mut dyn FnMut(RulingWaits),
) -> Result<RulingMade, HallError> {
    let RulingRequest { decision, role, reason, following, effect } = request;
    let journal = journal_in(folder, event)?;
    let key = format!("{:016}-{}", now_ms(), unique());
    let _hold = match effect {
        Effect::AtOnce => None,
        Effect::AfterRunning => {
            let hold = Hold::place(folder, &key, decision).map_err(io_at(folder))?;
            wait_for_games(folder, &hold, decision, tell);
            Some(hold)
        }
    };
    let running = Running::look(folder);
    let by = &DecidedBy::from(*role);
    let proposed = ProposedRuling { decision, by, reason, following: *following, mark: None, beside: None };
    let seq = proposed.at_once(&journal, &format!("ruling {key}"))?;
    let [before, after] = around(&journal.entries(0)?, seq)?;
    let is_run = running.is_some();
    let broken_off = broken_off(&after.event, running.unwrap_or_default().games);
    let torn = journal.torn().cloned();
    Ok(RulingMade { before, after, broken_off, is_run, torn })
}

/// Waits until no game is being played that a decision is about, and none can be begun.
fn wait_for_games(folder: &Path, hold: &Hold, decision: &Decision, tell: &mut dyn FnMut(RulingWaits)) {
    let (since, mut told_silence, mut told_games) = (Instant::now(), false, false);
    while let Some(running) = Running::look(folder) {
        let games = running.games.iter().filter(|game| concerns(decision, game)).map(|game| game.id);
        let games: Vec<GameId> = games.collect();
        let is_seen = running.holds.contains(&hold.key);
        if is_seen && games.is_empty() {
            return;
        }
        if is_seen && !told_games {
            tell(RulingWaits::ForGames(games));
            told_games = true;
        }
        if !is_seen && since.elapsed() > SILENCE && !told_silence {
            told_silence = true;
            tell(RulingWaits::ForRunner(Running::whoever(folder).unwrap_or_default()));
        }
        std::thread::sleep(LOOK);
    }
}

/// Those of the running games that are no longer due, or due between others.
pub(crate) fn broken_off(event: &Event, running: impl IntoIterator<Item = RunningGame>) -> Vec<GameId> {
    let running: Vec<RunningGame> = running.into_iter().collect();
    if running.is_empty() {
        return Vec::new();
    }
    let due: BTreeMap<GameId, _> = event.state().due().map(|due| (due.id, [due.first, due.second])).collect();
    running.iter().filter(|game| due.get(&game.id) != Some(&game.sides)).map(|game| game.id).collect()
}
