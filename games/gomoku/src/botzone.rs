//! Gomoku on Botzone: column from the left and row from the top, both from 0. Botzone plays without forbidden
//! moves; with them the spelling is the same. `-1 -1` for a pass is our own addition.

use crate::{Bans, Board, Move, Point, Rules, Start};
use leitai_protocol::BotzoneWords;

pub(crate) struct Words;

impl BotzoneWords for Words {
    type Position = Board;
    const KEYS: &'static [&'static str] = &["x", "y"];

    fn rules() -> Rules {
        Rules { start: Start::Free, bans: Bans::Off, ..Rules::default() }
    }

    fn speaks(rules: &Rules) -> bool {
        rules.start == Start::Free && rules.bans != Bans::Claimed
    }

    fn read(numbers: &[i64]) -> Option<Move> {
        match *numbers {
            [-1, -1] => Some(Move::Pass),
            [x, y] => Point::new(x.try_into().ok()?, y.try_into().ok()?).map(Move::Place),
            _ => None,
        }
    }

    fn write(m: &Move) -> Vec<i64> {
        match m {
            Move::Place(point) => vec![point.x().into(), point.y().into()],
            // The other acts belong to an opening that this dialect does not support.
            _ => vec![-1, -1],
        }
    }
}
