//! The folder of a match. Its contents identify the match, so that nothing is overwritten and a match that was broken
//! off can be resumed.

#[cfg(test)]
mod tests;

use crate::kept_game::{Kept, KeptGame};
use crate::plan::{MATCH_FILE, Plan, UnreadPlan};
use leitai_arena::SeriesGame;
use leitai_core::{Sentence, errors, sentence};
use leitai_sandbox::system::{files, locks};
use leitai_store::close_entries;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A folder that this process has locked to play a match into.
pub(crate) struct MatchFolder {
    path: PathBuf,
    /// Released when the process ends, however it ends.
    lock: File,
}

/// A program that is being started holds a copy of the lock for a moment; unlocking releases all copies.
impl Drop for MatchFolder {
    fn drop(&mut self) {
        let _ = locks::release(&self.lock);
    }
}

errors! {
    /// Why no match is played into a folder.
    #[derive(Debug)]
    pub enum FolderError {
        /// The system refused.
        Io(path: PathBuf, error: io::Error) => "{path}: {error}", "{path}：{error}";
        /// A match is played into it now.
        Busy(path: PathBuf) =>
            "a match is writing to {path} now; name another folder", "正有一场比赛写入 {path}；请换一个文件夹";
        /// It holds another match than the one to be resumed.
        Another(path: PathBuf, why: Sentence) =>
            "{path} holds another match: {why}; nothing is overwritten, begin this one with --out and another folder",
            "{path} 中是另一场比赛：{why}；不会覆盖，请用 --out 和另一个文件夹开始这一场";
        /// It holds a match.
        Match(path: PathBuf) =>
            "{path} holds records of another match, and nothing is overwritten; name another folder with --out, or \
             continue that match: `leitai match --resume {path}`",
            "{path} 中有另一场比赛的记录，不会覆盖；请用 --out 另指定文件夹，或继续那场比赛：`leitai match --resume {path}`";
        /// It holds records.
        Records(path: PathBuf) =>
            "{path} holds records of another match, and nothing is overwritten; name another folder with --out",
            "{path} 中有另一场比赛的记录，不会覆盖；请用 --out 另指定文件夹";
        /// It holds conversations.
        Talk(path: PathBuf) =>
            "{path} holds conversations of another match, and nothing is overwritten; name another folder",
            "{path} 中有另一场比赛的对话，不会覆盖；请换一个文件夹";
        /// One of its records is of another match.
        Foreign(file: PathBuf) =>
            "{file} does not belong to this match; move it elsewhere", "{file} 不属于这场比赛；请移到别处";
        /// Its match file is damaged.
        Unread(error: UnreadPlan) from;
    }
}

/// The games that were found in the folder of a match.
#[derive(Debug, Default)]
pub(crate) struct FoundGames {
    /// As if they had just been played.
    pub(crate) games: Vec<SeriesGame>,
    /// How many had not ended, and were deleted.
    pub(crate) unfinished: usize,
}

/// A damaged record of a match, whose game is played again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamagedRecord {
    /// Its file.
    pub file: PathBuf,
    /// The name under which it was kept.
    pub aside: PathBuf,
    /// What is wrong with it.
    pub why: Sentence,
}

impl MatchFolder {
    /// Opens a folder for a new match, or to resume the match `begun` there. Errors if it holds another match, or if
    /// a match is being played into it.
    pub(crate) fn open(path: &Path, begun: Option<&Plan>, plan: &Plan) -> Result<MatchFolder, FolderError> {
        let refused = |error| FolderError::Io(path.to_owned(), error);
        fs::create_dir_all(path).map_err(refused)?;
        let lock = files::open_to_lock(path).map_err(refused)?;
        if let Err(TryLockError::WouldBlock) = locks::try_take(&lock) {
            return Err(FolderError::Busy(path.to_owned()));
        }
        if let Some(begun) = begun {
            if let Some(why) = begun.differs(plan) {
                return Err(FolderError::Another(path.to_owned(), why));
            }
            if begun.games != plan.games {
                Plan { games: plan.games, ..begun.clone() }.write(path).map_err(refused)?;
            }
        } else {
            if path.join(MATCH_FILE).is_file() {
                return Err(FolderError::Match(path.to_owned()));
            }
            if holds_records(path) {
                return Err(FolderError::Records(path.to_owned()));
            }
            plan.write(path).map_err(refused)?;
        }
        close_entries(path, &is_of_match);
        Ok(MatchFolder { path: path.to_owned(), lock })
    }

