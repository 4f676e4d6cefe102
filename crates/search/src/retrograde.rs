//! Tables of results, computed backwards from the ends of games.

/// How a position ends under best play, for the side that has the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// The side wins after this many acts, an odd number: an immediate win is 1.
    Won(u8),
    /// The side loses after this many acts, an even number: 0 is already lost.
    Lost(u8),
    /// Neither side can force anything.
    Open,
}

impl Fate {
    /// The fate as a byte of a table: 0 is [`Open`](Fate::Open), otherwise the number of acts plus one.
    pub const fn byte(self) -> u8 {
        match self {
            Fate::Won(acts) | Fate::Lost(acts) => acts + 1,
            Fate::Open => 0,
        }
    }

    /// The fate stored by [`byte`](Fate::byte).
    pub const fn of(byte: u8) -> Fate {
        match byte {
            0 => Fate::Open,
            byte if byte.is_multiple_of(2) => Fate::Won(byte - 1),
            byte => Fate::Lost(byte - 1),
        }
    }
}

/// The position after an act; the other side has the hand there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// A position of the same table, by its number.
    Here(u32),
    /// A position with a known fate: an end, or a position of a table made before.
    Known(Fate),
}

/// The most acts to an end that is recorded: a byte has no room for more.
const FARTHEST: usize = 254;

/// Marks a position with an act that is never known to lose: the count of acts not known to lose stays above zero.
const NEVER: u16 = 1 << 15;

/// The fates of positions `0..count`, as bytes. `next` appends where the acts of a position lead, and returns whether
/// there is a position with that number at all; a position without acts is lost. Sides alternate. The same `next` gives
/// the same bytes. Where no position can repeat, it is just as correct, only slower than a plain recursion.
///
/// # Panics
/// If `next` leads beyond `count`.
pub fn retrograde(count: usize, mut next: impl FnMut(usize, &mut Vec<Next>) -> bool) -> Vec<u8> {
    let mut fates = vec![0; count];
    // The number of acts not yet known to lose, and the latest loss among the others.
    let mut open = vec![0_u16; count];
    let mut latest = vec![0_u8; count];
    let mut layers: Vec<Vec<u32>> = vec![Vec::new(); FARTHEST + 2];
    let (mut edges, mut starts, mut into) =
        (Vec::new(), Vec::with_capacity(count + 1), vec![0_u32; count + 1]);
    let mut nexts = Vec::new();
    for at in 0..count {
        starts.push(edges.len());
        nexts.clear();
        if !next(at, &mut nexts) {
            continue;
        }
        let mut soonest = None;
        for next in &nexts {
            match *next {
                Next::Here(to) => {
                    open[at] += 1;
                    into[to as usize] += 1;
                    edges.push(to);
                }
                Next::Known(Fate::Lost(acts)) => {
                    soonest = Some(soonest.map_or(acts, |best: u8| best.min(acts)));
                }
                Next::Known(Fate::Won(acts)) => latest[at] = latest[at].max(acts),
                Next::Known(Fate::Open) => open[at] |= NEVER,
            }
        }
        if let Some(acts) = soonest {
            open[at] |= NEVER;
            layers[usize::from(acts) + 1].push(at as u32);
        } else if open[at] == 0 {
            layers[if nexts.is_empty() { 0 } else { usize::from(latest[at]) + 1 }].push(at as u32);
        }
    }
    starts.push(edges.len());
    let befores = backwards(&edges, &starts, &mut into);
    drop((edges, starts));
    for acts in 0..=FARTHEST {
        for at in std::mem::take(&mut layers[acts]) {
            if fates[at as usize] != 0 {
                continue;
            }
            fates[at as usize] = acts as u8 + 1;
            for before in &befores[into[at as usize] as usize..into[at as usize + 1] as usize] {
                let before = *before as usize;
                if fates[before] != 0 {
                    continue;
                }
                if acts % 2 == 0 {
                    layers[acts + 1].push(before as u32);
                } else {
                    open[before] -= 1;
                    latest[before] = latest[before].max(acts as u8);
                    if open[before] == 0 {
                        layers[usize::from(latest[before]) + 1].push(before as u32);
                    }
                }
            }
        }
    }
    fates
}

