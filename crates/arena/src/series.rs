//! A series of games between the same two players, several of them concurrently.

use crate::affinity::Affinity;
use crate::allowance::Allowance;
use crate::boundary::{StopIfPanicking, contained};
use crate::conditions::{Conditions, Ponder};
use crate::cores::available;
use crate::dice::dice;
use crate::error::StageError;
use crate::game::Ended;
use crate::game_thread::spawn_game_thread;
use crate::match_game::MatchGame;
use crate::player::Player;
use crate::resident::Resident;
use crate::spares::Spares;
use crate::talk::TalkFile;
use crate::watch::{Seen, Spoke, Watch};
use leitai_catalog::RuledGame;
use leitai_core::{Seat, Sentence, Words, announced_in};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;

/// A series of games between two players, who swap seats after every game.
pub struct Series<'a> {
    /// The game.
    pub game: Arc<dyn RuledGame>,
    /// The same game, starting from openings: each is played twice in a row, with seats swapped, and after the last
    /// comes the first again. Empty: every game starts as `game` does.
    pub openings: Vec<Arc<dyn RuledGame>>,
    /// A and B; A has the first seat in games 0, 2, 4, ….
    pub players: [Player; 2],
    /// The number of games; they are numbered from 0.
    pub games: u32,
    /// The number of concurrent games; at least one.
    pub jobs: usize,
    /// What A and B may use.
    pub allowances: [Allowance; 2],
    /// The conditions under which programs run.
    pub conditions: Conditions,
    /// Which cores games are pinned to.
    pub affinity: Affinity,
    /// The folder for records; `None` writes no records.
    pub out: Option<PathBuf>,
    /// The random seed of built-in players; game `i` uses `seed + i`.
    pub seed: u64,
    /// Whether the dice are also derived from `seed`, so that the same games can be repeated. If false they are
    /// unpredictable.
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
    /// The opening it started from, counted from 0; `None` if the series has none.
    pub opening: Option<usize>,
    /// How it ended.
    pub ended: Ended,
    /// The names that the programs of First and Second announced.
    pub announced: [Option<String>; 2],
    /// Its record file, if records are written.
    pub record: Option<PathBuf>,
    /// How many times it was replayed because the machine disturbed it.
    pub replays: u32,
    /// Its record, if it was lost by a fault or [all are kept](Progress::keeps_texts), whether or not records are
    /// written.
    pub text: Option<Vec<u8>>,
}

/// Follows a game: its record as it grows, and its conversation where that is kept.
struct Follower {
    record: Vec<u8>,
    talk: Option<TalkFile>,
}

impl Watch for Follower {
    fn grew(&mut self, seen: &Seen<'_>) -> bool {
        self.record.extend_from_slice(seen.lines);
        true
    }

    fn hears_talk(&self) -> bool {
        self.talk.is_some()
    }

    fn spoke(&mut self, spoke: &Spoke<'_>) {
        self.talk.iter_mut().for_each(|talk| talk.spoke(spoke));
    }

    fn ended(&mut self, reason: &Sentence) {
        self.talk.iter_mut().for_each(|talk| talk.ended(reason));
    }

    fn again(&mut self) {
        self.record.clear();
        self.talk.iter_mut().for_each(Watch::again);
    }
}

/// Where a series resumes, and what is kept of it in addition to records.
#[derive(Default)]
pub struct Progress {
    /// Games that were played before: they are passed on in order and not played again.
    pub known: Vec<SeriesGame>,
    /// The folder for raw conversations with their times, one text file per game; `None` writes none.
    pub talk: Option<PathBuf>,
    /// Whether the record of each game is passed on with it.
    pub keeps_texts: bool,
}

/// An event in a series.
enum Happening {
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

    /// The winner: 0 for A, 1 for B; `None` for a draw.
    pub fn winner(&self) -> Option<usize> {
        self.ended.outcome.winner.map(|seat| self.player(seat))
    }
}

