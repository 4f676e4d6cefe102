//! Whether everyone can have a partner. Edmonds' blossoms ("Paths, trees, and flowers", 1965), for small graphs.

use std::collections::VecDeque;

/// Whether the `count` vertices can all be paired along edges.
pub(crate) fn is_perfect(count: usize, edge: impl Fn(usize, usize) -> bool) -> bool {
    if count % 2 == 1 {
        return false;
    }
    let neighbours: Vec<Vec<usize>> =
        (0..count).map(|a| (0..count).filter(|&b| a != b && edge(a, b)).collect()).collect();
    // Dirac's theorem: if everyone knows half of the others, there is a Hamiltonian cycle, and so a pairing.
    if neighbours.iter().all(|known| 2 * known.len() >= count) {
        return true;
    }
    let mut search = Search::new(&neighbours);
    (0..count).all(|vertex| search.mate[vertex].is_some() || search.augment(vertex))
}

struct Search<'a> {
    neighbours: &'a [Vec<usize>],
    mate: Vec<Option<usize>>,
    parent: Vec<Option<usize>>,
    base: Vec<usize>,
    used: Vec<bool>,
}

impl<'a> Search<'a> {
    fn new(neighbours: &'a [Vec<usize>]) -> Self {
        let count = neighbours.len();
        Search {
            neighbours,
            mate: vec![None; count],
            parent: vec![None; count],
            base: (0..count).collect(),
            used: vec![false; count],
        }
    }

    /// Finds an alternating path from `root` to a free vertex and flips it.
    fn augment(&mut self, root: usize) -> bool {
        self.used.fill(false);
        self.parent.fill(None);
        (0..self.base.len()).for_each(|vertex| self.base[vertex] = vertex);
        self.used[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(v) = queue.pop_front() {
            for &to in &self.neighbours[v] {
                if self.base[v] == self.base[to] || self.mate[v] == Some(to) {
                    continue;
                }
                let is_outer = to == root || self.mate[to].is_some_and(|mate| self.parent[mate].is_some());
                if is_outer {
                    self.contract(v, to, &mut queue);
                } else if self.parent[to].is_none() {
                    self.parent[to] = Some(v);
                    match self.mate[to] {
                        None => {
                            self.turn_over(to);
                            return true;
                        }
                        Some(mate) => {
                            self.used[mate] = true;
                            queue.push_back(mate);
                        }
                    }
                }
            }
        }
        false
    }

    fn turn_over(&mut self, mut end: usize) {
        while let Some(before) = self.parent[end] {
            let next = self.mate[before];
            (self.mate[end], self.mate[before]) = (Some(before), Some(end));
            match next {
                Some(next) => end = next,
                None => break,
            }
        }
    }

    fn contract(&mut self, v: usize, to: usize, queue: &mut VecDeque<usize>) {
        let base = self.common_base(v, to);
        let mut blossom = vec![false; self.base.len()];
        self.mark(v, base, to, &mut blossom);
        self.mark(to, base, v, &mut blossom);
        for vertex in 0..self.base.len() {
            if blossom[self.base[vertex]] {
                self.base[vertex] = base;
                if !self.used[vertex] {
                    self.used[vertex] = true;
                    queue.push_back(vertex);
                }
            }
        }
    }

    fn mark(&mut self, mut v: usize, base: usize, mut child: usize, blossom: &mut [bool]) {
        while self.base[v] != base {
            let Some(mate) = self.mate[v] else { return };
            (blossom[self.base[v]], blossom[self.base[mate]]) = (true, true);
            self.parent[v] = Some(child);
            child = mate;
            match self.parent[mate] {
                Some(parent) => v = parent,
                None => return,
            }
        }
    }

    fn common_base(&self, a: usize, b: usize) -> usize {
        let mut seen = vec![false; self.base.len()];
        let mut at = self.base[a];
        loop {
            seen[at] = true;
            match self.mate[at].and_then(|mate| self.parent[mate]) {
                Some(parent) => at = self.base[parent],
                None => break,
            }
        }
        let mut at = self.base[b];
        while !seen[at] {
            match self.mate[at].and_then(|mate| self.parent[mate]) {
                Some(parent) => at = self.base[parent],
                None => break,
            }
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn by_trying(left: &[usize], edges: &[bool], count: usize) -> bool {
        let Some((&a, rest)) = left.split_first() else { return true };
        rest.iter().any(|&b| {
            let others: Vec<_> = rest.iter().copied().filter(|&c| c != b).collect();
            edges[a * count + b] && by_trying(&others, edges, count)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(leitai_testkit::cases(2000)))]
        /// The result is the same as that of an exhaustive search.
        #[test]
        fn blossoms_agree_with_trying_everything(half in 0usize..=5, bits in proptest::collection::vec(0u8..100, 100), share in 10u8..60) {
            let count = 2 * half;
            let mut edges = vec![false; count * count];
            for a in 0..count {
                for b in 0..a {
                    let is_edge = bits[a * 10 + b] < share;
                    (edges[a * count + b], edges[b * count + a]) = (is_edge, is_edge);
                }
            }
            let all: Vec<_> = (0..count).collect();
            prop_assert_eq!(is_perfect(count, |a, b| edges[a * count + b]), by_trying(&all, &edges, count));
        }
    }
}
