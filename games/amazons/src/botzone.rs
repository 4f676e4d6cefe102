//! Amazons on Botzone, 8×8: from, to and arrow, each a column counted from the left and a row from the
//! bottom, both from 0.

use crate::{Board, Move, Rules, Size, Square};
use leitai_protocol::BotzoneWords;

pub(crate) struct Words;

impl BotzoneWords for Words {
    type Position = Board;
    const KEYS: &'static [&'static str] = &["x0", "y0", "x1", "y1", "x2", "y2"];

    fn rules() -> Rules {
        Rules { size: Size::Eight }
    }

    fn read(numbers: &[i64]) -> Option<Move> {
        let square = |i: usize| {
            let [x, y] = [numbers.get(i)?, numbers.get(i + 1)?].map(|n| u8::try_from(*n).ok());
            let side = Size::Eight.side();
            Square::new(x.filter(|x| *x < side)?, y.filter(|y| *y < side)?)
        };
        Some(Move::new(square(0)?, square(2)?, square(4)?))
    }

    fn write(m: &Move) -> Vec<i64> {
        let squares = [m.from(), m.to(), m.arrow()];
        squares.into_iter().flat_map(|square| [square.x().into(), square.y().into()]).collect()
    }
}
