//! What each eye knows: its own ranks, where everything stands, how fights ended, and flags that are shown.

use crate::{Act, Board, End, Fight, Phase, Point, Rank, Ranks, Rules};
use leitai_core::{Actor, Eye, Illegal, Position, Ruling, Seat, State, Turn, View, Words, illegal};

/// A report of an act or its outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Report {
    /// A piece was laid; sent to its owner alone.
    Laid(Seat, Point, Rank),
    /// The seat's layout is complete.
    Ready(Seat),
    /// The seat loses its commander in the move reported next, and its flag stands on this point.
    Flag(Seat, Point),
    /// A piece moved, with the outcome of a fight and the end of the game, if any.
    Went(Point, Point, Option<Fight>, Option<End>),
}

/// What one eye knows: a board on which the ranks of other sides' pieces are unknown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    pub(crate) eye: Eye,
    pub(crate) board: Board,
}

/// The outcome of an act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// The move that was made, from which point to which.
    pub(crate) went: Option<(Point, Point)>,
    pub(crate) fight: Option<Fight>,
    /// Which seats lost their commander by the act.
    pub(crate) fell: [bool; 2],
    pub(crate) end: Option<End>,
}

impl Effect {
    /// No move was made.
    pub(crate) const NOTHING: Effect = Effect { went: None, fight: None, fell: [false; 2], end: None };
}

static UNSEEN: Words = Words::new("the other side's pieces are its own", "对方棋子不可见");

impl Known {
    /// The board as far as it is known to the eye.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The eye that this view belongs to.
    pub const fn eye(&self) -> Eye {
        self.eye
    }

    fn sees(&self, by: Actor) -> bool {
        matches!((self.eye, by), (Eye::Seat(own), Actor::Seat(seat)) if own == seat)
    }

    /// Whether the eye knows the ranks of the seat's pieces.
    fn knows_ranks(&self, seat: Seat) -> bool {
        self.sees(Actor::Seat(seat)) && !self.board.rules.hides(seat)
    }
}

impl State for Known {
    type Move = Act;

    fn turn(&self) -> Turn {
        self.board.turn()
    }

    fn moves(&self, by: Actor, out: &mut Vec<Act>) {
        if self.sees(by) {
            self.board.moves(by, out);
        }
    }

    fn check(&self, by: Actor, m: &Act) -> Result<(), Illegal> {
        if self.turn().owes(by) && !self.sees(by) {
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
            Report::Laid(seat, point, rank) if Point::homes(seat).contains(&point) => {
                board.lay(seat, point, Some(rank));
            }
            Report::Laid(..) => {}
            Report::Ready(seat) => {
                if !board.is_laid(seat) {
                    for point in Point::homes(seat) {
                        board.lay(seat, *point, None);
                    }
                }
            }
            Report::Flag(seat, point) => board.show(seat, point),
            Report::Went(from, to, fight, end) => {
                if let Some((mover, _)) = board.piece(from)
                    && self.eye == Eye::Seat(mover.other())
                {
                    board.reconcile(mover, from, to);
                }
                // A flag that has just been shown means that its side loses its commander in this move.
                let fallen = Ranks::just(Rank::Commander);
                let fell = Seat::BOTH.map(|seat| {
                    board.shown_flag(seat).is_some() && !board.told[seat.index()].contains(&fallen)
                });
                board.go((from, to), fight, fell, |_| end);
            }
        }
    }

    fn admits(&self, report: &Report) -> bool {
        let board = &self.board;
        let owner = |point| board.piece(point).map(|(owner, _)| owner);
        match (*report, board.phase) {
            (Report::Laid(seat, point, rank), Phase::Laying) => {
                let by = Actor::Seat(seat);
                self.sees(by) && board.check(by, &Act::Lay(point, rank)).is_ok()
            }
            // The seat's last piece may have completed both layouts.
            (Report::Ready(seat), Phase::Moving(_)) => self.knows_ranks(seat),
            (Report::Ready(seat), Phase::Laying) => !self.knows_ranks(seat) || board.is_laid(seat),
            (Report::Flag(seat, point), Phase::Moving(_)) => owner(point) == Some(seat),
            (Report::Went(from, to, fight, _), Phase::Moving(mover)) => {
                owner(from) == Some(mover) && owner(to) == fight.map(|_| mover.other())
            }
            _ => false,
        }
    }
}

impl Board {
    /// Reveals the point of a side's flag to everybody.
    pub(crate) fn show(&mut self, seat: Seat, point: Point) {
        self.shown[seat.index()] = Some(point);
        if let Some((owner, home)) = self.piece(point)
            && owner == seat
        {
            self.told[seat.index()][home] = Ranks::just(Rank::Flag);
        }
    }

