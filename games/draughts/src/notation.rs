//! Moves are `5,0-4,1`: row,column of every square visited. A position is its eight rows from the top, side
//! to move and plies played: `1w1w1w1w/w1w1w1w1/1w1w1w1w/8/8/b1b1b1b1/1b1b1b1b/b1b1b1b1 b 0`.

use crate::{Board, Path, Piece, Rules, Square};
use leitai_core::{Garbled, Seat, sentence};
use std::fmt::Write as _;

pub(crate) fn write(path: &Path, out: &mut String) {
    for (i, square) in path.squares().iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = write!(out, "{}{},{}", if i == 0 { "" } else { "-" }, square.row(), square.column());
    }
}

/// Reads `5,0-4,1` with `-`, `x`, `:` or blanks between the squares, in full width too, and with the judge's
/// count before them, which must then be right.
pub(crate) fn read(text: &str) -> Result<Path, Garbled> {
    let text = plain(text);
    let mut parts = text.split([' ', '-', 'x', ':']).filter(|part| !part.is_empty()).peekable();
    let count = parts.next_if(|part| !part.contains(','));
    let squares = parts.map(square).collect::<Option<Vec<_>>>();
    let path = squares.as_deref().and_then(Path::new).ok_or_else(|| {
        Garbled::expected(
            "the row,column of 2 to 13 squares, each coordinate 0 to 7, as in 5,0-4,1",
            "2 到 13 个格的“行,列”，各坐标 0 到 7，例如 5,0-4,1",
        )
    })?;
    match count.map(str::parse::<usize>) {
        None => Ok(path),
        Some(Ok(n)) if n == path.squares().len() => Ok(path),
        Some(_) => {
            Err(Garbled(sentence!("the number of squares, {}, first", "开头的格数 {}", path.squares().len())))
        }
    }
}

/// `r,c`.
pub(crate) fn square(text: &str) -> Option<Square> {
    let (row, column) = text.split_once(',')?;
    let digit = |text: &str| text.parse().ok().filter(|_| text.len() == 1);
    Square::new(digit(row)?, digit(column)?)
}

/// Half-width, lower-case, one blank for each and none beside a comma.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let c = match c {
            '！'..='～' => char::from_u32(c as u32 - '！' as u32 + '!' as u32).unwrap_or(c),
            '、' => ',',
            '—' | '–' | '−' => '-',
            '×' => 'x',
            c if c.is_whitespace() => ' ',
            c => c,
        };
        match c {
            ' ' if out.ends_with(',') => {}
            ',' => {
                out.truncate(out.trim_end().len());
                out.push(',');
            }
            c => out.push(c.to_ascii_lowercase()),
        }
    }
    out
}

pub(crate) fn write_board(board: &Board, out: &mut String) {
    let mut empty = 0;
    for square in Square::all() {
        if square.column() == 0 && square.row() > 0 {
            out.push('/');
        }
        match board.at(square) {
            None => empty += 1,
            Some(piece) => {
                flush(&mut empty, out);
                out.push(letter(piece));
            }
        }
        if square.column() == 7 {
            flush(&mut empty, out);
        }
    }
    let side = if board.mover() == Seat::First { 'b' } else { 'w' };
    let _ = write!(out, " {side} {}", board.plies());
}

fn flush(empty: &mut u8, out: &mut String) {
    if *empty > 0 {
        out.push(char::from(b'0' + *empty));
    }
    *empty = 0;
}

const fn letter(piece: Piece) -> char {
    match (piece.seat, piece.king) {
        (Seat::First, false) => 'b',
        (Seat::First, true) => 'B',
        (Seat::Second, false) => 'w',
        (Seat::Second, true) => 'W',
    }
}

pub(crate) fn read_board(text: &str, rules: Rules) -> Result<Board, Garbled> {
    let mut words = text.split_whitespace();
    let (Some(rows), Some(side), Some(plies), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(Garbled::expected(
            "eight rows joined with `/`, then b or w to move, then plies played",
            "以 / 相连的八行，接着轮走方 b 或 w，接着已走手数",
        ));
    };
    let pieces = read_rows(rows)?;
    let plies: u16 = plies
        .parse()
        .map_err(|_| Garbled(sentence!("`{plies}` is no number of plies", "“{plies}”不是手数")))?;
    let board = Board::new(rules, plies, |square| pieces[usize::from(square.index())])
        .map_err(Garbled::impossible)?;
    match side {
        "b" | "w" if (side == "b") == (board.mover() == Seat::First) => Ok(board),
        "b" | "w" => Err(Garbled::expected(
            "black moves at even plies, white at odd ones",
            "黑方走偶数手，白方走奇数手",
        )),
        _ => Err(Garbled(sentence!("`{side}` is neither b nor w", "“{side}”既不是 b 也不是 w"))),
    }
}

fn read_rows(text: &str) -> Result<[Option<Piece>; 64], Garbled> {
    let mut pieces = [None; 64];
    let rows: Vec<_> = text.split('/').collect();
    if rows.len() != 8 {
        return Err(Garbled(sentence!(
            "there are {} rows where 8 were expected",
            "有 {} 行，应为 8 行",
            rows.len()
        )));
    }
    for (row, text) in rows.into_iter().enumerate() {
        let mut column = 0;
        for c in text.chars() {
            let piece = |seat, king| Some(Piece { seat, king });
            let (width, piece) = match c {
                'b' => (1, piece(Seat::First, false)),
                'B' => (1, piece(Seat::First, true)),
                'w' => (1, piece(Seat::Second, false)),
                'W' => (1, piece(Seat::Second, true)),
                '.' => (1, None),
                '1'..='8' => (c as usize - '0' as usize, None),
                other => {
                    return Err(Garbled(sentence!(
                        "`{other}` is not b, B, w, W, . or 1 to 8",
                        "“{other}”不是 b、B、w、W、. 或 1 到 8"
                    )));
                }
            };
            if column + width > 8 {
                return Err(Garbled(sentence!("row {row} is wider than 8 squares", "第 {row} 行超过 8 格")));
            }
            pieces[8 * row + column] = piece;
            column += width;
        }
        if column != 8 {
            return Err(Garbled(sentence!(
                "row {row} has {column} squares where 8 were expected",
                "第 {row} 行有 {column} 格，应为 8 格"
            )));
        }
    }
    Ok(pieces)
}
