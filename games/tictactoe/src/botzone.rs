//! Tic-tac-toe on Botzone: column from the left and row from the top, both from 0.

use crate::{Board, Cell};
use leitai_protocol::BotzoneWords;

pub(crate) struct Words;

impl BotzoneWords for Words {
    type Position = Board;
    const KEYS: &'static [&'static str] = &["x", "y"];

    fn rules() {}

    fn read(numbers: &[i64]) -> Option<Cell> {
        let &[x @ 0..3, y @ 0..3] = numbers else { return None };
        Cell::new((3 * y + x) as u8)
    }

    fn write(m: &Cell) -> Vec<i64> {
        vec![i64::from(m.index() % 3), i64::from(m.index() / 3)]
    }
}
