//! Where the contents of programs are that were put aside under their hash.

use crate::program_error::ProgramError;
use crate::shared_store::SharedStore;
use leitai_core::ContentHash;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// Where the contents of programs are that were put aside under their hash.
pub(crate) enum ProgramSource {
    /// Nowhere: programs are files on this machine.
    Nowhere,
    /// In an event's store.
    Store(Arc<SharedStore>),
    /// In this folder of an event, one file or folder each.
    Folder(PathBuf),
}

impl ProgramSource {
    /// The contents with this hash; `name` is what they are called.
    pub(crate) fn get(&self, name: &str, sha256: ContentHash) -> Result<Vec<u8>, ProgramError> {
        match self {
            ProgramSource::Nowhere => Err(ProgramError::Elsewhere(name.to_owned())),
            ProgramSource::Store(store) => Ok(store.get(sha256)?),
            ProgramSource::Folder(folder) => {
                let path = folder.join(sha256.to_string());
                let read = std::fs::read(&path).and_then(|contents| {
                    let is_whole = ContentHash::of(&contents) == sha256;
                    is_whole.then_some(contents).ok_or_else(|| io::ErrorKind::InvalidData.into())
                });
                read.map_err(|error| ProgramError::Io(path, error))
            }
        }
    }

    /// The folder in which the files with this hash are.
    pub(crate) fn folder(&self, name: &str, sha256: ContentHash) -> Result<PathBuf, ProgramError> {
        match self {
            ProgramSource::Folder(folder) => Ok(folder.join(sha256.to_string())),
            _ => Err(ProgramError::Elsewhere(name.to_owned())),
        }
    }
}
