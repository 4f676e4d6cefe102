//! Exact values of positions with few edges left: alpha-beta with memory over the edges drawn.
//!
//! What is left to win does not depend on who won what before, so a value is kept by the drawn edges alone, for
//! whoever is on turn. Two facts cut the tree (Barker and Korf, "Solving Dots-And-Boxes", 2012): boxes that can
//! be taken are taken, all of them, or all but the last of a chain, which are left to the opponent for the sake
//! of the turn after; and of the edges that open a chain one is as good as another.

use crate::boxes::{BESIDE, SIDES};
use crate::{Boxes, Edge, Edges};

/// Entries of the memory, a power of two.
const ENTRIES: usize = 1 << 16;
/// More than any margin.
const BEYOND: i32 = 100;

/// Solves positions of one board; remembers what it has found.
pub(crate) struct Solver {
    board: Edges,
    memory: Vec<Remembered>,
}

/// What is known of the value after some edges: between `least` and `most`.
#[derive(Clone, Copy)]
struct Remembered {
    drawn: Edges,
    least: i8,
    most: i8,
}

impl Solver {
    /// For the board with these edges.
    pub(crate) fn new(board: Edges) -> Solver {
        // No board has every bit as an edge: such an entry is empty.
        let empty = Remembered { drawn: Edges(u64::MAX), least: 0, most: 0 };
        Solver { board, memory: vec![empty; ENTRIES] }
    }

    /// The edges of its board.
    pub(crate) fn board(&self) -> Edges {
        self.board
    }

    /// The margin in boxes, from here to the end, of the side that draws `edge` next, if more than `least`;
    /// else any number that is not more.
    pub(crate) fn value_of(&mut self, edge: Edge, drawn: Edges, least: i32) -> i32 {
        let after = drawn.with(edge);
        match Boxes::completed_by(edge, after).len() as i32 {
            0 => -self.value(after, -BEYOND, -least),
            boxes => boxes + self.value(after, least - boxes, BEYOND),
        }
    }

    /// The margin of the side on turn from here to the end if it is between `low` and `high`; else a bound on
    /// the same side of them.
    fn value(&mut self, drawn: Edges, low: i32, high: i32) -> i32 {
        let (rest, taken) = take_all(drawn, None);
        if taken == 0 {
            return self.quiet(drawn, low, high);
        }
        // Take all, and be on turn after it: taken + v. Or leave the last, and be on turn after the opponent
        // has taken them and moved: taken - 2 left - v.
        match left_behind(drawn) {
            0 => taken + self.quiet(rest, low - taken, high - taken),
            left => {
                let reach = high - taken + left;
                if reach <= 0 {
                    return taken - left;
                }
                taken - left + (self.quiet(rest, -reach - left, reach - left) + left).abs()
            }
        }
    }

    /// The same where no box can be taken.
    fn quiet(&mut self, drawn: Edges, low: i32, high: i32) -> i32 {
        let unsettled = SIDES.iter().filter(|sides| !sides.without(drawn).is_empty());
        let most = unsettled.filter(|sides| sides.without(self.board).is_empty()).count() as i32;
        if most == 0 || most <= low {
            return most;
        }
        if -most >= high {
            return -most;
        }
        let at = (drawn.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - ENTRIES.ilog2())) as usize;
        let known = self.memory[at];
        let known = if known.drawn == drawn {
            known
        } else {
            Remembered { drawn, least: -most as i8, most: most as i8 }
        };
        let (least, most) = (i32::from(known.least), i32::from(known.most));
        if least >= high || least == most {
            return least;
        }
        if most <= low {
            return most;
        }
        let (low, high) = (low.max(least), high.min(most));
        let mut best = -BEYOND;
        for edge in ways_on(drawn, self.board) {
            let value = -self.value(drawn.with(edge), -high, -low.max(best));
            best = best.max(value);
            if best >= high {
                break;
            }
        }
        let least = if best > low { best as i8 } else { known.least };
        let most = if best < high { best as i8 } else { known.most };
        self.memory[at] = Remembered { drawn, least, most };
        best
    }
}

