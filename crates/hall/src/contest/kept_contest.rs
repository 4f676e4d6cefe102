//! A contest as its journal has it: what was done, by whom, in order.

use crate::error::HallError;
use crate::zone::Zone;
use leitai_core::{GameName, sentence};
use leitai_store::JournalEntry;
use leitai_tournament::Seed;
use leitai_tournament::contest::{Contest, ContestDeed, TakingId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// What the journal of a contest is called in a store, before the contest's name. No event is called so.
pub const CONTEST_PREFIX: &str = "contest: ";

/// A line of a contest's journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct ContestLine {
    #[serde(flatten)]
    pub(super) deed: ContestDeed,
    /// The account that did it, or `console`.
    pub(super) by: String,
    /// Its seed, in the first line: every lot of its events is drawn from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<String>,
    /// The key of what a desk takes along, in the line of the taking: what comes back is sealed with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) key: Option<String>,
}

/// A contest, carried forward by what is appended to its journal.
#[derive(Clone, Debug)]
pub struct KeptContest {
    /// It as it stands.
    pub contest: Contest,
    /// What all its lots are drawn from; secret until they are drawn.
    seed: String,
    /// The keys of what desks took along; secret.
    keys: BTreeMap<TakingId, String>,
    /// The number of the last line.
    seq: u64,
}

impl KeptContest {
    pub(super) fn begun(line: JournalEntry) -> Result<KeptContest, HallError> {
        let (seq, read) = (line.seq, read(line)?);
        match read {
            ContestLine { deed: ContestDeed::State { terms }, seed: Some(seed), .. } => {
                let contest = Contest::new(terms).map_err(HallError::Begun)?;
                Ok(KeptContest { contest, seed, keys: BTreeMap::new(), seq })
            }
            _ => Err(HallError::Begun(sentence!(
                "the journal of the contest does not begin with its terms",
                "比赛日志的开头不是比赛条款"
            ))),
        }
    }

    pub(super) fn take_in(&mut self, line: JournalEntry) -> Result<(), HallError> {
        let (seq, at_ms) = (line.seq, line.at_ms);
        let ContestLine { deed, key, .. } = read(line)?;
        if let (ContestDeed::Take { taking, .. }, Some(key)) = (&deed, key) {
            self.keys.insert(taking.clone(), key);
        }
        // It was checked when it was written, by this version or an earlier one.
        self.contest.take_in(at_ms, &deed);
        self.seq = seq;
        Ok(())
    }

    /// The SHA-256 of the seed, which is public from the start: whoever knows the seed afterwards draws every lot again.
    pub fn commitment(&self) -> String {
        Seed::new(self.seed.clone()).commitment()
    }

    /// The seed of a game's event: the SHA-256 of `SEED GAME`. An event that is over shows its own, from which nobody can
    /// tell the lots of the others.
    pub(super) fn seed_of(&self, game: &GameName<'_>) -> String {
        Seed::new(format!("{} {game}", self.seed)).commitment()
    }

    /// The SHA-256 of the seed of a game's event.
    pub fn commitment_of(&self, game: &GameName<'_>) -> String {
        Seed::new(self.seed_of(game)).commitment()
    }

    /// The seed, once nothing will be drawn from it: for who has been told that every event of the contest is over.
    pub fn revealed_seed(&self) -> &str {
        &self.seed
    }

    /// The year in which it takes place: that of its first day, or of now while no hours of the hall are stated.
    pub fn year(&self, zone: &Zone, now_ms: i64) -> i32 {
        let opens = self.contest.terms().hours.first().map_or(now_ms, |hours| hours.from);
        zone.at(opens).stamp().get(..4).and_then(|year| year.parse().ok()).unwrap_or_default()
    }

    /// The key of what a desk took along; secret but for the desk.
    pub(super) fn key_of(&self, taking: &TakingId) -> Option<&str> {
        self.keys.get(taking).map(String::as_str)
    }

    /// The number of the last line of its journal: a mark of all that was done.
    pub fn seq(&self) -> u64 {
        self.seq
    }
}

fn read(line: JournalEntry) -> Result<ContestLine, HallError> {
    let seq = line.seq;
    serde_json::from_value(line.body).map_err(|error| {
        HallError::Begun(sentence!(
            "line {seq} of the contest's journal cannot be read ({error}); was it written by another version?",
            "无法读取比赛日志的第 {seq} 行（{error}）；是否由其他版本写成？"
        ))
    })
}

/// The contests of a store that this process has looked at.
#[derive(Default)]
pub(crate) struct ContestFolds(Mutex<HashMap<String, Arc<KeptContest>>>);

impl ContestFolds {
    pub(super) fn get(&self, name: &str) -> Option<Arc<KeptContest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    pub(super) fn put(&self, name: &str, kept: Arc<KeptContest>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_newer = all.get(name).is_none_or(|known| known.seq < kept.seq);
        if is_newer {
            all.insert(name.to_owned(), kept);
        }
    }
}
