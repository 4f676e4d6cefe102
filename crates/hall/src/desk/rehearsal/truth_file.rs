//! What a rehearsal keeps beside the records: a game with secrets cannot go on by what one side knows.

use super::truth::TrueAct;
use leitai_sandbox::replace;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

const FILE: &str = "rehearsal.json";

/// The game that is rehearsed, as it really is.
#[derive(Serialize, Deserialize)]
pub(super) struct TruthFile {
    /// Counted from 0.
    pub(super) game: u32,
    /// Its acts.
    pub(super) acts: Vec<TrueAct>,
}

impl TruthFile {
    /// What was kept of that game.
    pub(super) fn read(folder: &Path, game: u32) -> Vec<TrueAct> {
        let kept: Option<TruthFile> =
            fs::read(folder.join(FILE)).ok().and_then(|text| serde_json::from_slice(&text).ok());
        kept.filter(|kept| kept.game == game).map_or_else(Vec::new, |kept| kept.acts)
    }

    /// Keeps it, in one step. A rehearsal of which this is lost begins its game anew.
    pub(super) fn write(&self, folder: &Path) {
        let Ok(mut file) = tempfile::NamedTempFile::new_in(folder) else { return };
        if serde_json::to_writer(&mut file, self).is_ok() {
            let _ = replace(&file.into_temp_path(), &folder.join(FILE));
        }
    }
}
