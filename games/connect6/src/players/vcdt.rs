//! Wins by double threats (VCDT), depth first: each turn of the attacker takes both stones of the answer to stop, until
//! one cannot be stopped.
//!
//! The defender is given more than it has: a stone on every point that stops something. What wins even so is a real
//! win. What was found is remembered with the position and the side it was found for.

use super::double_threats::{DoubleThreat, double_threats};
use super::field::Field;
use super::stops::least;
use leitai_core::Seat;

/// Most turns of the attacker.
const DEEPEST: usize = 24;
/// Most turns tried in one position.
const WIDEST: usize = 16;
/// Part of the key when white attacks.
const WHITE: u64 = 0x9e37_79b9_7f4a_7c15;
/// Part of the key where stones count that threaten nothing by themselves.
const WIDE: u64 = 0xd1b5_4a32_d192_ed03;

/// A win that no answer prevents: the turn to play, and the number of turns of both sides until six.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Win {
    /// The same point twice where a single stone completes six.
    pub(super) turn: [u16; 2],
    pub(super) turns: u16,
}

/// What is remembered about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Win(Win),
    /// No double threats win, as far as they were looked at.
    None,
    /// A search of so many turns did not find out.
    Open(u32),
}

/// The search for wins by double threats, with its table.
#[derive(Default)]
pub(super) struct Vcdt {
    /// By the low bits of the key: the key, and what is known.
    table: Vec<[u64; 2]>,
    /// Turns that the present search may still try.
    left: u32,
    /// Whether the present search left something out for want of turns.
    cut: bool,
    /// Whether the present search looks at stones that threaten nothing by themselves.
    wide: bool,
    /// Turns tried so far, over all searches.
    pub(super) tried: u64,
    /// By depth: the double threats being tried.
    threats: Vec<Vec<DoubleThreat>>,
}

impl Vcdt {
    /// A search whose table takes at most `bytes` bytes.
    pub(super) fn new(bytes: u64) -> Vcdt {
        let most = usize::try_from(bytes / 16).unwrap_or(usize::MAX);
        let entries = if most < 2 { 0 } else { 1 << most.ilog2() };
        Vcdt { table: vec![[0; 2]; entries], ..Vcdt::default() }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.table.fill([0; 2]);
    }

    /// The turn with which `seat`, to move with two stones, certainly wins, if a search of at most `most` turns finds
    /// it. The field is left unchanged. `wide`: also by turns of stones that threaten nothing by themselves.
    pub(super) fn win(&mut self, field: &mut Field, seat: Seat, most: u32, wide: bool) -> Option<Win> {
        (self.left, self.cut, self.wide) = (most, false, wide);
        if self.threats.is_empty() {
            self.threats = vec![Vec::new(); DEEPEST + 1];
        }
        self.attack(field, seat, 0)
    }

    /// The points that a win of `seat` leads through, which a search of at most `most` turns finds: only stones there, or
    /// threats of the other side, can stop it. None if there is no win by double threats.
    pub(super) fn zone(&mut self, field: &mut Field, seat: Seat, most: u32, wide: bool) -> Vec<u16> {
        let mut zone = Vec::new();
        self.follow(field, seat, most, wide, |_, turn, stops| zone.extend(turn.iter().chain(stops)));
        zone.sort_unstable();
        zone.dedup();
        zone
    }

    /// The points on which one more stone of the other side may change something about a win of `seat` that a search of at
    /// most `most` turns finds, its relevance zone: with such a stone anywhere else that win stands as it is. `None` if
    /// there is no win by double threats, or it is not found again to its end.
    pub(super) fn relevant(
        &mut self,
        field: &mut Field,
        seat: Seat,
        most: u32,
        wide: bool,
    ) -> Option<Vec<u16>> {
        let mut zone = Vec::new();
        let ends = self.follow(field, seat, most, wide, |field, turn, stops| {
            zone.extend(turn.iter().chain(stops));
            // One more stone in these would threaten what the turn does not stop.
            zone.extend(field.threes(seat.other()).flat_map(|window| field.gaps(window)));
        });
        zone.sort_unstable();
        zone.dedup();
        ends.then_some(zone)
    }

