//! A move is `a5-a4`; a position is its rows from the top, the side to move, and the plies since the last
//! capture: `bbbbbb/b1bbbb/1b4/6/wwwwww/wwwwww w b5-b4`.

use crate::{Board, Ply, Point, Rules};
use leitai_board::{Grid, Marks, Signs, narrow};
use leitai_core::{Garbled, Seat, Sentence, Words, sentence};

pub(crate) const GRID: Grid = Grid::new(Point::SIDE, Point::SIDE).with_small_letters();
const MARKS: Marks = Marks(['b', 'w']);
const SIGNS: Signs = Signs { signs: Words::new("b, w", "b、w"), places: Words::new("points", "个点") };

pub(crate) fn write(ply: Ply, out: &mut String) {
    write_point(ply.from, out);
    out.push('-');
    write_point(ply.to, out);
}

impl std::fmt::Debug for Ply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = String::new();
        write(*self, &mut text);
        f.write_str(&text)
    }
}

pub(crate) fn write_point(point: Point, out: &mut String) {
    GRID.write(point.x(), point.y(), out);
}

/// Reads `a5-a4` with a dash, `x`, `:`, blanks or nothing between the points, in either case and also in full
/// width.
pub(crate) fn read(text: &str) -> Result<Ply, Garbled> {
    let is_between = |c: &char| !c.is_whitespace() && !matches!(c, '-' | '–' | '—' | '−' | 'x' | '×' | ':');
    let text: String = text.chars().map(narrow).filter(is_between).collect();
    let point = |name: &str| GRID.read(name).and_then(|(x, y)| Point::new(x, y));
    let ply = text.split_at_checked(2).and_then(|(from, to)| point(from).zip(point(to)));
    let (from, to) = ply.ok_or_else(|| {
        Garbled::expected("two points, a–f and 1–6 each, as in a5-a4", "两个点，各为 a–f 与 1–6，例如 a5-a4")
    })?;
    Ok(Ply { from, to })
}

pub(crate) fn write_board(board: &Board, out: &mut String) {
    GRID.write_rows(out, |x, y| Some(MARKS.of(board.at(Point::new(x, y)?)?)));
    out.extend([' ', MARKS.of(board.mover()), ' ']);
    if board.quiet_len() == 0 {
        out.push('-');
    }
    for (n, ply) in board.quiet().enumerate() {
        if n > 0 {
            out.push(',');
        }
        write(ply, out);
    }
}

pub(crate) fn read_board(text: &str, rules: Rules) -> Result<Board, Garbled> {
    let words: Vec<_> = text.split_whitespace().collect();
    let [rows, side, quiet] = words[..] else {
        return Err(Garbled::expected(
            "six rows joined with `/`, then b or w to move, then the plies since the last capture or -",
            "以 / 相连的六行，接着轮走方 b 或 w，接着上次吃子以来的着法或 -",
        ));
    };
    let stones = read_rows(rows)?;
    let mover = match side {
        "b" => Seat::First,
        "w" => Seat::Second,
        _ => return Err(Garbled(sentence!("`{side}` is neither b nor w", "“{side}”既不是 b 也不是 w"))),
    };
    let quiet = match quiet {
        "-" => Vec::new(),
        plies => plies.split(',').map(read).collect::<Result<_, _>>()?,
    };
    Board::new(rules, stones, mover, &quiet).map_err(|why| {
        Garbled(Sentence::new("this position is impossible: ", "此局面不成立：").then(&why.into()))
    })
}

fn read_rows(text: &str) -> Result<[u64; 2], Garbled> {
    let mut stones = [0; 2];
    for (x, y, seat) in GRID.read_rows(text, SIGNS, |sign| MARKS.seat(sign))? {
        stones[seat.index()] |= Point::new(x, y).expect("a place of the board").bit();
    }
    Ok(stones)
}
