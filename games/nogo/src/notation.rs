//! A stone is its column A–I and its row 1–9 from the bottom; a position is its rows from the top, with `x`
//! for black, `o` for white and numbers for runs of empty points, followed by the side to move.

use crate::{Board, Rules};
use leitai_board::{Marks, Point, Points, Signs, must_end, plain};
use leitai_core::{Actor, Garbled, State, Turn, Words};
use std::fmt::Write as _;

const MARKS: Marks = Marks(['x', 'o']);
const SIGNS: Signs = Signs { signs: Words::new("x, o", "x、o"), places: Words::new("points", "个点") };

pub(crate) fn write(point: Point, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{point}");
}

pub(crate) fn read(text: &str) -> Result<Point, Garbled> {
    Point::named(&plain(text)).ok_or_else(|| {
        Garbled::expected(
            "a column A–I and a row 1–9 from the bottom, for example E5",
            "列 A–I 与自下而上的行 1–9，例如 E5",
        )
    })
}

pub(crate) fn write_board(board: &Board, out: &mut String) {
    let rules = board.rules();
    rules.grid().write_rows(out, |x, y| board.at(rules.point(x, y)?).map(|seat| MARKS.of(seat)));
    out.extend([' ', turn(board)]);
}

fn turn(board: &Board) -> char {
    match board.turn() {
        Turn::Of(Actor::Seat(seat)) => MARKS.of(seat),
        _ => '-',
    }
}

pub(crate) fn read_board(text: &str, rules: Rules) -> Result<Board, Garbled> {
    let (rows, given) = text.trim().split_once(char::is_whitespace).ok_or_else(|| {
        Garbled::expected(
            "rows from the top joined by /, a blank, and who is on turn: x, o or -",
            "自上而下以 / 相连的各行、空格与轮走方：x、o 或 -",
        )
    })?;
    let mut stones = [Points::default(); 2];
    for (x, y, seat) in rules.grid().read_rows(rows, SIGNS, |sign| MARKS.seat(sign))? {
        stones[seat.index()] |= Points::of(rules.point(x, y).expect("a place of the board"));
    }
    let [black, white] = stones;
    let board = Board::from_stones(rules, black, white).map_err(Garbled::impossible)?;
    must_end(given, &turn(&board).to_string())?;
    Ok(board)
}
