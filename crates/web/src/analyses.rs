//! Games that people played, judged ply by ply: one after the other, by threads that give way to everything else.

use crate::priority::{Priority, give_way};
use leitai_arena::contained;
use leitai_catalog::{Analysis, AnalysisError};
use leitai_core::{Means, Record, Sentence, sentence};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Nodes searched at every ply.
const NODES: u64 = 3000;
/// How long one game may take.
const CEILING: Duration = Duration::from_mins(3);
/// How many games are kept, judged or waiting.
const KEPT: usize = 64;
/// How many may wait.
const WAITING: usize = 8;

/// A game that is judged.
pub(crate) struct Judging {
    id: String,
    /// How many lines of the record are passed, and how many there are.
    pub(crate) passed: AtomicUsize,
    pub(crate) lines: usize,
    /// The judgement, or why there is none.
    pub(crate) done: OnceLock<Result<Analysis, Sentence>>,
}

/// The games that are judged, the newest last.
#[derive(Default)]
pub(crate) struct Analyses {
    all: Mutex<VecDeque<Arc<Judging>>>,
    /// One at a time.
    turn: Mutex<()>,
}

impl Analyses {
    /// The judging of that game, which begins if nobody asked for it lately; `None` while too many wait. It stops when
    /// `goes_on` says no.
    pub(crate) fn of(
        self: &Arc<Self>,
        id: &str,
        record: impl FnOnce() -> Record,
        goes_on: impl Fn() -> bool + Send + 'static,
    ) -> Option<Arc<Judging>> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.iter().find(|judging| judging.id == id) {
            return Some(Arc::clone(known));
        }
        if all.iter().filter(|judging| judging.done.get().is_none()).count() >= WAITING {
            return None;
        }
        let record = record();
        let judging = Arc::new(Judging {
            id: id.to_owned(),
            passed: AtomicUsize::new(0),
            lines: record.lines.len(),
            done: OnceLock::new(),
        });
        let (judges, judged) = (Arc::clone(self), Arc::clone(&judging));
        let work = move || {
            give_way(Priority::Searches);
            let _turn = judges.turn.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = judged.done.set(judged.judge(&record, &goes_on));
        };
        thread::Builder::new().name("leitai-judge".to_owned()).spawn(work).ok()?;
        while all.len() >= KEPT {
            all.pop_front();
        }
        all.push_back(Arc::clone(&judging));
        Some(judging)
    }
}

impl Judging {
    fn judge(&self, record: &Record, goes_on: &dyn Fn() -> bool) -> Result<Analysis, Sentence> {
        let game: leitai_catalog::ListedGame = record.about.game.parse().map_err(|why| Sentence::of(&why))?;
        let began = Instant::now();
        let mut heard = |passed: usize| {
            self.passed.store(passed, Ordering::Relaxed);
            goes_on() && began.elapsed() < CEILING
        };
        let level = game.facts().strongest_level();
        let judged = contained(|| Analysis::of(record, level, NODES, &Means::seeded(0), &mut heard));
        judged.map_err(|why| Sentence::of(&why))?.map_err(|why| match why {
            AnalysisError::Stopped => sentence!(
                "This game takes too long to judge here; `leitai analyze` judges its record on your own machine.",
                "此局在这里评估用时过长；可下载记录，在自己的机器上用 `leitai analyze` 评估。"
            ),
            why => Sentence::of(&why),
        })
    }
}
