//! A canvas of terminal cells that grows as it is written on.

use crate::text::clean;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthChar;

/// The colours of a cell, from the 256 colours that every terminal of the last twenty years supports.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Ink {
    pub(crate) text: Option<u8>,
    pub(crate) ground: Option<u8>,
    pub(crate) bold: bool,
}

impl Ink {
    pub(crate) const fn text(colour: u8) -> Ink {
        Ink { text: Some(colour), ground: None, bold: false }
    }

    pub(crate) const fn on(self, ground: u8) -> Ink {
        Ink { ground: Some(ground), ..self }
    }

    pub(crate) const fn bold(self) -> Ink {
        Ink { bold: true, ..self }
    }
}

/// The right half of a character that is two columns wide.
const HALF: char = '\0';

#[derive(Clone, Copy)]
struct Cell {
    glyph: char,
    ink: Ink,
}

/// Rows grow downwards and columns to the right; both may start at any number.
#[derive(Default)]
pub(crate) struct Canvas {
    rows: BTreeMap<i64, BTreeMap<i64, Cell>>,
}

impl Canvas {
    /// Writes a cleaned text from that column on. If the ink names no ground, the ground is kept.
    pub(crate) fn write(&mut self, row: i64, mut column: i64, text: &str, ink: Ink) {
        for glyph in clean(text).chars() {
            let wide = match glyph.width() {
                // A combining mark has no column of its own.
                None | Some(0) => continue,
                Some(columns) => columns == 2,
            };
            self.put(row, column, glyph, ink);
            if wide {
                self.put(row, column + 1, HALF, ink);
            }
            column += 1 + i64::from(wide);
        }
    }

    fn put(&mut self, row: i64, column: i64, glyph: char, ink: Ink) {
        let cells = self.rows.entry(row).or_default();
        let old = cells.get(&column).copied();
        // Half of a wide character cannot be left behind.
        if glyph != HALF && old.is_some_and(|old| old.glyph == HALF) {
            cells.entry(column - 1).and_modify(|left| left.glyph = ' ');
        }
        if cells.get(&(column + 1)).is_some_and(|right| right.glyph == HALF) {
            cells.entry(column + 1).and_modify(|right| right.glyph = ' ');
        }
        let ground = ink.ground.or(old.and_then(|old| old.ink.ground));
        cells.insert(column, Cell { glyph, ink: Ink { ground, ..ink } });
    }

    /// Whether the cell holds anything but a blank.
    pub(crate) fn is_written(&self, row: i64, column: i64) -> bool {
        self.rows.get(&row).and_then(|cells| cells.get(&column)).is_some_and(|cell| cell.glyph != ' ')
    }

    /// The first and the last row written on.
    pub(crate) fn height(&self) -> Option<(i64, i64)> {
        Some((*self.rows.keys().next()?, *self.rows.keys().next_back()?))
    }

    /// The first and the last column written on in a row.
    pub(crate) fn width(&self, row: i64) -> Option<(i64, i64)> {
        let cells = self.rows.get(&row)?;
        Some((*cells.keys().next()?, *cells.keys().next_back()?))
    }

    /// The lines, each ended by a line feed, without trailing blanks.
    pub(crate) fn lines(&self, color: bool) -> String {
        let mut out = String::new();
        let Some((top, bottom)) = self.height() else { return out };
        let left = self.rows.values().filter_map(|cells| cells.keys().next()).min().copied().unwrap_or(0);
        for row in top..=bottom {
            let mut ink = Ink::default();
            let mut blanks = 0;
            let mut column = left;
            for (&at, cell) in self.rows.get(&row).into_iter().flatten() {
                blanks += at - column;
                column = at + 1;
                let next = if color { cell.ink } else { Ink::default() };
                if cell.glyph == ' ' && next.ground.is_none() {
                    blanks += 1;
                    continue;
                }
                if blanks > 0 && ink != Ink::default() {
                    dye(&mut out, &mut ink, Ink::default());
                }
                out.extend(std::iter::repeat_n(' ', blanks as usize));
                blanks = 0;
                dye(&mut out, &mut ink, next);
                if cell.glyph != HALF {
                    out.push(cell.glyph);
                }
            }
            dye(&mut out, &mut ink, Ink::default());
            out.push('\n');
        }
        out
    }
}

fn dye(out: &mut String, now: &mut Ink, next: Ink) {
    if *now == next {
        return;
    }
    *now = next;
    out.push_str("\x1b[0");
    if next.bold {
        out.push_str(";1");
    }
    if let Some(colour) = next.text {
        let _ = write!(out, ";38;5;{colour}");
    }
    if let Some(colour) = next.ground {
        let _ = write!(out, ";48;5;{colour}");
    }
    out.push('m');
}