    /// The point of a side's flag, if it still stands and is known.
    pub(crate) fn flag(&self, seat: Seat) -> Option<Point> {
        Point::all().find(|point| {
            self.piece(*point)
                .is_some_and(|(owner, home)| owner == seat && self.rank(seat, home) == Some(Rank::Flag))
        })
    }
}

impl Position for Board {
    type Rules = Rules;
    type Effect = Effect;
    type View = Known;

    fn initial(rules: &Rules) -> Board {
        Board::empty(*rules)
    }

    fn first_view(rules: &Rules, eye: Eye) -> Known {
        Known { eye, board: Board::empty(rules.known_to(eye)) }
    }

    fn play(&mut self, by: Actor, m: &Act) -> Effect {
        let mut effect = Effect::NOTHING;
        match (*m, by) {
            (Act::Lay(point, rank), Actor::Seat(seat)) => self.lay(seat, point, Some(rank)),
            (Act::Go(from, to), Actor::Seat(seat)) if self.rules.seen.is_some() => {
                effect = self.begin(seat, from, to);
            }
            (Act::Ready, Actor::Seat(seat)) => {
                for point in Point::homes(seat) {
                    self.lay(seat, *point, None);
                }
            }
            (Act::Said(word), Actor::Arbiter) => effect = self.say(word),
            (Act::Go(from, to), Actor::Seat(seat)) => {
                let rank_at = |point| self.piece(point).and_then(|(owner, home)| self.rank(owner, home));
                let (mine, other) = (rank_at(from), rank_at(to));
                effect.went = Some((from, to));
                effect.fight = mine.zip(other).map(|(mine, other)| mine.attacks(other));
                let is_gone = [
                    !matches!(effect.fight, None | Some(Fight::Won)),
                    !matches!(effect.fight, None | Some(Fight::Lost)),
                ];
                effect.fell[seat.index()] = is_gone[0] && mine == Some(Rank::Commander);
                effect.fell[seat.other().index()] = is_gone[1] && other == Some(Rank::Commander);
                let flag_fell = is_gone[1] && other == Some(Rank::Flag);
                for fallen in Seat::BOTH.into_iter().filter(|seat| effect.fell[seat.index()]) {
                    if let Some(point) = self.flag(fallen) {
                        self.show(fallen, point);
                    }
                }
                effect.end =
                    self.go((from, to), effect.fight, effect.fell, |board| board.end_after(seat, flag_fell));
            }
            _ => {}
        }
        effect
    }

    fn tell(&self, by: Actor, m: &Act, effect: &Effect, eye: Eye, out: &mut Vec<Report>) {
        match (*m, by) {
            (Act::Lay(point, rank), Actor::Seat(seat)) => {
                if eye == Eye::Seat(seat) {
                    out.push(Report::Laid(seat, point, rank));
                }
                if self.is_laid(seat) {
                    out.push(Report::Ready(seat));
                }
            }
            (Act::Ready, Actor::Seat(seat)) => out.push(Report::Ready(seat)),
            _ => {}
        }
        let Some((from, to)) = effect.went else { return };
        for fallen in Seat::BOTH.into_iter().filter(|seat| effect.fell[seat.index()]) {
            out.extend(self.shown_flag(fallen).map(|point| Report::Flag(fallen, point)));
        }
        out.push(Report::Went(from, to, effect.fight, effect.end));
    }

    /// No clock runs while the referee says what followed: the school's text counts his time in Phantom Go alone (6.8), and
    /// neither side can do anything.
    fn ruling(&self) -> Option<Ruling> {
        match self.phase {
            Phase::Judging(judged) => Some(Ruling { of: judged.mover, clock: None }),
            _ => None,
        }
    }

    /// The ranks of what is never fought are never told.
    fn keeps_secrets(&self) -> bool {
        true
    }

    fn view(&self, eye: Eye) -> Known {
        let mut board = *self;
        board.rules = self.rules.known_to(eye);
        // Nobody is told of a move before the referee has said what follows from it.
        if let Phase::Judging(judged) = self.phase {
            board.phase = Phase::Moving(judged.mover());
        }
        for seat in Seat::BOTH {
            let side = seat.index();
            if eye != Eye::Seat(seat) {
                board.ranks[side] = [None; 25];
                if self.phase == Phase::Laying && !self.is_laid(seat) {
                    board.stands[side] = 0;
                    for point in Point::homes(seat) {
                        board.cells[point.index()] = 0;
                    }
                }
            }
            if eye != Eye::Seat(seat.other()) {
                // Only the other side knows what its fights have revealed.
                board.fought[side] = [Ranks::ALL; 25];
            }
        }
        Known { eye, board }
    }
}
