//! One game between two programs, from starting them to the saved record; replayed if the machine disturbed it.

use crate::affinity::Affinity;
use crate::allowance::Allowance;
use crate::boundary::contained;
use crate::conditions::Conditions;
use crate::error::StageError;
use crate::game::Ended;
use crate::player::Player;
use crate::record_file::RecordFile;
use crate::resident::Resident;
use crate::seating::{Seating, Sitter};
use crate::spares::Spares;
use crate::staging::staging;
use crate::watch::Watch;
use leitai_catalog::RuledGame;
use leitai_core::{Dice, Seat, SpentTime, Spoken, Staging};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// How many times a game that the machine disturbed is replayed; after that the result stands, and its record says so.
const MOST_REPLAYS: u32 = 3;

/// One game between two programs.
pub struct MatchGame<'a> {
    /// The game.
    pub game: &'a dyn RuledGame,
    /// The dice, used if the game has any.
    pub dice: &'a Dice,
    /// The players of the first and the second seat.
    pub players: [&'a Player; 2],
    /// What the players of the first and the second seat may use.
    pub allowances: [Allowance; 2],
    /// The conditions under which programs run.
    pub conditions: &'a Conditions,
    /// How the calling thread was pinned, for the record.
    pub affinity: Affinity,
    /// The random seed of built-in players.
    pub seed: u64,
    /// The record file to write, in a folder that exists; `None` writes no record.
    pub record: Option<&'a Path>,
    /// Set by the caller to stop the game.
    pub stop: &'a AtomicBool,
}

impl MatchGame<'_> {
    /// Plays the game before `watch`. Returns how it ended and how many times it was replayed because the machine
    /// disturbed it; `None` if it was stopped, in which case no record remains. If the stage itself panics, that is an
    /// error of this game alone, and its record is kept up to that point, as `NAME.broken.jsonl`.
    pub fn play(&self, watch: &mut dyn Watch) -> Result<Option<(Ended, u32)>, StageError> {
        self.play_between([&mut None, &mut None], None, watch)
    }

    /// As [`play`](MatchGame::play), but with programs that wait to play on, First's before Second's: each whose
    /// [allowance](Allowance::stays) says that it stays takes its seat if it can, and waits in `residents` again
    /// afterwards if it can. A game that such a program did not begin is restarted with a fresh one, and does not count
    /// as replayed. All others are started in `spares` if there are any.
    pub(crate) fn play_between(
        &self,
        mut residents: [&mut Option<Resident>; 2],
        spares: Option<&Spares>,
        watch: &mut dyn Watch,
    ) -> Result<Option<(Ended, u32)>, StageError> {
        let mut replays = 0;
        loop {
            let seated = residents.each_mut().map(|resident| &mut **resident);
            let Some((ended, stands)) = self.attempt(replays, seated, spares, watch)? else {
                return Ok(None);
            };
            if stands {
                return Ok(Some((ended, replays)));
            }
            replays += u32::from(ended.disturbed.is_some());
            watch.again();
        }
    }

    /// Notes in the record what the players are allowed individually.
    fn tell_of_own(&self, staging: &mut Staging<'static>) {
        let [first, second] = &self.allowances;
        for (seat, own) in Seat::BOTH.into_iter().zip(&self.allowances) {
            staging.seats[seat].settings = own
                .settings
                .iter()
                .map(|(name, value)| (name.clone().into(), value.clone().into()))
                .collect();
            if first.clock != second.clock {
                staging.seats[seat].clock = Some(Box::new(own.clock));
            }
            let said = [
                ("memory", own.memory.map(|memory| memory.to_string())),
                ("nodes", own.nodes.map(|nodes| nodes.to_string())),
            ];
            for (name, value) in said {
                staging.stage.extend(value.map(|value| (format!("{name}-{seat}").into(), value.into())));
            }
        }
    }

    /// Plays once; returns how the game ended, and whether that result stands.
    fn attempt(
        &self,
        replays: u32,
        mut residents: [&mut Option<Resident>; 2],
        spares: Option<&Spares>,
        watch: &mut dyn Watch,
    ) -> Result<Option<(Ended, bool)>, StageError> {
        let seats = self.players.map(|player| (player.name.clone(), Spoken::In(player.dialect)));
        let mut staging = staging(self.allowances[0].clock, self.conditions, seats);
        self.tell_of_own(&mut staging);
        if self.affinity != Affinity::Auto {
            staging.stage.insert("affinity".into(), self.affinity.to_string().into());
        }
        if replays > 0 {
            staging.stage.insert("replays".into(), replays.to_string().into());
        }
        let mut before = [0; 2];
        for seat in Seat::BOTH {
            let resident = &mut *residents[seat];
            resident.take_if(|resident| !resident.is_fit());
            if let Some(resident) = resident {
                before[seat] = resident.games();
                staging
                    .stage
                    .insert(format!("games-before-{seat}").into(), resident.games().to_string().into());
            }
        }
        let mut table = self.game.table(staging, Some(self.dice.clone()));
        let mut record = RecordFile::create(self.record)?;
        let [first, second] = residents;
        let [of_first, of_second] = self.players;
        let spares = self.players.map(|player| spares.filter(|_| player.is_started_alike()));
        let sitter = |seat: Seat, player, home| match spares[seat] {
            _ if self.allowances[seat].stays => Sitter::Staying(player, home),
            Some(spares) => Sitter::Next(player, spares),
            None => Sitter::Program(player),
        };
        let sitters = [sitter(Seat::First, of_first, first), sitter(Seat::Second, of_second, second)];
        let seating = Seating {
            game: self.game,
            sitters,
            allowances: self.allowances.clone(),
            seed: self.seed,
            spent: SpentTime::default(),
            mends: false,
            conditions: self.conditions,
        };
        let played = contained(|| seating.play(&mut *table, &mut record, self.stop, watch));
        let ended = match played {
            Ok(played) => played?,
            Err(panicked) => {
                // What the table had written and nobody had collected, if it can still be queried.
                let _ = contained(|| {
                    let mut rest = Vec::new();
                    table.record(&mut rest);
                    record.write_all(&rest)
                });
                record.keep_broken();
                return Err(panicked);
            }
        };
        // Stopped: the record leaves no fragment.
        let Some(ended) = ended else { return Ok(None) };
        // A game that a program from an earlier game does not begin may be begun by a fresh one.
        let is_due = |seat: Seat| before[seat] > 0 && ended.played.is_zero();
        let stands = !ended.outcome.faulty().is_some_and(is_due)
            && (ended.disturbed.is_none() || replays >= MOST_REPLAYS);
        if stands {
            record.keep()?;
        }
        Ok(Some((ended, stands)))
    }
}