    /// Follows the win of `seat` that a search of at most `most` turns finds, the other side being given a stone on every
    /// point that stops something: `seen` is shown the position after each turn, before these stones, with the turn and their
    /// points; a turn that completes six is not placed. Returns whether there is a win and it was followed to its end.
    fn follow(
        &mut self,
        field: &mut Field,
        seat: Seat,
        most: u32,
        wide: bool,
        mut seen: impl FnMut(&Field, [u16; 2], &[u16]),
    ) -> bool {
        let (mut path, mut ends) = (Vec::new(), false);
        while !ends
            && path.len() <= DEEPEST
            && let Some(win) = self.win(field, seat, most, wide)
        {
            if win.turns == 1 {
                seen(field, win.turn, &[]);
                ends = true;
                break;
            }
            field.place_all(seat, &win.turn);
            let mut stops: Vec<u16> = field.threats(seat).iter().flat_map(|gaps| gaps.iter()).collect();
            stops.sort_unstable();
            stops.dedup();
            seen(field, win.turn, &stops);
            field.place_all(seat.other(), &stops);
            path.push((win.turn, stops));
            ends = win.turns == 3;
        }
        for (turn, stops) in path.iter().rev() {
            field.lift_all(seat.other(), stops);
            field.lift_all(seat, turn);
        }
        ends
    }

    fn attack(&mut self, field: &mut Field, seat: Seat, depth: usize) -> Option<Win> {
        if let Some(six) = field.six(seat, 2) {
            let (first, last) = (six.first()?, six.last()?);
            return Some(Win { turn: [*first, *last], turns: 1 });
        }
        let key =
            field.key() ^ if seat == Seat::Second { WHITE } else { 0 } ^ if self.wide { WIDE } else { 0 };
        match self.get(key) {
            Some(Known::Win(win)) => return Some(win),
            Some(Known::None) => return None,
            Some(Known::Open(tried)) if tried >= self.left => {
                self.cut = true;
                return None;
            }
            _ => {}
        }
        if depth == DEEPEST {
            self.cut = true;
            return None;
        }
        let (before, left) = (self.cut, self.left);
        self.cut = false;
        let mut threats = std::mem::take(&mut self.threats[depth]);
        double_threats(field, seat, WIDEST, self.wide, &mut threats);
        let mut found = None;
        for threat in &threats {
            if threat.needed > 2 {
                found = Some(Win { turn: threat.turn, turns: 3 });
                break;
            }
            if self.left == 0 {
                self.cut = true;
                break;
            }
            if let Some(turns) = self.goes_on(field, seat, threat.turn, depth) {
                found = Some(Win { turn: threat.turn, turns: turns + 2 });
                break;
            }
        }
        self.threats[depth] = threats;
        self.put(
            key,
            match found {
                Some(win) => Known::Win(win),
                None if self.cut => Known::Open(left),
                None => Known::None,
            },
        );
        self.cut |= before;
        found
    }

    /// The number of turns that the win takes after this one, if the attack wins against everything that stops it.
    fn goes_on(&mut self, field: &mut Field, seat: Seat, turn: [u16; 2], depth: usize) -> Option<u16> {
        self.left -= 1;
        self.tried += 1;
        field.place_all(seat, &turn);
        let mut stops = [0; 16];
        let mut count = 0;
        for point in field.fours(seat).flat_map(|window| field.gaps(window)) {
            if count < stops.len() && !stops[..count].contains(&point) {
                stops[count] = point;
                count += 1;
            }
        }
        let other = seat.other();
        let mut turns = None;
        // More stops than that are left alone: such a turn is tried by nobody.
        if count < stops.len() {
            field.place_all(other, &stops[..count]);
            if !field.has_six(other) && least(&field.threats(other)) <= 2 {
                turns = self.attack(field, seat, depth + 1).map(|win| win.turns);
            }
            field.lift_all(other, &stops[..count]);
        }
        field.lift_all(seat, &turn);
        turns
    }

    fn get(&self, key: u64) -> Option<Known> {
        let [kept, known] = *self.table.get(key as usize & self.table.len().wrapping_sub(1))?;
        if kept != key {
            return None;
        }
        let point = |shift: u32| (known >> shift) as u16 & 511;
        match known >> 62 {
            1 => Some(Known::Win(Win { turn: [point(32), point(41)], turns: known as u16 })),
            2 => Some(Known::None),
            3 => Some(Known::Open(known as u32)),
            _ => None,
        }
    }

    fn put(&mut self, key: u64, known: Known) {
        let known = match known {
            Known::Win(Win { turn: [a, b], turns }) => {
                1 << 62 | u64::from(a) << 32 | u64::from(b) << 41 | u64::from(turns)
            }
            Known::None => 2 << 62,
            Known::Open(tried) => 3 << 62 | u64::from(tried),
        };
        let at = key as usize & self.table.len().wrapping_sub(1);
        if let Some(entry) = self.table.get_mut(at) {
            *entry = [key, known];
        }
    }
}
