//! What each eye knows: everything once both layouts are complete, before that only its own.

use crate::{Act, Board, Number, Phase, Square};
use leitai_core::{Actor, Eye, Illegal, Position, Rng, Sample, Seat, State, Turn, View, Words, illegal};

/// What an eye is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Report {
    /// An act. A laid stone is reported to its owner at once, and to everybody else when both layouts are
    /// complete.
    Played(Actor, Act),
    /// The seat's layout is complete.
    Ready(Seat),
}

/// What one eye knows: the board as far as the eye sees it, and which layouts are complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    eye: Eye,
    board: Board,
    ready: [bool; 2],
}

static UNSEEN: Words = Words::new("the other side's layout is its own", "对方布子不可见");

impl Known {
    /// The board as far as the eye sees it. From the first roll on this is the actual position.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whether the seat's layout is complete.
    pub const fn is_ready(&self, seat: Seat) -> bool {
        self.ready[seat.index()]
    }

    /// Whether this eye cannot know of the actor's act.
    fn is_unseen(&self, by: Actor) -> bool {
        self.board.phase() == Phase::Laying && !sees(self.eye, by)
    }
}

/// Whether an eye sees what an actor lays.
fn sees(eye: Eye, by: Actor) -> bool {
    matches!((eye, by), (Eye::Seat(own), Actor::Seat(seat)) if own == seat)
}

impl State for Known {
    type Move = Act;

    fn turn(&self) -> Turn {
        match self.board.phase() {
            Phase::Laying => Turn::Secret(self.ready.map(|ready| !ready)),
            _ => self.board.turn(),
        }
    }

    fn moves(&self, by: Actor, out: &mut Vec<Act>) {
        if !self.is_unseen(by) {
            self.board.moves(by, out);
        }
    }

    fn check(&self, by: Actor, m: &Act) -> Result<(), Illegal> {
        if self.is_unseen(by) && self.turn().owes(by) {
            return illegal(&UNSEEN);
        }
        self.board.check(by, m)
    }
}

impl View for Known {
    type Report = Report;

    fn learn(&mut self, report: &Report) {
        match *report {
            Report::Played(by, m) => self.board.play(by, &m),
            Report::Ready(seat) => self.ready[seat.index()] = true,
        }
    }

    fn admits(&self, report: &Report) -> bool {
        match *report {
            Report::Played(by, m) => self.board.check(by, &m).is_ok(),
            Report::Ready(_) => self.board.phase() == Phase::Laying,
        }
    }
}

impl Position for Board {
    type Rules = ();
    /// Acts and the positions after them already show what was laid and taken.
    type Effect = ();
    type View = Known;

    fn initial((): &()) -> Board {
        Board::EMPTY
    }

    fn first_view((): &(), eye: Eye) -> Known {
        Known { eye, board: Board::EMPTY, ready: [false; 2] }
    }

    fn play(&mut self, by: Actor, m: &Act) {
        match (*m, by) {
            (Act::Lay(number, at), Actor::Seat(seat)) => self.lay(seat, number, at),
            (Act::Roll(die), _) => self.roll(die),
            (Act::Step(from, to), Actor::Seat(seat)) => self.step(seat, from, to),
            _ => {}
        }
    }

    fn tell(&self, by: Actor, m: &Act, (): &(), eye: Eye, out: &mut Vec<Report>) {
        let (Act::Lay(number, _), Actor::Seat(seat)) = (*m, by) else {
            return out.push(Report::Played(by, *m));
        };
        if sees(eye, by) {
            out.push(Report::Played(by, *m));
        }
        if Number::ALL.last() == Some(&number) {
            out.push(Report::Ready(seat));
        }
        if self.phase() != Phase::Laying {
            // Reveal everything that was not seen before.
            for hand in Seat::BOTH.into_iter().filter(|hand| !sees(eye, Actor::Seat(*hand))) {
                out.extend(self.lays(hand).map(|lay| Report::Played(Actor::Seat(hand), lay)));
            }
        }
    }

    /// The layouts are shown once both are complete; nothing is secret then.
    fn keeps_secrets(&self) -> bool {
        self.phase() == Phase::Laying
    }

    fn view(&self, eye: Eye) -> Known {
        if self.phase() != Phase::Laying {
            return Known { eye, board: *self, ready: [true; 2] };
        }
        let mut board = Board::EMPTY;
        for seat in Seat::BOTH.into_iter().filter(|seat| sees(eye, Actor::Seat(*seat))) {
            for lay in self.lays(seat) {
                board.play(Actor::Seat(seat), &lay);
            }
        }
        Known { eye, board, ready: Seat::BOTH.map(|seat| self.is_laid(seat)) }
    }

    fn chances(&self, out: &mut Vec<(Act, u32)>) {
        out.extend(Number::ALL.map(|die| (Act::Roll(die), 1)));
    }
}

impl Sample for Board {
    /// While laying, an unseen layout is drawn uniformly from the 720. It is complete if known to be so,
    /// otherwise it has a random smaller number of stones. Later the sample is the position itself.
    fn sample(view: &Known, rng: &mut Rng) -> Board {
        let mut board = view.board;
        if board.phase() != Phase::Laying {
            return board;
        }
        for seat in Seat::BOTH.into_iter().filter(|seat| !sees(view.eye, Actor::Seat(*seat))) {
            let laid = if view.is_ready(seat) { 6 } else { rng.below(6) };
            for lay in random_layout(seat, rng).iter().take(laid) {
                board.play(Actor::Seat(seat), lay);
            }
        }
        board
    }
}

/// One of a side's 720 layouts, drawn uniformly, in the order of the numbers.
pub(crate) fn random_layout(seat: Seat, rng: &mut Rng) -> [Act; 6] {
    let mut points = *Square::start(seat);
    for i in (1..points.len()).rev() {
        points.swap(i, rng.below(i + 1));
    }
    Number::ALL.map(|number| Act::Lay(number, points[number.index()]))
}
