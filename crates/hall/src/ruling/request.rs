//! A ruling on its way to the process that runs an event on this machine: files in the folder `rulings` beside the journal.
//!
//! Whoever asks writes `KEY.asked` and holds a lock on it while it waits; the process that runs the event renames it to
//! `KEY.taken` and answers in `KEY.answer`. A request whose lock nobody holds has nobody who waits: it is withdrawn. The
//! ruling stands in the journal under its key, so it is made once, whoever dies in between.

use super::Following;
use super::taken::Taken;
use crate::program::Program;
use leitai_core::Sentence;
use leitai_tournament::{DecidedBy, Decision, GameId, Role};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// When a ruling counts, where games that it concerns are being played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// At once: what is not due any more is broken off, and nothing of it is kept.
    AtOnce,
    /// When they are over: their results count.
    AfterRunning,
}

/// A ruling as somebody asks for it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RulingRequest {
    /// What is decided.
    pub decision: Decision,
    /// In whose name.
    pub role: Role,
    /// From which account, where somebody was signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Why.
    pub reason: String,
    /// What becomes of games played whose pairing it changes.
    pub following: Following,
    /// When it counts.
    pub effect: Effect,
    /// Of a submission: the program that the event's file names now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
}

/// What the process that runs the event says of a request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Answer {
    /// It waits for these games.
    Waits(Vec<GameId>),
    /// It stands in the journal, in the entry of this number; these games were broken off.
    Stands { seq: u64, broken_off: Vec<GameId> },
    /// It is refused.
    Refused(Sentence),
    /// It would undo games that are to stand.
    Undoes(Vec<String>),
    /// It could not be kept.
    Failed(Sentence),
}

impl RulingRequest {
    pub(super) fn by(&self) -> DecidedBy {
        DecidedBy { role: self.role, account: self.account.clone() }
    }

    /// The decision as they take it.
    pub(super) fn taken<'a>(&'a self, by: &'a DecidedBy) -> Taken<'a> {
        Taken { decision: &self.decision, by, reason: &self.reason, following: self.following }
    }
}

/// The folder of requests of an event.
pub(super) fn folder_in(event: &Path) -> PathBuf {
    event.join("rulings")
}

/// The files of one request.
#[derive(Clone, Debug)]
pub(super) struct RequestFiles {
    folder: PathBuf,
    key: String,
}

impl RequestFiles {
    pub(super) fn new(folder: PathBuf, key: String) -> RequestFiles {
        RequestFiles { folder, key }
    }

    fn file(&self, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", self.key))
    }

    /// The key under which the ruling stands in the journal.
    pub(super) fn journal_key(&self) -> String {
        format!("ruling {}", self.key)
    }

    /// Writes the request and keeps it locked for as long as the file that is returned is open.
    pub(super) fn ask(&self, request: &RulingRequest) -> io::Result<File> {
        fs::create_dir_all(&self.folder)?;
        let part = self.file("part");
        let mut file = File::create_new(&part)?;
        file.lock()?;
        file.write_all(&serde_json::to_vec(request)?)?;
        fs::rename(part, self.file("asked"))?;
        Ok(file)
    }

    /// Takes back what nobody has taken up; false if somebody has.
    pub(super) fn take_back(&self) -> bool {
        fs::remove_file(self.file("asked")).is_ok()
    }

    /// Claims it for the process that runs the event; false if it was taken back meanwhile.
    pub(super) fn claim(&self) -> bool {
        fs::rename(self.file("asked"), self.file("taken")).is_ok()
    }

    /// What is asked, once it is claimed.
    pub(super) fn request(&self) -> io::Result<RulingRequest> {
        Ok(serde_json::from_slice(&fs::read(self.file("taken"))?)?)
    }

    /// Puts what a process claimed that is gone before those that are still to be claimed.
    pub(super) fn unclaim(&self) {
        let _ = fs::rename(self.file("taken"), self.file("asked"));
    }

    /// Does whoever asked still wait?
    pub(super) fn is_awaited(&self) -> bool {
        let asked = ["asked", "taken"].iter().find_map(|ending| File::open(self.file(ending)).ok());
        asked.is_some_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    }

    pub(super) fn answer(&self, answer: &Answer) -> io::Result<()> {
        let part = self.file("answering");
        fs::write(&part, serde_json::to_vec(answer)?)?;
        fs::rename(part, self.file("answer"))
    }

    /// The answer so far.
    pub(super) fn answered(&self) -> Option<Answer> {
        serde_json::from_slice(&fs::read(self.file("answer")).ok()?).ok()
    }

    /// Is it answered for good?
    pub(super) fn has_final_answer(&self) -> bool {
        self.answered().is_some_and(|answer| !matches!(answer, Answer::Waits(_)))
    }

    /// Removes all of it.
    pub(super) fn remove(&self) {
        for ending in ["part", "asked", "taken", "answering", "answer"] {
            let _ = fs::remove_file(self.file(ending));
        }
    }
}

/// The requests in a folder with one of these endings, in the order of their keys.
pub(super) fn requests_in(folder: &Path, endings: &[&str]) -> Vec<RequestFiles> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let mut keys: Vec<String> = files
        .filter(|path| endings.iter().any(|ending| path.extension().is_some_and(|is| is == *ending)))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    keys.sort_unstable();
    keys.dedup();
    keys.into_iter().map(|key| RequestFiles::new(folder.to_owned(), key)).collect()
}
