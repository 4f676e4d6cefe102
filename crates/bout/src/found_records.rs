//! The records in files and folders, whatever matches and events they are of.

use crate::kept_game::{Kept, KeptGame};
use crate::meeting::Meeting;
use crate::record_file::{RecordFileError, read_games_of};
use leitai_arena::BesideRecord;
use leitai_core::{GameName, Sentence};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The records found, each file once.
#[derive(Debug, Default)]
pub struct FoundRecords {
    /// The finished games, in the order of their files.
    pub games: Vec<KeptGame>,
    /// Games without an end.
    pub unfinished: Vec<PathBuf>,
    /// What cannot be read, and why.
    pub unreadable: Vec<(PathBuf, RecordFileError)>,
    seen: BTreeSet<PathBuf>,
}

/// All games under the same rules.
#[derive(Debug)]
pub struct SameRules {
    /// The game.
    pub game: GameName<'static>,
    /// Every option with its value.
    pub options: BTreeMap<String, String>,
    /// The games of every two players who met, in the order in which they first did.
    pub meetings: Vec<Meeting>,
}

impl SameRules {
    /// The games by their rules: games under different rules are different games.
    pub fn group(games: Vec<KeptGame>) -> Vec<SameRules> {
        let mut rules: BTreeMap<_, Vec<KeptGame>> = BTreeMap::new();
        for game in games {
            rules.entry((game.game.clone(), game.options.clone())).or_default().push(game);
        }
        let same = |((game, options), games)| SameRules { game, options, meetings: Meeting::all(games) };
        rules.into_iter().map(same).collect()
    }
}

impl FoundRecords {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty() && self.unfinished.is_empty() && self.unreadable.is_empty()
    }

    /// Adds a folder with everything in it, or a file, which is read whatever its name.
    pub fn add(&mut self, path: &Path) -> Result<(), RecordFileError> {
        self.take(path, true)
    }

    fn take(&mut self, path: &Path, is_named: bool) -> Result<(), RecordFileError> {
        let unreadable = |error| RecordFileError::Unreadable(Sentence::of(&error));
        if fs::metadata(path).map_err(unreadable)?.is_dir() {
            let entries = fs::read_dir(path).map_err(unreadable)?;
            let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
            inside.sort();
            // A link could lead back here.
            inside.retain(|path| fs::symlink_metadata(path).is_ok_and(|kind| !kind.is_symlink()));
            for path in inside {
                // A file that vanishes is the fragment of a game that has just ended.
                let _ = self.take(&path, false);
            }
            return Ok(());
        }
        if !is_named && BesideRecord::of(path) == Some(BesideRecord::Said) {
            return Ok(());
        }
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_new = self.seen.insert(fs::canonicalize(path).map_err(unreadable)?);
        if !is_new || !(is_named || matches!(ending, Some("jsonl" | "part"))) {
            return Ok(());
        }
        if ending == Some("part") {
            self.unfinished.push(path.to_owned());
            return Ok(());
        }
        if let Some(games) = read_games_of(path).filter(|_| is_named) {
            for game in games {
                match game {
                    Ok(record) => self.games.extend(KeptGame::of(&record, path)),
                    Err(why) => self.unreadable.push((path.to_owned(), why)),
                }
            }
            return Ok(());
        }
        match KeptGame::read(path) {
            Ok(Kept::Game(game)) => self.games.push(*game),
            Ok(Kept::Unfinished) => self.unfinished.push(path.to_owned()),
            Ok(Kept::Other) if is_named => self.unreadable.push((path.to_owned(), RecordFileError::Other)),
            Ok(Kept::Other) => {}
            Err(why) => self.unreadable.push((path.to_owned(), why)),
        }
        Ok(())
    }
}
