//! An event that has begun, in a folder or in a store, as seen by a process that is not running it.

use super::event_folder::{folder_of, look};
use crate::failure::Failure;
use leitai_bout::record_text;
use leitai_core::{Record, Sentence, sentence};
use leitai_hall::{Details, EventFile, Follower, History, SharedStore};
use leitai_store::LeaseTerms;
use leitai_tournament::GameId;
use std::path::{Path, PathBuf};

/// Where an event is kept.
#[derive(clap::Args)]
pub(crate) struct EventLocation {
    /// The folder of journal and records, if it is not next to the file
    #[arg(long, global = true)]
    pub(crate) out: Option<PathBuf>,
    /// The store in which the event runs: `postgres://USER@HOST/NAME`, or `sqlite:PATH`
    #[arg(long, value_name = "ADDRESS", global = true)]
    pub(crate) store: Option<String>,
}

/// An event that has begun.
pub(crate) struct BegunEvent {
    pub(crate) file: EventFile,
    pub(crate) folder: PathBuf,
    pub(crate) history: History,
    /// When it began, in milliseconds since 1970-01-01 UTC.
    pub(super) began: Option<i64>,
    /// The store, if its journal is not in the folder.
    pub(crate) store: Option<SharedStore>,
}

impl BegunEvent {
    /// Finds the event of a file, in the state of its journal. Nothing is locked, so that a running event can be
    /// inspected. Its programs need not be on this machine.
    pub(crate) fn of(path: &Path, location: &EventLocation) -> Result<BegunEvent, Failure> {
        let file = look(path)?;
        let folder = folder_of(path, location.out.as_ref());
        if let Some(address) = &location.store {
            let store = opened(address)?;
            let (history, began) = store.history(&file.name).map_err(|error| Failure::hall(&error))?;
            return Ok(BegunEvent { file, folder, history, began: Some(began), store: Some(store) });
        }
        let mut follower = Follower::in_folder(&folder, &file.name);
        follower.follow().map_err(|error| Failure::hall(&error))?;
        let began = follower.began();
        let history = follower.into_history().ok_or_else(|| {
            let folder = folder.display();
            Failure::Usage(sentence!(
                "no event has begun in {folder} (if it runs in a store, add --store)",
                "{folder} 中没有已开始的赛事（在存储中进行的赛事：--store）"
            ))
        })?;
        Ok(BegunEvent { file, folder, history, began, store: None })
    }

    /// The record of a game, from the folder or from the store. `None` if the game has none; the error says why it
    /// cannot be read.
    pub(crate) fn record(&self, id: GameId, how: &Details) -> Result<Option<Record>, Sentence> {
        let Some(name) = &how.record else { return Ok(None) };
        let file = self.folder.join(name);
        let text = match &self.store {
            Some(store) if !file.exists() => {
                let text =
                    store.record(&self.history.begun.name, id).map_err(|error| Sentence::of(&error))?;
                text.ok_or_else(|| {
                    sentence!("it is neither in the folder nor in the store", "文件夹与存储中都没有")
                })?
            }
            _ => record_text(&file).map_err(|error| Sentence::of(&error))?,
        };
        Record::read(&text).map(Some).map_err(|error| Sentence::of(&error))
    }
}

/// Opens a store for inspection, whatever the class of its machines.
pub(super) fn opened(address: &str) -> Result<SharedStore, Failure> {
    let heartbeat = LeaseTerms::default().heartbeat;
    SharedStore::open(address, "default", heartbeat).map_err(|error| Failure::hall(&error))
}
