//! What a table needs besides its record to stand again when the site is started anew: who sits there, by which key, and
//! the dice. Only the site may read it.

use super::peoples_game::PeoplesGame;
use super::play_wish::{PlayWish, Rival};
use crate::entered_program::EnteredProgram;
use crate::locked::locked;
use leitai_core::{Clock, Dice, Seat};
use leitai_sandbox::replace;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The ending of their names.
const ENDING: &str = "table";

/// A table on the disk.
#[derive(Serialize, Deserialize)]
pub(super) struct TableFile {
    game: String,
    options: Vec<(String, String)>,
    opening: Option<String>,
    /// `person`, `program`, `oneself`, `entered` or a level.
    rival: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    entered: Option<EnteredProgram>,
    clock: Clock,
    seat: Seat,
    /// Whether a program plays there from another machine. Versions before this one kept no such table.
    #[serde(default)]
    by_program: bool,
    names: [String; 2],
    pub(super) keys: [Option<String>; 2],
    pub(super) owners: [Option<String>; 2],
    dice: String,
}

impl TableFile {
    /// What is to be kept of a game.
    pub(super) fn of(game: &PeoplesGame) -> TableFile {
        let PlayWish { game: listed, options, opening, rival, clock, seat, by_program, names } =
            game.wish.clone();
        let entered = match &rival {
            Rival::Entered(program) => Some(EnteredProgram::clone(program)),
            _ => None,
        };
        let rival = match rival {
            Rival::Level(level) => level.name(),
            Rival::Entered(_) => "entered",
            Rival::Oneself => "oneself",
            Rival::Person => "person",
            Rival::Program => "program",
        };
        TableFile {
            game: listed.facts().id.to_owned(),
            options,
            opening,
            rival: rival.to_owned(),
            entered,
            clock,
            seat,
            by_program,
            names,
            keys: game.seats.each_ref().map(|seat| Some(seat.as_ref()?.key.clone())),
            owners: game.seats.each_ref().map(|seat| locked(&seat.as_ref()?.owner).clone()),
            dice: game.dice.seed(),
        }
    }

    /// Writes it in one step.
    pub(super) fn write(&self, folder: &Path, id: &str) -> io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        serde_json::to_writer(&mut file, self)?;
        file.flush()?;
        replace(&file.into_temp_path(), &TableFile::path(folder, id))
    }

    /// All in this folder, each with the id of its game, and whether it can be read.
    pub(super) fn all(folder: &Path) -> io::Result<Vec<(String, io::Result<TableFile>)>> {
        let mut all = Vec::new();
        for path in fs::read_dir(folder)?.flatten().map(|file| file.path()) {
            let id = path.file_stem().and_then(|id| id.to_str()).map(str::to_owned);
            if let (Some(id), true) = (id, path.extension().is_some_and(|ending| ending == ENDING)) {
                all.push((id, fs::read(&path).and_then(|text| Ok(serde_json::from_slice(&text)?))));
            }
        }
        Ok(all)
    }

    /// Removes that of a game, which is over.
    pub(super) fn remove(folder: &Path, id: &str) {
        // What is left belongs to no game that runs, and is removed when the site is started anew.
        let _ = fs::remove_file(TableFile::path(folder, id));
    }

    /// What was asked for, and the dice; `None` if this program has no such game.
    pub(super) fn wish(&self) -> Option<(PlayWish, Dice)> {
        let rival = match &*self.rival {
            "person" => Rival::Person,
            "program" => Rival::Program,
            "oneself" => Rival::Oneself,
            "entered" => Rival::Entered(Arc::new(self.entered.clone()?)),
            level => Rival::Level(level.parse().ok()?),
        };
        let wish = PlayWish {
            game: leitai_catalog::find(&self.game)?,
            options: self.options.clone(),
            opening: self.opening.clone(),
            rival,
            clock: self.clock,
            seat: self.seat,
            by_program: self.by_program,
            names: self.names.clone(),
        };
        Some((wish, Dice::from_hex(&self.dice)?))
    }

    fn path(folder: &Path, id: &str) -> PathBuf {
        folder.join(format!("{id}.{ENDING}"))
    }
}
