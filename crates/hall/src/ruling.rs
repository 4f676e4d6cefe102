//! Rulings by officials on an event, which may be running.

mod asking;
mod request;
mod taking_up;

pub use asking::{RulingMade, RulingWaits, rule_in_folder};
pub use request::{Effect, RulingRequest};
pub(crate) use taking_up::AskedRulings;

use crate::error::HallError;
use crate::history::{History, JournalBody};
use crate::run::{EventChange, EventObserver, Hall, Venue, value};
use crate::shared_store::SharedStore;
use leitai_arena::now_ms;
use leitai_core::{Lang, Sentence, Words};
use leitai_store::{Appended, Journal, JournalEntry, Terms, patiently};
use leitai_tournament::{DecidedBy, Decision, Event, GameId, RecordedGame, Role, Ruling};
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher, RandomState};

/// What happens to games already played whose pairing a ruling changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Following {
    /// Nothing: such a ruling is refused with [`HallError::Undoes`].
    Stands,
    /// The new pairing plays them again. The old results are kept, and count again if the ruling is revoked.
    PlayedAgain,
}

/// Appends a ruling to the journal of an event that has begun, and returns the event after it; the ruling is its last.
/// On return it is on the disk. A ruling that is refused leaves the journal unchanged.
pub fn rule(
    journal: &dyn Journal,
    decision: &Decision,
    by: impl Into<DecidedBy>,
    reason: &str,
    following: Following,
) -> Result<History, HallError> {
    let taken = Taken { decision, by: &by.into(), reason, following };
    at_once(ruled(journal, Terms::default(), &ruling_key(), taken))??.ok_or_else(nothing_begun)
}

/// What the stage itself gives as the reason of a ruling: a journal keeps one text, so both languages stand in it.
pub(crate) fn in_both(why: &Sentence) -> String {
    format!("{} {}", why.to(Lang::Zh), why.to(Lang::En))
}

/// Waits for what a journal in a file does.
fn at_once<T>(future: impl Future<Output = T>) -> Result<T, HallError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| HallError::System(Words::new("runtime", "运行环境"), error))?;
    Ok(runtime.block_on(future))
}

fn nothing_begun() -> HallError {
    HallError::Begun(Sentence::new(
        "nothing has begun: `run` begins the event",
        "赛事尚未开始：用 `run` 开始",
    ))
}

impl SharedStore {
    /// As [`rule`](rule()), for an event in this store, from any machine. The process that runs the event picks it up.
    pub fn rule(
        &self,
        event: &str,
        decision: &Decision,
        by: impl Into<DecidedBy>,
        reason: &str,
        following: Following,
    ) -> Result<History, HallError> {
        self.rule_once(event, &ruling_key(), decision, by, reason, following)
    }

    /// As [`SharedStore::rule`], under a key: where a ruling of this key was made before, that one stands, and nothing
    /// is decided.
    pub(crate) fn rule_once(
        &self,
        event: &str,
        key: &str,
        decision: &Decision,
        by: impl Into<DecidedBy>,
        reason: &str,
        following: Following,
    ) -> Result<History, HallError> {
        let journal = self.journal(event)?;
        let taken = Taken { decision, by: &by.into(), reason, following };
        let ruled = self.runtime.wait(ruled(&journal, self.terms, key, taken))?;
        ruled.map_or_else(|| Err(self.no_event(event)?), Ok)
    }
}

impl Hall {
    /// Puts a result in question if the machine disturbed its game, and nobody did so before.
    pub(crate) fn question(&mut self, game: GameId, see: &mut dyn EventObserver) -> Result<(), HallError> {
        let Some(delay) = self.details.get(&game).and_then(|details| details.disturbed_ms) else {
            return Ok(());
        };
        let decision = Decision::Question { game };
        if self.event.rulings().iter().any(|ruling| ruling.decision == decision) {
            return Ok(());
        }
        let reason = match delay {
            0 => "the program was ended from outside".to_owned(),
            delay => format!("the machine did not run the program for {delay} ms"),
        };
        self.rule(&format!("question {game}"), &decision, &Role::Organiser.into(), &reason, see)
    }

