//! A simple rule of thumb: complete a five, stop a five, otherwise take the point worth most to either side.
//! Considers one stone at a time, never plays a forbidden point, and claims whatever can be claimed.

use crate::forbidden::Judgement;
use crate::phase::{Offers, Phase, Play, Side};
use crate::shape::Shape;
use crate::stones::CENTRE;
use crate::{Bans, Board, Move, Opening, Point, Symmetry};
use leitai_core::{Actor, Budget, Engine, Info, Position, Rng, Seat, State};

/// Openings that are about even with few fifth stones, as indices into the table: Sosei, Zuisei, Shagetsu.
const EVEN: [usize; 3] = [2, 10, 23];
/// Openings that favour white: Yusei, Suisei.
const WHITES: [usize; 2] = [12, 25];
/// With more fifth stones than this, white keeps the weakest and black's advantage is gone.
const FEW: u8 = 3;

/// Built-in level `easy`.
pub(crate) struct Easy(Rng);

impl Easy {
    pub(crate) fn new(seed: u64) -> Self {
        Easy(Rng::new(seed))
    }

    pub(super) fn next(&mut self, board: &Board, shown: &mut Vec<Point>) -> (Move, i32) {
        match board.phase() {
            Phase::Show(0) => {
                let stones = Opening::all().nth(EVEN[self.0.below(EVEN.len())]).map(Opening::stones);
                let turn = Symmetry::all().nth(self.0.below(8));
                shown.extend(
                    turn.into_iter()
                        .zip(stones)
                        .flat_map(|(turn, stones)| stones.map(|point| turn.apply(point))),
                );
                (Move::Place(Point::CENTRE), 0)
            }
            Phase::Show(n) => (self.shown(board, shown.get(usize::from(*n)).copied()), 0),
            Phase::Announce => (Move::Announce(board.rules().max_offers.min(1 + self.0.below(2) as u8)), 0),
            Phase::Swap(n) => (Move::Swap(favours_black(board, *n)), 0),
            Phase::Fourth(_) => self.best(board, Side::White, Move::Place, |_| true),
            Phase::Offer(..) => {
                let may =
                    |point| board.check(Actor::Seat(board.seat(Side::Black)), &Move::Offer(point)).is_ok();
                self.best(board, Side::Black, Move::Offer, may)
            }
            Phase::Choose(offers) => (Self::least(board, offers), 0),
            Phase::Play(play) => self.play(board, *play),
            Phase::Over(_) => unreachable!("nobody owes an act after the end"),
        }
    }

    /// The planned stone; in a position set up by hand, any that fits.
    fn shown(&mut self, board: &Board, planned: Option<Point>) -> Move {
        let by = Actor::Seat(Seat::First);
        let mut moves = Vec::new();
        board.moves(by, &mut moves);
        let planned = planned.map(Move::Place).filter(|m| board.check(by, m).is_ok());
        planned.unwrap_or_else(|| moves[self.0.below(moves.len())])
    }

    fn play(&mut self, board: &Board, play: Play) -> (Move, i32) {
        if play.side == Side::White && play.claimable().is_some() {
            return (Move::Claim, value(Shape::Five));
        }
        let may = |point| play.side == Side::White || !matches!(board.judge(point), Judgement::Forbidden(_));
        if board.empty().any(may) || board.placed() == 0 {
            return self.best(board, play.side, Move::Place, may);
        }
        // Every remaining point is forbidden, or there is none.
        (Move::Pass, 0)
    }

    /// The most valuable point; ties are broken at random.
    fn best(
        &mut self,
        board: &Board,
        side: Side,
        act: impl Fn(Point) -> Move,
        may: impl Fn(Point) -> bool,
    ) -> (Move, i32) {
        let mut best: Option<(i32, u64, Point)> = None;
        for point in board.empty().filter(|point| may(*point)) {
            let candidate = (worth(board, side, point), self.0.next(), point);
            best = best.max(Some(candidate));
        }
        best.map_or((Move::Pass, 0), |(worth, _, point)| (act(point), worth))
    }

    /// The offer worth least to black.
    fn least(board: &Board, offers: &Offers) -> Move {
        let worst = offers.iter().min_by_key(|point| worth(board, Side::Black, *point));
        worst.map_or(Move::Pass, Move::Choose)
    }
}

impl Engine<Board> for Easy {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Info<Move>),
        turn: &mut Vec<Move>,
    ) {
        let by = Actor::Seat(me);
        let (mut board, mut shown) = (*view, Vec::new());
        loop {
            let (m, _) = self.next(&board, &mut shown);
            let before = board.turn();
            board.play(by, &m);
            turn.push(m);
            if !before.goes_on(board.turn(), by) {
                return;
            }
        }
    }
}

/// Whether black is the better side.
fn favours_black(board: &Board, fifth_stones: u8) -> bool {
    let is_one_of = |list: &[usize]| list.iter().any(|i| Opening::all().nth(*i) == board.opening());
    fifth_stones <= FEW && !is_one_of(&EVEN) && !is_one_of(&WHITES)
}

/// The value of a stone of `side` on a point: what it makes, and a little less what it keeps the other side
/// from making.
fn worth(board: &Board, side: Side, point: Point) -> i32 {
    let mine = made(board, side, point);
    let theirs = made(board, side.other(), point);
    // The enemy's is a turn later: its five outweighs one's own straight four, and so on down.
    let stopped = match theirs {
        FIVE.. => FIVE / 4,
        theirs => theirs / 3,
    };
    2 * (mine + stopped) - i32::from(point.ring())
}

const FIVE: i32 = 1_000_000;
/// A straight four, or two fours: five on the next turn, whatever the other side does.
const WON: i32 = 100_000;
/// A four and a three: a straight four on the turn after.
const FOUR_THREE: i32 = 30_000;
const TWO_THREES: i32 = 9_000;

const fn value(shape: Shape) -> i32 {
    match shape {
        Shape::Five => FIVE,
        Shape::StraightFour | Shape::TwoFours => WON,
        Shape::Four => 900,
        Shape::Three(_) => 1_000,
        Shape::Plain | Shape::Overline => 0,
    }
}

/// The value of what a stone of `side` makes on a point; 0 if it is forbidden.
fn made(board: &Board, side: Side, point: Point) -> i32 {
    let (own, other) = (board.stones(side), board.stones(side.other()));
    let exact = side == Side::Black && board.rules().bans != Bans::Off;
    if exact && matches!(board.judge(point), Judgement::Forbidden(_)) {
        return 0;
    }
    let (mut total, mut fours, mut threes) = (0, 0, 0);
    for direction in 0..4 {
        let cells = own.window(point, direction) | CENTRE;
        let gaps = own.gaps(other, point, direction);
        let shape = Shape::of(cells, gaps, exact);
        if shape == Shape::Five {
            return FIVE;
        }
        fours += i32::from(shape == Shape::Four);
        threes += i32::from(matches!(shape, Shape::Three(_)));
        total += value(shape) + room(cells, cells | gaps);
    }
    total
        + match (fours, threes) {
            (2.., _) => WON,
            (1, 1..) => FOUR_THREE,
            (_, 2..) => TWO_THREES,
            _ => 0,
        }
}

/// A small value for stones that may still become five: summed over every five cells through the point that
/// hold no enemy stone, by the number of own stones.
fn room(own: u32, free: u32) -> i32 {
    const BY_STONES: [i32; 6] = [0, 1, 8, 24, 60, 0];
    let windows = (1..=5).map(|start| 0b11111 << start);
    let open = windows.filter(|window| free & window == *window);
    open.map(|window| BY_STONES[(own & window).count_ones() as usize]).sum()
}
