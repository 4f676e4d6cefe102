//! A game of people: who sits there, and what somebody at a seat may do.

use super::far_line::FarLine;
use super::far_person::{LEAVE, RESIGN};
use super::play_error::PlayRefused;
use super::seat_board::SeatBoard;
use leitai_arena::Watch;
use leitai_catalog::ListedGame;
use leitai_core::{Facts, Seat, Table};
use std::io::{self, Write as _};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The longest text of an act.
const LONGEST: usize = 2000;

/// A player at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedPlayer {
    /// The name.
    pub name: String,
    /// Whether it is a person.
    pub is_person: bool,
}

/// A seat of somebody elsewhere: whoever has its key may take it, and then nobody else.
pub(super) struct FarSeat {
    pub(super) key: String,
    pub(super) owner: Mutex<Option<String>>,
    pub(super) board: SeatBoard,
    pub(super) hand: Hand,
}

/// Who acts at a seat.
pub(super) enum Hand {
    /// A person, whose lines go there.
    Person(Mutex<UnixStream>),
    /// A program, by its line.
    Program(Arc<FarLine>),
}

/// A game of people.
pub(super) struct PeoplesGame {
    pub(super) id: String,
    pub(super) listed: ListedGame,
    /// The rule options that were given.
    pub(super) options: Vec<(String, String)>,
    pub(super) seats: [Option<FarSeat>; 2],
    pub(super) seated: [SeatedPlayer; 2],
    pub(super) stop: AtomicBool,
    /// When somebody acted, and when somebody looked.
    pub(super) acted: Mutex<Instant>,
    pub(super) looked: Mutex<Instant>,
    /// When it was over.
    pub(super) over: Mutex<Option<Instant>>,
}

/// What a thread holds is never half written.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Shows the table on the boards of the people at it.
pub(super) struct Boards<'a>(pub(super) &'a PeoplesGame);

impl Watch for Boards<'_> {
    fn changed(&mut self, table: &dyn Table) {
        *locked(&self.0.acted) = Instant::now();
        for seat in self.0.seats.iter().flatten() {
            seat.board.show(table);
        }
    }
}

impl PeoplesGame {
    /// Whether somebody has a seat in it.
    pub(super) fn is_of(&self, owner: &str) -> bool {
        self.seats.iter().flatten().any(|seat| locked(&seat.owner).as_deref() == Some(owner))
    }
}

/// A seat of a game for whoever has taken it.
pub struct TakenSeat {
    pub(super) game: Arc<PeoplesGame>,
    pub(super) seat: Seat,
}

impl TakenSeat {
    /// The board in front of it.
    pub fn board(&self) -> &SeatBoard {
        let far = self.game.seats[self.seat].as_ref();
        &far.expect("only a person's seat is taken").board
    }

    /// The line to the program that plays there; `None` where a person does.
    pub fn line(&self) -> Option<&Arc<FarLine>> {
        match &self.game.seats[self.seat].as_ref()?.hand {
            Hand::Program(line) => Some(line),
            Hand::Person(_) => None,
        }
    }

    /// How long lines are on the way to the programs of First and Second, there and back, as far as that was measured.
    pub fn ways(&self) -> [Option<Duration>; 2] {
        self.game.seats.each_ref().map(|seat| match &seat.as_ref()?.hand {
            Hand::Program(line) => line.way(),
            Hand::Person(_) => None,
        })
    }

    /// The seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The game's facts.
    pub fn facts(&self) -> &'static Facts {
        self.game.listed.facts()
    }

    /// The rule options that were given, by name.
    pub fn options(&self) -> &[(String, String)] {
        &self.game.options
    }

    /// Who plays.
    pub fn seated(&self) -> &[SeatedPlayer; 2] {
        &self.game.seated
    }

    /// Says that whoever has taken it is there.
    pub fn look(&self) {
        *locked(&self.game.looked) = Instant::now();
    }

    /// The key of the other seat, while nobody has taken it.
    pub fn invites(&self) -> Option<&str> {
        let other = self.game.seats[self.seat.other()].as_ref()?;
        locked(&other.owner).is_none().then_some(other.key.as_str())
    }

    /// Plays these acts, chosen at this version of the board; at any other, nothing is played.
    pub fn act(&self, version: u64, acts: &str) -> Result<(), PlayRefused> {
        if acts.chars().count() > LONGEST || acts.chars().any(char::is_control) {
            return Err(PlayRefused::NoAct);
        }
        self.say(&format!("{version} {acts}"))
    }

    /// Gives up.
    pub fn resign(&self) -> Result<(), PlayRefused> {
        self.say(RESIGN)
    }

    /// Leaves, which breaks the game off without a result.
    pub fn leave(&self) -> Result<(), PlayRefused> {
        self.game.stop.store(true, Ordering::Relaxed);
        if self.line().is_some() { Ok(()) } else { self.say(LEAVE) }
    }

    fn say(&self, line: &str) -> Result<(), PlayRefused> {
        *locked(&self.game.acted) = Instant::now();
        let Some(far) = &self.game.seats[self.seat] else { return Ok(()) };
        let Hand::Person(lines) = &far.hand else { return Err(PlayRefused::OfProgram) };
        // Once the game is over nobody reads, and nothing is to be said.
        let said = locked(lines).write_all(format!("{line}\n").as_bytes());
        match said {
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => Err(PlayRefused::NoAct),
            _ => Ok(()),
        }
    }
}
