//! Games that are held back while a ruling about them waits for others to end.
//!
//! Whoever waits writes what the ruling decides into a file of the folder `rulings` next to the journal, and holds a
//! lock on it for as long. The process that runs the event begins no game that it is about, and says in
//! [`RunFile`](crate::run_file::RunFile) that it has seen it. The ruling itself is made by whoever waits. A file whose
//! lock is not held was left by a process that died, and counts for nothing.

use crate::run_file::RunningGame;
use leitai_sandbox::system::locks;
use leitai_tournament::{Decision, Due};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Whether a decision is about this game.
pub(crate) fn concerns(decision: &Decision, game: &RunningGame) -> bool {
    match decision.game() {
        Some(id) => game.id == id,
        None => decision.entries().iter().any(|entry| game.sides.contains(entry)),
    }
}

fn folder_in(event: &Path) -> PathBuf {
    event.join("rulings")
}

/// The games that a decision is about are held back until this is dropped.
pub(crate) struct Hold {
    pub(crate) key: String,
    path: PathBuf,
    _file: File,
}

impl Hold {
    /// Holds back the games of the event in this folder that a decision is about, under a unique key.
    pub(crate) fn place(event: &Path, key: &str, decision: &Decision) -> io::Result<Hold> {
        let folder = folder_in(event);
        fs::create_dir_all(&folder)?;
        loop {
            match Hold::written(&folder, key, decision) {
                // Taken for what somebody left who died, before it was locked.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                placed => return placed,
            }
        }
    }

    fn written(folder: &Path, key: &str, decision: &Decision) -> io::Result<Hold> {
        let (part, path) = (folder.join(format!("{key}.part")), folder.join(format!("{key}.hold")));
        let mut file = File::create_new(&part)?;
        locks::take(&file)?;
        file.write_all(&serde_json::to_vec(decision)?)?;
        fs::rename(part, &path)?;
        Ok(Hold { key: key.to_owned(), path, _file: file })
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// What is held back, for the process that runs the event.
pub(crate) struct Holds {
    folder: PathBuf,
    /// Each with its key.
    held: Vec<(String, Decision)>,
}

impl Holds {
    pub(crate) fn of(event: &Path) -> Holds {
        Holds { folder: folder_in(event), held: Vec::new() }
    }

    /// Looks again; returns whether anything else is held back.
    pub(crate) fn look(&mut self) -> bool {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|file| file.path());
        let mut held: Vec<_> = files.filter_map(|path| read(&path)).collect();
        held.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let is_news = held != self.held;
        self.held = held;
        is_news
    }

    /// Whether a game is held back.
    pub(crate) fn hold(&self, due: &Due) -> bool {
        self.held.iter().any(|(_, decision)| concerns(decision, &due.into()))
    }

    /// Whether anything is.
    pub(crate) fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// The keys of all.
    pub(crate) fn keys(&self) -> Vec<String> {
        self.held.iter().map(|(key, _)| key.clone()).collect()
    }
}

/// The key and the decision of a file, if somebody waits; what somebody left who died is removed.
fn read(path: &Path) -> Option<(String, Decision)> {
    let file = File::open(path).ok()?;
    match locks::try_take(&file) {
        Err(TryLockError::WouldBlock) => {}
        Ok(()) => {
            let _ = locks::release(&file);
            let _ = fs::remove_file(path);
            return None;
        }
        Err(TryLockError::Error(_)) => return None,
    }
    path.extension().filter(|ending| *ending == "hold")?;
    let key = path.file_stem()?.to_str()?.to_owned();
    Some((key, serde_json::from_slice(&fs::read(path).ok()?).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_tournament::EntryId;

    fn due(id: &str, first: u32, second: u32) -> Due {
        let id = id.parse().expect("a game");
        Due { id, first: EntryId(first), second: EntryId(second), side_ms: 1 }
    }

    /// While somebody waits with a ruling, no game that it is about begins; unrelated ones do.
    #[test]
    fn what_a_waiting_ruling_is_about_is_held_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut holds = Holds::of(folder.path());
        let games = [due("0.0.e0-e1.g0", 0, 1), due("0.0.e0-e2.g0", 2, 0), due("0.0.e1-e2.g0", 1, 2)];
        let held = |holds: &Holds| games.map(|due| holds.hold(&due));
        assert!(!holds.look() && holds.is_empty());
        let leaves = Decision::Withdraw { entry: EntryId(0), leave: false };
        let hold = Hold::place(folder.path(), "1", &leaves).expect("our folder");
        assert!(holds.look() && !holds.look());
        assert_eq!((held(&holds), holds.keys()), ([true, true, false], vec!["1".to_owned()]));
        let one = Decision::Forfeit { game: games[2].id, by: vec![EntryId(1)] };
        let other = Hold::place(folder.path(), "2", &one).expect("our folder");
        drop(hold);
        assert!(holds.look());
        assert_eq!(held(&holds), [false, false, true]);
        drop(other);
        // Somebody died who had written another, or a part of one.
        for name in ["3.hold", "4.part"] {
            fs::write(folder_in(folder.path()).join(name), b"{").expect("our folder");
        }
        assert!(holds.look() && holds.is_empty());
        assert_eq!(fs::read_dir(folder_in(folder.path())).expect("its folder").count(), 0);
    }
}
