//! All games of a match in one text file.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use leitai_arena::SeriesGame;
use leitai_catalog::{game_text, whole_games};
use leitai_core::{Record, RecordError, errors};
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A text file to which games are added one by one, each whole or not at all.
pub struct GamesFile {
    path: PathBuf,
    file: File,
    /// The rounds of the games it holds.
    rounds: BTreeSet<String>,
}

errors! {
    /// Why games are not added to a file.
    #[derive(Debug)]
    pub enum GamesFileError {
        /// The system refused.
        Io(path: PathBuf, error: io::Error) => "{path}: {error}", "{path}：{error}";
        /// It holds something, and the match is new.
        NotEmpty(path: PathBuf) =>
            "{path} is not empty, and nothing is overwritten; name another file",
            "{path} 中已有内容，不会覆盖；请换一个文件";
        /// It holds something else.
        Foreign(path: PathBuf) => "{path} is not a file of games", "{path} 不是对局文件";
        /// A game cannot be written as text.
        Game(error: RecordError) from;
    }
}

impl GamesFile {
    /// Errors if a file is not empty.
    pub fn is_free(path: &Path) -> Result<(), GamesFileError> {
        let is_taken = fs::metadata(path).is_ok_and(|file| file.len() > 0);
        if is_taken { Err(GamesFileError::NotEmpty(path.to_owned())) } else { Ok(()) }
    }

    /// Opens the file for appending. An incomplete game at its end is cut off, since it is added again. Errors if the
    /// file cannot be written, or holds no games.
    pub(crate) fn open(path: &Path) -> Result<GamesFile, GamesFileError> {
        let system = |error: io::Error| GamesFileError::Io(path.to_owned(), error);
        let text = match fs::read(path) {
            Ok(bytes) => String::from_utf8(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
            Err(error) => return Err(system(error)),
        };
        let foreign = || GamesFileError::Foreign(path.to_owned());
        let text = text.map_err(|_| foreign())?;
        let (whole, rounds) = whole_games(&text);
        if whole == 0 && !text.is_empty() && !text.starts_with(leitai_catalog::GAME_TEXT) {
            return Err(foreign());
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(system)?;
        file.set_len(whole as u64).map_err(system)?;
        Ok(GamesFile { path: path.to_owned(), file, rounds: rounds.into_iter().collect() })
    }

    /// Adds a finished game, unless the file already has it.
    pub(crate) fn add(&mut self, round: &str, event: &str, game: &SeriesGame) -> Result<(), GamesFileError> {
        if self.rounds.contains(round) {
            return Ok(());
        }
        let kept = || game.record.as_ref().and_then(|record| fs::read(record).ok());
        let bytes = game.text.clone().or_else(kept).unwrap_or_default();
        let record = Record::read(&String::from_utf8_lossy(&bytes))?;
        let started = Timestamp::from_millisecond(record.about.started).ok();
        let date =
            started.map(|time| time.to_zoned(TimeZone::system()).strftime("%Y.%m.%d %H:%M").to_string());
        let text = game_text(record, round, &date.unwrap_or_default(), event)?;
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| GamesFileError::Io(self.path.clone(), error))?;
        self.rounds.insert(round.to_owned());
        Ok(())
    }
}
