//! Surakarta on the desktop platform: from and to, two capital letters each, column from the left, row from
//! the top.

use crate::{Board, Ply, Point};
use leitai_core::Garbled;
use leitai_protocol::{Misspelt, SauWords};

pub(crate) struct Words;

impl SauWords for Words {
    type Position = Board;

    fn write(_: &Board, turn: &[Ply], out: &mut String) {
        let letter = |n: u8| char::from(b'A' + n);
        for point in turn.iter().flat_map(|ply| [ply.from, ply.to]) {
            out.extend([letter(point.x()), letter(point.y())]);
        }
    }

    fn read(_: &Board, text: &str) -> Result<Vec<Ply>, Misspelt> {
        let ply = match *text.as_bytes() {
            [x, y, to_x, to_y] => point(x, y).zip(point(to_x, to_y)),
            _ => None,
        };
        let (from, to) = ply.ok_or_else(|| {
            Garbled::expected(
                "four letters A–F: from and to, column and row each",
                "四个字母 A–F：起点与终点，各为列与行",
            )
        })?;
        Ok(vec![Ply { from, to }])
    }
}

fn point(x: u8, y: u8) -> Option<Point> {
    let number = |letter: u8| letter.to_ascii_uppercase().checked_sub(b'A');
    Point::new(number(x)?, number(y)?)
}