impl Series<'_> {
    /// Plays the games and passes each finished one to `see`, in the order of their numbers. Returns early if `stop`
    /// was set; the first failure of the stage stops the series and is returned. A game in which the stage panics does
    /// not stop the others: it is missing, those after it are passed on at the end, and the failure is then returned.
    pub fn play(&self, see: &mut dyn FnMut(SeriesGame)) -> Result<(), StageError> {
        self.play_on(Progress::default(), see)
    }

    /// As [`play`](Series::play), but resuming an interrupted series. If a game that was played before makes `see` set
    /// `stop`, nothing is played after it.
    pub fn play_on(
        &self,
        Progress { known, talk, keeps_texts }: Progress,
        see: &mut dyn FnMut(SeriesGame),
    ) -> Result<(), StageError> {
        if let Some(out) = &self.out {
            fs::create_dir_all(out).map_err(|e| StageError::Io(out.display().to_string(), e))?;
        }
        let mut early: BTreeMap<u32, SeriesGame> = known.into_iter().map(|game| (game.index, game)).collect();
        let played: BTreeSet<u32> = early.keys().copied().collect();
        let mut due = 0;
        while let Some(game) = early.remove(&due) {
            see(game);
            due += 1;
        }
        let (next, cores) = (AtomicU32::new(due), available());
        let jobs = self.jobs.clamp(1, self.games.max(1) as usize);
        self.affinity.allows(jobs, &cores, self.conditions.ponder)?;
        let claims = self.affinity == Affinity::Auto && self.conditions.ponder == Ponder::Off;
        let spares = claims.then(|| Spares::new(&self.conditions.sandbox, jobs, &cores)).transpose();
        let spares = spares.map_err(|e| StageError::System(Words::new("thread", "线程"), e))?.flatten();
        let (report, reports) = mpsc::channel();
        std::thread::scope(|scope| {
            let _guard = StopIfPanicking(self.stop);
            for slot in 0..jobs {
                let (report, next, cores, played) = (report.clone(), &next, &cores, &played);
                let spares = spares.as_ref();
                let talk = talk.as_deref();
                let worker = move || {
                    let stop = || self.stop.load(Ordering::Relaxed);
                    let keeps_place = self.allowances.iter().any(|own| own.stays);
                    let (mut place, mut residents) = (None, [None, None]);
                    let game = Sentence::new("a game of a match", "比赛中的一局");
                    while next.load(Ordering::Relaxed) < self.games {
                        // The place is given up after each game, so that others waiting for a core get the next turn.
                        // Programs that stay keep theirs.
                        place = place.filter(|_| keeps_place);
                        place = place.or_else(|| {
                            self.affinity.settle(slot, cores, self.conditions.ponder, &game, &stop)
                        });
                        let place = place.as_ref();
                        let played = place
                            .and_then(|_| self.one(next, played, talk, keeps_texts, &mut residents, spares));
                        let Some(played) = played else { break };
                        let failed = matches!(&played, Happening::Failed(error) if !error.is_panic());
                        if report.send(played).is_err() || failed {
                            break;
                        }
                    }
                    // If a stop was requested, do not wait for farewells.
                    residents.into_iter().flatten().filter(|_| !stop()).for_each(Resident::dismiss);
                };
                if let Err(error) = spawn_game_thread(scope, worker) {
                    self.stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            drop(report);
            let mut failed = None;
            for played in reports {
                match played {
                    Happening::Game(game) => drop(early.insert(game.index, *game)),
                    Happening::Failed(error) => {
                        // A game in which the stage panicked is in question; the others are played.
                        if !error.is_panic() {
                            self.stop.store(true, Ordering::Relaxed);
                        }
                        failed.get_or_insert(error);
                    }
                }
                while let Some(game) = early.remove(&due) {
                    see(game);
                    due += 1;
                }
            }
            // After a stop some numbers are missing: the remaining games are passed on as far as they were played.
            early.into_values().for_each(see);
            failed.map_or(Ok(()), Err)
        })
    }

    /// Plays the next game that is not among the `played`, with the programs that stayed.
    fn one(
        &self,
        next: &AtomicU32,
        played: &BTreeSet<u32>,
        talk: Option<&Path>,
        keeps_texts: bool,
        residents: &mut [Option<Resident>; 2],
        spares: Option<&Spares>,
    ) -> Option<Happening> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut index = next.fetch_add(1, Ordering::Relaxed);
        while played.contains(&index) {
            index = next.fetch_add(1, Ordering::Relaxed);
        }
        if index >= self.games {
            return None;
        }
        match contained(|| self.game(index, talk, keeps_texts, residents, spares)) {
            Ok(Ok(game)) => game.map(|game| Happening::Game(Box::new(game))),
            Ok(Err(error)) | Err(error) => Some(Happening::Failed(error)),
        }
    }

    /// Plays the game of that number, with the programs of A and B that stayed; returns `None` if it was stopped.
    fn game(
        &self,
        index: u32,
        talk: Option<&Path>,
        keeps_texts: bool,
        residents: &mut [Option<Resident>; 2],
        spares: Option<&Spares>,
    ) -> Result<Option<SeriesGame>, StageError> {
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
            allowances: Seat::BOTH.map(|seat| self.allowances[seat.index() ^ usize::from(!a_first)].clone()),
            conditions: &self.conditions,
            seed: self.seed.wrapping_add(u64::from(index)),
            record: path.as_deref(),
            stop: self.stop,
        };
        let talk = talk.map(|folder| TalkFile::create(folder, index)).transpose()?;
        let mut follower = Follower { record: Vec::new(), talk };
        let [a, b] = residents;
        let seated = if a_first { [a, b] } else { [b, a] };
        let played = match_game.play_between(seated, spares, &mut follower)?;
        follower.talk.map_or(Ok(()), TalkFile::end)?;
        Ok(played.map(|(ended, replays)| {
            let announced = announced_in(&follower.record);
            let text = (keeps_texts || ended.outcome.faulty().is_some()).then_some(follower.record);
            SeriesGame { index, a_first, opening, ended, announced, record: path, replays, text }
        }))
    }
}
