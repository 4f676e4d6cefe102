//! Passing a ruling to the process that runs an event on this machine, through files in the folder `rulings` next to
//! the journal.
//!
//! The requester writes `KEY.asked` and holds a lock on it while it waits; the process that runs the event renames it
//! to `KEY.taken` and answers in `KEY.answer`. A request whose lock is not held has been abandoned: it is withdrawn.
//! The ruling is in the journal under its key, so it is made once, whichever process dies in between.

use super::Following;
use super::taken::Taken;
use crate::program::Program;
use leitai_core::Sentence;
use leitai_tournament::{DecidedBy, Decision, GameId, Role};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// When a ruling takes effect if games it concerns are being played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// At once: games that are no longer due are broken off, and nothing of them is kept.
    AtOnce,
    /// When those games are over: their results count.
    AfterRunning,
}

/// A requested ruling.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RulingRequest {
    /// The decision.
    pub decision: Decision,
    /// The role in which it is made.
    pub role: Role,
    /// The account that made it, if somebody was signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// The reason.
    pub reason: String,
    /// What happens to games already played whose pairing it changes.
    pub following: Following,
    /// When it takes effect.
    pub effect: Effect,
    /// For a submission: the program that the event's file names now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
}

/// The answer of the process that runs the event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Answer {
    /// It waits for these games.
    Waits(Vec<GameId>),
    /// It is in the journal, in the entry with this number; these games were broken off.
    Stands { seq: u64, broken_off: Vec<GameId> },
    /// It is refused.
    Refused(Sentence),
    /// It would undo games that are to stand.
    Undoes(Vec<String>),
    /// It could not be stored.
    Failed(Sentence),
}

impl RulingRequest {
    pub(super) fn by(&self) -> DecidedBy {
        DecidedBy { role: self.role, account: self.account.clone() }
    }

    /// The requested decision, ready to be made.
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

    /// The key of the ruling in the journal.
    pub(super) fn journal_key(&self) -> String {
        format!("ruling {}", self.key)
    }

    /// Writes the request; it stays locked as long as the returned file is open.
    pub(super) fn ask(&self, request: &RulingRequest) -> io::Result<File> {
        fs::create_dir_all(&self.folder)?;
        let part = self.file("part");
        let mut file = File::create_new(&part)?;
        file.lock()?;
        file.write_all(&serde_json::to_vec(request)?)?;
        fs::rename(part, self.file("asked"))?;
        Ok(file)
    }

    /// Withdraws the request; returns false if it has been taken up.
    pub(super) fn take_back(&self) -> bool {
        fs::remove_file(self.file("asked")).is_ok()
    }

    /// Claims the request for the process that runs the event; returns false if it has been withdrawn.
    pub(super) fn claim(&self) -> bool {
        fs::rename(self.file("asked"), self.file("taken")).is_ok()
    }

    /// The contents of a claimed request.
    pub(super) fn request(&self) -> io::Result<RulingRequest> {
        Ok(serde_json::from_slice(&fs::read(self.file("taken"))?)?)
    }

    /// Makes a request claimed by a dead process claimable again.
    pub(super) fn unclaim(&self) {
        let _ = fs::rename(self.file("taken"), self.file("asked"));
    }

    /// Whether the requester is still waiting.
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

    /// Whether it has a final answer.
    pub(super) fn has_final_answer(&self) -> bool {
        self.answered().is_some_and(|answer| !matches!(answer, Answer::Waits(_)))
    }

    /// Removes all its files.
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
