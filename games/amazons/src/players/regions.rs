//! Parts of the board that do not meet any more, and positions that are decided because all of them are counted.

use super::bits::{each, flood, near};
use super::field::{Act, Field};
use super::fill::{Filler, Region};
use leitai_core::Seat;

/// The regions of one side.
#[derive(Clone, Copy, Debug)]
struct Land {
    regions: [Region; 4],
    count: usize,
    /// The free squares of all.
    free: u32,
}

impl Land {
    /// The regions of a side, if the other side cannot come there while the side keeps its guards.
    fn of(field: &Field, seat: Seat) -> Option<Land> {
        let [own, theirs] = [seat, seat.other()].map(|seat| field.amazons[seat.index()]);
        let outside = flood(theirs, field.free | theirs);
        let mut rest = own;
        let mut land = Land { regions: [Region { free: 0, amazons: 0, guards: 0 }; 4], count: 0, free: 0 };
        while rest != 0 {
            let all = flood(rest & rest.wrapping_neg(), field.free | own);
            let free = all & field.free;
            if free & outside != 0 {
                return None;
            }
            let amazons = all & own;
            let guards = amazons & near(outside);
            land.regions[land.count] = Region { free, amazons, guards };
            land.count += 1;
            land.free += free.count_ones();
            rest &= !all;
        }
        Some(land)
    }

    fn regions(&self) -> &[Region] {
        &self.regions[..self.count]
    }

    /// Whether the regions give at least `want` turns, as far as that is found in so many steps each.
    fn gives(&self, mut want: u32, filler: &mut Filler, steps: u32) -> bool {
        let mut left = self.free;
        for region in self.regions() {
            let free = region.free.count_ones();
            left -= free;
            want = want.saturating_sub(filler.turns(*region, want, steps).least);
            if want == 0 {
                return true;
            }
            if want > left {
                return false;
            }
        }
        false
    }

    /// The most turns that the regions may give.
    fn most(&self, filler: &mut Filler, steps: u32) -> u32 {
        // A guard that leaves its post may do so: nothing is kept then, but the side has its own squares only.
        let open = self.regions().iter().map(|region| Region { guards: 0, ..*region });
        open.map(|region| filler.turns(region, u32::MAX, steps).most).sum()
    }
}

/// The winner, if no square is in dispute and the count decides. Requires a position in which nobody has to shoot.
pub(super) fn decided(field: &Field, filler: &mut Filler, steps: u32) -> Option<Seat> {
    let [own, theirs] = [field.mover, field.mover.other()].map(|seat| Land::of(field, seat));
    let (own, theirs) = (own?, theirs?);
    if own.free > theirs.free && own.gives(theirs.free + 1, filler, steps) {
        return Some(field.mover);
    }
    if theirs.free >= own.free && theirs.gives(own.free, filler, steps) {
        return Some(field.mover.other());
    }
    // Squares alone do not tell: a region may give fewer turns than it has squares.
    if own.gives(theirs.most(filler, steps) + 1, filler, steps) {
        return Some(field.mover);
    }
    theirs.gives(own.most(filler, steps), filler, steps).then_some(field.mover.other())
}

/// A turn of the side on turn that wastes no square, if no square is in dispute. Requires that it has a turn and that nobody
/// has to shoot.
pub(super) fn filling(field: &Field, filler: &mut Filler, steps: u32) -> Option<[Act; 2]> {
    Land::of(field, field.mover.other())?;
    let own = Land::of(field, field.mover)?;
    // The largest region has the most room to be filled well later; the smallest is filled first.
    let mut regions = own.regions().to_vec();
    regions.sort_by_key(|region| region.free.count_ones());
    let mut wasteful = None;
    for region in regions.iter().filter(|region| region.free != 0) {
        let before = filler.turns(*region, u32::MAX, steps).least;
        let Some(acts) = filler.first(*region, steps) else { continue };
        if before > 0 && filler.turns(after(region, acts), u32::MAX, steps).least + 1 >= before {
            return Some(acts);
        }
        wasteful = wasteful.or(Some(acts));
    }
    wasteful
}

/// The region after a turn in it.
fn after(region: &Region, [step, shot]: [Act; 2]) -> Region {
    let (from, to) = (1_u128 << step.from(), 1_u128 << step.to());
    Region {
        free: (region.free | from) & !to & !(1 << shot.to()),
        amazons: region.amazons ^ from ^ to,
        guards: region.guards & !from,
    }
}

/// A part of the board that arrows bound: nothing outside ever matters to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) free: u128,
    pub(super) amazons: [u128; 2],
}

impl Part {
    /// The parts of what is free, with the amazons in them.
    pub(super) fn all(free: u128, amazons: [u128; 2]) -> impl Iterator<Item = Part> {
        let mut rest = amazons[0] | amazons[1];
        let within = free | rest;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let all = flood(rest & rest.wrapping_neg(), within);
                rest &= !all;
                Part { free: all & free, amazons: amazons.map(|amazons| amazons & all) }
            })
        })
    }

    /// Whose part it is, if only one side's amazons are in it.
    pub(super) fn owner(&self) -> Option<Seat> {
        match self.amazons {
            [_, 0] => Some(Seat::First),
            [0, _] => Some(Seat::Second),
            _ => None,
        }
    }

    /// The part as its owner's region.
    pub(super) fn region(&self) -> Region {
        Region { free: self.free, amazons: self.amazons[0] | self.amazons[1], guards: 0 }
    }

    /// Every turn of a seat in it: the two acts, what is then free, and the seat's amazons.
    pub(super) fn turns(&self, seat: Seat, out: &mut Vec<([Act; 2], u128, u128)>) {
        let own = self.amazons[seat.index()];
        for from in each(own) {
            let amazon = 1 << from;
            for to in each(super::bits::queens(amazon, self.free)) {
                let free = (self.free | amazon) ^ 1 << to;
                let moved = own ^ amazon ^ 1 << to;
                for shot in each(super::bits::queens(1 << to, free)) {
                    out.push(([Act::step(from, to), Act::shot(shot)], free ^ 1 << shot, moved));
                }
            }
        }
    }
}
