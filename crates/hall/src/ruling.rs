//! Decisions about an event that is not running.

use crate::error::HallError;
use crate::history::{History, Kept};
use leitai_arena::now_ms;
use leitai_core::Sentence;
use leitai_store::Journal;
use leitai_tournament::{Decision, Role};

/// Keeps a decision in the journal of an event that has begun, and returns the event after it; the ruling is its
/// last. Once this has returned, no power cut takes it away; what is refused leaves the journal as it was.
pub fn rule(journal: &dyn Journal, decision: Decision, by: Role, reason: &str) -> Result<History, HallError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| HallError::Io("runtime".to_owned(), error))?;
    let known = History::read(runtime.block_on(journal.entries(0))?)?;
    let mut history = known.ok_or_else(|| {
        HallError::Begun(Sentence::new(
            "nothing has begun: `run` begins the event",
            "赛事尚未开始：用 `run` 开始",
        ))
    })?;
    let ruling = history.event.decide(decision, by, reason)?.clone();
    let body = serde_json::to_value(Kept::Ruled(ruling));
    let body = body.map_err(|error| HallError::Io("journal".to_owned(), error.into()))?;
    runtime.block_on(journal.append(now_ms(), None, &body))?;
    Ok(history)
}
