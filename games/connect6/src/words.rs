//! Connect6 on the desktop platform: two capital letters per stone, column from the left and row from the
//! top, and `@@` in place of a missing second stone.

use crate::{Board, Point};
use leitai_board::{letters, read_letters};
use leitai_core::{Actor, Garbled, State, Turn, Words as Rule};
use leitai_protocol::{Misspelt, SauWords};

const NONE: &str = "@@";

static SECOND_ONLY: Rule = Rule::new("@@ stands for a second stone only", "@@ 只能用作第二子");

pub(crate) struct Words;

impl SauWords for Words {
    type Position = Board;

    fn write(_: &Board, turn: &[Point], out: &mut String) {
        out.extend(turn.iter().flat_map(|point| letters(point.x() as u8, point.y() as u8)));
        if turn.len() == 1 {
            out.push_str(NONE);
        }
    }

    fn read(view: &Board, text: &str) -> Result<Vec<Point>, Misspelt> {
        let expected = || {
            Garbled::expected(
                "two stones of two letters A–S each, column from the left and row from the top, the second perhaps @@",
                "两枚棋子，各为两个字母 A–S（自左的列、自上的行），第二枚可为 @@",
            )
        };
        let (first, second) = text.split_at_checked(2).ok_or_else(expected)?;
        if first == NONE && (second == NONE || stone(second).is_some()) {
            return Err(Misspelt::Illegal(&SECOND_ONLY));
        }
        let first = stone(first).ok_or_else(expected)?;
        match second {
            // A single stone; whether that is a whole turn is checked by the table.
            "" | NONE => Ok(vec![first]),
            second => match stone(second) {
                Some(second) => Ok(vec![first, second]),
                // After a winning stone the rest is ignored.
                None if wins(view, first) => Ok(vec![first]),
                None => Err(expected().into()),
            },
        }
    }
}

fn stone(text: &str) -> Option<Point> {
    let (x, y) = read_letters(text.as_bytes())?;
    Point::new(x.into(), y.into())
}

fn wins(view: &Board, first: Point) -> bool {
    let Turn::Of(Actor::Seat(mover)) = view.turn() else { return false };
    view.wins(mover, first)
}
