//! A move is written as its three squares, `d1d7(g7)`, as in the contest's record. A position is written as
//! its rows from the top, with `x` and `o` for amazons, `#` for arrows and numbers for runs of free squares,
//! then the side to move.

use crate::{Board, Move, Size, Square};
use leitai_board::{Marks, Signs, narrow, read_place, small_letter};
use leitai_core::{Actor, Garbled, State, Turn, Words, sentence};
use std::fmt::{self, Write as _};

const MARKS: Marks = Marks(['x', 'o']);
const ARROW: char = '#';
const SIGNS: Signs =
    Signs { signs: Words::new("x, o, #", "x、o、#"), places: Words::new("squares", "格") };

pub(crate) fn write(m: Move, out: &mut String) {
    write_square(m.from(), out);
    write_square(m.to(), out);
    out.push('(');
    write_square(m.arrow(), out);
    out.push(')');
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        write(*self, &mut text);
        f.write_str(&text)
    }
}

pub(crate) fn write_square(square: Square, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{}{}", small_letter(square.x()), square.y() + 1);
}

/// Reads a move. Spelling variants such as `D1-D7/G7` are accepted: the separators between squares do not matter.
pub(crate) fn read(text: &str) -> Result<Move, Garbled> {
    let expected = || {
        Garbled::expected(
            "three squares, from, to and arrow: a–j and 1–10 each, for example d1d7(g7)",
            "三个格（起点、终点、障碍），各为 a–j 与 1–10，例如 d1d7(g7)",
        )
    };
    let is_between = |c: char| c.is_whitespace() || "()-/,:".contains(c);
    let text: String = text.chars().map(narrow).filter(|c| !is_between(*c)).collect();
    let mut rest = text.as_str();
    let mut next = || {
        let (square, after) = read_square(rest)?;
        rest = after;
        Some(square)
    };
    let m = (|| Some(Move::new(next()?, next()?, next()?)))().ok_or_else(expected)?;
    if rest.is_empty() { Ok(m) } else { Err(expected()) }
}

/// Returns the square at the start of `text` and the rest of the text.
fn read_square(text: &str) -> Option<(Square, &str)> {
    let digits = text.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
    let (name, rest) = text.split_at(1 + digits);
    let (x, y) = read_place(name)?;
    Some((Square::new(x, y)?, rest))
}

pub(crate) fn write_board(board: &Board, out: &mut String) {
    let size = board.size();
    let arrows: Vec<Square> = board.arrows().collect();
    size.grid().write_rows(out, |x, y| {
        let square = size.square(x, y)?;
        let amazon = board.at(square).map(|seat| MARKS.of(seat));
        amazon.or_else(|| arrows.contains(&square).then_some(ARROW))
    });
    out.extend([' ', turn(board)]);
}

fn turn(board: &Board) -> char {
    match board.turn() {
        Turn::Of(Actor::Seat(seat)) => MARKS.of(seat),
        _ => '-',
    }
}

pub(crate) fn read_board(text: &str, size: Size) -> Result<Board, Garbled> {
    let side = size.side();
    let (rows, last) = text.trim().split_once(char::is_whitespace).ok_or_else(|| {
        Garbled(sentence!(
            "{side} rows joined by /, a blank, and the turn: x, o or -",
            "以 / 相连的 {side} 行、空格与轮走方：x、o 或 -"
        ))
    })?;
    let (mut amazons, mut arrows) = ([Vec::new(), Vec::new()], Vec::new());
    let meaning = |sign| if sign == ARROW { Some(None) } else { MARKS.seat(sign).map(Some) };
    for (x, y, seat) in size.grid().read_rows(rows, SIGNS, meaning)? {
        seat.map_or(&mut arrows, |seat| &mut amazons[seat.index()]).extend(size.square(x, y));
    }
    let [first, second] = &amazons;
    let board = Board::from_squares(size, [first, second], &arrows).map_err(Garbled::impossible)?;
    let expected = turn(&board);
    if last.trim().to_ascii_lowercase().chars().eq([expected]) {
        Ok(board)
    } else {
        Err(Garbled(sentence!(
            "by its arrows the position ends with `{expected}`, not `{}`",
            "按障碍数，此局面应以“{expected}”结尾，而不是“{}”",
            last.trim()
        )))
    }
}
