//! Acts that would be legal if their places were counted from another edge, or with the coordinates swapped.

use leitai_core::{Place, Sentence, sentence};

/// How a program counts places differently from the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turning {
    /// Rows from the other edge.
    Rows,
    /// Columns from the other edge.
    Columns,
    /// Both: as seen from the other side of the table.
    Around,
    /// Columns and rows exchanged.
    Exchanged,
    /// All places are off by one row, one column or both.
    Off,
}

/// The fewest places of an act that is examined: that a single place would be free elsewhere proves nothing.
const PLACES: usize = 2;

/// How a refused act would become legal, and that legal act. `legal`: everything that could be played.
pub(super) fn turned(act: &str, legal: &[String], places: &[Place]) -> Option<(Turning, String)> {
    let parts = parts(act, places);
    if parts.iter().filter(|part| matches!(part, Part::Place(_))).count() < PLACES {
        return None;
    }
    let edges = Edges::of(places)?;
    // Where a board looks the same from two sides, the plainest explanation is the likeliest.
    let ways = [
        (Turning::Rows, 0, 0),
        (Turning::Exchanged, 0, 0),
        (Turning::Exchanged, 0, 1),
        (Turning::Columns, 0, 0),
        (Turning::Around, 0, 0),
    ];
    let off = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    let off = off.map(|(x, y)| (Turning::Off, x, y));
    let mut found: Vec<(Turning, String)> = Vec::new();
    for (way, x, y) in ways.into_iter().chain(off) {
        let text: Option<String> = parts
            .iter()
            .map(|part| match part {
                Part::Sign(sign) => Some((*sign).to_owned()),
                Part::Place(place) => {
                    let (at_x, at_y) = edges.moved(way, (place.x, place.y), (x, y));
                    places
                        .iter()
                        .find(|other| (other.x, other.y) == (at_x, at_y))
                        .map(|other| other.name.clone())
                }
            })
            .collect();
        if let Some(text) = text.filter(|text| text != act && legal.contains(text)) {
            found.push((way, text));
        }
    }
    // If several shifts fit, none of them is likely.
    let is_clear = found.len() == 1 || found.first().is_some_and(|(way, _)| *way != Turning::Off);
    found.into_iter().next().filter(|_| is_clear)
}

enum Part<'a> {
    Place(&'a Place),
    Sign(&'a str),
}

/// The places that an act names, and the text between them.
fn parts<'a>(act: &'a str, places: &'a [Place]) -> Vec<Part<'a>> {
    let (mut parts, mut rest) = (Vec::new(), act);
    while let Some(c) = rest.chars().next() {
        let named = places.iter().filter(|place| !place.name.is_empty() && rest.starts_with(&place.name));
        let length = if let Some(place) = named.max_by_key(|place| place.name.len()) {
            parts.push(Part::Place(place));
            place.name.len()
        } else {
            parts.push(Part::Sign(&rest[..c.len_utf8()]));
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    parts
}

/// The coordinates of the outermost places, and the distance between neighbours.
struct Edges {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    step: i32,
}

impl Edges {
    fn of(places: &[Place]) -> Option<Edges> {
        let of = |at: fn(&Place) -> i32| {
            let mut all: Vec<i32> = places.iter().map(at).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let (xs, ys) = (of(|place| place.x), of(|place| place.y));
        let step = xs.windows(2).chain(ys.windows(2)).map(|pair| pair[1] - pair[0]).min()?;
        Some(Edges { left: *xs.first()?, right: *xs.last()?, top: *ys.first()?, bottom: *ys.last()?, step })
    }

    fn moved(&self, way: Turning, (x, y): (i32, i32), (by_x, by_y): (i32, i32)) -> (i32, i32) {
        let (mirrored_x, mirrored_y) = (self.left + self.right - x, self.top + self.bottom - y);
        match way {
            Turning::Rows => (x, mirrored_y),
            Turning::Columns => (mirrored_x, y),
            Turning::Around => (mirrored_x, mirrored_y),
            // Columns count from the left, rows from the bottom or from the top.
            Turning::Exchanged if by_y == 0 => (self.left + self.bottom - y, self.bottom + self.left - x),
            Turning::Exchanged => (self.left + y - self.top, self.top + x - self.left),
            Turning::Off => (x + by_x * self.step, y + by_y * self.step),
        }
    }
}

impl Turning {
    /// What the program's author should look at; `act` is the legal one.
    pub(super) fn advice(self, act: &str) -> Sentence {
        match self {
            Turning::Rows => sentence!(
                "{act} would be legal: it counts rows from the other edge, or plays the other side",
                "{act} 是合法的：它的行是从另一边数起的，或执错了一方"
            ),
            Turning::Columns => sentence!(
                "{act} would be legal: it counts columns from the other edge",
                "{act} 是合法的：它的列是从另一边数起的"
            ),
            Turning::Around => sentence!(
                "{act} would be legal: it sees the board turned around, as the opponent does",
                "{act} 是合法的：它把棋盘转了半圈，如同从对方一侧看"
            ),
            Turning::Exchanged => sentence!(
                "{act} would be legal: it swaps columns and rows",
                "{act} 是合法的：它把行和列对调了"
            ),
            Turning::Off => sentence!(
                "{act} would be legal: its coordinates are off by one, as if counted from 0 where they count from 1",
                "{act} 是合法的：它的坐标差一，如同该从 1 数起却从 0 数起"
            ),
        }
    }
}
