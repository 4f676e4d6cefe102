//! Many games between the same two players, side by side.

use crate::affinity::Affinity;
use crate::conditions::Conditions;
use crate::cores::available;
use crate::dice::dice;
use crate::error::StageError;
use crate::game::Ended;
use crate::game_thread::spawn_game_thread;
use crate::match_game::MatchGame;
use crate::player::Player;
use leitai_catalog::RuledGame;
use leitai_core::{Clock, Seat, Words};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;

/// Many games between two players; they change seats with every game.
pub struct Series<'a> {
    /// The game.
    pub game: Arc<dyn RuledGame>,
    /// A and B; A has the first seat in games 0, 2, 4, ….
    pub players: [Player; 2],
    /// How many games; they are numbered from 0.
    pub games: u32,
    /// How many run at once, at least one.
    pub jobs: usize,
    /// The limits.
    pub clock: Clock,
    /// How programs run.
    pub conditions: Conditions,
    /// Where games are placed.
    pub affinity: Affinity,
    /// Where records are written; none keeps none.
    pub out: Option<PathBuf>,
    /// What built-in players draw from; game `i` uses `seed + i`.
    pub seed: u64,
    /// Do the dice follow from `seed` too, so that the same games can be seen again? Otherwise nobody can
    /// foresee them.
    pub seeded_dice: bool,
    /// Raised from outside to stop.
    pub stop: &'a AtomicBool,
}

/// A game of a series that came to its end.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its number, from 0.
    pub index: u32,
    /// Had A the first seat?
    pub a_first: bool,
    /// How it ended.
    pub ended: Ended,
    /// Its record, if records are kept.
    pub record: Option<PathBuf>,
    /// How often it was played before because the machine had disturbed it.
    pub replays: u32,
}

/// What happens in a series.
enum Played {
    /// A game ended.
    Game(Game),
    /// The stage itself failed; the series stops.
    Failed(StageError),
}

impl Game {
    /// The player in that seat: 0 for A, 1 for B.
    pub fn player(&self, seat: Seat) -> usize {
        seat.index() ^ usize::from(!self.a_first)
    }

    /// The winner: 0 for A, 1 for B, none for a draw.
    pub fn winner(&self) -> Option<usize> {
        self.ended.outcome.winner.map(|seat| self.player(seat))
    }
}

impl Series<'_> {
    /// Plays every game not yet stopped and shows each end to `see`, in the order of their numbers.
    pub fn play(&self, see: &mut dyn FnMut(Game)) -> Result<(), StageError> {
        if let Some(out) = &self.out {
            fs::create_dir_all(out).map_err(|e| StageError::Io(out.display().to_string(), e))?;
        }
        let (next, cores) = (AtomicU32::new(0), available());
        let jobs = self.jobs.clamp(1, self.games.max(1) as usize);
        self.affinity.allows(jobs, &cores, self.conditions.ponder)?;
        let (report, reports) = mpsc::channel();
        std::thread::scope(|scope| {
            for slot in 0..jobs {
                let (report, next, cores) = (report.clone(), &next, &cores);
                let worker = move || {
                    let stop = || self.stop.load(Ordering::Relaxed);
                    while next.load(Ordering::Relaxed) < self.games {
                        // Given up after each game: whoever else waits for a core has the next one.
                        let place = self.affinity.settle(slot, cores, self.conditions.ponder, &stop);
                        let Some(played) = place.and_then(|_place| self.one(next)) else { return };
                        let failed = matches!(played, Played::Failed(_));
                        if report.send(played).is_err() || failed {
                            return;
                        }
                    }
                };
                if let Err(error) = spawn_game_thread(scope, worker) {
                    self.stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            drop(report);
            let mut early: Vec<Game> = Vec::new();
            let mut due = 0;
            let mut failed = None;
            for played in reports {
                match played {
                    Played::Game(game) => early.push(game),
                    Played::Failed(error) => {
                        self.stop.store(true, Ordering::Relaxed);
                        failed.get_or_insert(error);
                    }
                }
                while let Some(at) = early.iter().position(|game| game.index == due) {
                    see(early.swap_remove(at));
                    due += 1;
                }
            }
            // After a stop some numbers are missing: the rest is shown as far as it was played.
            early.sort_by_key(|game| game.index);
            early.into_iter().for_each(see);
            failed.map_or(Ok(()), Err)
        })
    }

    fn one(&self, next: &AtomicU32) -> Option<Played> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let index = next.fetch_add(1, Ordering::Relaxed);
        if index >= self.games {
            return None;
        }
        match self.game(index) {
            Ok(game) => game.map(Played::Game),
            Err(error) => Some(Played::Failed(error)),
        }
    }

    /// Plays the game of that number; none if it was stopped.
    fn game(&self, index: u32) -> Result<Option<Game>, StageError> {
        let a_first = index.is_multiple_of(2);
        let lots = dice(self.seeded_dice.then_some(self.seed), index);
        let lots = lots.map_err(|e| StageError::System(Words::new("random numbers", "随机数"), e))?;
        let path = self.out.as_ref().map(|out| out.join(format!("game-{index:06}.jsonl")));
        let match_game = MatchGame {
            affinity: self.affinity,
            game: &*self.game,
            dice: &lots,
            players: Seat::BOTH.map(|seat| &self.players[seat.index() ^ usize::from(!a_first)]),
            clock: self.clock,
            conditions: &self.conditions,
            seed: self.seed.wrapping_add(u64::from(index)),
            record: path.as_deref(),
            stop: self.stop,
        };
        let played = match_game.play()?;
        Ok(played.map(|(ended, replays)| Game { index, a_first, ended, record: path, replays }))
    }
}
