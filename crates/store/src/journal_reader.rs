//! Reading a journal's file from where the last read ended.

use crate::journal_line::{Header, VERSION, entry, read, render, swallowed};
use crate::{JournalEntry, StoreError};
use leitai_core::{Sentence, sentence};
use leitai_sandbox::system::files::read_exact_at;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// An incomplete last line that was removed when the journal was opened: it was being written when the power failed,
/// and its append had not returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Torn {
    /// Its number, from 1; the first line is the header.
    pub line: u64,
    /// Its text, made printable.
    pub text: String,
    /// What was wrong with it.
    pub why: Sentence,
}

/// Follows a journal file that another process may be writing. Takes no lock and changes nothing.
pub struct JournalReader {
    path: PathBuf,
    event: String,
    lines: Lines,
    /// The last complete line read.
    last: Vec<u8>,
}

impl JournalReader {
    /// A reader of an event's journal that has read nothing yet.
    pub fn new(path: &Path, event: &str) -> JournalReader {
        let (path, event) = (path.to_owned(), event.to_owned());
        JournalReader { path, event, lines: Lines::default(), last: Vec::new() }
    }

    /// The entries added since the last call. An incomplete last line is left until it is complete. A missing file
    /// counts as an empty journal. After an error the next call starts again from the beginning.
    pub fn added(&mut self) -> Result<Vec<JournalEntry>, StoreError> {
        let added = self.read();
        if added.is_err() {
            self.begin_anew();
        }
        added
    }

    /// Makes the next call read everything again.
    pub fn begin_anew(&mut self) {
        (self.lines, self.last) = (Lines::default(), Vec::new());
    }

    fn read(&mut self) -> Result<Vec<JournalEntry>, StoreError> {
        let fail = |error| StoreError::io(&self.path, error);
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound && self.lines.end == 0 => return Ok(Vec::new()),
            opened => opened.map_err(fail)?,
        };
        // An entry that could not be synced is removed, so another may have taken its place.
        let mut last = vec![0; self.last.len()];
        let from = self.lines.end - last.len() as u64;
        if read_exact_at(&file, &mut last, from).is_err() || last != self.last {
            return Err(garbled(&self.path, self.lines.number() - 1, changed()));
        }
        let (mut added, before) = (Vec::new(), self.lines.end);
        scan(&self.path, &file, &self.event, &mut self.lines, |entry| added.push(entry))?;
        if self.lines.end > before {
            let start = self.lines.starts.last().copied().unwrap_or(0);
            self.last.resize((self.lines.end - start) as usize, 0);
            read_exact_at(&file, &mut self.last, start).map_err(fail)?;
        }
        Ok(added)
    }
}

/// The position of each entry in the file.
#[derive(Default)]
pub(crate) struct Lines {
    /// Where entry number i + 1 begins.
    pub(crate) starts: Vec<u64>,
    /// Where the next line begins.
    pub(crate) end: u64,
    pub(crate) keys: HashMap<String, u64>,
    pub(crate) uncertain: bool,
}

fn cut_short() -> Sentence {
    Sentence::new("it is cut short", "不完整")
}

pub(crate) fn changed() -> Sentence {
    Sentence::new("it has changed since it was read", "与先前读到的不同")
}

pub(crate) fn garbled(path: &Path, line: u64, why: Sentence) -> StoreError {
    StoreError::Garbled { place: path.display().to_string(), line, why }
}

/// Reads on from the end of these lines, line by line, and calls `each` for every entry. All lines but the last must be
/// complete.
pub(crate) fn scan(
    path: &Path,
    mut file: &File,
    event: &str,
    lines: &mut Lines,
    mut each: impl FnMut(JournalEntry),
) -> Result<Option<Torn>, StoreError> {
    let fail = |error| StoreError::io(path, error);
    let length = file.metadata().map_err(fail)?.len();
    file.seek(SeekFrom::Start(lines.end)).map_err(fail)?;
    // Data written during the scan may be seen only in part.
    let (mut reader, mut line) = (BufReader::new(file.take(length.saturating_sub(lines.end))), Vec::new());
    loop {
        line.clear();
        let size = reader.read_until(b'\n', &mut line).map_err(fail)? as u64;
        if size == 0 {
            return Ok(None);
        }
        let (number, start) = (lines.number(), lines.end);
        let whole = match line.strip_suffix(b"\n") {
            _ if number == 1 => header(path, &line, event)?,
            Some(line) => lines.take(line, start).map(&mut each),
            None => Err(cut_short()),
        };
        match whole {
            Ok(()) => lines.end = start + size,
            Err(why) if start + size == length && !swallowed(&line) => {
                let text = String::from_utf8_lossy(&line).trim_end().escape_debug().to_string();
                return Ok(Some(Torn { line: number, text, why }));
            }
            Err(why) => return Err(garbled(path, number, why)),
        }
    }
}

/// Checks the first line; `Ok(Err(…))` if it is incomplete. A file that never was a journal of this event is an error
/// and left alone.
fn header(path: &Path, line: &[u8], event: &str) -> Result<Result<(), Sentence>, StoreError> {
    let place = || path.display().to_string();
    let Some(text) = line.strip_suffix(b"\n") else {
        let due = render(&Header { journal: VERSION, event: event.to_owned() });
        let due = due.map_err(|error| StoreError::io(path, error.into()))?;
        // Some file systems show zeros if the power failed before the data was written.
        if due.starts_with(line) || line.iter().all(|byte| *byte == 0) {
            return Ok(Err(cut_short()));
        }
        return Err(garbled(path, 1, Sentence::new("this is not a journal", "不是日志")));
    };
    match read::<Header>(text, &mut Vec::new()) {
        Ok(header) if header.journal != VERSION => Err(StoreError::Newer(place())),
        Ok(header) if header.event != event => {
            Err(StoreError::OtherEvent { place: place(), found: header.event, wanted: event.to_owned() })
        }
        Ok(_) => Ok(Ok(())),
        Err(why) => Err(garbled(path, 1, why)),
    }
}

impl Lines {
    /// The number of the next line, from 1.
    pub(crate) fn number(&self) -> u64 {
        if self.end == 0 { 1 } else { self.starts.len() as u64 + 2 }
    }

    fn take(&mut self, line: &[u8], start: u64) -> Result<JournalEntry, Sentence> {
        let entry = entry(line)?;
        let due = self.starts.len() as u64 + 1;
        if entry.seq != due {
            let is = entry.seq;
            return Err(sentence!(
                "it is entry {is}, but entry {due} was expected",
                "是第 {is} 条，应为第 {due} 条"
            ));
        }
        if let Some(key) = entry.key.clone()
            && let Some(before) = self.keys.insert(key, due)
        {
            return Err(sentence!("entry {before} already has its key", "与第 {before} 条的键相同"));
        }
        self.starts.push(start);
        Ok(entry)
    }
}
