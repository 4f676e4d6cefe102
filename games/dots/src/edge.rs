//! The edges between neighbouring dots.

/// The orientation of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// From its dot to the next one on the right.
    Across,
    /// From its dot to the next one above.
    Upright,
}

/// One of the 60 edges of 6×6 dots, named by the dot at its left or lower end: `x` counts that dot's column
/// from the left, `y` its row from the **bottom**, both from 0. A smaller board is the bottom left corner of
/// this one, so an edge has the same name on every board.
///
/// [`index`](Edge::index) is `5 y + x` across and `30 + 6 y + x` upright.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Edge(u8);

impl Edge {
    /// Edges of the largest board.
    pub const COUNT: u8 = 60;
    /// Boxes on a side of the largest board, which is also the edges in one row across.
    pub(crate) const SIDE: u8 = 5;
    /// Upright edges in one row of boxes.
    const UPRIGHTS: u8 = Self::SIDE + 1;
    /// The first upright edge.
    const UPRIGHT: u8 = Self::SIDE * Self::UPRIGHTS;

    /// The edge from the dot (`x`, `y`); `None` off the largest board.
    pub const fn new(way: Way, x: u8, y: u8) -> Option<Edge> {
        match way {
            Way::Across if x < Self::SIDE && y <= Self::SIDE => Some(Edge(Self::SIDE * y + x)),
            Way::Upright if x <= Self::SIDE && y < Self::SIDE => {
                Some(Edge(Self::UPRIGHT + Self::UPRIGHTS * y + x))
            }
            _ => None,
        }
    }

    /// The edge with that index; `None` from 60 on.
    pub const fn at(index: u8) -> Option<Edge> {
        if index < Self::COUNT { Some(Edge(index)) } else { None }
    }

    /// All 60 edges, in order of index.
    pub fn all() -> impl Iterator<Item = Edge> {
        (0..Self::COUNT).map(Edge)
    }

    /// The index, 0–59.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The orientation.
    pub const fn way(self) -> Way {
        if self.0 < Self::UPRIGHT { Way::Across } else { Way::Upright }
    }

    /// Column of the edge's dot from the left.
    pub const fn x(self) -> u8 {
        match self.way() {
            Way::Across => self.0 % Self::SIDE,
            Way::Upright => (self.0 - Self::UPRIGHT) % Self::UPRIGHTS,
        }
    }

    /// Row of the edge's dot from the bottom.
    pub const fn y(self) -> u8 {
        match self.way() {
            Way::Across => self.0 / Self::SIDE,
            Way::Upright => (self.0 - Self::UPRIGHT) / Self::UPRIGHTS,
        }
    }
}

/// A set of edges: bit `i` is the edge of index `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Edges(pub(crate) u64);

impl Edges {
    /// The number of edges.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains the edge.
    pub const fn has(self, edge: Edge) -> bool {
        self.0 >> edge.0 & 1 == 1
    }

    /// The set with one more edge.
    #[must_use]
    pub const fn with(self, edge: Edge) -> Edges {
        Edges(self.0 | 1 << edge.0)
    }

    /// The edges in either set.
    #[must_use]
    pub const fn or(self, other: Edges) -> Edges {
        Edges(self.0 | other.0)
    }

    /// The edges of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Edges) -> Edges {
        Edges(self.0 & !other.0)
    }

    /// The edge with the lowest index.
    pub(crate) const fn first(self) -> Option<Edge> {
        if self.0 == 0 { None } else { Some(Edge(self.0.trailing_zeros() as u8)) }
    }

    /// The edges, in order of index.
    pub fn iter(self) -> impl Iterator<Item = Edge> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let edge = Edges(rest).first()?;
            rest &= rest - 1;
            Some(edge)
        })
    }
}

impl FromIterator<Edge> for Edges {
    fn from_iter<I: IntoIterator<Item = Edge>>(edges: I) -> Edges {
        edges.into_iter().fold(Edges::default(), Edges::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edge_has_its_index_and_its_dot() {
        for (i, edge) in Edge::all().enumerate() {
            assert_eq!(usize::from(edge.index()), i);
            assert_eq!(Edge::new(edge.way(), edge.x(), edge.y()), Some(edge));
            assert_eq!(Edge::at(edge.index()), Some(edge));
        }
        for (way, x, y) in
            [(Way::Across, 5, 0), (Way::Across, 0, 6), (Way::Upright, 6, 0), (Way::Upright, 0, 5)]
        {
            assert_eq!(Edge::new(way, x, y), None);
        }
        assert_eq!(Edge::at(60), None);
    }
}
