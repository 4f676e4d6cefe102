//! The rules (`RULES.md` 9; the school's text, 9).

use crate::home::home_rule;
use crate::point::{CAMPS, LINKS, Points, each, straight, winding};
use crate::{End, Fight, Judged, Point, Rank, Ranks, Rules, Word};
use leitai_core::Seat;

/// One act: laying a piece in secret, or moving a piece; and what is relayed to a table that knows one side's pieces
/// only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// A piece of that rank is laid there.
    Lay(Point, Rank),
    /// The piece on the first point moves to the second and fights what stands there.
    Go(Point, Point),
    /// The layout of the side whose pieces this table does not know is complete.
    Ready,
    /// The referee says what followed from the last move.
    Said(Word),
}

/// The stage of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Both sides lay their pieces, unseen by each other.
    Laying,
    /// That seat has to move.
    Moving(Seat),
    /// The referee has to say what follows from a move.
    Judging(Judged),
    /// The game has ended.
    Over(End),
}

/// A position, or what an eye knows of one. A piece is identified by its seat and its home: the point where
/// it was laid, in the order of [`Point::homes`]. In a truth, every rank is known once laid, except those of a side
/// that [the rules hide](Rules::seen) from this table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Board {
    pub(crate) rules: Rules,
    pub(crate) phase: Phase,
    /// Plies in a row without contact.
    pub(crate) plain: u16,
    /// What stands on each point: 0 nothing, 1–25 First's pieces by home, 26–50 Second's.
    pub(crate) cells: [u8; Point::COUNT],
    /// The points where each side's pieces stand.
    pub(crate) stands: [Points; 2],
    /// The ranks by seat and home, if known.
    pub(crate) ranks: [[Option<Rank>; 25]; 2],
    /// The ranks that each piece may have according to what everybody knows.
    pub(crate) told: [[Ranks; 25]; 2],
    /// The ranks that each piece may have according to its fights, as seen by the other side, which knows its
    /// own ranks.
    pub(crate) fought: [[Ranks; 25]; 2],
    /// The point of each side's flag, once its commander is gone.
    pub(crate) shown: [Option<Point>; 2],
}

impl Board {
    /// The empty board: both sides are to lay their pieces.
    pub fn empty(rules: Rules) -> Board {
        Board {
            rules,
            phase: Phase::Laying,
            plain: 0,
            cells: [0; Point::COUNT],
            stands: [0; 2],
            ranks: [[None; 25]; 2],
            told: [std::array::from_fn(Board::at_home); 2],
            fought: [[Ranks::ALL; 25]; 2],
            shown: [None; 2],
        }
    }

    /// The ranks that may be laid at a home.
    pub(crate) fn at_home(home: usize) -> Ranks {
        let point = Point::homes(Seat::First)[home];
        Rank::ALL.into_iter().fold(Ranks::ALL, |ranks, rank| match home_rule(rank, Seat::First, point) {
            Some(_) => ranks.without(rank),
            None => ranks,
        })
    }

    /// The stage of the game.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Plies in a row without contact.
    pub const fn plain(&self) -> u16 {
        self.plain
    }

    /// The seat and the home of the piece on a point.
    pub fn piece(&self, point: Point) -> Option<(Seat, usize)> {
        let piece = usize::from(self.cells[point.index()]).checked_sub(1)?;
        Some((Seat::BOTH[piece / 25], piece % 25))
    }

    /// The rank of a piece, if it is known.
    pub const fn rank(&self, seat: Seat, home: usize) -> Option<Rank> {
        self.ranks[seat.index()][home]
    }

    /// The ranks that a piece may have according to everything known.
    pub const fn may_be(&self, seat: Seat, home: usize) -> Ranks {
        match self.rank(seat, home) {
            Some(rank) => Ranks::just(rank),
            None => self.told[seat.index()][home].and(self.fought[seat.index()][home]),
        }
    }

    /// The same for all pieces of a side, by home.
    pub(crate) fn may_be_all(&self, seat: Seat) -> [Ranks; 25] {
        std::array::from_fn(|home| self.may_be(seat, home))
    }

