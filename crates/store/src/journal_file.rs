//! A journal in a file: one line per entry, synced to the disk before an append returns.

use crate::error::id;
use crate::file_lock::lock;
use crate::journal_line::{Header, VERSION, entry, render};
use crate::journal_reader::{Lines, changed, garbled, scan};
use crate::{Appended, Journal, JournalEntry, JournalReader, StoreError, StoreFuture, Torn};
use leitai_sandbox::system::files::{self, read_exact_at, write_all_at};
use serde_json::Value;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::future::ready;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long an append waits for another process that appends.
const PATIENCE: Duration = Duration::from_secs(10);

/// A journal in a file of its own. Any number of processes may append to it, from any thread: each locks the file for
/// as long as an append takes (`flock`), after having read what others have appended. Calls block on the disk: no
/// executor is needed, and the futures of [`Journal`] are ready at once.
pub struct FileJournal {
    path: PathBuf,
    event: String,
    file: File,
    lines: Mutex<Lines>,
    torn: Option<Torn>,
}

impl FileJournal {
    /// Opens the journal of an event, or creates it in an existing folder. An incomplete last line is removed and
    /// available from [`FileJournal::torn`].
    pub fn open(path: &Path, event: &str) -> Result<FileJournal, StoreError> {
        let fail = |error| StoreError::io(path, error);
        let event = id(event)?.to_owned();
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(fail)?;
        let (path, lines) = (path.to_owned(), Mutex::default());
        let mut journal = FileJournal { path, event, file, lines, torn: None };
        let mut lines = Lines::default();
        journal.torn = {
            let _locked = lock(&journal.file, &journal.path, PATIENCE)?;
            let torn = journal.read_on(&mut lines)?;
            if lines.end == 0 {
                journal.begin(&mut lines)?;
            }
            torn
        };
        journal.lines = Mutex::new(lines);
        Ok(journal)
    }

    /// Reads what others have appended, and removes an incomplete last line: whoever wrote it died over it. The file is
    /// locked.
    fn read_on(&self, lines: &mut Lines) -> Result<Option<Torn>, StoreError> {
        let length = self.file.metadata().map_err(|error| StoreError::io(&self.path, error))?.len();
        if length < lines.end {
            return Err(garbled(&self.path, lines.number() - 1, changed()));
        }
        let torn = scan(&self.path, &self.file, &self.event, lines, |_| {})?;
        if torn.is_some() {
            let cut = self.file.set_len(lines.end).and_then(|()| self.file.sync_all());
            cut.map_err(|error| StoreError::io(&self.path, error))?;
        }
        Ok(torn)
    }

    /// Writes the header of a new file.
    fn begin(&self, lines: &mut Lines) -> Result<(), StoreError> {
        let fail = |error| StoreError::io(&self.path, error);
        let header = render(&Header { journal: VERSION, event: self.event.clone() });
        let header = header.map_err(|error| fail(error.into()))?;
        write(&self.file, 0, &header).map_err(|(error, _)| fail(error))?;
        lines.end = header.len() as u64;
        sync_folder(&self.path).map_err(fail)
    }

    /// The entries of an event's journal, which another process may be writing; see [`JournalReader`].
    pub fn peek(path: &Path, event: &str) -> Result<Vec<JournalEntry>, StoreError> {
        JournalReader::new(path, event).added()
    }

    /// The incomplete line that was removed when the journal was opened, if any.
    pub fn torn(&self) -> Option<&Torn> {
        self.torn.as_ref()
    }

    /// As [`Journal::append`], blocking.
    pub fn append(&self, at_ms: i64, key: Option<&str>, body: &Value) -> Result<Appended, StoreError> {
        self.write_one(None, at_ms, key, body)
    }

    fn write_one(
        &self,
        last: Option<u64>,
        at_ms: i64,
        key: Option<&str>,
        body: &Value,
    ) -> Result<Appended, StoreError> {
        let mut appended = self.write_all(last, at_ms, [(key, body)])?;
        Ok(appended.pop().unwrap_or(Appended::Overtaken))
    }

