//! The records next to each other in a folder.

use crate::failure::Failure;
use leitai_bout::{RecordFileError, read_games_of, read_record, record_text};
use leitai_core::{Record, Sentence, sentence};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The beginning of a record.
const HEAD: &[u8] = b"{\"type\":\"game\",";

/// The records of a folder by name, or the games of one text file, and the selected one.
pub(super) struct RecordList {
    /// Never empty.
    files: Vec<PathBuf>,
    /// The games of the file, if it is a text file of games.
    games: Vec<Result<Record, RecordFileError>>,
    at: usize,
}

impl RecordList {
    /// The records of a folder, or those next to a file, which is selected first. Errors if there is none.
    ///
    /// In a text file of games, `game` is selected first, counted from 1.
    pub(super) fn around(path: &Path, game: usize) -> Result<RecordList, Failure> {
        if let Some(games) = read_games_of(path) {
            RecordList::read_at(path, game).map_err(|what| Failure::file(path, &what))?;
            return Ok(RecordList { files: vec![path.to_owned()], games, at: game.saturating_sub(1) });
        }
        if !path.is_dir() {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            let mut files = records(parent.unwrap_or(Path::new(".")));
            // Under its own name, as typed.
            files.retain(|file| file.file_name() != path.file_name());
            files.push(path.to_owned());
            files.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
            let at = files.iter().position(|file| file == path).unwrap_or(0);
            return Ok(RecordList { files, games: Vec::new(), at });
        }
        let files = records(path);
        if files.is_empty() {
            // The message for a folder where one record is expected.
            return Err(match record_text(path) {
                Err(why) => Failure::file(path, &why),
                Ok(_) => Failure::file(path, &RecordFileError::EmptyFolder),
            });
        }
        Ok(RecordList { files, games: Vec::new(), at: 0 })
    }

    /// Reads a record file, or game number `game`, from 1, of a text file of games.
    pub(super) fn read_at(path: &Path, game: usize) -> Result<Record, Sentence> {
        let Some(mut games) = read_games_of(path) else {
            return read_record(path).map_err(|error| Sentence::of(&error));
        };
        let count = games.len();
        match game.checked_sub(1).filter(|at| *at < count) {
            Some(at) => games.swap_remove(at).map_err(|error| Sentence::of(&error)),
            None => Err(sentence!(
                "it holds {count} games, no game {game}",
                "其中有 {count} 局，没有第 {game} 局"
            )),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.files[if self.games.is_empty() { self.at } else { 0 }]
    }

    fn count(&self) -> usize {
        self.files.len().max(self.games.len())
    }

    /// The number of the selected game, from 1, and the number of games.
    pub(super) fn place(&self) -> (usize, usize) {
        (self.at + 1, self.count())
    }

    pub(super) fn read(&self) -> Result<Record, Sentence> {
        let read = self.games.get(self.at).cloned().unwrap_or_else(|| read_record(self.path()));
        read.map_err(|error| Sentence::of(&error))
    }

    /// Selects the next game, or the previous one. Returns false if there is none.
    pub(super) fn turn(&mut self, forward: bool) -> bool {
        let next = if forward { Some(self.at + 1) } else { self.at.checked_sub(1) };
        let next = next.filter(|next| *next < self.count());
        self.at = next.unwrap_or(self.at);
        next.is_some()
    }
}

/// The records in a folder, including those being written. Other files of JSON lines are left out.
fn records(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let named = |file: &PathBuf| file.extension().is_some_and(|end| end == "jsonl" || end == "part");
    let mut files: Vec<_> = files.filter(named).filter(|file| begins_as_record(file)).collect();
    files.sort();
    files
}

fn begins_as_record(file: &Path) -> bool {
    let mut head = [0; HEAD.len()];
    File::open(file).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == HEAD
}
