//! A position as the strong players search it: stones in turn, with wins by fours looked for wherever it looks.

use super::cells::Cells;
use super::kind::Kind;
use super::line_board::LineBoard;
use super::provers::Provers;
use crate::{Board, Point, Side};
use leitai_core::Seat;
use leitai_search::{Attempt, FORCING, Hand, Listing, WIN, Walk, Weigh, Which, Worth, expected};

/// Most points tried in one position: the most promising ones.
const WIDEST: usize = 36;
/// Fours tried in the search for a win by fours of one position.
const FOURS: u32 = 100;
/// What one stone hardly ever changes where nothing is threatened.
const MARGIN: i32 = 50;
/// The value that the search takes for odds of e to 1.
const SCALE: f32 = 200.0;

/// A game of stones in turn from a position on.
pub(super) struct StoneWalk {
    board: LineBoard,
    provers: Provers,
    side: Side,
    /// The seat that has black.
    black: Seat,
    winner: Option<Side>,
    placed: u16,
    /// Stones played on the walk so far.
    ply: u32,
    /// Class and promise of the acts listed last, indexed by cell.
    ranks: Vec<(u8, i16)>,
    /// What the acts listed last leave out.
    listing: Listing,
    /// The points allowed for the first stone; `None` for whatever the rules allow.
    first: Option<Vec<Point>>,
}

/// Part of the key when white is to move.
const WHITE: u64 = 0x9e37_79b9_7f4a_7c15;

impl StoneWalk {
    /// A position with `side` to move. `first` restricts its next stone, if not `None`.
    pub(super) fn new(board: &Board, side: Side, first: Option<Vec<Point>>, provers: Provers) -> StoneWalk {
        StoneWalk {
            board: LineBoard::new(board),
            provers,
            side,
            black: board.seat(Side::Black),
            winner: None,
            placed: board.placed().into(),
            ply: 0,
            ranks: vec![(0, 0); 256],
            listing: Listing::Whole,
            first,
        }
    }

    /// The searches for proofs, with what they remember.
    pub(super) fn into_provers(self) -> Provers {
        self.provers
    }

    fn seat(&self, side: Side) -> Seat {
        if side == Side::Black { self.black } else { self.black.other() }
    }

    fn turn_over(&mut self) {
        self.side = self.side.other();
    }

    /// The cells that a five forces: where it is completed, or where it is stopped.
    fn compelled(&self) -> Option<Cells> {
        let own = self.board.making(self.side, Kind::Five);
        if !own.is_empty() {
            return own.first().map(Cells::of);
        }
        let theirs = self.board.making(self.side.other(), Kind::Five);
        (!theirs.is_empty()).then_some(*theirs)
    }

    /// If the other side threatens a straight four or two fours, the only cells worth a look: own fours, and whatever may
    /// stop the threat.
    fn narrowed(&self) -> Option<Cells> {
        let (side, other) = (self.side, self.side.other());
        let open = self.board.making(other, Kind::Open);
        let threatened = open.iter().any(|cell| self.board.is_surely_allowed(other, cell));
        threatened.then(|| self.board.fours(side).or(&self.board.stops(other)))
    }

    /// Ranks fives first, then what stops them, then what wins or stops a win by fours, then fours, then threes.
    fn look(&self, cell: u8) -> (u8, i16) {
        let (side, other) = (self.side, self.side.other());
        let (own, theirs) = (self.board.kind(side, cell), self.board.kind(other, cell));
        let class = match (own, theirs) {
            (Kind::Five, _) => FORCING + 5,
            (_, Kind::Five) => FORCING + 4,
            (Kind::Open, _) => FORCING + 3,
            (_, Kind::Open) => FORCING + 2,
            (Kind::FourThree, _) => FORCING + 1,
            (Kind::Four, _) => 3,
            (Kind::TwoThrees | Kind::Three, _) | (_, Kind::FourThree | Kind::TwoThrees) => 2,
            _ => 1,
        };
        (class, self.board.promise(side, cell).clamp(-15_000, 15_000) as i16)
    }

    /// The value for First of a win of `side` in that many stones.
    fn won(&self, side: Side, acts: u16) -> Worth {
        let value = WIN - i32::from(acts);
        Worth::Exact(if self.seat(side) == Seat::First { value } else { -value })
    }
}

impl Walk for StoneWalk {
    type Act = Point;
    type Undo = ();

    fn hand(&self) -> Hand {
        match self.winner {
            Some(side) => Hand::Over(if self.seat(side) == Seat::First { 1.0 } else { 0.0 }),
            None if self.placed == Point::COUNT => Hand::Over(0.5),
            None => Hand::Seat(self.seat(self.side)),
        }
    }

