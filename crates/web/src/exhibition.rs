//! Exhibition games: built-in players that play each other endlessly, so that there is something to watch.

use crate::live::{Belongs, LiveGame, LiveGames};
use crate::log;
use leitai_arena::Conditions;
use leitai_catalog::{GAMES, ListedGame};
use leitai_core::{Clock, Level};
use leitai_hall::{Assignment, GameHost, KeptRecords, Program, Seated, Stop};
use leitai_tournament::{EntryId, GameId, MatchId, Side, Spot};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// The minimum time between two plies.
const PACE: Duration = Duration::from_millis(700);
/// How long a board rests between two games.
const REST: Duration = Duration::from_secs(6);
/// On this many boards players may think for a tenth of a second; on more they would have no core left to think on.
const THINKING: usize = 4;
/// How many games are kept.
const KEPT: usize = 100;

/// The exhibition of a site.
pub(crate) struct Exhibition {
    records: KeptRecords,
    host: GameHost,
    live: Arc<LiveGames>,
    /// The index of the next game in the list.
    next: AtomicUsize,
}

impl Exhibition {
    /// Opens the exhibition; its games are kept in `folder`, which is created.
    pub(crate) fn open(
        folder: PathBuf,
        mut conditions: Conditions,
        live: Arc<LiveGames>,
    ) -> io::Result<Arc<Exhibition>> {
        let records = KeptRecords::open(folder, KEPT)?;
        records.clear_away(|_| false)?;
        conditions.pace = Some(PACE);
        let host = GameHost::open(conditions)?;
        Ok(Arc::new(Exhibition { records, host, live, next: AtomicUsize::new(0) }))
    }

    /// Plays on a board until it is stopped.
    pub(crate) fn play(&self, board: usize, stop: &Stop) {
        while !stop.is_set() {
            let most = if board < THINKING { Level::Medium } else { Level::Easy };
            if let Err(error) = self.play_one(most, stop) {
                log::warn(
                    "an exhibition game cannot be played",
                    &[("board", &board.to_string()), ("why", &error)],
                );
            }
            let mut left = REST;
            while !left.is_zero() && !stop.is_set() {
                let nap = left.min(Duration::from_millis(100));
                thread::sleep(nap);
                left -= nap;
            }
        }
    }

    fn play_one(&self, most: Level, stop: &Stop) -> Result<(), String> {
        let game = self.next_game();
        let seed = RandomState::new().hash_one(std::time::Instant::now());
        let id = short(seed);
        let assignment = assignment(game, seed, most);
        let belongs = Belongs { shown_every: Some(PACE), ..Belongs::default() };
        let record = self.records.path(&id);
        let mut watch = self.live.enter(LiveGame::new(id, assignment.clone(), belongs));
        let played = self.host.play(&assignment, &record, &stop.abandon, &mut *watch);
        self.records.tidy().map_err(|error| error.to_string())?;
        played.map(drop).map_err(|error| error.to_string())
    }

    /// The next game without secrets, if possible one that no board shows.
    fn next_game(&self) -> ListedGame {
        let shown: Vec<_> = self.live.all().iter().map(|game| game.assignment.game).collect();
        let open: Vec<_> = GAMES.iter().copied().filter(|game| !game.facts().hidden).collect();
        let next = || open[self.next.fetch_add(1, Ordering::Relaxed) % open.len()];
        // With more boards than games, some show the same game.
        (0..open.len()).map(|_| next()).find(|game| !shown.contains(game)).unwrap_or_else(&next)
    }

    /// The record of a game that is over.
    pub(crate) fn record(&self, id: &str) -> Option<PathBuf> {
        self.records.record(id)
    }

    /// Addresses of the finished games, newest first.
    pub(crate) fn newest(&self, most: usize) -> Vec<String> {
        self.records.newest(most)
    }
}

/// The game's strongest player of at most that level against itself or the next weaker one. Players that think
/// longer would keep the machine's cores busy for a mere show.
pub(crate) fn assignment(game: ListedGame, seed: u64, most: Level) -> Assignment {
    let below = |bound: Level| game.facts().levels.iter().copied().filter(move |level| *level <= bound).max();
    let strongest = below(most).unwrap_or(Level::Random);
    let weaker = if strongest > Level::Easy { Level::Easy } else { strongest };
    let other = if seed.is_multiple_of(3) { weaker } else { strongest };
    let [first, second] = if seed & 8 == 0 { [strongest, other] } else { [other, strongest] };
    let seated = |entry: u32, level: Level| Seated {
        entry: EntryId(entry),
        name: level.to_string(),
        program: Program::Level(level),
        dialect: None,
    };
    let sides = [0, 1].map(|entry| Side { entry: EntryId(entry), submission: 0 });
    let spot = Spot::Pair(sides[0], sides[1]);
    let id = GameId { of: MatchId { stage: 0, section: 0, spot }, number: 0, repetition: 0 };
    let clock = Clock { turn: Some(Duration::from_secs(2)), ..game.facts().clock };
    Assignment {
        id,
        game,
        options: Vec::new(),
        clock,
        seated: [seated(0, first), seated(1, second)],
        seed,
        opening: None,
    }
}

/// An address of eight letters and digits.
fn short(seed: u64) -> String {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    (0..8).map(|at| char::from(DIGITS[(seed >> (5 * at) & 31) as usize])).collect()
}