    /// Whether the side has laid all its pieces. Only meaningful during the layout.
    pub const fn is_laid(&self, seat: Seat) -> bool {
        self.stands[seat.index()].count_ones() == 25
    }

    /// The point of a side's flag, once it has been revealed to everybody.
    pub const fn shown_flag(&self, seat: Seat) -> Option<Point> {
        self.shown[seat.index()]
    }

    /// The rank that a seat lays next, if any.
    pub fn next_rank(&self, seat: Seat) -> Option<Rank> {
        Rank::ORDER.get(self.stands[seat.index()].count_ones() as usize).copied()
    }

    pub(crate) fn set_down(&mut self, seat: Seat, home: usize, point: Point) {
        self.cells[point.index()] = (seat.index() * 25 + home + 1) as u8;
        self.stands[seat.index()] |= point.bit();
    }

    fn lift(&mut self, seat: Seat, point: Point) {
        self.cells[point.index()] = 0;
        self.stands[seat.index()] &= !point.bit();
    }

    /// Lays a piece, whose rank may be unknown. Once both sides are ready, the game begins.
    pub(crate) fn lay(&mut self, seat: Seat, point: Point, rank: Option<Rank>) {
        let home = Point::homes(seat).iter().position(|home| *home == point);
        let home = home.unwrap_or_else(|| unreachable!("pieces are laid at home"));
        self.ranks[seat.index()][home] = rank;
        self.set_down(seat, home, point);
        if Seat::BOTH.iter().all(|seat| self.is_laid(*seat)) {
            self.phase = Phase::Moving(Seat::First);
        }
    }

    /// The points that the seat's piece on `from` can move to. Empty if its rank is unknown.
    pub(crate) fn reach(&self, seat: Seat, from: Point) -> Points {
        let Some((_, home)) = self.piece(from) else { return 0 };
        let taken = self.stands[0] | self.stands[1];
        let rails = match self.rank(seat, home) {
            Some(Rank::Engineer) => winding(from, taken),
            Some(rank) if rank.can_move() => straight(from, taken),
            _ => return 0,
        };
        if from.is_headquarters() { 0 } else { (LINKS[from.index()] | rails) & self.open(seat) }
    }

    /// The points where a side's pieces may end a move.
    pub(crate) fn open(&self, seat: Seat) -> Points {
        !self.stands[seat.index()] & !(self.stands[seat.other().index()] & CAMPS)
    }

    /// Whether the side has a piece that can move. A piece that can go far can also go one point, so rails
    /// need no check.
    pub(crate) fn can_move(&self, seat: Seat) -> bool {
        self.unhemmed(seat).any(|home| self.rank(seat, home).is_some_and(Rank::can_move))
    }

