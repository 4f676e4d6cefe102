//! Turns that take both of the other side's stones to stop.

use super::field::Field;
use super::lines::{POINTS_OF, along};
use super::stops::{Gaps, least, singles};
use crate::Point;
use leitai_core::Seat;
use std::cmp::Reverse;

/// How many stones are tried beside one that makes two threats by itself.
const FREE: usize = 8;
/// Most threats of one stone that are counted; more are left out, which only makes a turn look weaker.
const MOST: usize = 8;
/// No stone of the list.
const NONE: u8 = u8::MAX;

/// A turn with which a side threatens to complete six in more ways than one stone stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DoubleThreat {
    /// The lower point first.
    pub(super) turn: [u16; 2],
    /// The least number of stones that stops it: 2, or 3 for more than a turn has.
    pub(super) needed: u8,
    /// How much the turn improves the side's windows.
    gain: i32,
}

/// A stone that makes threats by itself.
#[derive(Clone, Copy)]
struct Four {
    point: u16,
    gain: i32,
    /// The least number of stones that stops what it threatens.
    needed: u8,
    threats: [Gaps; MOST],
    count: u8,
}

impl Four {
    fn threats(&self) -> &[Gaps] {
        &self.threats[..usize::from(self.count)]
    }

    /// Whether one stone stops everything that both stones threaten, which have no window in common.
    fn is_stopped_with(&self, other: &Four) -> bool {
        self.needed == 1
            && other.needed == 1
            && singles(self.threats()).any(|point| other.threats().iter().all(|gaps| gaps.has(point)))
    }
}

/// The stones of a side that make threats, and which of them lies on a point.
struct Fours {
    list: Vec<Four>,
    at: [u8; Point::COUNT as usize],
}

impl Fours {
    fn new(field: &Field, seat: Seat) -> Fours {
        let mut fours = Fours { list: Vec::with_capacity(32), at: [NONE; Point::COUNT as usize] };
        for window in field.threes(seat) {
            let mut gaps = [0; 3];
            gaps.iter_mut().zip(field.gaps(window)).for_each(|(slot, gap)| *slot = gap);
            let [a, b, c] = gaps;
            for [point, first, second] in [[a, b, c], [b, a, c], [c, a, b]] {
                fours.add(field, seat, point, Gaps::of(first, Some(second)));
            }
        }
        for four in &mut fours.list {
            four.needed = least(four.threats());
        }
        fours
    }

    fn add(&mut self, field: &Field, seat: Seat, point: u16, gaps: Gaps) {
        let at = &mut self.at[usize::from(point)];
        if *at == NONE {
            if self.list.len() == usize::from(NONE) {
                return;
            }
            *at = self.list.len() as u8;
            let gain = field.gain(seat, point);
            self.list.push(Four { point, gain, needed: 0, threats: [Gaps::default(); MOST], count: 0 });
        }
        let four = &mut self.list[usize::from(*at)];
        if usize::from(four.count) < MOST {
            four.threats[usize::from(four.count)] = gaps;
            four.count += 1;
        }
    }

    fn on(&self, point: u16) -> Option<&Four> {
        self.list.get(usize::from(self.at[usize::from(point)]))
    }

    /// Collects what two stones threaten together, as far as their own threats go.
    fn together(&self, [a, b]: [u16; 2], out: &mut Vec<Gaps>) {
        out.clear();
        for gaps in self.on(a).map_or(&[][..], Four::threats) {
            out.push(gaps.without(b));
        }
        out.extend(self.on(b).map_or(&[][..], Four::threats).iter().filter(|gaps| !gaps.has(a)));
    }
}

/// Two points, the lower first.
fn sorted(a: u16, b: u16) -> [u16; 2] {
    [a.min(b), a.max(b)]
}

/// The double threats of a side that cannot complete six this turn, best first, at most `most`. They stop whatever the
/// other side threatens. `wide`: also those of stones that threaten nothing by themselves.
pub(super) fn double_threats(
    field: &Field,
    seat: Seat,
    most: usize,
    wide: bool,
    out: &mut Vec<DoubleThreat>,
) {
    out.clear();
    if !wide && !field.has_threes(seat) {
        return;
    }
    let theirs = field.threats(seat.other());
    if least(&theirs) > 2 {
        return;
    }
    let stops = |[a, b]: [u16; 2]| theirs.iter().all(|gaps| gaps.has(a) || gaps.has(b));
    let fours = Fours::new(field, seat);
    let mut threats = Vec::with_capacity(32);
    let list = &fours.list;
    for (i, first) in list.iter().enumerate() {
        for second in &list[..i] {
            let turn = sorted(first.point, second.point);
            if !stops(turn) {
                continue;
            }
            let needed = if first.threats().iter().any(|gaps| gaps.has(second.point)) {
                fours.together(turn, &mut threats);
                least(&threats)
            } else if first.is_stopped_with(second) {
                1
            } else if first.needed + second.needed > 2 {
                fours.together(turn, &mut threats);
                least(&threats)
            } else {
                2
            };
            if needed >= 2 {
                out.push(DoubleThreat { turn, needed, gain: first.gain + second.gain });
            }
        }
    }
    if list.iter().any(|four| four.needed >= 2) {
        let free = free(field, seat, &fours, &theirs);
        for four in list.iter().filter(|four| four.needed >= 2) {
            for (point, gain) in &free {
                let turn = sorted(four.point, *point);
                if stops(turn) {
                    out.push(DoubleThreat { turn, needed: four.needed, gain: four.gain + gain });
                }
            }
        }
    }
    if wide {
        pairs(field, seat, &fours, &stops, out);
    }
    // The same turn may have been found twice; what sees more threats counts.
    out.sort_unstable_by_key(|threat| (threat.turn, Reverse(threat.needed)));
    out.dedup_by_key(|threat| threat.turn);
    let order = |threat: &DoubleThreat| (Reverse(threat.needed), Reverse(threat.gain), threat.turn);
    if out.len() > most {
        out.select_nth_unstable_by_key(most, order);
        out.truncate(most);
    }
    out.sort_unstable_by_key(order);
}

