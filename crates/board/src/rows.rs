//! Boards as text: rows joined by `/`, with a sign for each occupied place and a number for each run of empty ones.

use crate::Grid;
use leitai_core::{Garbled, Seat, Words, sentence};
use std::fmt::{Display, Write as _};

/// Writes one row from the contents of its places.
pub fn write_row<T: Display>(places: impl IntoIterator<Item = Option<T>>, out: &mut String) {
    let mut run = 0_u32;
    for place in places {
        match place {
            None => run += 1,
            Some(sign) => {
                write_run(&mut run, out);
                // Writing to a String cannot fail.
                let _ = write!(out, "{sign}");
            }
        }
    }
    write_run(&mut run, out);
}

/// Writes the length of a run of empty places, if any, and resets it to 0.
fn write_run(run: &mut u32, out: &mut String) {
    match std::mem::take(run) {
        0 => {}
        length => out.push_str(&length.to_string()),
    }
}

/// An error in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slip {
    /// The row is too short or too long.
    Width,
    /// This sign cannot stand on that place, counted from 0.
    Sign(char, usize),
}

/// Reads one row of `width` places. A dot is an empty place. `put` is given the number of a place, from 0, and the
/// sign on it, and returns whether that sign may stand there.
pub fn read_row(text: &str, width: usize, mut put: impl FnMut(usize, char) -> bool) -> Result<(), Slip> {
    let (mut at, mut run) = (0, 0);
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            // Any run longer than a row is an error, so its exact length does not matter.
            run = (10 * run + digit as usize).min(width + 1);
            continue;
        }
        at += std::mem::take(&mut run);
        if at >= width {
            return Err(Slip::Width);
        }
        if c != '.' && !put(at, c) {
            return Err(Slip::Sign(c, at));
        }
        at += 1;
    }
    if at + run == width { Ok(()) } else { Err(Slip::Width) }
}

/// The signs of both seats' stones, as small letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marks(pub [char; 2]);

impl Marks {
    /// The sign of a seat.
    pub const fn of(self, seat: Seat) -> char {
        self.0[seat.index()]
    }

    /// The seat of a sign in either case.
    pub fn seat(self, sign: char) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.of(*seat) == sign.to_ascii_lowercase())
    }
}

/// The words that messages about a game's rows use.
#[derive(Clone, Copy, Debug)]
pub struct Signs {
    /// The permitted signs: `x, o`.
    pub signs: Words,
    /// The word for places: `points`, `个点`.
    pub places: Words,
}

impl Grid {
    /// Writes the rows from the top, joined by `/`. `at` returns the sign on column x from the left and row y from the
    /// **top**.
    pub fn write_rows<T: Display>(self, out: &mut String, at: impl Fn(u8, u8) -> Option<T>) {
        for y in 0..self.rows {
            if y > 0 {
                out.push('/');
            }
            write_row((0..self.columns).map(|x| at(x, y)), out);
        }
    }

    /// Reads such rows. Returns the occupied places as (column from the left, row from the **top**, `meaning` of the
    /// sign there).
    pub fn read_rows<T>(
        self,
        text: &str,
        words: Signs,
        meaning: impl Fn(char) -> Option<T>,
    ) -> Result<Vec<(u8, u8, T)>, Garbled> {
        let count = text.split('/').count();
        if count != usize::from(self.rows) {
            return Err(Garbled(sentence!(
                "the board has {} rows joined by /, not {count}",
                "棋盘应为以 / 相连的 {} 行，而不是 {count} 行",
                self.rows
            )));
        }
        let Signs { signs, places } = words;
        let mut stand = Vec::new();
        for (y, row) in (0..self.rows).zip(text.split('/')) {
            let (number, columns) = (y + 1, self.columns);
            // The width of a row always fits in a `u8`.
            let put = |x, sign| meaning(sign).map(|meaning| stand.push((x as u8, y, meaning))).is_some();
            read_row(row, columns.into(), put).map_err(|slip| match slip {
                Slip::Width => Garbled::expected(
                    format!("row {number} from the top must have {columns} {}", places.en),
                    format!("自上第 {number} 行应有 {columns} {}", places.zh),
                ),
                Slip::Sign(c, _) => Garbled::expected(
                    format!("row {number} from the top: `{c}` is not {} or a number", signs.en),
                    format!("自上第 {number} 行：“{c}”不是 {} 或数字", signs.zh),
                ),
            })?;
        }
        Ok(stand)
    }
}

/// Refuses a position whose text ends in something other than what follows from its stones: whose turn it is, or that
/// the game is over.
pub fn must_end(given: &str, expected: &str) -> Result<(), Garbled> {
    if given.split_whitespace().eq(expected.split_whitespace()) {
        return Ok(());
    }
    Err(Garbled(sentence!(
        "by its stones the position ends with `{expected}`, not `{}`",
        "按棋子此局面应以“{expected}”结尾，而不是“{}”",
        given.trim()
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNS: Signs = Signs { signs: Words::new("x, o", "x、o"), places: Words::new("points", "个点") };

    fn read(text: &str) -> Result<Vec<(u8, u8, char)>, String> {
        let read = Grid::new(12, 2).read_rows(text, SIGNS, |c| "xo".contains(c).then_some(c));
        read.map_err(|why| why.to_string())
    }

    #[test]
    fn rows_read_back() {
        let all = [(0, 0, 'x'), (11, 0, 'o'), (1, 1, 'x'), (2, 1, 'x')];
        let mut text = String::new();
        Grid::new(12, 2).write_rows(&mut text, |x, y| {
            all.iter().find(|stone| (stone.0, stone.1) == (x, y)).map(|stone| stone.2)
        });
        assert_eq!(text, "x10o/1xx9");
        assert_eq!(read(&text).unwrap(), all);
        assert_eq!(read("x..........o/.xx9").unwrap(), all);
        assert_eq!(read("12/12").unwrap(), []);
    }

    #[test]
    fn what_is_wrong_with_rows_is_said() {
        for (text, why) in [
            ("12", "the board has 2 rows joined by /, not 1"),
            ("12/12/12", "the board has 2 rows joined by /, not 3"),
            ("12/11", "row 2 from the top must have 12 points"),
            ("11xx/12", "row 1 from the top must have 12 points"),
            ("66/12", "row 1 from the top must have 12 points"),
            ("12/99999999999999999999999", "row 2 from the top must have 12 points"),
            ("12/", "row 2 from the top must have 12 points"),
            ("5q6/12", "row 1 from the top: `q` is not x, o or a number"),
            ("海/12", "row 1 from the top: `海` is not x, o or a number"),
        ] {
            assert_eq!(read(text).unwrap_err(), why, "{text}");
        }
    }

    #[test]
    fn seats_have_their_marks() {
        let marks = Marks(['x', 'o']);
        for (sign, seat) in [('x', Some(Seat::First)), ('O', Some(Seat::Second)), ('.', None), ('Ｘ', None)]
        {
            assert_eq!(marks.seat(sign), seat, "{sign}");
        }
        assert_eq!(Seat::BOTH.map(|seat| marks.of(seat)), ['x', 'o']);
    }

    #[test]
    fn a_position_ends_as_its_stones_say() {
        assert!(must_end(" x  1 ", "x 1").is_ok());
        let why = must_end(" o ", "x 1").unwrap_err().to_string();
        assert_eq!(why, "by its stones the position ends with `x 1`, not `o`");
    }
}
