//! What `hard` and `best` do until the fifth stone stands: everything from one table of what black expects.

use super::opening_table::{OPENING_TABLE, OpeningTable, Thousandths};
use crate::phase::{Offers, Phase, Side};
use crate::{Bans, Board, Move, Opening, Point, Symmetry};
use leitai_core::{Actor, Rng, State};

/// What the table says of openings that are taken for even. What is proposed so is a little better for black, as it would be with
/// any number near it (`docs/strength.md`).
const EVEN: Thousandths = 500;
/// An opening is proposed, and a fourth stone played, that is so much worse than the best one at most: the search that
/// the table comes from is not surer than that, and games differ.
const MARGIN: Thousandths = 10;

/// A player's choices before the sixth stone.
pub(super) struct Opener(Rng);

impl Opener {
    pub(super) fn new(seed: u64) -> Opener {
        Opener(Rng::new(seed))
    }

    /// What to do now; `None` if the table does not say. `shown` are the stones of the opening that is proposed.
    pub(super) fn next(&mut self, board: &Board, shown: &mut Vec<Point>) -> Option<Move> {
        if board.rules().bans == Bans::Off {
            return None;
        }
        match board.phase() {
            Phase::Show(0) => {
                *shown = self.proposed(board.rules().max_offers)?;
                shown.first().copied().map(Move::Place)
            }
            Phase::Announce => board.opening().and_then(|opening| {
                let (offers, _) = most_even(opening, board.rules().max_offers)?;
                Some(Move::Announce(offers))
            }),
            Phase::Swap(n) => {
                let black = OPENING_TABLE.black(board.opening()?, *n)?;
                Some(Move::Swap(black > EVEN))
            }
            Phase::Fourth(n) => {
                let good = OPENING_TABLE.good_fourths(board, *n, MARGIN);
                self.one_of(&good).map(Move::Place)
            }
            Phase::Offer(..) => {
                let by = Actor::Seat(board.seat(Side::Black));
                let offers = OPENING_TABLE.fifths(board).into_iter().map(|(point, _)| Move::Offer(point));
                offers.into_iter().find(|offer| board.check(by, offer).is_ok())
            }
            Phase::Choose(offers) => least(board, offers).map(Move::Choose),
            Phase::Show(_) | Phase::Play(_) | Phase::Over(_) => None,
        }
    }

    /// The stones of one of the openings that can be made most even with at most so many fifth stones, turned somehow.
    fn proposed(&mut self, most: u8) -> Option<Vec<Point>> {
        let openings: Vec<(Opening, Thousandths)> = Opening::all()
            .filter_map(|opening| most_even(opening, most).map(|(_, uneven)| (opening, uneven)))
            .collect();
        let least = openings.iter().map(|(_, uneven)| *uneven).min()?;
        let even: Vec<Opening> =
            openings.iter().filter(|(_, uneven)| *uneven <= least + MARGIN).map(|(o, _)| *o).collect();
        let turns: Vec<Symmetry> = Symmetry::all().collect();
        let (opening, turn) = (self.one_of(&even)?, self.one_of(&turns)?);
        Some(opening.stones().map(|point| turn.apply(point)).into())
    }

    fn one_of<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.0.below(items.len())]) }
    }
}

/// The number of fifth stones, at most `most`, with which the opening is most even, and how far from even that is.
fn most_even(opening: Opening, most: u8) -> Option<(u8, Thousandths)> {
    let numbers = 1..=most.min(OpeningTable::MOST);
    let uneven = |n: u8| OPENING_TABLE.black(opening, n).map(|black| (n, black.abs_diff(EVEN)));
    numbers.filter_map(uneven).min_by_key(|(_, uneven)| *uneven)
}

/// The offer of which black expects least; `None` if the table does not have them all.
fn least(board: &Board, offers: &Offers) -> Option<Point> {
    let fifths = OPENING_TABLE.fifths(board);
    let black = |offer: Point| {
        let mut turns = Symmetry::of(board.stones(Side::Black), board.stones(Side::White));
        turns.find_map(|turn| fifths.iter().find(|(point, _)| *point == turn.apply(offer)))
    };
    let known: Option<Vec<(Thousandths, Point)>> =
        offers.iter().map(|offer| black(offer).map(|(_, black)| (*black, offer))).collect();
    known?.into_iter().min().map(|(_, offer)| offer)
}
