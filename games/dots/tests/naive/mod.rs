//! A twin of the rules without bit sets: after every edge it looks at each box, side by side.

use dots::{Edge, Way};
use leitai_core::Seat;
use std::collections::{HashMap, HashSet};

/// A game by names: an edge is its orientation and its dot.
pub(crate) struct Twin {
    rows: u8,
    columns: u8,
    drawn: HashSet<(bool, u8, u8)>,
    owners: HashMap<(u8, u8), Seat>,
    mover: Seat,
}

impl Twin {
    pub(crate) fn new(rows: u8, columns: u8) -> Twin {
        Twin { rows, columns, drawn: HashSet::new(), owners: HashMap::new(), mover: Seat::First }
    }

    /// Draws an edge, which must be free.
    pub(crate) fn play(&mut self, edge: Edge) {
        self.drawn.insert((edge.way() == Way::Across, edge.x(), edge.y()));
        let mut won = false;
        for x in 0..self.columns {
            for y in 0..self.rows {
                let sides = [(true, x, y), (true, x, y + 1), (false, x, y), (false, x + 1, y)];
                if sides.iter().all(|side| self.drawn.contains(side)) && !self.owners.contains_key(&(x, y)) {
                    self.owners.insert((x, y), self.mover);
                    won = true;
                }
            }
        }
        if !won {
            self.mover = self.mover.other();
        }
    }

    /// The owner of a box.
    pub(crate) fn owner(&self, x: u8, y: u8) -> Option<Seat> {
        self.owners.get(&(x, y)).copied()
    }

    /// The side to move, or the side that drew the last edge.
    pub(crate) fn mover(&self) -> Seat {
        self.mover
    }
}
