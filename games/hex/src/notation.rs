//! A stone is its column letter and its row number from the top; a position is its rows from the top, with
//! `r` for red, `b` for blue and numbers for runs of empty cells, followed by the side to move.

use crate::{Board, Cell, Move, Rules, Stones};
use leitai_board::{Grid, Marks, Signs, must_end, plain};
use leitai_core::{Actor, Garbled, Seat, State, Turn, Words, sentence};

/// The names of places on the largest board; those of a smaller one are the same.
const PLACES: Grid = Grid::new(Cell::MOST, Cell::MOST).with_rows_from_top();
const MARKS: Marks = Marks(['r', 'b']);
const SIGNS: Signs = Signs { signs: Words::new("r, b", "r、b"), places: Words::new("cells", "格") };

/// The word for taking over the first stone.
pub(crate) const SWAP: &str = "swap";

pub(crate) fn write(m: Move, out: &mut String) {
    match m {
        Move::Stone(cell) => write_cell(cell, out),
        Move::Swap => out.push_str(SWAP),
    }
}

pub(crate) fn write_cell(cell: Cell, out: &mut String) {
    PLACES.write(cell.x(), cell.y(), out);
}

pub(crate) fn read(text: &str) -> Result<Move, Garbled> {
    let text = plain(text);
    if ["swap", "swap-pieces", "交换"].contains(&text.as_str()) {
        return Ok(Move::Swap);
    }
    let cell = read_cell(&text).map(Move::Stone);
    cell.ok_or_else(|| {
        Garbled::expected(
            "a column A–S and a row 1–19 from the top, for example F6, or swap",
            "列 A–S 与自上而下的行 1–19（例如 F6），或“swap”",
        )
    })
}

/// The cell of a letter and a number.
pub(crate) fn read_place(text: &str) -> Option<Cell> {
    let (x, y) = PLACES.read(text)?;
    Cell::new(x, y)
}

/// Reads a letter and a number in either order: as written in records, `(A,1)`, or as spoken by players, row
/// first.
fn read_cell(text: &str) -> Option<Cell> {
    let text = text.strip_prefix('(').map_or(Some(text), |text| text.strip_suffix(')'))?;
    let (letter, row) = if text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let (letter, row) = text.split_at(1);
        (letter, row.strip_prefix(',').unwrap_or(row))
    } else {
        let (row, letter) = text.split_at_checked(text.len().checked_sub(1)?)?;
        (letter, row.strip_suffix(',').unwrap_or(row))
    };
    read_place(&format!("{letter}{row}"))
}

pub(crate) fn write_board(board: &Board, out: &mut String) {
    let size = board.rules().size();
    Grid::new(size, size).write_rows(out, |x, y| Some(MARKS.of(board.at(Cell::new(x, y)?)?)));
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
            "rows from the top joined by /, a blank, and who is on turn: r, b or -",
            "自上而下以 / 相连的各行、空格与轮走方：r、b 或 -",
        )
    })?;
    let mut stones = [Stones::default(); 2];
    let grid = Grid::new(rules.size(), rules.size());
    for (x, y, seat) in grid.read_rows(rows, SIGNS, |sign| MARKS.seat(sign))? {
        stones[seat.index()].insert(Cell::new(x, y).expect("a place of the board"));
    }
    let [red, blue] = stones;
    let given = given.trim();
    let mover = match given {
        "b" | "B" => Seat::Second,
        // After the end of the game, the loser would be on turn.
        "-" if red.connects(Seat::First, rules.size()) => Seat::Second,
        "r" | "R" | "-" => Seat::First,
        other => {
            return Err(Garbled(sentence!(
                "`{other}` is not who is on turn: r, b or -",
                "“{other}”不是轮走方：应为 r、b 或 -"
            )));
        }
    };
    let board = Board::from_stones(rules, red, blue, mover).map_err(Garbled::impossible)?;
    must_end(&given.to_ascii_lowercase(), &turn(&board).to_string())?;
    Ok(board)
}
