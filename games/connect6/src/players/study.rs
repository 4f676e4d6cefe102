//! What benchmarks and the fit of the weights need to see of the players.

use super::line_board::LineBoard;
use super::proofs::prove;
use super::vcdt::Vcdt;
use super::weights::{BUNDLES, BUNDLES_OF, WEIGHTS};
use crate::{Board, Point};
use leitai_board::Worths;
use leitai_core::Seat;
use leitai_search::ProofSearch;

/// The weights: for each bundle its worth to the mover and to the waiter, as an attack and as a defence.
pub type Fitted = [[f32; 4]; BUNDLES];

/// The weights that the players use now.
pub fn current() -> Box<Fitted> {
    let weights: Vec<[f32; 4]> = WEIGHTS.iter().map(|worths| worths.to_fit()).collect();
    weights.try_into().expect("one for each bundle")
}

/// These weights as the bytes that the players are built with.
pub fn bytes(fitted: &Fitted) -> Vec<u8> {
    Worths::write(fitted.iter().map(Worths::fitted))
}

/// The patterns of each bundle, by its number, the highest first.
pub fn patterns() -> &'static [[u8; 4]] {
    BUNDLES_OF.patterns()
}

/// What the weights see of a position.
pub struct Sight {
    /// The empty points with the bundles of the side to move and of the other side.
    pub points: Vec<(u16, [u16; 2])>,
    /// Whether neither side can complete six next turn, and the side to move has no win by double threats.
    pub is_quiet: bool,
}

/// Looks at a position with `seat` to move.
pub fn sight(board: &Board, seat: Seat) -> Sight {
    let mut lines = LineBoard::new(board);
    let bundles = |point| [seat, seat.other()].map(|seat| lines.bundle(seat, point) as u16);
    let points = lines.field().empty().map(|point| (point, bundles(point))).collect();
    let field = lines.field_mut();
    let is_quiet = !field.has_fours(seat)
        && !field.has_fours(seat.other())
        && Vcdt::new(1 << 12).win(field, seat, 8, false).is_none();
    Sight { points, is_quiet }
}

/// What a search for a proof took.
pub struct Effort {
    /// Whether it found one.
    pub won: bool,
    /// Turns tried and positions looked at.
    pub turns: u64,
}

/// Searches for a win of `seat`, as if it were to move, by at most `most` positions and so many single threats.
pub fn threats(board: &Board, seat: Seat, singles: u8, most: u64) -> Effort {
    let (mut search, mut vcdt) = (ProofSearch::new(1 << 22), Vcdt::new(1 << 22));
    let mut lines = LineBoard::new(board);
    let won = prove(&mut search, &mut vcdt, lines.field_mut(), seat, singles, most, &|| false).is_some();
    Effort { won, turns: vcdt.tried + search.nodes() }
}

/// Places `stones` stones at the most promising points of a position, side after side, and lifts them again, until that
/// was done `times` times; returns the number of stones placed and the sum of the values seen.
pub fn half_turns(board: &Board, seat: Seat, stones: usize, times: u64) -> (u64, i64) {
    let mut lines = LineBoard::new(board);
    let mut points: Vec<u16> = board.empty().iter().map(Point::index).collect();
    points.sort_by_key(|point| (-lines.promise(seat, *point), *point));
    points.truncate(stones);
    let (mut placed, mut sum) = (0, 0);
    for _ in 0..times {
        for (i, point) in points.iter().enumerate() {
            lines.place(Seat::BOTH[i / 2 % 2], *point);
            sum += i64::from(lines.value(seat));
        }
        for (i, point) in points.iter().enumerate().rev() {
            lines.lift(Seat::BOTH[i / 2 % 2], *point);
        }
        placed += points.len() as u64;
    }
    (placed, sum)
}
