//! All games of a match in one text file.

use crate::args::has_folder;
use crate::failure::Failure;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use leitai_arena::SeriesGame;
use leitai_catalog::{game_text, whole_games};
use leitai_core::{Record, Sentence, sentence};
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A text file to which games are added one by one, each whole or not at all.
pub(super) struct GamesFile {
    path: PathBuf,
    file: File,
    /// The rounds of the games it holds.
    rounds: BTreeSet<String>,
}

/// Refuses a folder, or a file that is not empty.
pub(super) fn is_free(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::Usage(sentence!(
            "--games-file takes a file; {path} is a folder", "--games-file 需要一个文件，而 {path} 是文件夹"; path
        )));
    }
    has_folder(path)?;
    if fs::metadata(path).is_ok_and(|file| file.len() > 0) {
        return Err(Failure::Usage(sentence!(
            "--games-file: {path} is not empty, and nothing is overwritten; name another file",
            "--games-file：{path} 中已有内容，不会覆盖；请换一个文件"; path
        )));
    }
    Ok(())
}

impl GamesFile {
    /// Opens the file for appending. An incomplete game at its end is cut off, since it is added again. Errors if the
    /// file cannot be written, or holds no games.
    pub(super) fn open(path: &Path) -> Result<GamesFile, Failure> {
        let system = |error: io::Error| Failure::system(path, &error);
        let text = match fs::read(path) {
            Ok(bytes) => String::from_utf8(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
            Err(error) => return Err(system(error)),
        };
        let foreign =
            || Failure::Usage(sentence!("{path} is not a file of games", "{path} 不是对局文件"; path));
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
    pub(super) fn add(&mut self, round: &str, event: &str, game: &SeriesGame) -> Result<(), Failure> {
        if self.rounds.contains(round) {
            return Ok(());
        }
        let kept = || game.record.as_ref().and_then(|record| fs::read(record).ok());
        let bytes = game.text.clone().or_else(kept).unwrap_or_default();
        let record = Record::read(&String::from_utf8_lossy(&bytes));
        let date = |record: &Record| {
            let time = Timestamp::from_millisecond(record.about.started).ok();
            let time = time.map(|time| time.to_zoned(TimeZone::system()).strftime("%Y.%m.%d %H:%M"));
            time.map(|time| time.to_string()).unwrap_or_default()
        };
        let text = record.and_then(|record| {
            let date = date(&record);
            game_text(record, round, &date, event)
        });
        let text = text.map_err(|error| Failure::Stage(Sentence::of(&error)))?;
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| Failure::system(&*self.path, &error))?;
        self.rounds.insert(round.to_owned());
        Ok(())
    }
}