/// The edges worth trying where no box can be taken: those that give none away, then one for each chain,
/// the shortest first.
fn ways_on(drawn: Edges, board: Edges) -> impl Iterator<Item = Edge> {
    let free = board.without(drawn);
    let safe = safe(drawn, board);
    let mut rest = free.without(safe);
    let mut chains = Vec::new();
    while let Some(edge) = rest.first() {
        let chain = Chain::of(edge, drawn);
        rest = rest.without(chain.edges);
        chains.push((chain.len(), chain.opening().unwrap_or(edge)));
    }
    chains.sort_unstable();
    safe.iter().chain(chains.into_iter().map(|(_, edge)| edge))
}

/// The edges not drawn that are no box's third.
pub(crate) fn safe(drawn: Edges, board: Edges) -> Edges {
    let given = SIDES.iter().map(|sides| sides.without(drawn)).filter(|free| free.len() == 2);
    given.fold(board.without(drawn), Edges::without)
}

/// Takes every box that can be taken, but for the chain of the box `except`: the edges then drawn, and how
/// many boxes it was.
pub(crate) fn take_all(drawn: Edges, except: Option<usize>) -> (Edges, i32) {
    let (mut drawn, mut taken) = (drawn, 0);
    'again: loop {
        for chain in open_chains(drawn) {
            if except.is_none_or(|at| chain.boxes >> at & 1 == 0) {
                drawn = drawn.or(chain.edges);
                taken += chain.len() as i32;
                continue 'again;
            }
        }
        return (drawn, taken);
    }
}

/// The chain of every box with three sides drawn.
fn open_chains(drawn: Edges) -> impl Iterator<Item = Chain> {
    let free = SIDES.iter().map(move |sides| sides.without(drawn)).filter(|free| free.len() == 1);
    free.filter_map(move |free| Some(Chain::of(free.first()?, drawn)))
}

/// How many boxes the side on turn can leave to the opponent, who then has to move after taking them: the
/// last two of a chain, four of a closed one; 0 if it cannot. It takes everything else first.
fn left_behind(drawn: Edges) -> i32 {
    let mut left = 0;
    for (at, sides) in SIDES.iter().enumerate() {
        if sides.without(drawn).len() != 1 {
            continue;
        }
        // Taking other chains can lengthen this one, or close it.
        let (drawn, _) = take_all(drawn, Some(at));
        let Some(chain) = sides.without(drawn).first().map(|edge| Chain::of(edge, drawn)) else { continue };
        match (chain.ends, chain.len()) {
            (1, 2..) => return 2,
            (2, 4..) => left = 4,
            _ => {}
        }
    }
    left
}

/// Boxes with two or three sides drawn, strung together by the edges that are not.
struct Chain {
    /// Those edges, the two that lead out included.
    edges: Edges,
    /// Bit by bit as in [`SIDES`].
    boxes: u32,
    /// How many of the boxes have three sides drawn: 0, 1, or 2 (a closed chain).
    ends: u32,
}

impl Chain {
    /// The chain that `edge`, not drawn, belongs to.
    fn of(edge: Edge, drawn: Edges) -> Chain {
        let mut chain = Chain { edges: Edges::default().with(edge), boxes: 0, ends: 0 };
        let mut todo = chain.edges;
        while let Some(edge) = todo.first() {
            todo = todo.without(Edges::default().with(edge));
            for at in BESIDE[usize::from(edge.index())] {
                let free = SIDES[usize::from(at)].without(drawn);
                if free.len() > 2 || chain.boxes >> at & 1 == 1 {
                    continue;
                }
                chain.boxes |= 1 << at;
                chain.ends += u32::from(free.len() == 1);
                todo = todo.or(free.without(chain.edges));
                chain.edges = chain.edges.or(free);
            }
        }
        chain
    }

    fn len(&self) -> u32 {
        self.boxes.count_ones()
    }