    /// Appends those of many entries whose keys are new; with `last`, only directly after that entry. All are on the
    /// disk by one write.
    fn write_all<'e>(
        &self,
        last: Option<u64>,
        at_ms: i64,
        entries: impl IntoIterator<Item = (Option<&'e str>, &'e Value)>,
    ) -> Result<Vec<Appended>, StoreError> {
        let mut lines = self.lines();
        if lines.uncertain {
            return Err(StoreError::Uncertain(self.path.display().to_string()));
        }
        let _locked = lock(&self.file, &self.path, PATIENCE)?;
        self.read_on(&mut lines)?;
        let known = lines.starts.len() as u64;
        let (mut text, mut starts, mut appended) = (Vec::new(), Vec::new(), Vec::new());
        let mut new: HashMap<&str, JournalEntry> = HashMap::new();
        for (key, body) in entries {
            if let Some(key) = key {
                id(key)?;
                if let Some(seq) = lines.keys.get(key) {
                    appended.push(Appended::AlreadyThere(self.read_entry(&lines, *seq)?));
                    continue;
                }
                if let Some(entry) = new.get(key) {
                    appended.push(Appended::AlreadyThere(JournalEntry::clone(entry)));
                    continue;
                }
            }
            if last.is_some_and(|last| last != known) {
                appended.push(Appended::Overtaken);
                continue;
            }
            let seq = known + 1 + starts.len() as u64;
            let entry = JournalEntry { seq, at_ms, key: key.map(str::to_owned), body: body.clone() };
            let line = render(&entry).map_err(|error| StoreError::io(&self.path, error.into()))?;
            starts.push(lines.end + text.len() as u64);
            text.extend(line);
            new.extend(key.map(|key| (key, entry)));
            appended.push(Appended::Written(seq));
        }
        if starts.is_empty() {
            return Ok(appended);
        }
        if let Err((error, uncertain)) = write(&self.file, lines.end, &text) {
            lines.uncertain = uncertain;
            return Err(StoreError::io(&self.path, error));
        }
        lines.end += text.len() as u64;
        lines.starts.extend(starts);
        lines.keys.extend(new.into_iter().map(|(key, entry)| (key.to_owned(), entry.seq)));
        Ok(appended)
    }

    /// As [`Journal::entries`], blocking.
    pub fn entries(&self, after: u64) -> Result<Vec<JournalEntry>, StoreError> {
        let lines = self.lines_now()?;
        (after.saturating_add(1)..=lines.starts.len() as u64)
            .map(|seq| self.read_entry(&lines, seq))
            .collect()
    }

    fn read_entry(&self, lines: &Lines, seq: u64) -> Result<JournalEntry, StoreError> {
        let start = lines.starts[seq as usize - 1];
        let end = lines.starts.get(seq as usize).copied().unwrap_or(lines.end);
        let mut line = vec![0; (end - start) as usize];
        read_exact_at(&self.file, &mut line, start).map_err(|error| StoreError::io(&self.path, error))?;
        line.pop();
        entry(&line).map_err(|why| garbled(&self.path, seq + 1, why))
    }

    /// As [`FileJournal::entries`], of the entry with a key.
    fn of_key(&self, key: &str) -> Result<Option<JournalEntry>, StoreError> {
        let lines = self.lines_now()?;
        lines.keys.get(key).map(|seq| self.read_entry(&lines, *seq)).transpose()
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lines, with those that others have appended by now.
    fn lines_now(&self) -> Result<MutexGuard<'_, Lines>, StoreError> {
        let mut lines = self.lines();
        let length = self.file.metadata().map_err(|error| StoreError::io(&self.path, error))?.len();
        if length != lines.end && !lines.uncertain {
            let _locked = lock(&self.file, &self.path, PATIENCE)?;
            self.read_on(&mut lines)?;
        }
        Ok(lines)
    }
}

impl Journal for FileJournal {
    fn append_after<'a>(
        &'a self,
        last: Option<u64>,
        at_ms: i64,
        key: Option<&'a str>,
        body: &'a Value,
    ) -> StoreFuture<'a, Appended> {
        Box::pin(ready(self.write_one(last, at_ms, key, body)))
    }

    fn append_all<'a>(
        &'a self,
        last: Option<u64>,
        at_ms: i64,
        entries: &'a [(String, Value)],
    ) -> StoreFuture<'a, Vec<Appended>> {
        let entries = entries.iter().map(|(key, body)| (Some(key.as_str()), body));
        Box::pin(ready(self.write_all(last, at_ms, entries)))
    }

    fn entry<'a>(&'a self, key: &'a str) -> StoreFuture<'a, Option<JournalEntry>> {
        Box::pin(ready(self.of_key(key)))
    }

    fn entries(&self, after: u64) -> StoreFuture<'_, Vec<JournalEntry>> {
        Box::pin(ready(self.entries(after)))
    }
}

/// Writes a line at the end and waits for the disk. After an error the file ends where it did before, unless the
/// returned flag is set: then that is uncertain.
fn write(file: &File, end: u64, line: &[u8]) -> Result<(), (std::io::Error, bool)> {
    if let Err(error) = write_all_at(file, line, end) {
        return Err((error, file.set_len(end).is_err()));
    }
    // What a failed sync left on the disk is unknown, and a second sync would not reveal it.
    file.sync_data().map_err(|error| {
        let _ = file.set_len(end);
        (error, true)
    })
}

/// Syncs the folder of a new file, which is otherwise lost in a power cut.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    files::sync_folder(folder.unwrap_or(Path::new(".")))
}
