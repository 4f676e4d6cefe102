//! A second implementation of the rules, straight from their definitions: points are pairs of numbers, sets are
//! standard library sets, and whole boards are remembered. It is slow and shares nothing with the rules but the
//! stones it is given.

use leitai_core::Seat;
use phantomgo::{Board, Point, Points};
use std::collections::BTreeSet;

pub(crate) type At = (u8, u8);
pub(crate) type Side = BTreeSet<At>;

/// The stones of black and of white.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Paper(pub(crate) [Side; 2]);

/// The result of playing a stone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Accepted { taken: Side, after: Paper },
    Occupied,
    Suicide,
    Ko,
}

pub(crate) fn side(points: Points) -> Side {
    points.iter().map(|point| (point.x(), point.y())).collect()
}

pub(crate) fn points(side: &Side) -> Points {
    side.iter().filter_map(|(x, y)| Point::new(*x, *y)).collect()
}

pub(crate) fn everywhere() -> Side {
    (0..9).flat_map(|x| (0..9).map(move |y| (x, y))).collect()
}

pub(crate) fn near((x, y): At) -> impl Iterator<Item = At> {
    let all = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
    all.into_iter().filter(|(x, y)| *x < 9 && *y < 9)
}

/// The points of `area` that are joined to `at` within `area`.
pub(crate) fn joined(area: &Side, at: At) -> Side {
    let (mut part, mut todo) = (Side::new(), vec![at]);
    while let Some(at) = todo.pop() {
        if area.contains(&at) && part.insert(at) {
            todo.extend(near(at));
        }
    }
    part
}

/// The connected parts of `area`.
pub(crate) fn parts(area: &Side) -> Vec<Side> {
    let mut rest = area.clone();
    let mut parts = Vec::new();
    while let Some(at) = rest.first().copied() {
        let part = joined(area, at);
        rest.retain(|at| !part.contains(at));
        parts.push(part);
    }
    parts
}

impl Paper {
    pub(crate) fn of(board: &Board) -> Paper {
        Paper(Seat::BOTH.map(|seat| side(board.stones(seat))))
    }

    pub(crate) fn empty(&self) -> Side {
        everywhere().into_iter().filter(|at| !self.0[0].contains(at) && !self.0[1].contains(at)).collect()
    }

    pub(crate) fn liberties(&self, chain: &Side) -> Side {
        let empty = self.empty();
        chain.iter().flat_map(|at| near(*at)).filter(|at| empty.contains(at)).collect()
    }

    /// Whether every chain has a liberty.
    pub(crate) fn is_sound(&self) -> bool {
        self.0.iter().flat_map(parts).all(|chain| !self.liberties(&chain).is_empty())
    }

    /// Plays a stone of `seat` at `at`; `before` is the whole board before the other side's last ply.
    pub(crate) fn play(&self, seat: Seat, at: At, before: Option<&Paper>) -> Verdict {
        let (own, enemy) = (seat.index(), seat.other().index());
        if !self.empty().contains(&at) {
            return Verdict::Occupied;
        }
        let mut after = self.clone();
        after.0[own].insert(at);
        let taken: Side =
            parts(&after.0[enemy]).into_iter().filter(|c| after.liberties(c).is_empty()).flatten().collect();
        after.0[enemy].retain(|at| !taken.contains(at));
        if after.liberties(&joined(&after.0[own], at)).is_empty() {
            Verdict::Suicide
        } else if before == Some(&after) {
            Verdict::Ko
        } else {
            Verdict::Accepted { taken, after }
        }
    }

    /// Benson's theorem as he states it: the largest set of a side's chains each of which has two vital regions
    /// among the regions whose neighbours all belong to these chains.
    pub(crate) fn alive(&self, seat: Seat) -> Side {
        let mut chains = parts(&self.0[seat.index()]);
        loop {
            let regions = self.enclosed(seat, &chains);
            let healthy =
                |chain: &Side| regions.iter().filter(|region| self.is_vital(region, chain)).count() >= 2;
            let kept: Vec<Side> = chains.iter().filter(|chain| healthy(chain)).cloned().collect();
            if kept.len() == chains.len() {
                return kept.into_iter().flatten().collect();
            }
            chains = kept;
        }
    }

    /// The regions without stones of the side whose neighbours all belong to these chains.
    fn enclosed(&self, seat: Seat, chains: &[Side]) -> Vec<Side> {
        let outside: Side =
            everywhere().into_iter().filter(|at| !self.0[seat.index()].contains(at)).collect();
        let bounds = |region: &Side| -> Side {
            region.iter().flat_map(|at| near(*at)).filter(|at| !region.contains(at)).collect()
        };
        let within =
            |region: &Side| bounds(region).iter().all(|at| chains.iter().any(|chain| chain.contains(at)));
        parts(&outside).into_iter().filter(within).collect()
    }

    /// Whether the region has empty points, all of them liberties of the chain.
    fn is_vital(&self, region: &Side, chain: &Side) -> bool {
        let (empty, liberties) = (self.empty(), self.liberties(chain));
        let mut bare = region.intersection(&empty).peekable();
        // A region of stones alone would be a chain without a liberty.
        bare.peek().is_some() && bare.all(|at| liberties.contains(at))
    }

    /// The dead stones of both sides.
    pub(crate) fn dead(&self) -> Side {
        let empty = self.empty();
        let mut dead = Side::new();
        for seat in Seat::BOTH {
            let alive = self.alive(seat);
            if alive.is_empty() {
                continue;
            }
            for region in self.enclosed(seat, &parts(&alive)) {
                if region.intersection(&empty).all(|at| near(*at).any(|next| alive.contains(&next))) {
                    dead.extend(region.intersection(&self.0[seat.other().index()]));
                }
            }
        }
        dead
    }

    /// The areas of black and of white in half points: the stones left on the board, the regions bordered by only
    /// one side, and half of the rest.
    pub(crate) fn areas(&self, dead: &Side) -> [u32; 2] {
        let left = Paper(self.0.clone().map(|side| side.difference(dead).copied().collect()));
        let mut halves = [0, 0];
        for at in everywhere() {
            let region = joined(&left.empty(), at);
            let borders = |seat: usize| {
                left.0[seat].contains(&at)
                    || region.iter().flat_map(|at| near(*at)).any(|at| left.0[seat].contains(&at))
            };
            match [borders(0), borders(1)] {
                [true, false] => halves[0] += 2,
                [false, true] => halves[1] += 2,
                _ => halves = halves.map(|half| half + 1),
            }
        }
        halves
    }
}
