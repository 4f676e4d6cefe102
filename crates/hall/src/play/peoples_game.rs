//! A game of people: who sits there, and what somebody at a seat may do.

use super::far_line::FarLine;
use super::far_person::{AWAY, CLAIMED, LEAVE, RESIGN, WHY};
use super::offers::Offers;
use super::play_error::PlayRefused;
use super::play_wish::{Invitation, PlayWish, Rival};
use super::seat_board::SeatBoard;
use crate::locked::locked;
use leitai_arena::{Seen, Watch};
use leitai_core::{Clock, Dice, Facts, Seat, Table};
use leitai_sandbox::system::LocalStream;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The longest text of an act.
const LONGEST: usize = 2000;
/// No act takes more clicks.
const MOST_CLICKS: usize = 40;
/// In a game between people only one that has fewer plies is left without a result.
const COUNTS_FROM: u32 = 2;
/// As `CLAIMED`, of a page that cannot show that it is still open.
const CLAIMED_UNSEEN: Duration = Duration::from_mins(5);
/// A page that is open asks at least so often.
const ASKS: Duration = Duration::from_secs(25);

/// A player at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedPlayer {
    /// The name.
    pub name: String,
    /// Whether it is a built-in player, which has a clock of its own.
    pub is_built_in: bool,
}

/// A seat of somebody elsewhere: whoever has its key may take it, and then nobody else.
pub(super) struct FarSeat {
    pub(super) key: String,
    pub(super) owner: Mutex<Option<String>>,
    pub(super) board: SeatBoard,
    pub(super) hand: Hand,
    /// When whoever has it was last heard of: its page asked for something, or the line of its program was there.
    pub(super) looked: Mutex<Instant>,
    /// Whether its page asks again by itself for as long as it is open.
    pub(super) follows: AtomicBool,
}

/// Who acts at a seat.
pub(super) enum Hand {
    /// A person, whose lines go there.
    Person(Mutex<LocalStream>),
    /// A program, by its line.
    Program(Arc<FarLine>),
}

/// A game of people.
pub(super) struct PeoplesGame {
    pub(super) id: String,
    pub(super) wish: PlayWish,
    pub(super) seats: [Option<FarSeat>; 2],
    pub(super) seated: [SeatedPlayer; 2],
    /// Where its sides play on once it is over.
    pub(super) next: Mutex<[Option<Invitation>; 2]>,
    pub(super) stop: AtomicBool,
    /// Whether it only rests: the site stops, and the game goes on when it is started anew.
    pub(super) rests: AtomicBool,
    pub(super) dice: Dice,
    pub(super) offers: Mutex<Offers>,
    /// When somebody acted.
    pub(super) acted: Mutex<Instant>,
    /// When it was over.
    pub(super) over: Mutex<Option<Instant>>,
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

    fn grew(&mut self, seen: &Seen<'_>) -> bool {
        if self.0.wish.clock() != Clock::NONE {
            for seat in self.0.seats.iter().flatten() {
                seat.board.clocks(seen.clocks);
            }
        }
        true
    }
}

impl PeoplesGame {
    /// Whether somebody has a seat in it.
    pub(super) fn is_of(&self, owner: &str) -> bool {
        self.seats.iter().flatten().any(|seat| locked(&seat.owner).as_deref() == Some(owner))
    }

    /// Whether a program from elsewhere plays: what such a program remembers cannot be taken back.
    pub(super) fn has_far_program(&self) -> bool {
        self.seats.iter().flatten().any(|seat| matches!(seat.hand, Hand::Program(_)))
    }

    /// Whether nobody has looked at it for so long.
    pub(super) fn is_alone(&self, so_long: Duration) -> bool {
        self.seats.iter().flatten().all(|seat| locked(&seat.looked).elapsed() > so_long)
    }
}

/// The other side of a game that waits for it, and is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherAway {
    /// For how long.
    pub since: Duration,
    /// How long that must be before the game can be claimed.
    pub until: Duration,
}

impl OtherAway {
    /// Whether the game can be claimed.
    pub fn may_be_claimed(&self) -> bool {
        self.since >= self.until
    }
}

