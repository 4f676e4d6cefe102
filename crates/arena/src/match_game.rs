//! One game between two programs, from the start of both to the kept record; again if the machine disturbed it.

use crate::about::about;
use crate::affinity::Affinity;
use crate::conditions::Conditions;
use crate::error::StageError;
use crate::game::Ended;
use crate::player::Player;
use crate::record_file::RecordFile;
use crate::seating::{Seating, Sitter};
use leitai_catalog::RuledGame;
use leitai_core::{Clock, Dice, Spoken};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// How often a game that the machine disturbed is played again; after that it stands, and its record says so.
const MOST_REPLAYS: u32 = 3;

/// One game between two programs.
pub struct MatchGame<'a> {
    /// The game.
    pub game: &'a dyn RuledGame,
    /// What its dice show, if it has any.
    pub dice: &'a Dice,
    /// First and Second.
    pub players: [&'a Player; 2],
    /// The limits.
    pub clock: Clock,
    /// How programs run.
    pub conditions: &'a Conditions,
    /// How the calling thread was placed.
    pub affinity: Affinity,
    /// What built-in players draw from.
    pub seed: u64,
    /// Where the record is written; its folder is there.
    pub record: Option<&'a Path>,
    /// Raised from outside to stop.
    pub stop: &'a AtomicBool,
}

impl MatchGame<'_> {
    /// Plays it. How it ended, and how often it was played before because the machine had disturbed it; none if
    /// it was stopped, and then no record remains.
    pub fn play(&self) -> Result<Option<(Ended, u32)>, StageError> {
        for replays in 0.. {
            match self.attempt(replays)? {
                Some(ended) if ended.disturbed.is_some() && replays < MOST_REPLAYS => {}
                done => return Ok(done.map(|ended| (ended, replays))),
            }
        }
        Ok(None)
    }

    fn attempt(&self, replays: u32) -> Result<Option<Ended>, StageError> {
        let seats = self.players.map(|player| (player.name.clone(), Spoken::In(player.dialect)));
        let mut about = about(self.clock, self.conditions, seats);
        if self.affinity != Affinity::Auto {
            about.stage.insert("affinity".into(), self.affinity.to_string().into());
        }
        if replays > 0 {
            about.stage.insert("replays".into(), replays.to_string().into());
        }
        let mut table = self.game.table(about, Some(self.dice.clone()));
        let mut record = RecordFile::create(self.record)?;
        let seating = Seating {
            game: self.game,
            sitters: self.players.map(Sitter::Program),
            limits: [self.clock; 2],
            seed: self.seed,
            conditions: self.conditions,
        };
        let ended = seating.play(&mut *table, &mut record, self.stop, &mut ())?;
        // Stopped, or failed above: the record leaves no fragment.
        let Some(ended) = ended else { return Ok(None) };
        if ended.disturbed.is_none() || replays == MOST_REPLAYS {
            record.keep()?;
        }
        Ok(Some(ended))
    }
}
