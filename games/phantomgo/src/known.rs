//! What each eye knows: its own stones, what was refused to it, and what was reported to all; once no more
//! stones are played, everything.

use crate::act::{Act, Asked, Effect};
use crate::heard::{check_heard, heard};
use crate::{Board, Phase, Rules};
use leitai_board::{Point, Points};
use leitai_core::{Actor, Eye, Illegal, Position, Ruling, Seat, State, Turn, View, Words, illegal};

/// A report of an act. Each variant states the eyes that it is sent to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Report {
    /// To its seat: the point is refused, and the turn goes on.
    Refused(Point),
    /// To its seat: the stone stands.
    Accepted(Point),
    /// To all others: that seat has placed a stone somewhere.
    Moved(Seat),
    /// To all: the stone just played captured these stones of that seat.
    Captured(Seat, Points),
    /// To all: that seat has passed, voluntarily or because every point was refused.
    Passed(Seat),
    /// To all: the play of stones has ended; these are black's and white's stones, and how often each side
    /// was refused.
    Shown([Points; 2], [u32; 2]),
    /// To all: the referee has marked a chain, or unmarked it.
    Dead(Point),
    /// To all: the referee has finished marking.
    Counted,
}

/// What one eye knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    pub(crate) eye: Eye,
    pub(crate) board: Board,
    pub(crate) counts: [u8; 2],
}

static UNSEEN: Words = Words::new("the other side's turn is its own", "对方着法不可见");

impl Known {
    /// The eye that this view belongs to.
    pub const fn eye(&self) -> Eye {
        self.eye
    }

    /// The visible part of the position; once no more stones are played, the whole position. Where
    /// [the referee sees more than the table](Rules::seen), nothing of what he still has to say shows.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The number of stones a side has on the board, known to every eye because plies, passes and captures
    /// are reported to all.
    pub const fn count(&self, seat: Seat) -> u8 {
        self.counts[seat.index()]
    }

    /// Whether this eye is unable to judge an act of `by`.
    fn is_unseen(&self, by: Actor) -> bool {
        self.board.phase == Phase::Playing && matches!(by, Actor::Seat(seat) if !self.sees(seat))
    }

    /// The seat on turn, if it is this eye's own and the table only hears of what it does.
    fn heard(&self, by: Actor) -> Option<Seat> {
        let unseen = self.board.rules.unseen()?;
        let is_own = by == Actor::Seat(unseen) && self.eye == Eye::Seat(unseen);
        (is_own && self.turn().owes(by)).then_some(unseen)
    }

    fn sees(&self, seat: Seat) -> bool {
        sees(&self.board.rules, self.eye, seat)
    }
}

/// Whether an eye sees where a seat's stones stand: its own, unless the table does not know them.
fn sees(rules: &Rules, eye: Eye, seat: Seat) -> bool {
    eye == Eye::Seat(seat) && rules.unseen() != Some(seat)
}

impl Board {
    /// Whether everybody has been shown the whole board.
    fn is_open(&self) -> bool {
        match (self.phase, self.rules.unseen()) {
            (Phase::Playing, _) | (Phase::Counting, Some(_)) => false,
            (_, Some(unseen)) => self.stones(unseen).len() == u32::from(self.unseen),
            (_, None) => true,
        }
    }
}

impl State for Known {
    type Move = Act;

    fn turn(&self) -> Turn {
        self.board.turn()
    }

    fn moves(&self, by: Actor, out: &mut Vec<Act>) {
        if let Some(seat) = self.heard(by) {
            out.extend(heard(self.counts.map(u32::from), seat));
        } else if !self.is_unseen(by) {
            self.board.moves(by, out);
        }
    }

    fn check(&self, by: Actor, m: &Act) -> Result<(), Illegal> {
        if let Some(seat) = self.heard(by) {
            return check_heard(m, self.counts.map(u32::from), seat);
        }
        if self.is_unseen(by) && self.turn().owes(by) {
            return illegal(&UNSEEN);
        }
        self.board.check(by, m)
    }
}

impl View for Known {
    type Report = Report;

    fn learn(&mut self, report: &Report) {
        let board = &mut self.board;
        match *report {
            Report::Refused(point) => board.refuse(board.mover(), point),
            Report::Accepted(point) => {
                self.counts[board.mover().index()] += 1;
                board.place(point, Points::NONE);
            }
            Report::Moved(seat) => {
                self.counts[seat.index()] += 1;
                board.end_ply(0);
            }
            Report::Captured(seat, taken) => {
                let count = &mut self.counts[seat.index()];
                *count = count.saturating_sub(taken.len() as u8);
                board.stones[seat.index()] -= taken;
                board.denied[seat.other().index()] -= taken;
                board.taken = taken;
            }
            Report::Passed(_) => board.pass(),
            Report::Shown(stones, refusals) => {
                (board.stones, board.refusals) = (stones, refusals);
                if board.rules.seen.is_none() {
                    board.stop();
                } else {
                    board.forget();
                    board.phase = Phase::Counting;
                }
            }
            Report::Dead(point) => _ = board.act(&Act::Dead(point)),
            Report::Counted => board.count(),
        }
    }

