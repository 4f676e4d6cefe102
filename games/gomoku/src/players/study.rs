//! What benchmarks and the fit of the weights need to see of the players.

use super::exact_mind::ExactMind;
use super::kind::{BUNDLES, Kind};
use super::line_board::LineBoard;
use super::mind::Mind;
use super::opening_table::OPENING_TABLE;
use super::vcf::Vcf;
use super::vct::Vct;
use super::weights::{colour_of, weights_of};
use crate::{Bans, Board, Opening, Point, Side};
use leitai_board::Worths;
use leitai_core::{Budget, Means};
use leitai_search::SearchLimits;

/// The weights of one set: for each bundle its worth to the mover and to the waiter, as an attack and as a defence.
pub type Fitted = [[f32; 4]; BUNDLES];

/// The weights that the players use now, set by set: black under forbidden moves, white against it, either where nothing
/// is forbidden.
pub fn current() -> Vec<Box<Fitted>> {
    let [black, white] = weights_of(true);
    let [free, _] = weights_of(false);
    let set = |weights: &[Worths; BUNDLES]| {
        let read: Vec<[f32; 4]> = weights.iter().map(|worths| worths.to_fit()).collect();
        read.try_into().expect("one for each bundle")
    };
    [black, white, free].map(set).into()
}

/// These weights as the bytes that the players are built with.
pub fn bytes(sets: &[Box<Fitted>]) -> Vec<u8> {
    Worths::write(sets.iter().flat_map(|set| set.iter().map(Worths::fitted)))
}

/// What the weights see of a position: for each empty point, the bundles that black and white would make there.
pub struct Sight {
    /// By side: the set that its weights are in.
    pub sets: [usize; 2],
    /// The empty points with the bundles of black and white.
    pub points: Vec<(Point, [u16; 2])>,
    /// Whether nobody has a five to make and the side to move has no win by fours.
    pub is_quiet: bool,
    /// The empty points near stones where the side to move is not forbidden to play.
    pub near: Vec<Point>,
}

/// Looks at a position with `side` to move.
pub fn sight(board: &Board, side: Side) -> Sight {
    let mut lines = LineBoard::new(board);
    let bundle = |side: Side, cell: u8| lines.bundle(side, cell) as u16;
    let points = lines
        .empty()
        .iter()
        .filter_map(|cell| {
            Some((Point::of_cell(cell)?, [bundle(Side::Black, cell), bundle(Side::White, cell)]))
        })
        .collect();
    let allowed = |cell: &u8| !lines.is_forbidden(side, *cell);
    let near = lines.near().iter().filter(allowed).filter_map(Point::of_cell).collect();
    let fives = Side::BOTH.iter().any(|side| !lines.making(*side, Kind::Five).is_empty());
    let is_quiet = !fives && Vcf::default().win(&mut lines, side, 200).is_none();
    let bans = board.rules().bans != Bans::Off;
    Sight { sets: Side::BOTH.map(|side| colour_of(bans, side)), points, is_quiet, near }
}

/// What searches for proofs did: the stones they tried, and whether they found a win.
pub struct Effort {
    /// Stones of both sides placed.
    pub stones: u64,
    /// Whether a win was found.
    pub won: bool,
}

/// Searches for a win of `side`, to move, by fours alone with at most `fours` fours.
pub fn fours(board: &Board, side: Side, fours: u32) -> Effort {
    let mut vcf = Vcf::default();
    let won = vcf.win(&mut LineBoard::new(board), side, fours).is_some();
    Effort { stones: 2 * vcf.fours, won }
}

/// Searches for a win of `side`, to move, by threes and fours, looking at `positions` positions at most.
pub fn threats(board: &Board, side: Side, positions: u64) -> Effort {
    let (mut vcf, mut vct) = (Vcf::new(8 << 20), Vct::new(16 << 20));
    let won = vct.win(&mut vcf, &mut LineBoard::new(board), side, positions, &|| false).is_some();
    Effort { stones: vct.nodes + 2 * vcf.fours, won }
}

/// What a search for wins by threats came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threats {
    /// The side wins by fours alone, and needs more than three stones for it.
    Fours,
    /// The side wins by threes and fours, and not by fours alone.
    Threes,
    /// All threats were tried, so many positions, and none of them wins.
    None(u64),
}

/// What threats of `side`, to move, come to, found with at most `fours` fours and `positions` positions; `None` where
/// that is not enough, or where a five, a straight four or two fours are there to be made at once.
pub fn come_to(board: &Board, side: Side, fours: u32, positions: u64) -> Option<Threats> {
    let mut lines = LineBoard::new(board);
    if !lines.making(side, Kind::Five).is_empty() || !lines.making(side, Kind::Open).is_empty() {
        return None;
    }
    let (mut vcf, mut vct) = (Vcf::new(1 << 20), Vct::new(1 << 22));
    if let Some(win) = vcf.win(&mut lines, side, fours) {
        return (win.acts > 3).then_some(Threats::Fours);
    }
    if vct.win(&mut vcf, &mut lines, side, positions, &|| false).is_some() {
        return Some(Threats::Threes);
    }
    vct.has_none(&lines, side).then_some(Threats::None(vct.nodes))
}

/// What black expects, 0 to 1, with white to move, as the strongest search finds with so many positions, proofs included.
/// The mean of its last two depths, since odd and even ones differ; a proved result counts as it is.
pub fn black_expects(board: &Board, positions: u64) -> f32 {
    let limits = SearchLimits::nodes(positions);
    let mut mind = ExactMind::new(limits, &Means::seeded(1));
    let points = mind.allowed(board, Side::White);
    let mut said: Vec<(f32, bool)> = Vec::new();
    mind.stone(board, Side::White, points, limits, &Budget::UNTIMED, &mut |found| {
        said.push((found.expected, found.proved.is_some()));
    });
    let white = match said[..] {
        [] => 0.5,
        [.., (before, false), (last, false)] => f32::midpoint(before, last),
        [.., (last, _)] => last,
    };
    1.0 - white
}

/// What black expects, in thousandths, of an opening with so many fifth stones, as the players' table says.
pub fn black_in_table(opening: Opening, offers: u8) -> Option<u16> {
    OPENING_TABLE.black(opening, offers)
}
