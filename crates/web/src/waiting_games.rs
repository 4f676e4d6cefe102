//! The games of an event that are drawn but not played, in the order in which they will be.

use crate::known::Known;
use leitai_hall::History;
use leitai_pages::Waits;
use leitai_tournament::{Due, GameId};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How many of the last results the pace of an event is based on.
const LATE: usize = 32;
/// With fewer, the pace is unknown.
const FEW: usize = 4;

/// The waiting games of an event, computed once for each change of the event, on the first request.
#[derive(Default)]
pub(crate) struct WaitingGames(Mutex<Arc<WaitingLine>>);

/// A game that is still to be played or is being played.
pub(crate) struct Awaited {
    pub(crate) due: Due,
    /// Its place among the waiting games; `None` if it is being played.
    pub(crate) waits: Option<Waits>,
}

#[derive(Default)]
struct WaitingLine {
    /// The event's version when it was computed; 0 if it never was.
    version: u64,
    /// The games in the order in which they will be played.
    at: BTreeMap<GameId, (usize, Due)>,
    /// How long the event takes per game, given that several may run side by side.
    pace: Option<Duration>,
}

impl WaitingGames {
    /// A game of the event in its known state; `version` is the event's number of changes, read before that state.
    pub(crate) fn of(&self, version: u64, known: &Known, game: GameId) -> Option<Awaited> {
        // A game with a result is not played any more: the most frequent case, answered without computing anything.
        if known.history.event.games().binary_search_by_key(&game, |game| game.id).is_ok() {
            return None;
        }
        let line = self.now(version, &known.history);
        let (place, due) = *line.at.get(&game)?;
        if known.running.contains(game) {
            return Some(Awaited { due, waits: None });
        }
        let stuck = known.stuck.now();
        let apart = known.running.now().into_iter().map(|due| due.id).chain(stuck.keys().copied());
        let apart: Vec<usize> = apart.filter_map(|id| line.at.get(&id).map(|(at, _)| *at)).collect();
        let place = place - apart.iter().filter(|at| **at < place).count();
        let waits = Waits {
            place: place + 1,
            of: line.at.len().saturating_sub(apart.len()).max(place + 1),
            about: line.pace.map(|pace| pace.saturating_mul(place as u32 + 1)),
            is_stuck: stuck.contains_key(&game),
        };
        Some(Awaited { due, waits: Some(waits) })
    }

    /// The waiting games. While one thread computes them, the others wait.
    fn now(&self, version: u64, history: &History) -> Arc<WaitingLine> {
        let mut line = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A later request may already have computed it from a newer state.
        if line.version < version {
            let state = history.event.state();
            let at = state.due().enumerate().map(|(at, due)| (due.id, (at, due))).collect();
            *line = Arc::new(WaitingLine { version, at, pace: pace(history) });
        }
        Arc::clone(&line)
    }
}

/// The pace, from the ends of the last games.
fn pace(history: &History) -> Option<Duration> {
    let mut ended: Vec<i64> = history.details.values().map(|how| how.ended).collect();
    let late = LATE.min(ended.len());
    if late < FEW {
        return None;
    }
    let from = ended.len() - late;
    let (_, first, after) = ended.select_nth_unstable(from);
    let last = after.iter().max().copied().unwrap_or(*first);
    let each = (last - *first) / (late as i64 - 1);
    u64::try_from(each).ok().filter(|each| *each > 0).map(Duration::from_millis)
}

#[cfg(test)]
mod tests {
    use super::pace;
    use leitai_hall::{Details, EventFile, History};
    use leitai_tournament::{Event, Seed};
    use std::collections::BTreeMap;
    use std::path::Path;
    use std::time::Duration;

    /// An event whose games ended at these times.
    fn ended(times: &[i64]) -> History {
        let entries = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
        let entries = entries.map(|name| format!("[[entries]]\nname = \"{name}\"\nprogram = \"random\"\n"));
        let text = format!(
            "name = \"Cup\"\ngame = \"gomoku\"\n[plan.stages.1]\nsections = \"one\"\n{}",
            entries.concat()
        );
        let file = EventFile::parse(&text, "cup.toml", Path::new(".")).expect("an event");
        let begun = file.begun(|| Seed::new("1"));
        let event = Event::new(begun.plan.clone(), begun.entries.clone(), begun.seed.clone()).expect("one");
        let text = r#"{"verdict":"Law","reason":"x","plies":1,"seconds":1.0,"record":null,"replays":0,"sandbox":"F","ended":0}"#;
        let how: Details = serde_json::from_str(text).expect("as the journal has it");
        let due: Vec<_> = event.state().due().map(|due| due.id).collect();
        assert!(due.len() >= times.len(), "{} games", due.len());
        let details: BTreeMap<_, _> = due
            .into_iter()
            .zip(times)
            .map(|(id, ended)| (id, Details { ended: *ended, ..how.clone() }))
            .collect();
        History { begun, event, details }
    }

    #[test]
    fn the_last_results_tell_how_fast_an_event_goes_on() {
        assert_eq!(pace(&ended(&[1, 2, 3])), None, "too few");
        assert_eq!(pace(&ended(&[7_000, 1_000, 3_000, 5_000])), Some(Duration::from_secs(2)));
        assert_eq!(pace(&ended(&[5; 8])), None, "all at once");
        // A game played long before the event continued is not among the last.
        let mut times = vec![1];
        times.extend((0..32).map(|number| 1_000_000 + 500 * number));
        assert_eq!(pace(&ended(&times)), Some(Duration::from_millis(500)));
    }
}
