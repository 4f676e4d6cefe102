//! Moves are the platform's numbers; a position is its nine characters with dots for blanks.

use crate::{Board, Cell};
use leitai_board::plain;
use leitai_core::{Garbled, Seat, sentence};

pub(crate) fn write(cell: Cell, out: &mut String) {
    out.push(char::from(b'0' + cell.index()));
}

pub(crate) fn read(text: &str) -> Result<Cell, Garbled> {
    let cell = match plain(text).as_bytes() {
        [digit @ b'0'..=b'9'] => Cell::new(digit - b'0'),
        _ => None,
    };
    cell.ok_or_else(|| Garbled::expected("a cell number from 0 to 8", "0 到 8 的格号"))
}

pub(crate) fn write_board(board: &Board, out: &mut String) {
    out.extend(Cell::all().map(|cell| match board.at(cell) {
        Some(Seat::First) => 'X',
        Some(Seat::Second) => 'O',
        None => '.',
    }));
}

pub(crate) fn read_board(text: &str) -> Result<Board, Garbled> {
    let text = text.trim();
    let mut marks = [0, 0];
    if text.chars().count() != 9 {
        return Err(Garbled::expected(
            "nine characters X, O or . from the top left, row by row",
            "九个字符 X、O 或 .，自左上逐行写出",
        ));
    }
    for (i, c) in text.chars().enumerate() {
        match c {
            'X' | 'x' => marks[0] |= 1 << i,
            'O' | 'o' => marks[1] |= 1 << i,
            '.' | '-' | '_' => {}
            other => return Err(Garbled(sentence!("`{other}` is not X, O or .", "“{other}”不是 X、O 或 ."))),
        }
    }
    Board::from_marks(marks[0], marks[1]).map_err(Garbled::impossible)
}
