//! The tables at which people play on a site: who sits there, and for how long.

use super::far_line::{AtFarEnd, CUT, FarLine};
use super::far_person::{FarPerson, broken_off};
use super::peoples_game::{Boards, FarSeat, Hand, PeoplesGame, SeatedPlayer, TakenSeat, claimed};
use super::play_error::PlayRefused;
use super::play_queue::PlayQueue;
use super::play_wish::{Invitation, PlayWish, Rival};
use super::seat_board::{Bell, SeatBoard, SeatEnd, locked};
use crate::kept_records::KeptRecords;
use crate::short_id::DIGITS;
use leitai_arena::{
    Allowance, Conditions, Launch, Player, RecordFile, Seating, Sitter, Watch, dice, staging,
};
use leitai_catalog::RuledGame;
use leitai_core::{Clock, DialectName, Level, Seat, Sentence, SpentTime, Spoken, sentence};
use leitai_sandbox::Size;
use rustix::rand::{GetRandomFlags, getrandom};
use std::collections::HashMap;
use std::io;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How long a built-in player may think about a turn.
const THINKS: Duration = Duration::from_secs(1);
/// What a built-in player may use here.
const MEMORY: Size = Size::MB(256);
/// A game in which nobody acts for so long is broken off.
const IDLE: Duration = Duration::from_mins(30);
/// So is one whose people are all gone for so long.
const AWAY: Duration = Duration::from_mins(5);
/// How long a finished game stays at its table.
const STAYS: Duration = Duration::from_hours(1);
/// How many records are kept.
const KEPT: usize = 1000;

/// The tables at which people play.
pub struct PlayRoom {
    records: KeptRecords,
    conditions: Conditions,
    launcher: PathBuf,
    most: usize,
    pub(super) queue: PlayQueue,
    /// How long the line to a program may be cut.
    pub(super) longest_cut: Duration,
    games: Mutex<HashMap<String, Arc<PeoplesGame>>>,
}

/// An unguessable text of so many letters and digits.
pub(super) fn key(length: usize) -> String {
    let mut bytes = vec![0; length];
    fill(&mut bytes);
    bytes.iter().map(|byte| char::from(DIGITS[usize::from(byte & 31)])).collect()
}

/// Fills it with random bytes of the system.
fn fill(bytes: &mut [u8]) {
    let mut filled = 0;
    while filled < bytes.len() {
        filled += getrandom(&mut bytes[filled..], GetRandomFlags::empty()).unwrap_or(0);
    }
}

impl PlayRoom {
    /// A room with at most so many games at one time, whose records are kept in `folder`, which is created. Their
    /// built-in players give way to all other programs of the machine. Errors if the folder cannot be used.
    pub fn open(
        folder: PathBuf,
        mut conditions: Conditions,
        launcher: PathBuf,
        most: usize,
    ) -> io::Result<PlayRoom> {
        conditions.limits.gives_way = true;
        conditions.limits.memory = MEMORY;
        Ok(PlayRoom {
            records: KeptRecords::open(folder, KEPT)?,
            conditions,
            launcher,
            most,
            queue: PlayQueue::default(),
            longest_cut: CUT,
            games: Mutex::default(),
        })
    }

    /// Whether nobody may play here.
    pub fn is_closed(&self) -> bool {
        self.most == 0
    }

