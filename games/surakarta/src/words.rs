//! Surakarta on the desktop platform: from and to, two capital letters each, column from the left, row from
//! the top.

use crate::{Board, Ply, Point};
use leitai_board::{letters, read_letters};
use leitai_core::Garbled;
use leitai_protocol::{Misspelt, SauWords};

pub(crate) struct Words;

impl SauWords for Words {
    type Position = Board;

    fn write(_: &Board, turn: &[Ply], out: &mut String) {
        let points = turn.iter().flat_map(|ply| [ply.from, ply.to]);
        out.extend(points.flat_map(|point| letters(point.x(), point.y())));
    }

    fn read(_: &Board, text: &str) -> Result<Vec<Ply>, Misspelt> {
        let point = |letters| read_letters(letters).and_then(|(x, y)| Point::new(x, y));
        let ply = text.as_bytes().split_at_checked(2).and_then(|(from, to)| point(from).zip(point(to)));
        let (from, to) = ply.ok_or_else(|| {
            Garbled::expected(
                "four letters A–F: from and to, column from the left and row from the top each",
                "四个字母 A–F：起点与终点，各为自左的列、自上的行",
            )
        })?;
        Ok(vec![Ply { from, to }])
    }
}