    /// The homes of the pieces that could move if they are not mines or flags.
    pub(crate) fn unhemmed(&self, seat: Seat) -> impl Iterator<Item = usize> + '_ {
        let open = self.open(seat);
        each(self.stands[seat.index()])
            .filter(move |from| !from.is_headquarters() && LINKS[from.index()] & open != 0)
            .filter_map(|from| Some(self.piece(from)?.1))
    }

    /// The ranks that can move from a point to another.
    pub(crate) fn movers(&self, from: Point, to: Point) -> Ranks {
        let reach = LINKS[from.index()] | straight(from, self.stands[0] | self.stands[1]);
        let turned = reach & to.bit() == 0;
        if turned { Ranks::just(Rank::Engineer) } else { Ranks::MOBILE }
    }

    /// Moves a piece, using only what is reported to everybody. `end` judges the board after the move; `fell`
    /// states which seats lose their commander by it.
    pub(crate) fn go(
        &mut self,
        (from, to): (Point, Point),
        fight: Option<Fight>,
        fell: [bool; 2],
        end: impl FnOnce(&Board) -> Option<End>,
    ) -> Option<End> {
        let (seat, mover) = self.piece(from)?;
        let (me, other) = (seat.index(), seat.other().index());
        self.told[me][mover] = self.told[me][mover].and(self.movers(from, to));
        let attacked = self.piece(to).map(|(_, home)| home);
        self.lift(seat, from);
        if let (Some(fight), Some(attacked)) = (fight, attacked) {
            if fight != Fight::Lost {
                self.lift(seat.other(), to);
            }
            self.learn_of_fight((me, mover), (other, attacked), fight, fell);
        }
        if matches!(fight, None | Some(Fight::Won)) {
            self.set_down(seat, mover, to);
        }
        self.plain = if fight.is_some() { 0 } else { self.plain.saturating_add(1) };
        let end = end(self);
        if let (Some(fight), Some(attacked)) = (fight, attacked) {
            // The loss of a flag ends the game before anything else is checked, so everybody learns whether
            // the piece was one.
            if fight != Fight::Lost {
                let told = &mut self.told[other][attacked];
                *told = match end {
                    Some(End::FlagFell(_)) => Ranks::just(Rank::Flag),
                    _ => told.without(Rank::Flag),
                };
            }
        }
        self.phase = end.map_or(Phase::Moving(seat.other()), Phase::Over);
        for stuck in Seat::BOTH.into_iter().filter(|seat| end.is_some_and(|end| end.sticks(*seat))) {
            let fixed: Vec<_> = self.unhemmed(stuck).collect();
            for home in fixed {
                let told = &mut self.told[stuck.index()][home];
                *told = told.and(Ranks::FIXED);
            }
        }
        end
    }

    /// Narrows down both pieces after a fight: for everybody, and for a side that knows the other piece's
    /// rank.
    fn learn_of_fight(&mut self, by: (usize, usize), on: (usize, usize), fight: Fight, fell: [bool; 2]) {
        let ranks = [by, on].map(|(side, home)| self.ranks[side][home]);
        // Whether a commander is gone is reported to everybody.
        let told = [by, on].map(|(side, _)| fell[side].then_some(Rank::Commander));
        self.narrow(
            by,
            Ranks::attackers(fight, told[1]),
            ranks[1].map(|_| Ranks::attackers(fight, ranks[1])),
        );
        self.narrow(on, Ranks::attacked(fight, told[0]), ranks[0].map(|_| Ranks::attacked(fight, ranks[0])));
        let gone = [fight != Fight::Won, fight != Fight::Lost];
        for ((side, home), _) in [by, on].into_iter().zip(gone).filter(|(_, gone)| *gone) {
            let known = &mut self.told[side][home];
            *known = if fell[side] { Ranks::just(Rank::Commander) } else { known.without(Rank::Commander) };
        }
    }

    fn narrow(&mut self, (side, home): (usize, usize), told: Ranks, fought: Option<Ranks>) {
        self.told[side][home] = self.told[side][home].and(told);
        // A side that does not know the other piece's rank learns no more than everybody.
        if let Some(fought) = fought {
            self.fought[side][home] = self.fought[side][home].and(fought);
        }
    }

    /// How the game has ended after a ply of `mover`, checked in the order of the rules. All ranks must be
    /// known.
    pub(crate) fn end_after(&self, mover: Seat, flag_fell: bool) -> Option<End> {
        if flag_fell {
            return Some(End::FlagFell(mover.other()));
        }
        self.end_of(mover, Seat::BOTH.map(|seat| self.can_move(seat)))
    }

    /// The same while both flags stand, by whether each side can move.
    pub(crate) fn end_of(&self, mover: Seat, movable: [bool; 2]) -> Option<End> {
        match movable {
            [false, false] => Some(End::NobodyMoves),
            [false, true] => Some(End::Stuck(Seat::First)),
            [true, false] => Some(End::Stuck(Seat::Second)),
            _ if self.plain < self.rules.no_contact_plies => None,
            _ if self.rules.no_contact_draws => Some(End::IdleDraw),
            _ => Some(End::Idle(mover)),
        }
    }
}