    /// The edge that gives two boxes away so that neither can be left behind: the one between them.
    fn opening(&self) -> Option<Edge> {
        let within =
            |edge: &Edge| BESIDE[usize::from(edge.index())].iter().all(|at| self.boxes >> at & 1 == 1);
        self.edges.iter().find(within).filter(|_| self.len() == 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, Way};
    use leitai_core::Rng;

    /// The margin after every subset of `edges` is drawn as well, by every order of play; bit `i` of an index
    /// stands for `edges[i]`.
    fn plain(edges: &[Edge], drawn: Edges) -> Vec<i32> {
        let all = 1_usize << edges.len();
        let mut values = vec![0; all];
        for subset in (0..all - 1).rev() {
            let chosen = |at: usize| subset >> at & 1 == 1;
            let before = drawn.or((0..edges.len()).filter(|at| chosen(*at)).map(|at| edges[at]).collect());
            let value = |at: usize| {
                let boxes = Boxes::completed_by(edges[at], before.with(edges[at])).len() as i32;
                let rest: i32 = values[subset | 1 << at];
                if boxes > 0 { boxes + rest } else { -rest }
            };
            let best = (0..edges.len()).filter(|at| !chosen(*at)).map(value).max();
            values[subset] = best.unwrap_or(0);
        }
        values
    }

    #[test]
    fn values_are_those_of_plain_search() {
        let mut rng = Rng::new(25);
        for (rows, columns, left, positions) in
            [(3, 3, 14, 40), (2, 5, 14, 40), (4, 4, 13, 150), (5, 5, 13, 250)]
        {
            let board = Rules::new(rows, columns, false).unwrap().edges();
            let mut solver = Solver::new(board);
            for _ in 0..positions {
                let mut edges: Vec<_> = board.iter().collect();
                while edges.len() > left {
                    edges.swap_remove(rng.below(edges.len()));
                }
                let drawn = board.without(edges.iter().copied().collect());
                let value = plain(&edges, drawn)[0];
                assert_eq!(solver.value(drawn, -BEYOND, BEYOND), value, "{drawn:?}");
                let low = rng.below(20) as i32 - 10;
                let bound = solver.value(drawn, low, low + 1);
                assert_eq!(bound > low, value > low, "{drawn:?} against {low}");
            }
        }
    }

    #[test]
    fn of_a_closed_chain_four_boxes_are_left_or_none() {
        let board = Rules::default().edges();
        let upright = |x, y| Edge::new(Way::Upright, x, y).unwrap();
        // A chain of five that nobody wants to open, and a closed one of three, four, or five boxes.
        for (closed, value) in [(2, 3 - 5), (3, -4 + 5), (4, 1 - 4 + 5)] {
            let chain = (0..=5).map(|x| upright(x, 2));
            let edges: Vec<_> = (1..=closed).map(|x| upright(x, 0)).chain(chain).collect();
            let drawn = board.without(edges.iter().copied().collect());
            assert_eq!(plain(&edges, drawn)[0], value, "{closed} edges");
            assert_eq!(Solver::new(board).value(drawn, -BEYOND, BEYOND), value, "{closed} edges");
        }
    }

    #[test]
    fn boards_have_their_published_values() {
        let published = [(1, 1, -1), (1, 2, 0), (1, 3, -1), (2, 2, 2), (2, 3, -2), (3, 2, -2), (2, 4, 2)];
        for (rows, columns, value) in published {
            let mut solver = Solver::new(Rules::new(rows, columns, false).unwrap().edges());
            assert_eq!(solver.value(Edges::default(), -BEYOND, BEYOND), value, "{rows}x{columns}");
        }
    }

    #[test]
    fn three_by_three_is_worth_three_to_the_second() {
        let mut solver = Solver::new(Rules::new(3, 3, false).unwrap().edges());
        // Every other first edge is one of these turned or mirrored.
        let firsts = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Edge::new(Way::Across, x, y).unwrap());
        let mut better_than =
            |margin| firsts.iter().any(|first| solver.value_of(*first, Edges::default(), margin) > margin);
        assert!(better_than(-4) && !better_than(-3));
    }
}
