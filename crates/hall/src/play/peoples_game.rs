//! A game of people: who sits there, and what somebody at a seat may do.

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
use std::time::Instant;

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

/// The seat of a person: whoever has its key may take it, and then nobody else.
pub(super) struct FarSeat {
    pub(super) key: String,
    pub(super) owner: Mutex<Option<String>>,
    pub(super) board: SeatBoard,
    pub(super) lines: Mutex<UnixStream>,
}

/// A game of people.
pub(super) struct PeoplesGame {
    pub(super) id: String,
    pub(super) listed: ListedGame,
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

    /// The seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The game's facts.
    pub fn facts(&self) -> &'static Facts {
        self.game.listed.facts()
    }

    /// Who plays.
    pub fn seated(&self) -> &[SeatedPlayer; 2] {
        &self.game.seated
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
        self.say(LEAVE)
    }

    fn say(&self, line: &str) -> Result<(), PlayRefused> {
        *locked(&self.game.acted) = Instant::now();
        let Some(far) = &self.game.seats[self.seat] else { return Ok(()) };
        // Once the game is over nobody reads, and nothing is to be said.
        let said = locked(&far.lines).write_all(format!("{line}\n").as_bytes());
        match said {
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => Err(PlayRefused::NoAct),
            _ => Ok(()),
        }
    }
}
