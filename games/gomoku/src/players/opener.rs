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

    /// What to do now, and the result that the side to move expects of it; `None` if the table does not say. `shown` are the
    /// stones of the opening that is proposed.
    pub(super) fn next(&mut self, board: &Board, shown: &mut Vec<Point>) -> Option<(Move, f32)> {
        if board.rules().bans == Bans::Off {
            return None;
        }
        match board.phase() {
            Phase::Show(0) => {
                let (stones, black) = self.proposed(board.rules().max_offers)?;
                *shown = stones;
                let first = Move::Place(*shown.first()?);
                // The other side takes what is better.
                Some((first, of_black(black).min(of_white(black))))
            }
            Phase::Announce => {
                let (offers, black) = most_even(board.opening()?, board.rules().max_offers)?;
                Some((Move::Announce(offers), of_black(black).min(of_white(black))))
            }
            Phase::Swap(n) => {
                let black = OPENING_TABLE.black(board.opening()?, *n)?;
                Some((Move::Swap(black > EVEN), of_black(black).max(of_white(black))))
            }
            Phase::Fourth(n) => {
                let good = OPENING_TABLE.good_fourths(board, *n, MARGIN);
                let black = OPENING_TABLE.black(board.opening()?, *n)?;
                Some((self.one_of(&good).map(Move::Place)?, of_white(black)))
            }
            Phase::Offer(n, _) => {
                let by = Actor::Seat(board.seat(Side::Black));
                let fifths = OPENING_TABLE.fifths(board);
                // White keeps the worst of them.
                let (_, black) = *fifths.get(usize::from(*n).min(fifths.len()).checked_sub(1)?)?;
                let offers = fifths.into_iter().map(|(point, _)| Move::Offer(point));
                let offer = offers.into_iter().find(|offer| board.check(by, offer).is_ok())?;
                Some((offer, of_black(black)))
            }
            Phase::Choose(offers) => {
                let (black, point) = least(board, offers)?;
                Some((Move::Choose(point), of_white(black)))
            }
            Phase::Show(_) | Phase::Play(_) | Phase::Over(_) => None,
        }
    }

    /// The stones of one of the openings that can be made most even with at most so many fifth stones, turned somehow.
    fn proposed(&mut self, most: u8) -> Option<(Vec<Point>, Thousandths)> {
        let openings: Vec<(Opening, Thousandths)> = Opening::all()
            .filter_map(|opening| most_even(opening, most).map(|(_, black)| (opening, black)))
            .collect();
        let least = openings.iter().map(|(_, black)| black.abs_diff(EVEN)).min()?;
        let even: Vec<_> =
            openings.into_iter().filter(|(_, black)| black.abs_diff(EVEN) <= least + MARGIN).collect();
        let turns: Vec<Symmetry> = Symmetry::all().collect();
        let ((opening, black), turn) = (self.one_of(&even)?, self.one_of(&turns)?);
        Some((opening.stones().map(|point| turn.apply(point)).into(), black))
    }

    fn one_of<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.0.below(items.len())]) }
    }
}

/// What black expects, 0 to 1.
fn of_black(black: Thousandths) -> f32 {
    f32::from(black) / 1000.0
}

/// What white expects, 0 to 1.
fn of_white(black: Thousandths) -> f32 {
    1.0 - of_black(black)
}

/// The number of fifth stones, at most `most`, with which the opening is most even, and what black expects then.
fn most_even(opening: Opening, most: u8) -> Option<(u8, Thousandths)> {
    let numbers = 1..=most.min(OpeningTable::MOST);
    let known = numbers.filter_map(|n| Some((n, OPENING_TABLE.black(opening, n)?)));
    known.min_by_key(|(_, black)| black.abs_diff(EVEN))
}

/// The offer of which black expects least, and how much; `None` if the table does not have them all.
fn least(board: &Board, offers: &Offers) -> Option<(Thousandths, Point)> {
    let fifths = OPENING_TABLE.fifths(board);
    let black = |offer: Point| {
        let mut turns = Symmetry::of(board.stones(Side::Black), board.stones(Side::White));
        turns.find_map(|turn| fifths.iter().find(|(point, _)| *point == turn.apply(offer)))
    };
    let known: Option<Vec<(Thousandths, Point)>> =
        offers.iter().map(|offer| black(offer).map(|(_, black)| (*black, offer))).collect();
    known?.into_iter().min()
}