/// A program from elsewhere at the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OtherProgram {
    /// It has not come yet.
    Awaited,
    /// Its line is cut.
    Away,
    /// It is there.
    Plays,
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

    /// The program from elsewhere at the other side, if one is to play there.
    pub fn other_program(&self) -> Option<OtherProgram> {
        match &self.game.seats[self.seat.other()].as_ref()?.hand {
            Hand::Program(line) if line.is_cut() => Some(OtherProgram::Away),
            Hand::Program(line) if line.has_come() => Some(OtherProgram::Plays),
            Hand::Program(_) => Some(OtherProgram::Awaited),
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
        self.game.wish.game.facts()
    }

    /// Who plays.
    pub fn seated(&self) -> &[SeatedPlayer; 2] {
        &self.game.seated
    }

    /// Says that whoever has taken it is there.
    pub fn look(&self) {
        if let Some(far) = &self.game.seats[self.seat] {
            *locked(&far.looked) = Instant::now();
        }
    }

    /// What was asked for.
    pub fn wish(&self) -> &PlayWish {
        &self.game.wish
    }

    /// The clock of all who play but built-in players.
    pub fn clock(&self) -> Clock {
        self.game.wish.clock()
    }

    /// The page of the seat asks again by itself as long as it is open.
    pub fn follows(&self) {
        if let Some(far) = &self.game.seats[self.seat] {
            far.follows.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a person at the other side is to move and no page of it is open. A program is waited for by its clock.
    pub fn other_away(&self) -> Option<OtherAway> {
        let other = self.game.seats[self.seat.other()].as_ref()?;
        if self.game.wish.rival == Rival::Oneself || locked(&other.owner).is_none() {
            return None;
        }
        // Nothing is offered to a program.
        let shown = other.board.now();
        let since = locked(&other.looked).elapsed();
        let until = if other.follows.load(Ordering::Relaxed) { CLAIMED } else { CLAIMED_UNSEEN };
        let is_away = since > ASKS && !shown.choices.is_empty() && shown.end.is_none();
        is_away.then_some(OtherAway { since, until })
    }

    /// Wins the game of somebody who went away.
    pub fn claim(&self) -> Result<(), PlayRefused> {
        let other = self.seat.other();
        let far = self.game.seats[other].as_ref();
        match far.filter(|_| self.other_away().is_some_and(|away| away.may_be_claimed())) {
            Some(far) => self.say_at(other, &format!("{AWAY} {}", far.board.now().version)),
            None => Err(PlayRefused::NotAway),
        }
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

    /// Asks why no act begins with clicks on these places, at this version of the board; the board says so.
    pub fn ask_why(&self, version: u64, places: &[u16]) -> Result<(), PlayRefused> {
        let places: Vec<_> = places.iter().take(MOST_CLICKS).map(u16::to_string).collect();
        self.say(&format!("{WHY} {version} {}", places.join(" ")))
    }

    /// Lays its pieces as the layout that is offered says.
    pub fn lay_out(&self) -> Result<(), PlayRefused> {
        let shown = self.board().now();
        shown.layout.as_ref().map_or(Ok(()), |layout| self.act(shown.version, layout))
    }

    /// Gives up.
    pub fn resign(&self) -> Result<(), PlayRefused> {
        self.say(RESIGN)
    }

    /// Whether the game can be left without a result: between two people, or their programs, before the second ply; else
    /// always.
    pub fn may_leave(&self) -> bool {
        let owners =
            self.game.seats.each_ref().map(|seat| seat.as_ref().and_then(|far| locked(&far.owner).clone()));
        let is_between_two = owners.iter().all(Option::is_some) && owners[0] != owners[1];
        let shown = self.board().now();
        !is_between_two || shown.plies.saturating_sub(shown.given) < COUNTS_FROM
    }

    /// Leaves, which breaks the game off without a result.
    pub fn leave(&self) -> Result<(), PlayRefused> {
        if !self.may_leave() {
            return Err(PlayRefused::Counts);
        }
        self.game.stop.store(true, Ordering::Relaxed);
        if self.line().is_some() { Ok(()) } else { self.say(LEAVE) }
    }

    pub(super) fn say(&self, line: &str) -> Result<(), PlayRefused> {
        self.say_at(self.seat, line)
    }

    fn say_at(&self, seat: Seat, line: &str) -> Result<(), PlayRefused> {
        *locked(&self.game.acted) = Instant::now();
        let Some(far) = &self.game.seats[seat] else { return Ok(()) };
        let Hand::Person(lines) = &far.hand else { return Err(PlayRefused::OfProgram) };
        // Once the game is over nobody reads, and nothing is to be said.
        let said = locked(lines).write_all(format!("{line}\n").as_bytes());
        match said {
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => Err(PlayRefused::NoAct),
            _ => Ok(()),
        }
    }
}
