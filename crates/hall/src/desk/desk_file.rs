//! What a desk keeps in its folder beside the records: which match it is, and how long the clock that runs has run.

use super::desk_deed::DeskError;
use super::desk_setup::{DeskGames, DeskSetup};
use leitai_core::{Clock, Seat, Sentence, sentence};
use leitai_sandbox::replace;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

const MATCH: &str = "match.json";
const CLOCK: &str = "clock.json";

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_no(is: &bool) -> bool {
    !is
}

/// What determines the games of a match.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct MatchFile {
    game: String,
    options: Vec<(String, String)>,
    /// The seat of the first team in the first game.
    seat: Seat,
    /// Whether a referee enters both sides.
    #[serde(default, skip_serializing_if = "is_no")]
    referee: bool,
    teams: [String; 2],
    clock: Clock,
    /// `None`: the first to win four.
    games: Option<u32>,
}

impl MatchFile {
    pub(super) fn of(setup: &DeskSetup) -> MatchFile {
        MatchFile {
            game: setup.game.facts().id.to_owned(),
            options: setup.options.clone(),
            seat: setup.seat,
            referee: setup.is_referees(),
            teams: setup.teams.clone(),
            clock: setup.clock,
            games: match setup.games {
                DeskGames::Swapped(games) => Some(games),
                DeskGames::FirstToFour => None,
            },
        }
    }

    /// The match of a folder; `None` if there is none, or it cannot be read.
    pub(super) fn read(folder: &Path) -> Option<MatchFile> {
        serde_json::from_slice(&fs::read(folder.join(MATCH)).ok()?).ok()
    }

    /// What a person knows it by.
    fn said(&self) -> Sentence {
        let MatchFile { game, teams: [own, other], seat, .. } = self;
        let games = self.games.unwrap_or(7);
        sentence!(
            "{game}, {own} against {other}, {seat} in the first game, {games} games, {}",
            "{game}，{own} 对 {other}，首局执 {seat}，共 {games} 局，{}",
            self.clock
        )
    }

    /// Writes it into a folder that holds no match, or sees that it is the one there.
    pub(super) fn settle(&self, folder: &Path) -> Result<(), DeskError> {
        let machine = |error: io::Error| DeskError::Machine(Sentence::of(&error));
        match fs::read(folder.join(MATCH)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                write(folder, MATCH, self).map_err(machine)
            }
            Err(error) => Err(machine(error)),
            Ok(text) => match serde_json::from_slice::<MatchFile>(&text) {
                Ok(known) if known == *self => Ok(()),
                Ok(known) => Err(DeskError::Other(known.said())),
                Err(error) => Err(DeskError::Machine(sentence!("{MATCH}: {error}", "{MATCH}：{error}"))),
            },
        }
    }
}

/// What the record does not hold yet, after so many of its lines that play, take back or change clocks: how long the clocks
/// have run, and how long a correction has taken, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ClockFile {
    pub(super) lines: usize,
    pub(super) ran: [u64; 2],
    pub(super) correcting: u64,
}

impl ClockFile {
    /// Writes it, so that it outlives the machine.
    pub(super) fn write(self, folder: &Path) -> io::Result<()> {
        write(folder, CLOCK, &self)
    }

    /// Removes what was written.
    pub(super) fn remove(folder: &Path) {
        // What is left belongs to no position of another game: it is not taken.
        let _ = fs::remove_file(folder.join(CLOCK));
    }

    /// What was written last; `None` if that cannot be read.
    pub(super) fn read(folder: &Path) -> Option<ClockFile> {
        serde_json::from_slice(&fs::read(folder.join(CLOCK)).ok()?).ok()
    }
}

/// Writes a file in one step, to the disk.
fn write(folder: &Path, name: &str, value: &impl Serialize) -> io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    serde_json::to_writer(&mut file, value)?;
    file.flush()?;
    file.as_file().sync_data()?;
    replace(&file.into_temp_path(), &folder.join(name))
}
