//! Rulings on an event in a folder, whether or not a process is running it.

use super::request::{Answer, RequestFiles, RulingRequest, folder_in};
use super::taken::{around, unique};
use crate::error::{HallError, io_at};
use crate::history::History;
use leitai_arena::now_ms;
use leitai_core::{Sentence, sentence};
use leitai_store::{FileJournal, JournalEntry, StoreError};
use leitai_tournament::{GameId, Refusal};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often the asking process looks for an answer.
const LOOK: Duration = Duration::from_millis(50);
/// How long it waits before reporting that there is no answer.
const SILENCE: Duration = Duration::from_secs(3);
/// How long it waits before withdrawing a request that nobody took up.
const PATIENCE: Duration = Duration::from_mins(1);

/// A ruling that was made.
#[derive(Debug)]
pub struct RulingMade {
    /// The event before it.
    pub before: History,
    /// The event after it; the ruling is its last.
    pub after: History,
    /// The running games that it broke off.
    pub broken_off: Vec<GameId>,
    /// Whether a process is running the event, and goes on with it.
    pub is_run: bool,
}

/// What a ruling waits for.
#[derive(Debug)]
pub enum RulingWaits {
    /// For this process, which runs the event and has not taken up the ruling yet.
    ForRunner(Sentence),
    /// For these games to end.
    ForGames(Vec<GameId>),
}

/// Rules on an event that has begun in this folder, through the process that runs it, or else directly. `tell` is
/// called with what it waits for. If a process dies in between, the ruling is still made once or not at all.
pub fn rule_in_folder(
    folder: &Path,
    event: &str,
    request: &RulingRequest,
    tell: &mut dyn FnMut(RulingWaits),
) -> Result<RulingMade, HallError> {
    let asked = RequestFiles::new(folder_in(folder), format!("{:016}-{}", now_ms(), unique()));
    let journal = folder.join("journal.jsonl");
    let mut lock = None;
    let (since, mut told_silence, mut told_games) = (Instant::now(), false, false);
    let made = loop {
        // Checked before the journal, since the process that answered may have left it by now.
        match asked.answered() {
            Some(Answer::Waits(games)) if !told_games => {
                tell(RulingWaits::ForGames(games));
                told_games = true;
            }
            Some(Answer::Stands { seq, broken_off }) => {
                let lines = FileJournal::peek(&journal, event)?;
                break made(&lines, seq, broken_off, true);
            }
            Some(Answer::Refused(why)) => break Err(Refusal { why }.into()),
            Some(Answer::Undoes(games)) => break Err(HallError::Undoes(games)),
            Some(Answer::Failed(why)) => break Err(HallError::Unruled(why)),
            Some(Answer::Waits(_)) | None => {}
        }
        let holder = match FileJournal::open(&journal, event) {
            // Nobody is running it, or not any more; but an answer may have arrived in between.
            Ok(_) if asked.has_final_answer() => continue,
            Ok(journal) => break by_ourselves(&journal, &asked.journal_key(), request),
            Err(StoreError::InUse { holder, .. }) => holder,
            Err(error) => break Err(error.into()),
        };
        if lock.is_none() {
            lock = Some(asked.ask(request).map_err(io_at(&folder_in(folder)))?);
        }
        if since.elapsed() > PATIENCE && asked.take_back() {
            break Err(HallError::Unruled(sentence!(
                "{holder} runs the event and did not accept the ruling within {seconds} s: nothing was decided",
                "{holder} 正在主持赛事，{seconds} 秒内未受理此裁决：未作任何裁决";
                holder, seconds = PATIENCE.as_secs()
            )));
        }
        if since.elapsed() > SILENCE && !told_silence && !told_games {
            tell(RulingWaits::ForRunner(holder));
            told_silence = true;
        }
        std::thread::sleep(LOOK);
    };
    asked.remove();
    made
}

/// Makes the ruling directly, in a journal we have locked.
fn by_ourselves(journal: &FileJournal, key: &str, request: &RulingRequest) -> Result<RulingMade, HallError> {
    // The process that ran the event may have made the ruling before it died.
    let seq = request.taken(&request.by()).at_once(journal, key)?;
    made(&journal.entries(0)?, seq, Vec::new(), false)
}

/// The event before and after the ruling in this entry.
fn made(
    lines: &[JournalEntry],
    seq: u64,
    broken_off: Vec<GameId>,
    is_run: bool,
) -> Result<RulingMade, HallError> {
    let [before, after] = around(lines, seq)?;
    Ok(RulingMade { before, after, broken_off, is_run })
}
