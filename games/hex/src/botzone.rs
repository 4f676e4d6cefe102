//! Hex on Botzone, 11×11 without a swap: `x` is the row from the top and `y` the column from the left, both
//! from 0, so that the side that begins joins the first `x` with the last, as red does.

use crate::{Board, Cell, Move, Rules};
use leitai_protocol::BotzoneWords;

pub(crate) struct Words;

impl BotzoneWords for Words {
    type Position = Board;
    const KEYS: &'static [&'static str] = &["x", "y"];

    fn rules() -> Rules {
        Rules::default()
    }

    fn read(numbers: &[i64]) -> Option<Move> {
        let &[x, y] = numbers else { return None };
        let cell = Cell::new(y.try_into().ok()?, x.try_into().ok()?)?;
        Self::rules().has(cell).then_some(Move::Stone(cell))
    }

    fn write(m: &Move) -> Vec<i64> {
        match m {
            Move::Stone(cell) => vec![cell.y().into(), cell.x().into()],
            // Never happens: Botzone plays without the swap.
            Move::Swap => vec![-1, -1],
        }
    }
}
