//! Taking results that are brought: checked on top of all that is known, and stored once.

use super::checked::checked;
use super::evidence::{Evidence, WITNESSES, record_note};
use super::known::{Known, game_of, known};
use super::record_facts::record_in;
use super::result::{Brought, BroughtResult, ShownBy, TableResult};
use crate::deed_error::DeedError;
use crate::error::{HallError, io_at};
use crate::fold::Fold;
use crate::history::{JournalBody, Played, Witnessed};
use crate::records::write_all;
use crate::ruling::nothing_begun;
use crate::run::{journal_in, value};
use crate::shared_store::SharedStore;
use leitai_arena::now_ms;
use leitai_core::Words;
use leitai_sandbox::system::{files, locks};
use leitai_store::{Actor, Appended, Deed, Journal, LeaseTerms, patiently};
use leitai_tournament::GameId;
use serde_json::json;
use std::path::Path;

impl SharedStore {
    /// Takes the result of a game at a table of an event in this store, whose folder this is. It is on the disk once this
    /// returns, and counts once, however often and from whichever desk it is brought. Refused if the game is not due,
    /// has another result, or is not the one that the record shows.
    pub fn bring(
        &self,
        by: Actor<'_>,
        event: &str,
        folder: &Path,
        result: &TableResult<'_>,
    ) -> Result<BroughtResult, DeedError> {
        match self.attempt((by, Deed::BringResult), (event, folder), None, result)? {
            Attempt::Done(brought) => Ok(brought),
            Attempt::NotBegun | Attempt::Overtaken => Err(self.no_event(event)?.into()),
        }
    }

    /// As [`SharedStore::bring`], under this deed, if nothing was appended to another journal after its line of this number,
    /// on which it depends that the result may be brought: [`None`] if something was.
    pub(crate) fn bring_beside(
        &self,
        signed: (Actor<'_>, Deed),
        (event, folder): (&str, &Path),
        beside: (&dyn Journal, u64),
        result: &TableResult<'_>,
    ) -> Result<Option<BroughtResult>, DeedError> {
        match self.attempt(signed, (event, folder), Some(beside), result)? {
            Attempt::Done(brought) => Ok(Some(brought)),
            Attempt::Overtaken => Ok(None),
            Attempt::NotBegun => Err(self.no_event(event)?.into()),
        }
    }

    fn attempt(
        &self,
        (by, deed): (Actor<'_>, Deed),
        (event, folder): (&str, &Path),
        beside: Option<(&dyn Journal, u64)>,
        result: &TableResult<'_>,
    ) -> Result<Attempt, DeedError> {
        let details = json!({ "game": result.game.map(|game| game.to_string()), "table": result.table });
        let journal = self.journal(event)?.signed(by, Some((deed, details)));
        self.with_fold(event, |fold| {
            self.runtime.wait(brought(fold, &journal, (self.terms, beside), folder, result))
        })
    }
}

/// What became of an attempt to bring a result.
enum Attempt {
    /// The event has not begun.
    NotBegun,
    /// Something was appended to the journal on which it depends that the result may be brought.
    Overtaken,
    /// It counts.
    Done(BroughtResult),
}

/// As [`SharedStore::bring`], for an event whose journal is in its folder.
pub fn bring_to_folder(
    folder: &Path,
    event: &str,
    result: &TableResult<'_>,
) -> Result<BroughtResult, DeedError> {
    let journal = journal_in(folder, event)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| HallError::System(Words::new("runtime", "运行环境"), error))?;
    let mut fold = Fold::default();
    let terms = (LeaseTerms::default(), None);
    match runtime.block_on(brought(&mut fold, &journal, terms, folder, result))? {
        Attempt::Done(brought) => Ok(brought),
        Attempt::NotBegun | Attempt::Overtaken => Err(nothing_begun().into()),
    }
}

/// Checks and stores a result on top of all that the journal has, unless the journal beside it has more lines than it had.
async fn brought(
    fold: &mut Fold,
    journal: &dyn Journal,
    (terms, beside): (LeaseTerms, Option<(&dyn Journal, u64)>),
    folder: &Path,
    result: &TableResult<'_>,
) -> Result<Attempt, DeedError> {
    let evidence = Evidence::of(result)?;
    let games = folder.join("games");
    std::fs::create_dir_all(&games).map_err(io_at(&games))?;
    // Held until the result is stored: whoever else brings one from this machine finds record and journal in step.
    let door = files::open_to_lock(&games).map_err(io_at(&games))?;
    locks::take(&door).map_err(io_at(&games))?;
    loop {
        fold.read_on(journal, terms).await?;
        if let Some((beside, seq)) = beside
            && !beside.entries(seq).await?.is_empty()
        {
            return Ok(Attempt::Overtaken);
        }
        let Some(history) = fold.history() else { return Ok(Attempt::NotBegun) };
        let of = match result.game {
            Some(game) => game,
            None => game_of(history, folder, result.shown_by, &evidence)?,
        };
        let done = |brought, agreement| Ok(Attempt::Done(BroughtResult { of, brought, agreement }));
        let (key, body, brought, agreement) = match known(history, folder, of, (result.shown_by, &evidence))?
        {
            Some(Known::Before) => return done(Brought::Before, evidence.agreement),
            Some(Known::BearsOut(agreement, text)) => {
                keep_witness(folder, of, text)?;
                let seal = record_in(text)?.end.and_then(|end| end.seal.map(std::borrow::Cow::into_owned));
                let witness = record_note(of, seal, agreement);
                let body = JournalBody::Witnessed(Witnessed { of, witness });
                (format!("witness {of}"), body, Brought::BearsOut, Some(agreement))
            }
            None => {
                let played: Played = checked(history, of, (result, &evidence))?;
                if let ShownBy::Record(text) = result.shown_by {
                    // The game has no result: what lies there was left by whoever was stopped before storing one.
                    write_all(&games, &[(of, text.to_owned())])?;
                }
                if let Some(other) = evidence.other {
                    keep_witness(folder, of, other)?;
                }
                (of.to_string(), JournalBody::Played(played), Brought::Counted, evidence.agreement)
            }
        };
        let body = value(&body)?;
        let append = async || journal.append_after(Some(fold.seq()), now_ms(), Some(&key), &body).await;
        match patiently(terms, append).await? {
            Appended::Written(_) => return done(brought, agreement),
            // Read and compared with what is there.
            Appended::AlreadyThere(_) | Appended::Overtaken => {}
        }
    }
}

/// Writes the record of the other desk to the disk.
fn keep_witness(folder: &Path, of: GameId, text: &str) -> Result<(), HallError> {
    let witnesses = folder.join(WITNESSES);
    std::fs::create_dir_all(&witnesses).map_err(io_at(&witnesses))?;
    write_all(&witnesses, &[(of, text.to_owned())])
}