    /// Keeps a decision.
    pub fn decide(
        &mut self,
        decision: &Decision,
        by: impl Into<DecidedBy>,
        reason: &str,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        // Two rulings made at the same time are both kept: neither depends on the other.
        self.rule(&ruling_key(), decision, &by.into(), reason, see)
    }

    /// Keeps a decision under a key; nothing if another has kept it, which is heard of in time.
    fn rule(
        &mut self,
        key: &str,
        decision: &Decision,
        by: &DecidedBy,
        reason: &str,
        see: &mut dyn EventObserver,
    ) -> Result<(), HallError> {
        loop {
            let mut after = self.event.clone();
            let ruling = after.decide(decision.clone(), by.clone(), reason)?.clone();
            let body = value(&JournalBody::Ruled(ruling.clone()))?;
            match self.append(self.known(), key, &body)? {
                Appended::Written(_) => {
                    self.event = after;
                    see.happened(&self.event, &EventChange::Ruled(&ruling));
                    return Ok(());
                }
                Appended::AlreadyThere(_) => return Ok(()),
                // Rulings have an order: what others decided meanwhile comes before this one.
                Appended::Overtaken => self.hear(see)?,
            }
        }
    }

    /// The last entry before which everything is known; none where nobody else may write.
    pub(crate) fn known(&self) -> Option<u64> {
        let Venue::Away(_) = self.venue else { return None };
        let mut known = self.heard;
        while self.mine.contains(&(known + 1)) {
            known += 1;
        }
        Some(known)
    }
}

/// A decision as somebody takes it.
#[derive(Clone, Copy)]
struct Taken<'a> {
    decision: &'a Decision,
    by: &'a DecidedBy,
    reason: &'a str,
    following: Following,
}

impl Taken<'_> {
    /// Takes it, unless it undoes what is to stand.
    fn decide(self, event: &mut Event) -> Result<Ruling, HallError> {
        let before = event.clone();
        let ruling = event.decide(self.decision.clone(), self.by.clone(), self.reason)?.clone();
        let undone = if self.following == Following::Stands { before.undone(event) } else { Vec::new() };
        if undone.is_empty() {
            return Ok(ruling);
        }
        let named = |game: &RecordedGame| {
            let [first, second] = [game.first, game.second].map(|side| before.name(side));
            format!("{} ({first} – {second})", game.id)
        };
        Err(HallError::Undoes(undone.into_iter().map(named).collect()))
    }
}

/// A decision follows from all that the journal holds, what is drawn among it: if others write meanwhile, it is taken
/// anew on what they wrote. None if nothing has begun.
async fn ruled(
    journal: &dyn Journal,
    terms: Terms,
    key: &str,
    taken: Taken<'_>,
) -> Result<Option<History>, HallError> {
    let lines = patiently(terms, async || journal.entries(0).await).await?;
    let was_made = |lines: &[JournalEntry]| lines.iter().any(|line| line.key.as_deref() == Some(key));
    let (mut last, mut is_there) = (lines.last().map_or(0, |line| line.seq), was_made(&lines));
    let Some(mut history) = History::read(lines)? else { return Ok(None) };
    loop {
        if is_there {
            return Ok(Some(history));
        }
        let mut after = history.clone();
        let ruling = taken.decide(&mut after.event)?;
        let body = value(&JournalBody::Ruled(ruling))?;
        let append = async || journal.append_after(Some(last), now_ms(), Some(key), &body).await;
        match patiently(terms, append).await? {
            // There already: it was written, and the answer lost.
            Appended::Written(_) | Appended::AlreadyThere(_) => return Ok(Some(after)),
            Appended::Overtaken => {
                let lines = patiently(terms, async || journal.entries(last).await).await?;
                last = lines.last().map_or(last, |line| line.seq);
                is_there = was_made(&lines);
                history = history.after(lines)?;
            }
        }
    }
}

/// The key of a ruling, unlike all others: written again since the answer was lost, it stands once.
pub(crate) fn ruling_key() -> String {
    format!("ruling {}", unique())
}

fn unique() -> String {
    // The standard library seeds each from the system.
    let unique = || RandomState::new().hash_one(());
    format!("{:016x}{:016x}", unique(), unique())
}

#[cfg(test)]
mod from_afar;
