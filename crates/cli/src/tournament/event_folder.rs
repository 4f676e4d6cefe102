//! An event's file, and the folder in which its journal and records are kept.

use crate::failure::Failure;
use crate::language::{say, spoken};
use leitai_core::Lang;
use leitai_hall::{EventFile, FileError, HallError};
use leitai_store::FileJournal;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Reads an event's file, whose programs are there; the error points at line and column.
pub(super) fn read(path: &Path, lang: Lang) -> Result<EventFile, Failure> {
    EventFile::read(path).map_err(|error| misread(error, lang))
}

/// Reads an event's file, wherever its programs are.
pub(super) fn look(path: &Path, lang: Lang) -> Result<EventFile, Failure> {
    EventFile::look(path).map_err(|error| misread(error, lang))
}

fn misread(error: FileError, lang: Lang) -> Failure {
    let what = if lang == Lang::Zh { error.zh } else { error.what };
    Failure::Usage(format!("{}:{}:{}: {what}", error.path, error.line, error.column))
}

/// Where journal and records are kept: beside the file, named like it.
pub(super) fn folder_of(file: &Path, out: Option<&PathBuf>) -> PathBuf {
    out.cloned().unwrap_or_else(|| file.with_extension(""))
}

/// The journal of an event, begun if there is none; a line that was cut off at its end is told.
pub(super) fn journal_in(folder: &Path, name: &str) -> Result<FileJournal, Failure> {
    std::fs::create_dir_all(folder).map_err(|e| Failure::system(folder.display(), &e))?;
    let journal = FileJournal::open(&folder.join("journal.jsonl"), name);
    let journal = journal.map_err(|error| Failure::stage(&HallError::Store(error)))?;
    if let Some(torn) = journal.torn() {
        let (file, line, text) = (folder.join("journal.jsonl"), torn.line, &torn.text);
        let file = file.display();
        let why = torn.why.to(spoken());
        let text = say!(spoken(), "{file}:{line}: {why} (`{text}`)", "{file}:{line}：{why}（“{text}”）");
        let _ = writeln!(io::stderr(), "{text}");
    }
    Ok(journal)
}