    /// Begins a game, in which `owner` has a seat; whoever that is may have at most `enough` at one time.
    pub fn begin(
        self: &Arc<Self>,
        owner: &str,
        enough: usize,
        wish: &PlayWish,
    ) -> Result<Invitation, PlayRefused> {
        let ruled = wish.ruled()?;
        let player = match wish.rival {
            Rival::Person | Rival::Program | Rival::Oneself => None,
            Rival::Level(level) => Some(self.player(&*ruled, level)?),
        };
        let machine = |why: io::Error| PlayRefused::Machine(Sentence::of(&why));
        let (mut seats, mut heard) = ([None, None], [None, None]);
        let bell = Bell::default();
        for seat in Seat::BOTH {
            let is_own = seat == wish.seat || wish.rival == Rival::Oneself;
            if !is_own && player.is_some() {
                continue;
            }
            let (lines, ours) = UnixStream::pair().map_err(machine)?;
            // A person who sends faster than the game reads is not waited for.
            lines.set_nonblocking(true).map_err(machine)?;
            let owner = Mutex::new(is_own.then(|| owner.to_owned()));
            let is_program = if is_own { wish.by_program } else { wish.rival == Rival::Program };
            let hand = if is_program {
                Hand::Program(FarLine::new(lines, self.longest_cut))
            } else {
                Hand::Person(Mutex::new(lines))
            };
            let bell = if is_own { bell.clone() } else { Bell::default() };
            let far = FarSeat {
                key: key(26),
                owner,
                board: SeatBoard::new(seat, !is_program, bell),
                hand,
                looked: Mutex::new(Instant::now()),
                follows: AtomicBool::new(false),
            };
            (seats[seat], heard[seat]) = (Some(far), Some(ours));
        }
        let [own, rival] = wish.names.clone();
        let own = SeatedPlayer { name: own, is_built_in: false };
        let rival = match &player {
            Some(player) => SeatedPlayer { name: player.name.clone(), is_built_in: true },
            None if wish.rival == Rival::Oneself => own.clone(),
            None => SeatedPlayer { name: rival, is_built_in: false },
        };
        let seated = if wish.seat == Seat::First { [own, rival] } else { [rival, own] };
        let game = Arc::new(PeoplesGame {
            id: key(10),
            wish: wish.clone(),
            seats,
            seated,
            next: Mutex::default(),
            stop: AtomicBool::new(false),
            acted: Mutex::new(Instant::now()),
            over: Mutex::new(None),
        });
        {
            let mut games = locked(&self.games);
            let runs = || games.values().filter(|game| locked(&game.over).is_none());
            if runs().filter(|game| game.is_of(owner)).count() >= enough {
                return Err(PlayRefused::Enough(enough));
            }
            if runs().count() + self.queue.before(owner) >= self.most {
                return Err(PlayRefused::Full);
            }
            games.insert(game.id.clone(), Arc::clone(&game));
            self.queue.leave(owner);
        }
        let (room, played) = (Arc::clone(self), Arc::clone(&game));
        let began = thread::Builder::new().name("leitai-play".to_owned()).spawn(move || {
            room.play(&played, &*ruled, player.as_ref(), heard);
        });
        if let Err(why) = began {
            locked(&self.games).remove(&game.id);
            return Err(machine(why));
        }
        let key = game.seats[wish.seat].as_ref().map(|seat| seat.key.clone()).unwrap_or_default();
        Ok(Invitation { id: game.id.clone(), key })
    }

    /// The built-in player of that level.
    fn player(&self, ruled: &dyn RuledGame, level: Level) -> Result<Player, PlayRefused> {
        let facts = ruled.facts();
        if !facts.levels.contains(&level) {
            let (game, level) = (facts.name, level.name());
            return Err(PlayRefused::Setup(sentence!(
                "{game} has no level {level}",
                "{game}没有级别 {level}"; game, level
            )));
        }
        let own = if ruled.speaks(DialectName::Native) { DialectName::Native } else { facts.dialects[0] };
        let launch = Launch::built_in(self.launcher.clone(), level);
        Ok(Player { name: level.name().to_owned(), launch, dialect: own })
    }

    /// Plays a game to its end, or until it is broken off.
    fn play(
        &self,
        game: &PeoplesGame,
        ruled: &dyn RuledGame,
        player: Option<&Player>,
        heard: [Option<UnixStream>; 2],
    ) {
        let end = self.played(game, ruled, player, heard).unwrap_or_else(|why| SeatEnd {
            winner: None,
            reason: why,
            is_broken_off: true,
        });
        // First: whoever sees the end may begin another game.
        *locked(&game.over) = Some(Instant::now());
        for seat in game.seats.iter().flatten() {
            seat.board.end(end.clone());
            if let Hand::Program(line) = &seat.hand {
                line.close();
            }
        }
    }

