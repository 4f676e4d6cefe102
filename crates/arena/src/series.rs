//! A series of games between the same two players, several at once.

use crate::affinity::Affinity;
use crate::allowance::Allowance;
use crate::boundary::{StopIfPanicking, contained};
use crate::conditions::Conditions;
use crate::cores::available;
use crate::dice::dice;
use crate::error::StageError;
use crate::game::Ended;
use crate::game_thread::spawn_game_thread;
use crate::match_game::MatchGame;
use crate::player::Player;
use crate::watch::{Seen, Watch};
use leitai_catalog::RuledGame;
use leitai_core::{Seat, Words};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;

/// A series of games between two players, who swap seats after every game.
pub struct Series<'a> {
    /// The game.
    pub game: Arc<dyn RuledGame>,
    /// The same game, begun by openings: each is played twice in a row, seats changed, and after the last comes the first
    /// again. None: every game begins as `game` does.
    pub openings: Vec<Arc<dyn RuledGame>>,
    /// A and B; A has the first seat in games 0, 2, 4, ….
    pub players: [Player; 2],
    /// The number of games; they are numbered from 0.
    pub games: u32,
    /// The number of games run at once; at least one.
    pub jobs: usize,
    /// What A and B may use.
    pub allowances: [Allowance; 2],
    /// The conditions under which programs run.
    pub conditions: Conditions,
    /// Which cores games are pinned to.
    pub affinity: Affinity,
    /// The folder for records; none writes no records.
    pub out: Option<PathBuf>,
    /// The random seed of built-in players; game `i` uses `seed + i`.
    pub seed: u64,
    /// Whether the dice follow from `seed` too, so that the same games can be repeated. If false they are unpredictable.
    pub seeded_dice: bool,
    /// Set by the caller to stop the series.
    pub stop: &'a AtomicBool,
}

/// A finished game of a series.
#[derive(Clone, Debug)]
pub struct SeriesGame {
    /// Its number, from 0.
    pub index: u32,
    /// Whether A had the first seat.
    pub a_first: bool,
    /// By which opening it was begun, from 0; none if the series has none.
    pub opening: Option<usize>,
    /// How it ended.
    pub ended: Ended,
    /// Its record file, if records are written.
    pub record: Option<PathBuf>,
    /// How often it was replayed because the machine disturbed it.
    pub replays: u32,
    /// Its record, if it was lost by a fault, whether or not records are written.
    pub lost: Option<Vec<u8>>,
}

/// The record of a game as it grows.
#[derive(Default)]
struct Kept(Vec<u8>);

impl Watch for Kept {
    fn grew(&mut self, seen: &Seen<'_>) -> bool {
        self.0.extend_from_slice(seen.lines);
        true
    }

    fn again(&mut self) {
        self.0.clear();
    }
}

/// What happens in a series.
enum Played {
    /// A game ended.
    Game(Box<SeriesGame>),
    /// The stage itself failed; the series stops.
    Failed(StageError),
}

impl SeriesGame {
    /// The player who had that seat: 0 for A, 1 for B.
    pub fn player(&self, seat: Seat) -> usize {
        seat.index() ^ usize::from(!self.a_first)
    }

    /// The winner: 0 for A, 1 for B, none for a draw.
    pub fn winner(&self) -> Option<usize> {
        self.ended.outcome.winner.map(|seat| self.player(seat))
    }
}

impl Series<'_> {
    /// Plays the games and passes each finished one to `see`, in the order of their numbers. Returns early if `stop` was
    /// set; the first failure of the stage stops the series and is returned. A game that the stage panics in stops no other:
    /// it is missing, those behind it are passed on at the end, and the failure is returned then.
    pub fn play(&self, see: &mut dyn FnMut(SeriesGame)) -> Result<(), StageError> {
        if let Some(out) = &self.out {
            fs::create_dir_all(out).map_err(|e| StageError::Io(out.display().to_string(), e))?;
        }
        let (next, cores) = (AtomicU32::new(0), available());
        let jobs = self.jobs.clamp(1, self.games.max(1) as usize);
        self.affinity.allows(jobs, &cores, self.conditions.ponder)?;
        let (report, reports) = mpsc::channel();
        std::thread::scope(|scope| {
            let _guard = StopIfPanicking(self.stop);
            for slot in 0..jobs {
                let (report, next, cores) = (report.clone(), &next, &cores);
                let worker = move || {
                    let stop = || self.stop.load(Ordering::Relaxed);
                    while next.load(Ordering::Relaxed) < self.games {
                        // Given up after each game: whoever else waits for a core has the next one.
                        let place = self.affinity.settle(slot, cores, self.conditions.ponder, &stop);
                        let Some(played) = place.and_then(|_place| self.one(next)) else { return };
                        let failed = matches!(&played, Played::Failed(error) if !error.is_panic());
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
            let mut early: Vec<SeriesGame> = Vec::new();
            let mut due = 0;
            let mut failed = None;
            for played in reports {
                match played {
                    Played::Game(game) => early.push(*game),
                    Played::Failed(error) => {
                        // A game that the stage panicked in is in question; the others are played.
                        if !error.is_panic() {
                            self.stop.store(true, Ordering::Relaxed);
                        }
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
        match contained(|| self.game(index)) {
            Ok(Ok(game)) => game.map(|game| Played::Game(Box::new(game))),
            Ok(Err(error)) | Err(error) => Some(Played::Failed(error)),
        }
    }

    /// Plays the game of that number; none if it was stopped.
    fn game(&self, index: u32) -> Result<Option<SeriesGame>, StageError> {
        let a_first = index.is_multiple_of(2);
        let opening = (index as usize / 2).checked_rem(self.openings.len());
        let lots = dice(self.seeded_dice.then_some(self.seed), index);
        let lots = lots.map_err(|e| StageError::System(Words::new("random numbers", "随机数"), e))?;
        let path = self.out.as_ref().map(|out| out.join(format!("game-{index:06}.jsonl")));
        let match_game = MatchGame {
            affinity: self.affinity,
            game: &**opening.map_or(&self.game, |opening| &self.openings[opening]),
            dice: &lots,
            players: Seat::BOTH.map(|seat| &self.players[seat.index() ^ usize::from(!a_first)]),
            allowances: Seat::BOTH.map(|seat| self.allowances[seat.index() ^ usize::from(!a_first)]),
            conditions: &self.conditions,
            seed: self.seed.wrapping_add(u64::from(index)),
            record: path.as_deref(),
            stop: self.stop,
        };
        let mut kept = Kept::default();
        let played = match_game.play(&mut kept)?;
        Ok(played.map(|(ended, replays)| {
            let lost = ended.outcome.faulty().map(|_| kept.0);
            SeriesGame { index, a_first, opening, ended, record: path, replays, lost }
        }))
    }
}
