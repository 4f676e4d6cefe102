//! `NoGo` on Botzone, on its own 9×9: column from the left and row from the top, both from 0.

use crate::{Board, Rules};
use leitai_board::Point;
use leitai_protocol::BotzoneWords;

pub(crate) struct Words;

impl BotzoneWords for Words {
    type Position = Board;
    const KEYS: &'static [&'static str] = &["x", "y"];

    fn rules() -> Rules {
        Rules::default()
    }

    fn read(numbers: &[i64]) -> Option<Point> {
        let &[x, y] = numbers else { return None };
        Point::new(x.try_into().ok()?, (i64::from(Point::SIDE) - 1).checked_sub(y)?.try_into().ok()?)
    }

    fn write(m: &Point) -> Vec<i64> {
        vec![m.x().into(), (Point::SIDE - 1 - m.y()).into()]
    }
}
