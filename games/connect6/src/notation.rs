//! A stone is written as its column A–S and its row 1–19 from the bottom. A position is written as its rows
//! from the top, with `x` for black, `o` for white and numbers for runs of empty points, then the side to
//! move and how many stones it places.

use crate::{Board, Point, Stones};
use leitai_board::{Grid, Marks, Signs, must_end, plain};
use leitai_core::{Actor, Garbled, State, Turn, Words};

pub(crate) const GRID: Grid = Grid::new(Point::SIDE as u8, Point::SIDE as u8);
const MARKS: Marks = Marks(['x', 'o']);
const SIGNS: Signs = Signs { signs: Words::new("x, o", "x、o"), places: Words::new("points", "个点") };

pub(crate) fn write(point: Point, out: &mut String) {
    GRID.write(point.x() as u8, point.y() as u8, out);
}

pub(crate) fn read(text: &str) -> Result<Point, Garbled> {
    let place = GRID.read(&plain(text));
    place.and_then(|(x, y)| Point::new(x.into(), y.into())).ok_or_else(|| {
        Garbled::expected("a column A–S and a row 1–19, for example J10", "列 A–S 与行 1–19，例如 J10")
    })
}

pub(crate) fn write_board(board: &Board, out: &mut String) {
    GRID.write_rows(out, |x, y| {
        Point::new(x.into(), y.into()).and_then(|point| board.at(point)).map(|seat| MARKS.of(seat))
    });
    out.push(' ');
    out.push_str(&turn(board));
}

fn turn(board: &Board) -> String {
    match board.turn() {
        Turn::Of(Actor::Seat(seat)) => format!("{} {}", MARKS.of(seat), board.stones_left()),
        _ => "-".to_owned(),
    }
}

pub(crate) fn read_board(text: &str) -> Result<Board, Garbled> {
    let (rows, given) = text.trim().split_once(char::is_whitespace).ok_or_else(|| {
        Garbled::expected(
            "nineteen rows joined by /, a blank, and the turn: x 1, x 2, o 1, o 2 or -",
            "以 / 相连的十九行、空格与轮走方：x 1、x 2、o 1、o 2 或 -",
        )
    })?;
    let mut stones = [Stones::default(); 2];
    for (x, y, seat) in GRID.read_rows(rows, SIGNS, |sign| MARKS.seat(sign))? {
        stones[seat.index()].insert(Point::new(x.into(), y.into()).expect("a place of the board"));
    }
    let [black, white] = stones;
    let board = Board::from_stones(black, white).map_err(Garbled::impossible)?;
    must_end(given, &turn(&board))?;
    Ok(board)
}
