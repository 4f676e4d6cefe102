//! Files of records, and text files of games.

use leitai_arena::is_named_as_record;
use leitai_catalog::{GAME_TEXT, read_games};
use leitai_core::{Record, RecordError, Sentence, errors};
use std::path::{Path, PathBuf};

errors! {
    /// Why a file is not read as records.
    #[derive(Clone, Debug)]
    pub enum RecordFileError {
        /// The system refused to read it, or a game of a text file is not what it says.
        Unreadable(why: Sentence);
        /// A folder without records.
        EmptyFolder => "this is a folder without records", "是文件夹，其中没有对局记录";
        /// A folder of records, where one was expected.
        Folder {
            /// How many there are.
            count: usize,
            /// The first of them.
            first: PathBuf,
        } =>
            "this is a folder of records ({count}); name one of them: {first}",
            "是文件夹，内有 {count} 个记录；请指明其一：{first}";
        /// Not text.
        NotText => "not a record: it is not text in UTF-8", "不是对局记录：不是 UTF-8 文本";
        /// A text file of games.
        Games =>
            "a text file of games, which holds less than records do; `leitai replay` shows one of them, `leitai stats` \
             adds them up",
            "这是对局文本文件，内容少于对局记录；可用 `leitai replay` 查看其中一局，用 `leitai stats` 统计";
        /// Something else.
        Other =>
            "not a record of Leitai; sheets are read by `leitai import`",
            "不是擂台的对局记录；棋谱请用 `leitai import` 读取";
        /// A record that is not understood.
        Record(error: RecordError) from;
        /// A record that does not agree with its seal.
        Changed => "it was changed after the game", "对局之后被改动过";
    }
}

/// The games of a text file of games, in its order; `None` if it is not such a file.
pub fn read_games_of(file: &Path) -> Option<Vec<Result<Record, RecordFileError>>> {
    let text = record_text(file).ok().filter(|text| is_of_games(text))?;
    let read = read_games(&text).into_iter().map(|(_, game)| game);
    let unreadable = |error| RecordFileError::Unreadable(Sentence::of(&error));
    Some(read.map(|game| game.map(|game| game.record).map_err(unreadable)).collect())
}

fn is_of_games(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').starts_with(GAME_TEXT)
}

/// Reads a record file.
pub fn read_record(file: &Path) -> Result<Record, RecordFileError> {
    let text = record_text(file)?;
    if is_of_games(&text) {
        return Err(RecordFileError::Games);
    }
    Record::read(&text).map_err(|error| {
        let is_other = error.line == 1 && !text.trim_start().starts_with('{');
        if is_other { RecordFileError::Other } else { error.into() }
    })
}

/// Reads the text of a record file; of a fragment (`.part`), only the complete lines.
pub fn record_text(file: &Path) -> Result<String, RecordFileError> {
    let mut bytes = std::fs::read(file)
        .map_err(|error| folder(file).unwrap_or_else(|| RecordFileError::Unreadable(Sentence::of(&error))))?;
    if file.extension().is_some_and(|ending| ending == "part") {
        bytes.truncate(bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
    }
    String::from_utf8(bytes).map_err(|_| RecordFileError::NotText)
}

/// The error for a folder; `None` if the path is none.
fn folder(path: &Path) -> Option<RecordFileError> {
    let records = std::fs::read_dir(path).ok()?.flatten().map(|file| file.path());
    let mut records: Vec<_> = records.filter(|file| is_named_as_record(file)).collect();
    records.sort();
    let count = records.len();
    Some(match records.into_iter().next() {
        None => RecordFileError::EmptyFolder,
        Some(first) => RecordFileError::Folder { count, first },
    })
}
