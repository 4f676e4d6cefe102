//! A stone is its column A–I and its row 1–9 from the bottom; a position is its rows from the top, with `x`
//! for black, `o` for white and digits for runs of empty points, then who is on turn.

use crate::{Board, Point, Points, Rules};
use leitai_core::{By, Garbled, Seat, State, Turn, sentence};
use std::fmt::Write as _;

pub(crate) fn write(point: Point, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{}{}", column(point.x()), point.y() + 1);
}

/// The letter of a column from the left.
pub(crate) fn column(x: u8) -> char {
    char::from(b'A' + x)
}

pub(crate) fn read(text: &str) -> Result<Point, Garbled> {
    let expected = || {
        Garbled::expected(
            "a column A–I and a row 1–9 from the bottom, for example E5",
            "列 A–I 与自下而上的行 1–9，例如 E5",
        )
    };
    let text: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).map(narrow).collect();
    let &[column, row] = text.as_slice() else { return Err(expected()) };
    let number = |c: char, first: u8| u8::try_from(c).ok().and_then(|c| c.checked_sub(first));
    let point = || Point::new(number(column.to_ascii_uppercase(), b'A')?, number(row, b'1')?);
    point().ok_or_else(expected)
}

/// Full-width letters and digits come from Chinese input methods.
fn narrow(c: char) -> char {
    match c {
        '！'..='～' => char::from((c as u32 - '！' as u32) as u8 + b'!'),
        c => c,
    }
}

pub(crate) fn write_board(board: &Board, out: &mut String) {
    let rules = board.rules();
    for y in (0..rules.height()).rev() {
        let mut run = 0;
        for seat in (0..rules.width()).filter_map(|x| Point::new(x, y)).map(|point| board.at(point)) {
            match seat {
                None => run += 1,
                Some(seat) => {
                    write_run(&mut run, out);
                    out.push(mark(seat));
                }
            }
        }
        write_run(&mut run, out);
        out.push(if y > 0 { '/' } else { ' ' });
    }
    out.push(turn(board));
}

/// Writes a run of empty points, if there is one, and starts a new one. It has one digit: no row is longer
/// than nine.
fn write_run(run: &mut u8, out: &mut String) {
    if *run > 0 {
        out.push(char::from(b'0' + *run));
        *run = 0;
    }
}

fn turn(board: &Board) -> char {
    match board.turn() {
        Turn::Of(By::Seat(seat)) => mark(seat),
        _ => '-',
    }
}

const fn mark(seat: Seat) -> char {
    match seat {
        Seat::First => 'x',
        Seat::Second => 'o',
    }
}

pub(crate) fn read_board(text: &str, rules: Rules) -> Result<Board, Garbled> {
    let (rows, given) = text.trim().split_once(char::is_whitespace).ok_or_else(|| {
        Garbled::expected(
            "rows from the top joined by /, a blank, and who is on turn: x, o or -",
            "自上而下以 / 相连的各行、空格与轮走方：x、o 或 -",
        )
    })?;
    let count = rows.split('/').count();
    if count != usize::from(rules.height()) {
        return Err(Garbled(sentence!(
            "the board has {} rows joined by /, not {count}",
            "棋盘应为以 / 相连的 {} 行，而不是 {count} 行",
            rules.height()
        )));
    }
    let mut stones = [Points::default(); 2];
    for (y, row) in (0..rules.height()).rev().zip(rows.split('/')) {
        read_row(row, y, rules, &mut stones)?;
    }
    let [black, white] = stones;
    let board = Board::from_stones(rules, black, white).map_err(Garbled::impossible)?;
    let expected = turn(&board);
    if given.trim().chars().eq([expected]) {
        Ok(board)
    } else {
        Err(Garbled(sentence!(
            "by its stones the position ends with `{expected}`, not `{}`",
            "按棋子此局面应以“{expected}”结尾，而不是“{}”",
            given.trim()
        )))
    }
}

fn read_row(row: &str, y: u8, rules: Rules, stones: &mut [Points; 2]) -> Result<(), Garbled> {
    let number = y + 1;
    let mut x = 0_u8;
    for c in row.chars() {
        let seat = match c {
            'x' | 'X' => Seat::First,
            'o' | 'O' => Seat::Second,
            '1'..='9' => {
                x = x.saturating_add(c as u8 - b'0');
                continue;
            }
            other => {
                return Err(Garbled(sentence!(
                    "row {number} from the bottom: `{other}` is not x, o or a digit 1–9",
                    "自下第 {number} 行：“{other}”不是 x、o 或数字 1–9"
                )));
            }
        };
        if let Some(point) = Point::new(x, y) {
            stones[seat.index()] |= Points::of(point);
        }
        x = x.saturating_add(1);
    }
    if x == rules.width() {
        Ok(())
    } else {
        Err(Garbled(sentence!(
            "row {number} from the bottom must have {} points",
            "自下第 {number} 行应有 {} 个点",
            rules.width()
        )))
    }
}