/// The best stones beside one that makes two threats: those that make a three, and those that stop something.
fn free(field: &Field, seat: Seat, fours: &Fours, theirs: &[Gaps]) -> Vec<(u16, i32)> {
    let mut free: Vec<u16> = field.twos(seat).flat_map(|window| field.gaps(window)).collect();
    free.extend(theirs.iter().flat_map(|gaps| gaps.iter()));
    free.retain(|point| fours.on(*point).is_none());
    free.sort_unstable();
    free.dedup();
    let mut free: Vec<(u16, i32)> = free.into_iter().map(|point| (point, field.gain(seat, point))).collect();
    free.sort_unstable_by_key(|(point, gain)| (Reverse(*gain), *point));
    let mut place = 0;
    free.retain(|(point, _)| {
        place += 1;
        place <= FREE || theirs.iter().any(|gaps| gaps.has(*point))
    });
    free
}

/// Double threats of two stones in a window with two.
fn pairs(
    field: &Field,
    seat: Seat,
    fours: &Fours,
    stops: &impl Fn([u16; 2]) -> bool,
    out: &mut Vec<DoubleThreat>,
) {
    let mut threats = Vec::with_capacity(32);
    for window in field.twos(seat) {
        let mut gaps = [0; 4];
        gaps.iter_mut().zip(field.gaps(window)).for_each(|(slot, gap)| *slot = gap);
        for (i, b) in gaps.iter().enumerate() {
            for a in &gaps[..i] {
                let turn = sorted(*a, *b);
                if !stops(turn) {
                    continue;
                }
                fours.together(turn, &mut threats);
                let alone = threats.is_empty();
                let mut is_first = true;
                for near in along(window, *a) {
                    if field.counts(near, seat) == (2, 0) && POINTS_OF[usize::from(near)].contains(b) {
                        // A pair is looked at once, in the first of its windows.
                        is_first &= near >= window;
                        let mut gaps = field.gaps(near).filter(|gap| gap != a && gap != b);
                        if let Some(first) = gaps.next() {
                            threats.push(Gaps::of(first, gaps.next()));
                        }
                    }
                }
                if !is_first || alone && threats.len() < 2 {
                    continue;
                }
                let needed = least(&threats);
                if needed >= 2 {
                    let gain = field.gain(seat, *a) + field.gain(seat, *b);
                    out.push(DoubleThreat { turn, needed, gain });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;
    use leitai_core::Rng;

    /// A turn needs what it is said to need, by the windows after it; and where no other side threatens anything, no
    /// pair of points that each lie in a window with three is missing.
    #[test]
    fn what_turns_need_is_what_the_windows_say() {
        let mut seen = [0; 4];
        for seed in 0..150 {
            let mut rng = Rng::new(seed);
            let mut field = Field::new(&Board::default());
            for stone in 0..12 + rng.below(20) {
                let point = (6 + rng.below(8) as u16) * Point::SIDE + 6 + rng.below(8) as u16;
                if field.is_empty(point) {
                    field.place(Seat::BOTH[stone % 2], point);
                }
            }
            let seat = Seat::First;
            if field.has_fours(seat) {
                continue;
            }
            let mut found = Vec::new();
            double_threats(&field, seat, usize::MAX, true, &mut found);
            for threat in &found {
                field.place_all(seat, &threat.turn);
                let needed = field.needed(seat);
                seen[usize::from(needed)] += 1;
                assert!(threat.needed <= needed && threat.needed >= 2, "{seed} {threat:?} {needed}");
                assert!(!field.has_fours(seat.other()));
                field.lift_all(seat, &threat.turn);
            }
            let points: Vec<u16> = field.empty().collect();
            for (i, b) in points.iter().enumerate() {
                for a in &points[..i] {
                    let in_window = |point: u16| {
                        field
                            .threes(seat)
                            .chain(field.twos(seat))
                            .any(|window| POINTS_OF[usize::from(window)].contains(&point))
                    };
                    let both = field.threes(seat).any(|window| field.gaps(window).any(|gap| gap == *a))
                        && field.threes(seat).any(|window| field.gaps(window).any(|gap| gap == *b));
                    let line = field.twos(seat).any(|window| {
                        [a, b].iter().all(|point| POINTS_OF[usize::from(window)].contains(point))
                    });
                    if !in_window(*a) || !both && !line {
                        continue;
                    }
                    field.place_all(seat, &[*a, *b]);
                    let counts = field.needed(seat) >= 2 && !field.has_fours(seat.other());
                    field.lift_all(seat, &[*a, *b]);
                    assert_eq!(counts, found.iter().any(|threat| threat.turn == [*a, *b]), "{seed} {a} {b}");
                }
            }
        }
        assert!(seen[2] > 1_000 && seen[3] > 100, "{seen:?}");
    }
}