    fn admits(&self, report: &Report) -> bool {
        let board = &self.board;
        let mover = board.mover();
        let plays = |seat| board.phase == Phase::Playing && seat == mover;
        match *report {
            Report::Refused(point) | Report::Accepted(point) => {
                plays(mover) && self.sees(mover) && board.untried(mover).has(point)
            }
            Report::Moved(seat) => plays(seat) && !self.sees(seat),
            Report::Captured(seat, taken) => {
                let known = !self.sees(seat) || (taken - board.stones(seat)).is_empty();
                plays(seat) && board.taken.is_empty() && known
            }
            Report::Passed(seat) => plays(seat),
            Report::Shown([black, white], _) => plays(mover) && (black & white).is_empty(),
            Report::Dead(_) | Report::Counted => board.phase == Phase::Marking,
        }
    }
}

impl Position for Board {
    type Rules = Rules;
    type Effect = Effect;
    type View = Known;

    fn initial(rules: &Rules) -> Board {
        Board::new(*rules)
    }

    fn first_view(rules: &Rules, eye: Eye) -> Known {
        Known { eye, board: Board::new(*rules), counts: [0; 2] }
    }

    #[inline]
    fn play(&mut self, _: Actor, m: &Act) -> Effect {
        self.act(m)
    }

    fn tell(&self, by: Actor, m: &Act, effect: &Effect, eye: Eye, out: &mut Vec<Report>) {
        let rules = &self.rules;
        match *effect {
            Effect::Unsaid => return,
            Effect::Stands { seat, at, taken } => {
                let at = at.filter(|_| sees(rules, eye, seat));
                out.push(at.map_or(Report::Moved(seat), Report::Accepted));
                if !taken.is_empty() {
                    out.push(Report::Captured(seat.other(), taken));
                }
                return;
            }
            Effect::Fails { seat, at, exhausted } => {
                out.extend(at.filter(|_| sees(rules, eye, seat)).map(Report::Refused));
                if exhausted {
                    out.push(Report::Passed(seat));
                }
                return;
            }
            Effect::Named { shown } => {
                if shown {
                    out.push(Report::Shown(self.stones, self.refusals));
                }
                return;
            }
            _ => {}
        }
        let seat = match (*m, by) {
            (Act::Dead(point), _) => return out.push(Report::Dead(point)),
            (_, Actor::Seat(seat)) => seat,
            _ => return out.push(Report::Counted),
        };
        match (*effect, *m) {
            (Effect::Accepted(taken), Act::Try(point)) => {
                out.push(if sees(rules, eye, seat) { Report::Accepted(point) } else { Report::Moved(seat) });
                if !taken.is_empty() {
                    out.push(Report::Captured(seat.other(), taken));
                }
            }
            (Effect::Refused { exhausted }, Act::Try(point)) => {
                if sees(rules, eye, seat) {
                    out.push(Report::Refused(point));
                }
                if exhausted {
                    out.push(Report::Passed(seat));
                }
            }
            _ => out.push(Report::Passed(seat)),
        }
        if self.phase != Phase::Playing && rules.seen.is_none() {
            out.push(Report::Shown(self.stones, self.refusals));
        }
    }

    /// The clock of the side that tried runs until the referee has said that its try is legal; from when stones are said to
    /// be taken until they are off the board, that of the side that loses them (the school's text, 6.8).
    fn ruling(&self) -> Option<Ruling> {
        let (of, is_asked) = (self.mover(), self.asked != Asked::Nothing && self.phase == Phase::Playing);
        let clock = if self.marked.is_empty() { of } else { of.other() };
        is_asked.then_some(Ruling { of, clock: Some(clock) })
    }

    fn keeps_secrets(&self) -> bool {
        self.phase == Phase::Playing || self.rules.seen.is_some()
    }

    fn view(&self, eye: Eye) -> Known {
        let counts = Seat::BOTH.map(|seat| self.count_of(seat) as u8);
        let mut board = *self;
        if self.rules.seen.is_some() {
            board.phase = if self.is_open() { Phase::Counting } else { Phase::Playing };
            (board.marked, board.marks, board.unseen, board.tries) = (Points::NONE, 0, 0, 0);
            board.asked = Asked::Nothing;
        }
        if !self.is_open() {
            for seat in Seat::BOTH.into_iter().filter(|seat| !sees(&self.rules, eye, *seat)) {
                board.stones[seat.index()] = Points::NONE;
                board.denied[seat.index()] = Points::NONE;
                board.refusals[seat.index()] = 0;
                // Only the mover knows what was refused, and only the other seat knows where the last stone
                // stands.
                if seat == self.mover() {
                    board.refused = Points::NONE;
                } else {
                    board.last = None;
                }
            }
        }
        Known { eye, board, counts }
    }
}
