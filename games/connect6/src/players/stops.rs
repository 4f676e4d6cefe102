//! How many stones stop all threats, and which: the smallest sets of points that meet the gaps of every threat.

/// The points that a threat still needs: two, or one twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Gaps([u16; 2]);

impl Gaps {
    /// The gaps of a threat: one, or two.
    pub(super) fn of(first: u16, second: Option<u16>) -> Gaps {
        Gaps([first, second.unwrap_or(first)])
    }

    /// Whether a stone there stops the threat.
    #[inline]
    pub(super) const fn has(self, point: u16) -> bool {
        self.0[0] == point || self.0[1] == point
    }

    /// The gaps that are left after an own stone there, if it is not the last one.
    pub(super) const fn without(self, point: u16) -> Gaps {
        let [first, second] = self.0;
        if first == point {
            Gaps([second; 2])
        } else if second == point {
            Gaps([first; 2])
        } else {
            self
        }
    }

    /// Each gap once.
    pub(super) fn iter(self) -> impl Iterator<Item = u16> {
        let [first, second] = self.0;
        std::iter::once(first).chain((second != first).then_some(second))
    }
}

/// The first threat that a stone on `point` does not stop.
fn left(threats: &[Gaps], point: u16) -> Option<Gaps> {
    threats.iter().copied().find(|gaps| !gaps.has(point))
}

/// The least number of stones that stops all threats: 0 to 2, or 3 for more than a turn has.
pub(super) fn least(threats: &[Gaps]) -> u8 {
    let Some(first) = threats.first() else { return 0 };
    if first.iter().any(|point| left(threats, point).is_none()) {
        return 1;
    }
    let stops = |[a, b]: [u16; 2]| threats.iter().all(|gaps| gaps.has(a) || gaps.has(b));
    let second = |a: u16| left(threats, a).is_some_and(|gaps| gaps.iter().any(|b| stops([a, b])));
    if first.iter().any(second) { 2 } else { 3 }
}

/// The points on each of which a single stone stops all threats, of which there is at least one.
pub(super) fn singles(threats: &[Gaps]) -> impl Iterator<Item = u16> {
    let first = threats.first().copied().unwrap_or_default();
    first.iter().filter(|point| left(threats, *point).is_none())
}

/// Appends every pair of points, the lower first, that stops all threats together where neither point does alone.
pub(super) fn pairs(threats: &[Gaps], out: &mut Vec<[u16; 2]>) {
    let Some(first) = threats.first() else { return };
    let from = out.len();
    for a in first.iter() {
        let Some(next) = left(threats, a) else { continue };
        for b in next.iter() {
            if left(threats, b).is_some() && threats.iter().all(|gaps| gaps.has(a) || gaps.has(b)) {
                out.push([a.min(b), a.max(b)]);
            }
        }
    }
    out[from..].sort_unstable();
    out.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Rng;

    /// The sets of at most two of these points that stop all threats, tried one after the other.
    fn brute(threats: &[Gaps], points: u16) -> (u8, Vec<u16>, Vec<[u16; 2]>) {
        let stops = |a: u16, b: u16| threats.iter().all(|gaps| gaps.has(a) || gaps.has(b));
        let singles: Vec<u16> = (0..points).filter(|a| stops(*a, *a)).collect();
        let pairs: Vec<[u16; 2]> = (0..points)
            .flat_map(|b| (0..b).map(move |a| [a, b]))
            .filter(|[a, b]| stops(*a, *b) && !stops(*a, *a) && !stops(*b, *b))
            .collect();
        let least = match (threats.is_empty(), singles.is_empty(), pairs.is_empty()) {
            (true, ..) => 0,
            (_, false, _) => 1,
            (.., false) => 2,
            _ => 3,
        };
        (least, singles, pairs)
    }

    #[test]
    fn stops_are_all_that_there_are() {
        let (mut rng, mut seen) = (Rng::new(1), [0; 4]);
        for _ in 0..20_000 {
            let points = 3 + rng.below(6) as u16;
            let mut point = || rng.below(points.into()) as u16;
            let threats: Vec<Gaps> = (0..point()).map(|_| Gaps::of(point(), Some(point()))).collect();
            let (fewest, alone, together) = brute(&threats, points);
            seen[usize::from(fewest)] += 1;
            assert_eq!(least(&threats), fewest, "{threats:?}");
            if threats.is_empty() {
                continue;
            }
            let mut found: Vec<u16> = singles(&threats).collect();
            found.sort_unstable();
            assert_eq!(found, alone, "{threats:?}");
            let mut found = Vec::new();
            pairs(&threats, &mut found);
            found.sort_unstable();
            let mut together = together;
            together.sort_unstable();
            assert_eq!(found, together, "{threats:?}");
        }
        assert!(seen.iter().all(|seen| *seen > 100), "{seen:?}");
    }
}
