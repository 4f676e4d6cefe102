//! Tests the search against the plain expectation, over made-up games.

use super::{Bounds, Estimate, Expecti, seen_by};
use crate::{Hand, Roll, Walk, Weigh, Which, Worth};
use leitai_core::{Budget, Rng, Seat};

/// A made-up game: everything follows from the acts played so far. Each face of the die lets through some of up to five
/// acts.
#[derive(Clone, Debug)]
struct Made {
    state: u64,
    rolled: Option<u8>,
    seat: Seat,
    /// Whether acts are offered without the roll before them.
    shares: bool,
}

fn mixed(state: u64, with: u64) -> u64 {
    Rng::new(state ^ with.wrapping_mul(0x9e37_79b9)).next()
}

impl Made {
    fn new(seed: u64, shares: bool) -> Self {
        let mut made =
            Made { state: mixed(seed, 1), rolled: None, seat: Seat::BOTH[seed as usize % 2], shares };
        // The last face lets several acts through if any face does.
        made.rolled = Some(made.number_of_faces() - 1);
        made
    }

    fn count(&self) -> u8 {
        1 + (mixed(self.state, 2) % 5) as u8
    }

    /// The faces that let the act through: its own, and by hash some of three others.
    fn set(&self, act: u8) -> u32 {
        1 << act | ((mixed(self.state, 3 + u64::from(act / 2)) % 8) as u32) << 5
    }

    fn number_of_faces(&self) -> u8 {
        // Faces beyond the acts' own exist if some act uses them.
        let all = (0..self.count()).fold(0, |all, act| all | self.set(act));
        all.count_ones() as u8
    }

    /// The set of the faces in use, renumbered without gaps.
    fn packed(&self, act: u8) -> u32 {
        let all = (0..self.count()).fold(0, |all, act| all | self.set(act));
        let used = (0..32).filter(|face| all >> face & 1 == 1);
        used.enumerate().filter(|(_, face)| self.set(act) >> face & 1 == 1).map(|(i, _)| 1 << i).sum()
    }
}

const FACE: u8 = 100;

impl Walk for Made {
    type Act = u8;
    type Undo = Made;

    fn hand(&self) -> Hand {
        match (self.rolled, mixed(self.state, 9) % 12) {
            (None, 0) => Hand::Over((mixed(self.state, 10) % 3) as f32 / 2.0),
            (None, _) => Hand::Dice,
            (Some(_), _) => Hand::Seat(self.seat),
        }
    }

    fn key(&self) -> u64 {
        mixed(self.state, 11)
    }

    fn acts(&mut self, _: Which, out: &mut Vec<u8>) {
        let face = self.rolled.unwrap_or(0);
        out.extend((0..self.count()).filter(|act| self.packed(*act) >> face & 1 == 1));
    }

    fn make(&mut self, act: u8) -> Made {
        let before = self.clone();
        if act >= FACE {
            self.rolled = Some(act - FACE);
        } else {
            self.state = mixed(self.state, 20 + u64::from(act));
            // Now and then a seat keeps the hand after its act.
            if !mixed(self.state, 12).is_multiple_of(5) {
                self.seat = self.seat.other();
            }
            self.rolled = None;
        }
        before
    }

    fn take_back(&mut self, _: u8, undo: Made) {
        *self = undo;
    }
}

impl Weigh for Made {
    fn weigh(&mut self) -> Worth {
        let value = (mixed(self.state, 13) % 1001) as i32;
        match mixed(self.state, 14) % 9 {
            0 if self.rolled.is_none() => Worth::Exact(value),
            _ => Worth::Guess(value),
        }
    }

    fn expected(&self, value: i32) -> f32 {
        value as f32 / 1000.0
    }

    fn rank(&self, act: u8) -> (u8, i16) {
        (0, (mixed(self.state, 15 + u64::from(act)) % 100) as i16)
    }

    fn slot(&self, act: u8) -> usize {
        usize::from(act)
    }

    const SLOTS: usize = 5;
}

impl Roll for Made {
    fn faces(&self, out: &mut Vec<(u8, f32)>) {
        let weights: Vec<u64> =
            (0..self.number_of_faces()).map(|face| 1 + mixed(self.state, 30 + u64::from(face)) % 4).collect();
        let all: u64 = weights.iter().sum();
        out.extend((0..).zip(weights).map(|(face, weight)| (FACE + face, weight as f32 / all as f32)));
    }

    fn shared(&mut self, out: &mut Vec<(u8, u32)>) -> Option<Seat> {
        if !self.shares {
            return None;
        }
        out.extend((0..self.count()).map(|act| (act, self.packed(act))));
        Some(self.seat)
    }
}

/// The expectation for First over all faces, with the best of all acts at each.
fn plain(made: &mut Made, depth: u32) -> f64 {
    match made.hand() {
        Hand::Over(result) => return f64::from(result),
        _ if matches!(made.weigh(), Worth::Exact(_)) || depth == 0 => {
            let (Worth::Exact(value) | Worth::Guess(value)) = made.weigh();
            return f64::from(value) / 1000.0;
        }
        Hand::Dice => {
            let mut faces = Vec::new();
            made.faces(&mut faces);
            let value = |(face, share): (u8, f32)| f64::from(share) * plain(&mut made.after(face), depth);
            return faces.into_iter().map(value).sum();
        }
        Hand::Seat(_) => {}
    }
    let mut acts = Vec::new();
    made.acts(Which::All, &mut acts);
    let values = acts.into_iter().map(|act| plain(&mut made.after(act), depth - 1));
    match made.seat {
        Seat::First => values.fold(0.0, f64::max),
        Seat::Second => values.fold(1.0, f64::min),
    }
}

