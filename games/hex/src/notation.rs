//! A stone is its column letter and its row number from the top; a position is its rows from the top, with
//! `r` for red, `b` for blue and numbers for runs of empty cells, then who is on turn.

use crate::{Board, Cell, Move, Rules, Stones};
use leitai_core::{By, Garbled, Seat, State, Turn, sentence};
use std::fmt::Write as _;

/// Taking the first stone over.
pub(crate) const SWAP: &str = "swap";

pub(crate) fn write(m: Move, out: &mut String) {
    match m {
        Move::Stone(cell) => write_cell(cell, out),
        Move::Swap => out.push_str(SWAP),
    }
}

pub(crate) fn write_cell(cell: Cell, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{}{}", column(cell.x()), cell.y() + 1);
}

/// The letter of a column from the left.
pub(crate) fn column(x: u8) -> char {
    char::from(b'A' + x)
}

pub(crate) fn read(text: &str) -> Result<Move, Garbled> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).map(narrow).collect();
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

/// Letter and number in either order, as records write them (`(A,1)`) and as players say them, row first.
fn read_cell(text: &str) -> Option<Cell> {
    let text = text.strip_prefix('(').map_or(Some(text), |text| text.strip_suffix(')'))?;
    let ends = |c: char| c.is_ascii_lowercase();
    let (letter, row) = if text.starts_with(ends) {
        text.split_at(1)
    } else {
        let (row, letter) = text.split_at_checked(text.len().checked_sub(1)?)?;
        (letter, row)
    };
    let row = row.strip_prefix(',').or_else(|| row.strip_suffix(',')).unwrap_or(row);
    if !letter.starts_with(ends) || !row.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let x = letter.as_bytes().first()? - b'a';
    Cell::new(x, row.parse::<u8>().ok()?.checked_sub(1)?)
}

/// In lower case; full-width letters and digits come from Chinese input methods.
fn narrow(c: char) -> char {
    match c {
        '！'..='～' => char::from((c as u32 - '！' as u32) as u8 + b'!').to_ascii_lowercase(),
        c => c.to_ascii_lowercase(),
    }
}

pub(crate) fn write_board(board: &Board, out: &mut String) {
    let size = board.rules().size();
    for y in 0..size {
        if y > 0 {
            out.push('/');
        }
        let mut run = 0;
        for seat in (0..size).filter_map(|x| Cell::new(x, y)).map(|cell| board.at(cell)) {
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
    out.push(turn(board));
}

fn write_run(run: u8, out: &mut String) {
    if run > 0 {
        let _ = write!(out, "{run}");
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
        Seat::First => 'r',
        Seat::Second => 'b',
    }
}

pub(crate) fn read_board(text: &str, rules: Rules) -> Result<Board, Garbled> {
    let (rows, given) = text.trim().split_once(char::is_whitespace).ok_or_else(|| {
        Garbled::expected(
            "rows from the top joined by /, a blank, and who is on turn: r, b or -",
            "自上而下以 / 相连的各行、空格与轮走方：r、b 或 -",
        )
    })?;
    let count = rows.split('/').count();
    if count != usize::from(rules.size()) {
        return Err(Garbled(sentence!(
            "the board has {} rows joined by /, not {count}",
            "棋盘应为以 / 相连的 {} 行，而不是 {count} 行",
            rules.size()
        )));
    }
    let mut stones = [Stones::default(); 2];
    for (y, row) in (0..).zip(rows.split('/')) {
        read_row(row, y, rules.size(), &mut stones)?;
    }
    let [red, blue] = stones;
    let given = given.trim();
    let mover = match given {
        "b" | "B" => Seat::Second,
        // After the end it would be the loser's turn.
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
    let expected = turn(&board);
    if given.eq_ignore_ascii_case(&expected.to_string()) {
        Ok(board)
    } else {
        Err(Garbled(sentence!(
            "by its stones the position ends with `{expected}`, not `{given}`",
            "按棋子此局面应以“{expected}”结尾，而不是“{given}”"
        )))
    }
}

fn read_row(row: &str, y: u8, size: u8, stones: &mut [Stones; 2]) -> Result<(), Garbled> {
    let number = y + 1;
    let length = || {
        Garbled(sentence!(
            "row {number} from the top must have {size} cells",
            "自上第 {number} 行应有 {size} 格"
        ))
    };
    let (mut x, mut run) = (0_u8, 0_u8);
    for c in row.chars() {
        let seat = match c {
            'r' | 'R' => Seat::First,
            'b' | 'B' => Seat::Second,
            '0'..='9' => {
                run = run.saturating_mul(10).saturating_add(c as u8 - b'0').min(size + 1);
                continue;
            }
            other => {
                return Err(Garbled(sentence!(
                    "row {number} from the top: `{other}` is not r, b or a number",
                    "自上第 {number} 行：“{other}”不是 r、b 或数字"
                )));
            }
        };
        x += run;
        run = 0;
        let cell = Cell::new(x, y).filter(|_| x < size).ok_or_else(length)?;
        stones[seat.index()].insert(cell);
        x += 1;
    }
    if x + run == size { Ok(()) } else { Err(length()) }
}