/// Reverses the edges; `into` holds the number of edges to each position and becomes where that position's part begins.
fn backwards(edges: &[u32], starts: &[usize], into: &mut [u32]) -> Vec<u32> {
    let mut sum = 0;
    for begin in into.iter_mut() {
        sum += std::mem::replace(begin, sum);
    }
    let mut befores = vec![0; edges.len()];
    let mut filled = into.to_vec();
    for at in 0..starts.len() - 1 {
        for to in &edges[starts[at]..starts[at + 1]] {
            befores[filled[*to as usize] as usize] = at as u32;
            filled[*to as usize] += 1;
        }
    }
    befores
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Rng;

    #[test]
    fn fates_are_bytes_and_back() {
        for byte in 0..=255 {
            assert_eq!(Fate::of(byte).byte(), byte);
        }
        assert_eq!((Fate::of(1), Fate::of(2)), (Fate::Lost(0), Fate::Won(1)));
    }

    /// A graph with cycles, dead ends, holes, and acts that lead out of it.
    fn graph(seed: u64) -> Vec<Option<Vec<Next>>> {
        let mut rng = Rng::new(seed);
        let count = 5 + rng.below(60);
        let holes: Vec<bool> = (0..count).map(|_| rng.below(8) == 0).collect();
        let mut next = |_| match rng.below(12) {
            0 => Next::Known(Fate::Won(1 + 2 * rng.below(4) as u8)),
            1 => Next::Known(Fate::Lost(2 * rng.below(4) as u8)),
            2 => Next::Known(Fate::Open),
            _ => loop {
                let to = rng.below(count);
                if !holes[to] {
                    break Next::Here(to as u32);
                }
            },
        };
        let widths: Vec<usize> = (0..count).map(|at| (at * 7 + seed as usize) % 5).collect();
        (0..count).map(|at| (!holes[at]).then(|| (0..widths[at]).map(&mut next).collect())).collect()
    }

    /// By the definition, repeated until nothing changes: won in `n` if an act leads to a loss in `n - 1` and none to
    /// an earlier one, lost in `n` if all lead to wins, the latest in `n - 1`.
    fn plainly(graph: &[Option<Vec<Next>>]) -> Vec<u8> {
        let mut fates = vec![Fate::Open; graph.len()];
        loop {
            let of = |next: &Next| match *next {
                Next::Here(to) => fates[to as usize],
                Next::Known(fate) => fate,
            };
            let judged = |nexts: &Vec<Next>| {
                let lost = nexts.iter().filter_map(|next| match of(next) {
                    Fate::Lost(acts) => Some(acts),
                    _ => None,
                });
                let won = nexts.iter().map(|next| match of(next) {
                    Fate::Won(acts) => Some(acts + 1),
                    _ => None,
                });
                match (lost.min(), won.collect::<Option<Vec<u8>>>()) {
                    (Some(acts), _) => Fate::Won(acts + 1),
                    (None, Some(all)) => Fate::Lost(all.into_iter().max().unwrap_or(0)),
                    (None, None) => Fate::Open,
                }
            };
            let after: Vec<Fate> =
                graph.iter().map(|nexts| nexts.as_ref().map_or(Fate::Open, judged)).collect();
            if after == fates {
                return fates.into_iter().map(Fate::byte).collect();
            }
            fates = after;
        }
    }

    #[test]
    fn fates_are_those_of_the_definition() {
        let mut told = [0; 3];
        for seed in 0..1000 {
            let graph = graph(seed);
            let made = retrograde(graph.len(), |at, out| {
                out.extend(graph[at].iter().flatten());
                graph[at].is_some()
            });
            assert_eq!(made, plainly(&graph), "graph {seed}");
            for byte in made {
                told[if byte == 0 { 0 } else { 1 + usize::from(byte % 2) }] += 1;
            }
        }
        assert!(told.iter().all(|count| *count > 3000), "{told:?}");
    }
}