    fn played(
        &self,
        game: &PeoplesGame,
        ruled: &dyn RuledGame,
        player: Option<&Player>,
        heard: [Option<UnixStream>; 2],
    ) -> Result<SeatEnd, Sentence> {
        let lots = dice(None, 0).map_err(|why| Sentence::of(&why))?;
        let clock = Clock { start: ruled.facts().clock.start, turn: Some(THINKS), ..Clock::default() };
        let hands = game.seats.each_ref().map(|seat| seat.as_ref().map(|seat| &seat.hand));
        let seats = Seat::BOTH.map(|seat| {
            let spoken = match (hands[seat], player) {
                (Some(Hand::Program(_)), _) => Spoken::In(DialectName::Native),
                (None, Some(player)) => Spoken::In(player.dialect),
                _ => Spoken::Person,
            };
            (game.seated[seat].name.clone(), spoken)
        });
        let limits = hands.map(|hand| match hand {
            None => clock,
            Some(Hand::Person(_)) => game.wish.clock(),
            Some(Hand::Program(_)) => game.wish.clock_of_programs(),
        });
        let mut staging = staging(clock, &self.conditions, seats);
        for seat in Seat::BOTH {
            staging.seats[seat].clock = Some(Box::new(limits[seat]));
        }
        let mut table = ruled.table(staging, Some(lots));
        let mut record =
            RecordFile::create(Some(&self.records.path(&game.id))).map_err(|why| Sentence::of(&why))?;
        let (mut persons, mut programs) = ([None, None], [None, None]);
        for (seat, lines) in Seat::BOTH.into_iter().zip(heard) {
            let Some((far, lines)) = game.seats[seat].as_ref().zip(lines) else { continue };
            match &far.hand {
                Hand::Person(_) => persons[seat.index()] = Some(FarPerson::new(&far.board, lines)),
                Hand::Program(line) => programs[seat.index()] = Some(AtFarEnd { line, lines }),
            }
        }
        let mut sitters = Vec::new();
        for (person, program) in persons.iter_mut().zip(&mut programs) {
            sitters.push(match (person, program, player) {
                (Some(person), _, _) => Sitter::Person(person),
                (_, Some(program), _) => Sitter::Far(program),
                (None, None, Some(player)) => Sitter::Program(player),
                (None, None, None) => return Err(broken_off()),
            });
        }
        let Ok(sitters) = <[Sitter<'_>; 2]>::try_from(sitters) else { return Err(broken_off()) };
        let mut seed = [0; 8];
        fill(&mut seed);
        let allowances = limits.map(Allowance::from);
        let seating = Seating {
            game: ruled,
            sitters,
            allowances,
            seed: u64::from_le_bytes(seed),
            spent: SpentTime::default(),
            conditions: &self.conditions,
        };
        let mut watch = Boards(game);
        let ended =
            leitai_arena::contained(|| seating.play(&mut *table, &mut record, &game.stop, &mut watch));
        let ended = ended.and_then(|ended| ended).map_err(|why| Sentence::of(&why))?;
        let Some(ended) = ended else { return Err(broken_off()) };
        record.keep().map_err(|why| Sentence::of(&why))?;
        // As it is at the end, which a resignation changes too.
        watch.changed(&*table);
        let reason = if game.is_claimed() { claimed() } else { ended.reason };
        Ok(SeatEnd { winner: ended.outcome.winner, reason, is_broken_off: false })
    }

    /// The record of a game that is over.
    pub fn record(&self, id: &str) -> Option<PathBuf> {
        self.records.record(id)
    }

    /// The seat of a game with that key, which `owner` takes, unless it is a program's; `None` if there is no such game
    /// or key.
    pub fn seat(&self, id: &str, key: &str, owner: &str) -> Result<Option<TakenSeat>, PlayRefused> {
        self.take(id, key, owner, false)
    }

    /// The same, for a program of `owner`'s: a person's seat is not taken.
    pub fn seat_of_program(
        &self,
        id: &str,
        key: &str,
        owner: &str,
    ) -> Result<Option<TakenSeat>, PlayRefused> {
        self.take(id, key, owner, true)
    }

    fn take(
        &self,
        id: &str,
        key: &str,
        owner: &str,
        by_program: bool,
    ) -> Result<Option<TakenSeat>, PlayRefused> {
        let Some(game) = locked(&self.games).get(id).cloned() else { return Ok(None) };
        let holds = |seat: &Seat| game.seats[*seat].as_ref().is_some_and(|far| far.key == key);
        let Some(mut at) = Seat::BOTH.into_iter().find(holds) else { return Ok(None) };
        if let Some(far) = &game.seats[at] {
            let mut taken = locked(&far.owner);
            match taken.as_deref() {
                Some(known) if known != owner => return Err(PlayRefused::Taken),
                Some(_) => {}
                None => match far.hand {
                    Hand::Program(_) if !by_program => return Err(PlayRefused::OfProgram),
                    Hand::Person(_) if by_program => return Err(PlayRefused::OfPerson),
                    _ => *taken = Some(owner.to_owned()),
                },
            }
            *locked(&far.looked) = Instant::now();
        }
        // Whoever plays both sides sits where something is to be done.
        let owes =
            |seat: Seat| game.seats[seat].as_ref().is_some_and(|far| !far.board.now().choices.is_empty());
        if game.wish.rival == Rival::Oneself && !owes(at) && owes(at.other()) {
            at = at.other();
        }
        Ok(Some(TakenSeat { game, seat: at }))
    }

    /// Breaks off games that nobody plays any more, or all if the site `stops`; forgets those that are over; removes the
    /// oldest records beyond those that are kept. To be called every few seconds.
    pub fn tidy(&self, stops: bool) -> io::Result<()> {
        // Where there is a clock, that ends the game.
        let is_idle =
            |game: &PeoplesGame| game.wish.clock() == Clock::NONE && locked(&game.acted).elapsed() > IDLE;
        let is_left = |game: &PeoplesGame| is_idle(game) || game.is_alone(AWAY);
        let mut games = locked(&self.games);
        for game in games.values().filter(|game| stops || is_left(game)) {
            game.stop.store(true, Ordering::Relaxed);
        }
        let before = games.len();
        games.retain(|_, game| !locked(&game.over).is_some_and(|over| over.elapsed() > STAYS));
        let has_gone = games.len() < before;
        drop(games);
        if has_gone { self.records.tidy() } else { Ok(()) }
    }
}
