//! A move is written `5,0-4,1`: row,column of every square visited. A position is written as its eight rows
//! from the top, the side to move and the plies played:
//! `1w1w1w1w/w1w1w1w1/1w1w1w1w/8/8/b1b1b1b1/1b1b1b1b/b1b1b1b1 b 0`.

use crate::{Board, Path, Piece, Rules, Square};
use leitai_board::{Grid, Signs, narrow};
use leitai_core::{Garbled, Seat, Words, sentence};
use std::fmt::{self, Write as _};

/// Shares with other boards only how rows are written: squares are named by row and column from the top left.
pub(crate) const GRID: Grid = Grid::new(8, 8);
const SIGNS: Signs =
    Signs { signs: Words::new("b, B, w, W", "b、B、w、W"), places: Words::new("squares", "格") };

pub(crate) fn write(path: &Path, out: &mut String) {
    for (i, square) in path.squares().iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = write!(out, "{}{},{}", if i == 0 { "" } else { "-" }, square.row(), square.column());
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        write(self, &mut text);
        f.write_str(&text)
    }
}

/// Reads `5,0-4,1` with `-`, `x`, `:` or blanks between the squares, full-width characters included. The
/// judge's count of squares may precede them, and must then be right.
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

/// Reads a square `r,c`.
pub(crate) fn square(text: &str) -> Option<Square> {
    let (row, column) = text.split_once(',')?;
    let digit = |text: &str| text.parse().ok().filter(|_| text.len() == 1);
    Square::new(digit(row)?, digit(column)?)
}

/// The text in half-width lower case, with single blanks and none next to a comma.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let c = match narrow(c) {
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
            c => out.push(c),
        }
    }
    out
}

pub(crate) fn write_board(board: &Board, out: &mut String) {
    GRID.write_rows(out, |column, row| Some(letter(board.at(Square::new(row, column)?)?)));
    let side = if board.mover() == Seat::First { 'b' } else { 'w' };
    let _ = write!(out, " {side} {}", board.plies());
}

const fn letter(piece: Piece) -> char {
    match (piece.seat, piece.king) {
        (Seat::First, false) => 'b',
        (Seat::First, true) => 'B',
        (Seat::Second, false) => 'w',
        (Seat::Second, true) => 'W',
    }
}

fn piece(sign: char) -> Option<Piece> {
    let all = Seat::BOTH.into_iter().flat_map(|seat| [false, true].map(|king| Piece { seat, king }));
    all.into_iter().find(|piece| letter(*piece) == sign)
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
        .map_err(|_| Garbled(sentence!("`{plies}` is not a number of plies", "“{plies}”不是手数")))?;
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
    for (column, row, piece) in GRID.read_rows(text, SIGNS, piece)? {
        pieces[usize::from(GRID.index(column, row))] = Some(piece);
    }
    Ok(pieces)
}
