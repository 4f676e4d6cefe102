//! A move is `a5-a4`; a position is its rows from the top, who is on turn, and the plies since the last capture:
//! `bbbbbb/b1bbbb/1b4/6/wwwwww/wwwwww w b5-b4`.

use crate::{Board, Ply, Point, Rules};
use leitai_core::{Garbled, Seat, Sentence, sentence};

pub(crate) fn write(ply: Ply, out: &mut String) {
    write_point(ply.from, out);
    out.push('-');
    write_point(ply.to, out);
}

pub(crate) fn write_point(point: Point, out: &mut String) {
    out.push(column(point.x()));
    out.push(row(point.y()));
}

/// The letter of a column from the left.
pub(crate) fn column(x: u8) -> char {
    char::from(b'a' + x)
}

/// The figure of a row from the top: people count from the bottom.
pub(crate) fn row(y: u8) -> char {
    char::from(b'0' + Point::SIDE - y)
}

/// Reads `a5-a4` with a dash, `x`, `:`, blanks or nothing between, in any case and in full width.
pub(crate) fn read(text: &str) -> Result<Ply, Garbled> {
    let is_between = |c: &char| !c.is_whitespace() && !matches!(c, '-' | '–' | '—' | '−' | 'x' | '×' | ':');
    let signs: Vec<char> = text.chars().map(narrow).filter(is_between).collect();
    let ply = match signs[..] {
        [x, y, to_x, to_y] => point(x, y).zip(point(to_x, to_y)),
        _ => None,
    };
    let (from, to) = ply.ok_or_else(|| {
        Garbled::expected("two points, a–f and 1–6 each, as in a5-a4", "两个点，各为 a–f 与 1–6，例如 a5-a4")
    })?;
    Ok(Ply { from, to })
}

fn point(x: char, y: char) -> Option<Point> {
    let x = (x as u32).checked_sub('a' as u32)?;
    let y = ('0' as u32 + u32::from(Point::SIDE)).checked_sub(y as u32)?;
    Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
}

/// Half-width and lower case; full-width signs come from Chinese input methods.
fn narrow(c: char) -> char {
    let c = match c {
        '！'..='～' => char::from_u32(c as u32 - '！' as u32 + '!' as u32).unwrap_or(c),
        c => c,
    };
    c.to_ascii_lowercase()
}

pub(crate) fn write_board(board: &Board, out: &mut String) {
    let mut empty = 0;
    for point in Point::all() {
        if point.x() == 0 && point.y() > 0 {
            out.push('/');
        }
        match board.at(point) {
            None => empty += 1,
            Some(seat) => {
                flush(&mut empty, out);
                out.push(letter(seat));
            }
        }
        if point.x() == Point::SIDE - 1 {
            flush(&mut empty, out);
        }
    }
    out.extend([' ', letter(board.mover()), ' ']);
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

fn flush(empty: &mut u8, out: &mut String) {
    if *empty > 0 {
        out.push(char::from(b'0' + *empty));
    }
    *empty = 0;
}

const fn letter(seat: Seat) -> char {
    match seat {
        Seat::First => 'b',
        Seat::Second => 'w',
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
        Garbled(Sentence::new("this position cannot stand: ", "此局面不成立：").then(&why.into()))
    })
}

fn read_rows(text: &str) -> Result<[u64; 2], Garbled> {
    let rows: Vec<_> = text.split('/').collect();
    if rows.len() != usize::from(Point::SIDE) {
        return Err(Garbled(sentence!(
            "the board has six rows joined with `/`, not {}",
            "棋盘应为以 / 相连的六行，而不是 {} 行",
            rows.len()
        )));
    }
    let mut stones = [0; 2];
    for (y, row) in (0..).zip(rows) {
        let wide = || {
            Garbled(sentence!("row {} from the top must have six points", "自上第 {} 行应有六个点", y + 1))
        };
        let mut x = 0;
        for c in row.chars() {
            let seat = match c {
                'b' | 'B' => Seat::First,
                'w' | 'W' => Seat::Second,
                '.' => {
                    x += 1;
                    continue;
                }
                '1'..='6' => {
                    x += c as u8 - b'0';
                    continue;
                }
                other => {
                    return Err(Garbled(sentence!(
                        "`{other}` is not b, w, . or 1 to 6",
                        "“{other}”不是 b、w、. 或 1 到 6"
                    )));
                }
            };
            stones[seat.index()] |= Point::new(x, y).ok_or_else(wide)?.bit();
            x += 1;
        }
        if x != Point::SIDE {
            return Err(wide());
        }
    }
    Ok(stones)
}