    fn key(&self) -> u64 {
        self.board.key() ^ if self.side == Side::White { WHITE } else { 0 }
    }

    fn acts(&mut self, which: Which, out: &mut Vec<Point>) {
        let from = out.len();
        let first = self.first.as_ref().filter(|_| self.ply == 0);
        let forced = self.compelled();
        if forced.is_none() && which == Which::Forcing {
            return;
        }
        let forced = forced.or_else(|| self.narrowed());
        let cells = match forced.unwrap_or_else(|| self.board.near()) {
            cells if cells.is_empty() && first.is_none() => *self.board.empty(),
            cells => cells,
        };
        let side = self.side;
        let allowed = |cell: &u8| !self.board.is_forbidden(side, *cell);
        out.extend(cells.iter().filter(allowed).filter_map(Point::of_cell));
        if let Some(first) = first {
            out.retain(|point| first.contains(point));
            if out.len() == from {
                out.extend(first);
            }
        }
        for point in &out[from..] {
            self.ranks[usize::from(point.cell())] = self.look(point.cell());
        }
        // Where nothing forces the side, a stone far from all others is legal and not looked at.
        let is_whole = forced.is_some() && out.len() - from <= WIDEST;
        self.listing = if is_whole { Listing::Whole } else { Listing::Part };
        if out.len() - from > WIDEST {
            let ranks = &self.ranks;
            let rank = |point: &Point| (std::cmp::Reverse(ranks[usize::from(point.cell())]), *point);
            out[from..].select_nth_unstable_by_key(WIDEST, rank);
            out.truncate(from + WIDEST);
            out[from..].sort_unstable();
        }
    }

    fn make(&mut self, point: Point) {
        let cell = point.cell();
        if self.board.making(self.side, Kind::Five).has(cell) {
            self.winner = Some(self.side);
        }
        self.board.place(self.side, cell);
        self.placed += 1;
        self.ply += 1;
        self.turn_over();
    }

    fn take_back(&mut self, point: Point, (): ()) {
        self.turn_over();
        self.ply -= 1;
        self.placed -= 1;
        self.board.lift(self.side, point.cell());
        self.winner = None;
    }
}

impl Weigh for StoneWalk {
    fn weigh(&mut self) -> Worth {
        let side = self.side;
        if let Some(win) = self.provers.vcf.win(&mut self.board, side, FOURS) {
            return self.won(side, win.acts);
        }
        // Without a five of its own, the side loses if it has two to stop, or one that it is forbidden to stop.
        let mut stops = self.board.making(side.other(), Kind::Five).iter();
        match (stops.next(), stops.next()) {
            (Some(_), Some(_)) => return self.won(side.other(), 2),
            (Some(stop), None) if self.board.is_forbidden(side, stop) => return self.won(side.other(), 2),
            _ => {}
        }
        let value = self.board.value(side);
        Worth::Guess(if self.seat(side) == Seat::First { value } else { -value })
    }

    fn expected(&self, value: i32) -> f32 {
        expected(value as f32 / SCALE)
    }

    /// The rank from when the act was listed.
    fn rank(&self, point: Point) -> (u8, i16) {
        self.ranks[usize::from(point.cell())]
    }

    fn slot(&self, point: Point) -> usize {
        point.index().into()
    }

    const SLOTS: usize = Point::COUNT as usize;

    fn is_compelled(&self) -> bool {
        Side::BOTH.iter().any(|side| !self.board.making(*side, Kind::Five).is_empty())
    }

    fn listing(&self) -> Listing {
        self.listing
    }

    /// Only where the other side threatens nothing: a threat is worth more than any margin.
    fn margin(&self) -> Option<i32> {
        self.may_pass().then_some(MARGIN)
    }

    /// If the other side has nothing to follow up, passing is still a disadvantage.
    fn may_pass(&self) -> bool {
        let other = self.side.other();
        let making = |kind| !self.board.making(other, kind).is_empty();
        ![Kind::Five, Kind::Open, Kind::FourThree].into_iter().any(making)
    }

    fn pass(&mut self) {
        self.ply += 1;
        self.turn_over();
    }

    fn take_pass_back(&mut self, (): ()) {
        self.turn_over();
        self.ply -= 1;
    }

    fn prove(&mut self, most: u64, stop: &dyn Fn() -> bool) -> Attempt {
        let Provers { vcf, vct } = &mut self.provers;
        let before = vct.nodes;
        let is_won = vct.win(vcf, &mut self.board, self.side, most, stop).is_some();
        Attempt { is_won, positions: vct.nodes - before }
    }
}
