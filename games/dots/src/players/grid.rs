//! The board as the solver sees it: the free edges in one word, laid out so that the sides of every box are reached
//! by the same four shifts.
//!
//! A row of the word is eleven bits: the five horizontal edges at the bottom of a row of boxes, then its six upright
//! ones. The box (`x`, `y`) has the bit of the edge below it, `11 y + x`; its sides are 0, 5, 6 and 11 bits further.

use crate::{Edge, Edges, Rules, Way};

/// Bits of a row.
const ROW: u8 = 11;

/// A board of one size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Grid {
    /// All edges of the board.
    pub(crate) edges: u64,
    /// All boxes of the board.
    boxes: u64,
    /// Pairs of rim edges that border the same box (on most boards the four corners). The two edges of a pair are
    /// interchangeable.
    twins: [(u8, u8); Edge::SIDE as usize],
    pairs: usize,
}

/// Boxes by their number of free edges, where that is one or two.
pub(crate) struct Counts {
    /// One: the box can be taken.
    pub(crate) one: u64,
    /// Two: the next edge drawn gives the box away.
    pub(crate) two: u64,
}

/// The bit of an edge in the word.
pub(crate) const fn bit(edge: Edge) -> u64 {
    let along = match edge.way() {
        Way::Across => edge.x(),
        Way::Upright => Edge::SIDE + edge.x(),
    };
    1 << (ROW * edge.y() + along)
}

/// The edge at the lowest set bit of a word, which must have one.
pub(crate) const fn edge(word: u64) -> Edge {
    let at = word.trailing_zeros() as u8;
    let (y, along) = (at / ROW, at % ROW);
    let edge = if along < Edge::SIDE {
        Edge::new(Way::Across, along, y)
    } else {
        Edge::new(Way::Upright, along - Edge::SIDE, y)
    };
    edge.expect("a bit of the board")
}

/// The sides of these boxes.
#[inline]
pub(crate) const fn sides(boxes: u64) -> u64 {
    boxes | boxes << 5 | boxes << 6 | boxes << 11
}

/// The edge between two neighbouring boxes.
pub(crate) const fn shared(boxes: u64) -> u64 {
    let one = boxes & boxes.wrapping_neg();
    sides(one) & sides(boxes ^ one)
}

impl Grid {
    pub(crate) fn new(rules: Rules) -> Grid {
        let word = |edges: Edges| edges.iter().map(bit).sum::<u64>();
        let mut grid = Grid { edges: word(rules.edges()), boxes: 0, twins: Default::default(), pairs: 0 };
        for (x, y) in (0..rules.columns()).flat_map(|x| (0..rules.rows()).map(move |y| (x, y))) {
            let at = ROW * y + x;
            grid.boxes |= 1 << at;
            let rim = [(0, y == 0), (11, y + 1 == rules.rows()), (5, x == 0), (6, x + 1 == rules.columns())];
            let mut rim = rim.into_iter().filter(|(_, is)| *is).map(|(shift, _)| at + shift);
            if let (Some(one), Some(other)) = (rim.next(), rim.next()) {
                grid.twins[grid.pairs] = (one, other);
                grid.pairs += 1;
            }
        }
        grid
    }

    /// The edges that are free once `drawn` are drawn.
    pub(crate) fn free(&self, drawn: Edges) -> u64 {
        self.edges & !drawn.iter().map(bit).sum::<u64>()
    }

    /// The equivalent position in which the first edge of each pair is free rather than the second. It has as many
    /// games, with the same values.
    #[inline]
    pub(crate) fn normal(&self, mut free: u64) -> u64 {
        for (one, other) in &self.twins[..self.pairs] {
            let swap = free >> other & !(free >> one) & 1;
            free ^= swap << one | swap << other;
        }
        free
    }

    /// The free edges except the second of each pair whose first is free too.
    pub(crate) fn firsts(&self, free: u64) -> u64 {
        let twice = self.twins[..self.pairs].iter().filter(|(one, _)| free >> one & 1 == 1);
        twice.fold(free, |edges, (_, other)| edges & !(1 << other))
    }

    /// The number of boxes that are not complete.
    #[inline]
    pub(crate) const fn left(&self, free: u64) -> i32 {
        ((free | free >> 5 | free >> 6 | free >> 11) & self.boxes).count_ones() as i32
    }

    #[inline]
    pub(crate) const fn counts(&self, free: u64) -> Counts {
        let (below, left, right, above) = (free, free >> 5, free >> 6, free >> 11);
        let (some, both) = (below ^ left, below & left);
        let (some_more, both_more) = (right ^ above, right & above);
        let odd = some ^ some_more;
        let pair = both | both_more | some & some_more;
        let all = both & both_more;
        Counts { one: odd & !pair & self.boxes, two: pair & !odd & !all & self.boxes }
    }

    /// The boxes that can be taken.
    #[inline]
    pub(crate) const fn ready(&self, free: u64) -> u64 {
        let (below, left, right, above) = (free, free >> 5, free >> 6, free >> 11);
        let pair = below & left | right & above | (below ^ left) & (right ^ above);
        (below ^ left ^ right ^ above) & !pair & self.boxes
    }

    /// Takes every box that can be taken, including those that become available. Returns the edges still free and the
    /// number of boxes.
    #[inline]
    pub(crate) const fn take_all(&self, free: u64) -> (u64, i32) {
        let mut rest = free;
        loop {
            let ready = self.ready(rest);
            if ready == 0 {
                // Counting the boxes that were ready is not enough: a box between two of them may be
                // completed as well.
                return (rest, self.left(free) - self.left(rest));
            }
            rest &= !sides(ready);
        }
    }

    /// The edges that can be drawn without giving anything away. Requires that no box can be taken and that `two`
    /// are the boxes with two free edges.
    #[inline]
    pub(crate) const fn safe(free: u64, two: u64) -> u64 {
        free & !sides(two)
    }

    /// The boxes with one or two free edges that free edges connect to these boxes.
    pub(crate) const fn strung(&self, free: u64, boxes: u64) -> u64 {
        let Counts { one, two, .. } = self.counts(free);
        let mut strung = boxes;
        loop {
            let edges = sides(strung) & free;
            let more = strung | (edges | edges >> 5 | edges >> 6 | edges >> 11) & (one | two);
            if more == strung {
                return strung;
            }
            strung = more;
        }
    }

    /// The boxes where a chain with these edges and boxes ends, by number `5 y + x`, or 25 for off the board.
    /// Requires that the chain is not closed.
    pub(crate) fn ends(&self, chain: u64, boxes: u64) -> [u8; 2] {
        let mut ends = [Edge::SIDE * Edge::SIDE; 2];
        let mut next = 0;
        let mut todo = (chain | chain >> 5 | chain >> 6 | chain >> 11) & self.boxes & !boxes;
        while todo != 0 {
            let end = todo & todo.wrapping_neg();
            todo ^= end;
            let at = end.trailing_zeros() as u8;
            for _ in 0..(sides(end) & chain).count_ones() {
                ends[next] = Edge::SIDE * (at / ROW) + at % ROW;
                next += 1;
            }
        }
        ends
    }

    /// The free edges of the chain that an edge belongs to: those of all boxes of `two` connected through free edges.
    pub(crate) const fn chain(free: u64, two: u64, edge: u64) -> u64 {
        let mut chain = edge;
        loop {
            let boxes = (chain | chain >> 5 | chain >> 6 | chain >> 11) & two;
            let more = chain | sides(boxes) & free;
            if more == chain {
                return chain;
            }
            chain = more;
        }
    }
}