impl Made {
    fn after(&self, act: u8) -> Made {
        let mut child = self.clone();
        child.make(act);
        child
    }
}

#[test]
fn a_thousand_values_are_the_plain_expectation() {
    let mut compared = 0;
    for seed in 0..3000 {
        let depth = 1 + (seed % 4) as u32;
        let mut root = Made::new(seed, false);
        let mut acts = Vec::new();
        root.acts(Which::All, &mut acts);
        if acts.len() < 2 || compared == 1000 {
            continue;
        }
        compared += 1;
        let me = root.seat;
        let of = |act| {
            let value = plain(&mut root.after(act), depth - 1);
            if me == Seat::First { value } else { 1.0 - value }
        };
        let best = acts.iter().map(|act| of(*act)).fold(0.0, f64::max);
        for (bounds, shares) in [Bounds::None, Bounds::Star1, Bounds::Star2]
            .into_iter()
            .flat_map(|bounds| [(bounds, false), (bounds, true)])
        {
            // With much memory or next to none: what is remembered must change nothing.
            for bytes in [1 << 14, 1 << 6] {
                let mut search = Expecti::new(bytes).to_depth(depth).with(bounds);
                let mut made = Made { shares, ..root.clone() };
                let found = search.best(&mut made, &Budget::UNTIMED, &mut Rng::new(seed), &mut |_| ());
                let said = f64::from(found.expected);
                assert!((said - best).abs() < 1e-4, "{seed} {bounds:?} {shares}: {said} for {best}");
                assert!((of(found.act) - best).abs() < 1e-4, "{seed} {bounds:?} {shares}");
            }
        }
    }
    assert_eq!(compared, 1000);
}

#[test]
fn bounds_save_most_positions() {
    let nodes = |bounds, shares| -> u64 {
        let search = |seed| {
            let mut made = Made::new(seed, shares);
            let mut search = Expecti::new(1 << 16).to_depth(4).with(bounds);
            search.best(&mut made, &Budget::UNTIMED, &mut Rng::new(1), &mut |_| ()).nodes
        };
        (0..100).map(search).sum()
    };
    let [none, star1, star2] =
        [Bounds::None, Bounds::Star1, Bounds::Star2].map(|bounds| nodes(bounds, false));
    assert!(star1 * 2 < none && star2 * 3 < none * 2, "{none} {star1} {star2}");
    assert!(nodes(Bounds::Star2, true) < nodes(Bounds::None, true));
    assert!(nodes(Bounds::Star2, true) * 2 < nodes(Bounds::Star2, false));
}

#[test]
fn it_stops_at_its_limit_and_answers_the_same_again() {
    for seed in 0..50 {
        for limit in [1, 7, 100, 1000] {
            let budget = Budget { nodes: Some(limit), ..Budget::UNTIMED };
            let mut search = Expecti::new(1 << 12);
            let mut ask = || {
                let mut made = Made::new(seed, true);
                let found = search.best(&mut made, &budget, &mut Rng::new(seed), &mut |_| ());
                assert_eq!(made.state, Made::new(seed, true).state);
                found
            };
            let found = ask();
            assert!(found.nodes <= limit + 1, "{found:?}");
            assert_eq!(ask(), found);
        }
    }
}

/// A single act is searched too: with a tenth of the nodes if somebody waits.
#[test]
fn a_single_act_is_searched_before_anything_is_said_of_it() {
    let single = |seed: &u64| {
        let mut acts = Vec::new();
        Made::new(*seed, true).acts(Which::All, &mut acts);
        acts.len() == 1
    };
    for seed in (0..).filter(single).take(20) {
        let said = |is_awaited, nodes| {
            let budget = Budget { is_awaited, nodes: Some(nodes), ..Budget::UNTIMED };
            let mut said = None;
            let mut search = Expecti::new(1 << 12);
            let mut say = |found: &Estimate<u8>| said = Some(*found);
            search.best(&mut Made::new(seed, true), &budget, &mut Rng::new(seed), &mut say);
            said
        };
        let [quick, whole] = [said(true, 5_000), said(false, 5_000)].map(|said| said.expect("some depth"));
        assert!(quick.depth > 0 && (1..=501).contains(&quick.nodes), "{quick:?}");
        assert!(whole.nodes > 501 || whole.is_solved, "{whole:?}");
        assert_eq!(said(true, 5_000), said(false, 500));
    }
}

/// A win whatever the die shows is reported as certain, and nothing else is.
#[test]
fn certain_is_what_every_face_leads_to() {
    assert!(super::turned(0.0) >= 1.0);
    assert!(super::turned(1e-12) < 1.0 && super::turned(super::ALMOST) > 0.0);
    assert!(seen_by(Seat::Second, 1.0) <= 0.0);
}
