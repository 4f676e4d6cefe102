//! A stone is its column A–S and its row 1–19 from the bottom; a position is its rows from the top, with
//! `x` for black, `o` for white and numbers for runs of empty points, then who places how many stones.

use crate::{Board, Point, Stones};
use leitai_core::{By, Garbled, Seat, State, Turn, sentence};
use std::fmt::Write as _;

pub(crate) fn write(point: Point, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{}{}", column(point.x()), Point::SIDE - point.y());
}

/// The letter of a column from the left.
pub(crate) fn column(x: u16) -> char {
    char::from(b'A' + x as u8)
}

pub(crate) fn read(text: &str) -> Result<Point, Garbled> {
    let expected =
        || Garbled::expected("a column A–S and a row 1–19, for example J10", "列 A–S 与行 1–19，例如 J10");
    let text: String = text.chars().filter(|c| !c.is_whitespace()).map(narrow).collect();
    let (letter, row) = text.split_at_checked(1).ok_or_else(expected)?;
    let x = letter.as_bytes()[0].to_ascii_uppercase().checked_sub(b'A').ok_or_else(expected)?;
    if !row.bytes().all(|b| b.is_ascii_digit()) {
        return Err(expected());
    }
    let row: u16 = row.parse().map_err(|_| expected())?;
    let y = Point::SIDE.checked_sub(row).ok_or_else(expected)?;
    Point::new(u16::from(x), y).ok_or_else(expected)
}

/// Full-width letters and digits come from Chinese input methods.
fn narrow(c: char) -> char {
    match c {
        '！'..='～' => char::from((c as u32 - '！' as u32) as u8 + b'!'),
        c => c,
    }
}

pub(crate) fn write_board(board: &Board, out: &mut String) {
    for y in 0..Point::SIDE {
        if y > 0 {
            out.push('/');
        }
        let mut run = 0;
        for seat in (0..Point::SIDE).filter_map(|x| Point::new(x, y)).map(|point| board.at(point)) {
            let Some(seat) = seat else {
                run += 1;
                continue;
            };
            write_run(run, out);
            run = 0;
            out.push(mark(seat));
        }
        write_run(run, out);
    }
    out.push(' ');
    write_turn(board, out);
}

fn write_run(run: u16, out: &mut String) {
    if run > 0 {
        let _ = write!(out, "{run}");
    }
}

fn write_turn(board: &Board, out: &mut String) {
    match board.turn() {
        Turn::Of(By::Seat(seat)) => {
            let _ = write!(out, "{} {}", mark(seat), board.stones_left());
        }
        _ => out.push('-'),
    }
}

const fn mark(seat: Seat) -> char {
    match seat {
        Seat::First => 'x',
        Seat::Second => 'o',
    }
}

pub(crate) fn read_board(text: &str) -> Result<Board, Garbled> {
    let (rows, turn) = text.trim().split_once(char::is_whitespace).ok_or_else(|| {
        Garbled::expected(
            "nineteen rows joined by /, a blank, and the turn: x 1, x 2, o 1, o 2 or -",
            "以 / 相连的十九行、空格与轮走方：x 1、x 2、o 1、o 2 或 -",
        )
    })?;
    let count = rows.split('/').count();
    if count != usize::from(Point::SIDE) {
        return Err(Garbled(sentence!(
            "the board has nineteen rows joined by /, not {count}",
            "棋盘应为以 / 相连的十九行，而不是 {count} 行"
        )));
    }
    let mut stones = [Stones::default(); 2];
    for (y, row) in (0..).zip(rows.split('/')) {
        read_row(row, y, &mut stones)?;
    }
    let [black, white] = stones;
    let board = Board::from_stones(black, white).map_err(Garbled::impossible)?;
    let mut expected = String::new();
    write_turn(&board, &mut expected);
    if turn.split_whitespace().eq(expected.split_whitespace()) {
        Ok(board)
    } else {
        Err(Garbled(sentence!(
            "by its stones the position ends with `{expected}`, not `{}`",
            "按棋子此局面应以“{expected}”结尾，而不是“{}”",
            turn.trim()
        )))
    }
}

fn read_row(row: &str, y: u16, stones: &mut [Stones; 2]) -> Result<(), Garbled> {
    let number = y + 1;
    let length = || {
        Garbled(sentence!(
            "row {number} from the top must have nineteen points",
            "自上第 {number} 行应有十九个点"
        ))
    };
    let (mut x, mut run) = (0_u16, 0_u16);
    for c in row.chars() {
        let seat = match c {
            'x' | 'X' => Seat::First,
            'o' | 'O' => Seat::Second,
            '0'..='9' => {
                run = (10 * run + (c as u16 - '0' as u16)).min(Point::SIDE + 1);
                continue;
            }
            other => {
                return Err(Garbled(sentence!(
                    "row {number} from the top: `{other}` is not x, o or a number",
                    "自上第 {number} 行：“{other}”不是 x、o 或数字"
                )));
            }
        };
        x += run;
        run = 0;
        let point = Point::new(x, y).ok_or_else(length)?;
        stones[seat.index()].insert(point);
        x += 1;
    }
    if x + run == Point::SIDE { Ok(()) } else { Err(length()) }
}
