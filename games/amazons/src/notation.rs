//! A move is its three squares, `d1d7(g7)`: the contest's record. A position is its rows from the top, with
//! `x` and `o` for amazons, `#` for arrows and numbers for runs of free squares, then who is on turn.

use crate::{Board, Move, Size, Square};
use leitai_core::{By, Garbled, Seat, State, Turn, sentence};
use std::fmt::Write as _;

pub(crate) fn write(m: Move, out: &mut String) {
    write_square(m.from(), out);
    write_square(m.to(), out);
    out.push('(');
    write_square(m.arrow(), out);
    out.push(')');
}

pub(crate) fn write_square(square: Square, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{}{}", column(square.x()), square.y() + 1);
}

/// The letter of a column from the left.
pub(crate) fn column(x: u8) -> char {
    char::from(b'a' + x)
}

/// Reads also `D1-D7/G7` and the like: what stands between squares does not matter.
pub(crate) fn read(text: &str) -> Result<Move, Garbled> {
    let expected = || {
        Garbled::expected(
            "three squares, from, to and arrow: a–j and 1–10 each, for example d1d7(g7)",
            "三个格（起点、终点、放箭），各为 a–j 与 1–10，例如 d1d7(g7)",
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

/// The square at the beginning of `text`, and what follows it.
fn read_square(text: &str) -> Option<(Square, &str)> {
    let (letter, rest) = text.split_at_checked(1)?;
    let x = letter.as_bytes()[0].to_ascii_lowercase().checked_sub(b'a')?;
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (row, rest) = rest.split_at(digits);
    let y = row.parse::<u8>().ok()?.checked_sub(1)?;
    Some((Square::new(x, y)?, rest))
}

/// Full-width letters and digits come from Chinese input methods.
fn narrow(c: char) -> char {
    match c {
        '！'..='～' => char::from((c as u32 - '！' as u32) as u8 + b'!'),
        c => c,
    }
}

pub(crate) fn write_board(board: &Board, out: &mut String) {
    let side = board.size().side();
    let arrows: Vec<Square> = board.arrows().collect();
    for y in (0..side).rev() {
        let mut run = 0;
        for square in (0..side).filter_map(|x| Square::new(x, y)) {
            let mark = match board.at(square) {
                Some(seat) => mark(seat),
                None if arrows.contains(&square) => '#',
                None => {
                    run += 1;
                    continue;
                }
            };
            write_run(run, out);
            run = 0;
            out.push(mark);
        }
        write_run(run, out);
        out.push(if y > 0 { '/' } else { ' ' });
    }
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
        Seat::First => 'x',
        Seat::Second => 'o',
    }
}

/// The pieces read so far.
#[derive(Default)]
struct Pieces {
    amazons: [Vec<Square>; 2],
    arrows: Vec<Square>,
}

pub(crate) fn read_board(text: &str, size: Size) -> Result<Board, Garbled> {
    let side = size.side();
    let (rows, last) = text.trim().split_once(char::is_whitespace).ok_or_else(|| {
        Garbled(sentence!(
            "{side} rows joined by /, a blank, and the turn: x, o or -",
            "以 / 相连的 {side} 行、空格与轮走方：x、o 或 -"
        ))
    })?;
    let count = rows.split('/').count();
    if count != usize::from(side) {
        return Err(Garbled(sentence!(
            "the board has {side} rows joined by /, not {count}",
            "棋盘应为以 / 相连的 {side} 行，而不是 {count} 行"
        )));
    }
    let mut pieces = Pieces::default();
    for (y, row) in (0..side).rev().zip(rows.split('/')) {
        read_row(row, y, side, &mut pieces)?;
    }
    let [first, second] = &pieces.amazons;
    let board = Board::from_squares(size, [first, second], &pieces.arrows).map_err(Garbled::impossible)?;
    let expected = turn(&board);
    if last.trim().to_ascii_lowercase().chars().eq([expected]) {
        Ok(board)
    } else {
        Err(Garbled(sentence!(
            "by its arrows the position ends with `{expected}`, not `{}`",
            "按箭此局面应以“{expected}”结尾，而不是“{}”",
            last.trim()
        )))
    }
}

fn read_row(row: &str, y: u8, side: u8, pieces: &mut Pieces) -> Result<(), Garbled> {
    let length = || Garbled(sentence!("row {} must have {side} squares", "第 {} 行应有 {side} 格", y + 1));
    let (mut x, mut run) = (0_u8, 0_u8);
    for c in row.chars() {
        let to = match c {
            'x' | 'X' => &mut pieces.amazons[0],
            'o' | 'O' => &mut pieces.amazons[1],
            '#' => &mut pieces.arrows,
            '0'..='9' => {
                run = run.saturating_mul(10).saturating_add(c as u8 - b'0').min(side + 1);
                continue;
            }
            other => {
                return Err(Garbled(sentence!(
                    "row {}: `{other}` is not x, o, # or a number",
                    "第 {} 行：“{other}”不是 x、o、# 或数字",
                    y + 1
                )));
            }
        };
        x += run;
        run = 0;
        if x >= side {
            return Err(length());
        }
        to.extend(Square::new(x, y));
        x += 1;
    }
    if x + run == side { Ok(()) } else { Err(length()) }
}
