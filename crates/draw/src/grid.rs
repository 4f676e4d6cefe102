//! Places the points of a scene in rows and columns of text.

use crate::glyph;
use crate::terminal_style::Terminal;
use crate::text::width;
use leitai_core::{Ground, Scene, Shape, Stroke};
use std::collections::BTreeMap;

/// Converts hundredths of a cell to rows and columns.
pub(crate) struct Grid {
    left: i64,
    top: i64,
    columns: i64,
    /// Hundredths of a cell per such a number of columns.
    wide: i64,
    /// Hundredths of a cell per row.
    pitch: i64,
    /// Whether the lines of the board are drawn.
    ruled: bool,
}

/// The least distance between places along an axis.
fn step(places: impl Iterator<Item = i64>) -> i64 {
    let mut places: Vec<i64> = places.collect();
    places.sort_unstable();
    let steps = places.windows(2).map(|pair| pair[1] - pair[0]).filter(|step| *step > 40);
    steps.min().unwrap_or(100)
}

impl Grid {
    pub(crate) fn of(scene: &Scene, Terminal { names, tight, .. }: Terminal) -> Grid {
        let has = |shapes: &[Shape]| scene.places.iter().any(|place| shapes.contains(&place.shape));
        let hexagons = has(&[Shape::Hexagon]);
        let ruled = has(&[Shape::Across, Shape::Upright, Shape::Round, Shape::Arch, Shape::Station])
            || scene.ground == Ground::Paper && !scene.strokes.is_empty() && !hexagons;
        let names = scene.places.iter().filter(|_| names).map(|place| width(&place.name) as i64);
        // An even number where rows are shifted by half a cell, or a line runs between.
        let least = match (ruled || hexagons, glyph::is_wide(scene)) {
            (true, false) => 4,
            (false, false) => 3,
            (true, true) => 6,
            (false, true) => 5,
        };
        let columns = names.max().map_or(least, |name| least.max((name + 2) & !1));
        let xs = || scene.places.iter().map(|place| i64::from(place.x));
        let ys = || scene.places.iter().map(|place| i64::from(place.y));
        let step = step(ys());
        let pitch = match step {
            _ if !ruled || tight => step,
            // A line runs between two rows of places; edges are between the rows already.
            75.. => step / 2,
            _ => 50,
        };
        // Places far apart are no further apart in text.
        let wide = self::step(xs()).max(100);
        let (left, top) = (xs().min().unwrap_or(0), ys().min().unwrap_or(0));
        Grid { left, top, columns, wide, pitch, ruled }
    }

    /// Columns per cell.
    pub(crate) const fn columns(&self) -> i64 {
        self.columns
    }

    pub(crate) const fn is_ruled(&self) -> bool {
        self.ruled
    }

    /// The row and the column of a point.
    pub(crate) fn spot(&self, x: i32, y: i32) -> (i64, i64) {
        let round = |a: i64, b: i64| (2 * a + b).div_euclid(2 * b);
        (
            round(i64::from(y) - self.top, self.pitch),
            round((i64::from(x) - self.left) * self.columns, self.wide),
        )
    }

    /// The cells that a stroke passes through; slanting parts only where they pass through the corners of cells.
    pub(crate) fn trace(&self, stroke: &Stroke, thick: bool, cells: &mut BTreeMap<(i64, i64), Traced>) {
        let last = stroke.points.len().saturating_sub(2);
        if stroke.around.is_some() {
            return;
        }
        for (i, pair) in stroke.points.windows(2).enumerate() {
            let [a, b] = [self.spot(pair[0].0, pair[0].1), self.spot(pair[1].0, pair[1].1)];
            let (rows, columns) = (b.0 - a.0, b.1 - a.1);
            // A slant too flat for text would look like a line in another direction.
            if rows == 0 && pair[0].1 != pair[1].1 || columns == 0 && pair[0].0 != pair[1].0 {
                continue;
            }
            let steps = if columns == 0 || rows != 0 { rows.abs() } else { columns.abs() };
            if steps == 0 || rows != 0 && columns % steps != 0 {
                continue;
            }
            for step in 0..=steps {
                let cell =
                    cells.entry((a.0 + rows / steps * step, a.1 + columns / steps * step)).or_default();
                let end = step == 0 && i == 0 || step == steps && i == last;
                cell.ways |= match (rows, columns) {
                    (0, _) => ACROSS,
                    (_, 0) => UPRIGHT,
                    _ if (rows < 0) == (columns < 0) => FALLING,
                    _ => RISING,
                };
                cell.weight += if end { 1 } else { 2 };
                cell.thick |= thick;
            }
        }
    }
}

const ACROSS: u8 = 1;
const UPRIGHT: u8 = 2;
const FALLING: u8 = 4;
const RISING: u8 = 8;

/// The strokes through a cell.
#[derive(Default)]
pub(crate) struct Traced {
    ways: u8,
    thick: bool,
    /// A loose end alone weighs 1 and is not drawn.
    weight: u32,
}

impl Traced {
    /// The single character for all of them, if any is drawn.
    pub(crate) fn glyph(&self) -> Option<&'static str> {
        match self.ways & (ACROSS | UPRIGHT) {
            3 => Some("+"),
            _ if self.weight < 2 => None,
            ACROSS => Some(if self.thick { "=" } else { "-" }),
            UPRIGHT => Some(if self.thick { "#" } else { "|" }),
            _ if self.ways == FALLING => Some("\\"),
            _ if self.ways == RISING => Some("/"),
            _ => Some("x"),
        }
    }
}