    /// The recorded games numbered below `plan.games`, each checked to be of this match. Unfinished ones are deleted,
    /// since they are played again, and so are those that are damaged, which are renamed; `in_full` reads reasons in both
    /// languages.
    pub(crate) fn played(
        &self,
        plan: &Plan,
        in_full: bool,
        damaged: &mut dyn FnMut(DamagedRecord),
    ) -> Result<FoundGames, FolderError> {
        let mut found = FoundGames::default();
        let refused = |path: &Path, error| FolderError::Io(path.to_owned(), error);
        let files = fs::read_dir(&self.path).map_err(|error| refused(&self.path, error))?;
        for file in files.flatten().map(|entry| entry.path()) {
            if file.extension().is_some_and(|ending| ending == "part") {
                fs::remove_file(&file).map_err(|error| refused(&file, error))?;
                found.unfinished += 1;
            }
            let Some(index) = number(&file).filter(|index| *index < plan.games) else { continue };
            let why = match KeptGame::read(&file).and_then(|kept| match kept {
                Kept::Game(kept) if in_full => kept.in_full().map(Some),
                Kept::Game(kept) => Ok(Some(*kept)),
                Kept::Unfinished | Kept::Other => Ok(None),
            }) {
                Ok(Some(kept)) => {
                    found.games.push(of_this(kept, index, plan)?);
                    continue;
                }
                Ok(None) => sentence!("it breaks off", "记录中断"),
                Err(error) => Sentence::of(&error),
            };
            // Makes room for the game that is played again.
            let aside = file.with_extension("jsonl.damaged");
            fs::rename(&file, &aside).map_err(|error| refused(&file, error))?;
            damaged(DamagedRecord { file, aside, why });
        }
        Ok(found)
    }
}

/// A game read back as a game of this match.
fn of_this(kept: KeptGame, index: u32, plan: &Plan) -> Result<SeriesGame, FolderError> {
    let a_first = index.is_multiple_of(2);
    let mut names = [&plan.players[0].name, &plan.players[1].name];
    if !a_first {
        names.swap(0, 1);
    }
    let opening = (index as usize / 2).checked_rem(plan.openings.len());
    let start = opening.map(|opening| &plan.openings[opening]);
    if kept.game != plan.game || kept.names.each_ref() != names || kept.start.as_ref() != start {
        return Err(FolderError::Foreign(kept.file));
    }
    Ok(kept.game_of(index, a_first, opening))
}

/// Whether a file of that name in a match's folder is the match's.
fn is_of_match(name: &str) -> bool {
    name == MATCH_FILE || name.starts_with("game-")
}

/// Whether the folder holds the remains of a match.
fn holds_records(folder: &Path) -> bool {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files
        .map(|entry| entry.path())
        .any(|file| file.extension().is_some_and(|ending| ending == "jsonl" || ending == "part"))
}

/// Errors if a folder holds conversations already.
pub fn is_free_for_talk(folder: &Path) -> Result<(), FolderError> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    let is_taken = names.any(|name| name.ends_with(".talk.txt") || name == "1-2");
    if is_taken { Err(FolderError::Talk(folder.to_owned())) } else { Ok(()) }
}

/// The number of a record's game in its match, from the file name.
pub(crate) fn number(file: &Path) -> Option<u32> {
    let name = file.file_name()?.to_str()?;
    let number = name.strip_prefix("game-")?.strip_suffix(".jsonl")?.parse().ok()?;
    // Exactly as a match writes it, so that no two files are the same game.
    (name == format!("game-{number:06}.jsonl")).then_some(number)
}
