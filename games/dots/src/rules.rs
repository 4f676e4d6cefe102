//! The options of the rules: the size of the board, and when the game stops.

use crate::{Edge, Edges, Way};

/// The options of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    rows: u8,
    columns: u8,
    early_end: bool,
}

/// The edges of every board, indexed by its rows and columns less one.
const EDGES: [[Edges; Edge::SIDE as usize]; Edge::SIDE as usize] = {
    let mut edges = [[Edges(0); Edge::SIDE as usize]; Edge::SIDE as usize];
    let mut at = 0;
    while let Some(edge) = Edge::at(at) {
        let mut board = 0;
        while board < Edge::SIDE * Edge::SIDE {
            let (rows, columns) = (board / Edge::SIDE, board % Edge::SIDE);
            let within = match edge.way() {
                Way::Across => edge.x() <= columns && edge.y() <= rows + 1,
                Way::Upright => edge.x() <= columns + 1 && edge.y() <= rows,
            };
            if within {
                let set = &mut edges[rows as usize][columns as usize];
                *set = set.with(edge);
            }
            board += 1;
        }
        at += 1;
    }
    edges
};

impl Rules {
    /// A board of 1–5 rows and 1–5 columns of boxes; `None` for other sizes. With `early_end` the game stops
    /// when a side has more than half of the boxes.
    pub const fn new(rows: u8, columns: u8, early_end: bool) -> Option<Rules> {
        if rows >= 1 && rows <= Edge::SIDE && columns >= 1 && columns <= Edge::SIDE {
            Some(Rules { rows, columns, early_end })
        } else {
            None
        }
    }

    /// Rows of boxes, 1–5.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Columns of boxes, 1–5.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Whether the game stops when a side has more than half of the boxes.
    pub const fn early_end(self) -> bool {
        self.early_end
    }

    /// The number of boxes on the board, 1–25.
    pub const fn boxes(self) -> u32 {
        self.rows as u32 * self.columns as u32
    }

    /// The edges of the board.
    pub const fn edges(self) -> Edges {
        EDGES[self.rows as usize - 1][self.columns as usize - 1]
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules { rows: Edge::SIDE, columns: Edge::SIDE, early_end: false }
    }
}
