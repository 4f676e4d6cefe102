//! Builds the tables of endings.

use super::Endings;
use super::kinds::{Kinds, MEN, MOST, SQUARES, Seen, choose, next_kinds, rank, size, start, turned, unrank};
use crate::players::field::{Field, Hop};
use leitai_search::{Next, retrograde};

/// The men of both sides as the mover sees them, which no king's step changes, and the kinds of all pieces.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Men {
    own: u32,
    other: u32,
    kinds: Kinds,
}

impl Men {
    fn of(seen: Seen) -> Men {
        Men { own: seen.0[0], other: seen.0[2], kinds: seen.kinds() }
    }

    fn turned(self) -> Men {
        let Men { own, other, kinds } = self;
        Men { own: other.reverse_bits(), other: own.reverse_bits(), kinds: turned(kinds) }
    }

    /// The number of steps the men still have ahead of them.
    fn way(self) -> u32 {
        let rows = |men: u32| (0..8).map(|row| row * (men >> (4 * row) & 15).count_ones()).sum::<u32>();
        rows(self.own) + rows(self.other.reverse_bits())
    }

    /// The number, within its kinds, of the position with these kings.
    fn number(self, kings: u32, other_kings: u32) -> usize {
        let [_, k, n, l] = self.kinds;
        let both = (rank(self.own >> 4) * choose(SQUARES, k) + kings) * choose(MEN, n) + rank(self.other);
        (both * choose(SQUARES, l) + other_kings) as usize
    }
}

impl Endings {
    /// Builds the endings of up to `most` pieces, and reports the fraction done to `say`.
    ///
    /// # Panics
    /// If `most` is more than five.
    pub fn build(most: u32, say: &mut dyn FnMut(f32)) -> Endings {
        assert!(most <= MOST, "a table has no more than {MOST} pieces");
        let mut endings =
            Endings { most, fates: vec![0; Self::bytes(most.min(MOST - 1)) as usize], ..Endings::none() };
        endings.fives = vec![0; if most == MOST { Self::bytes_of_five() as usize } else { 0 }];
        endings.make_all(None, say);
        endings
    }

    /// Builds the table of five pieces from that of four.
    pub(super) fn build_five(mut self, say: &mut dyn FnMut(f32)) -> Vec<u8> {
        self.fives = vec![0; Self::bytes_of_five() as usize];
        self.most = MOST;
        self.make_all(Some(MOST), say);
        self.fives
    }

    /// Builds all kinds, or those with `pieces` pieces.
    fn make_all(&mut self, pieces: Option<u32>, say: &mut dyn FnMut(f32)) {
        let wanted = |kinds: &Kinds| pieces.is_none_or(|pieces| kinds.iter().sum::<u32>() == pieces);
        let all: Vec<Kinds> =
            std::iter::successors(next_kinds(None, self.most), |kinds| next_kinds(Some(*kinds), self.most))
                .filter(wanted)
                .collect();
        let whole: u32 = all.iter().map(|kinds| size(*kinds)).sum();
        let mut done = 0;
        for (at, kinds) in all.iter().enumerate() {
            // Both sides' views are built together, when the first of them comes up.
            if all[..at].contains(&turned(*kinds)) {
                continue;
            }
            let part = if *kinds == turned(*kinds) { size(*kinds) } else { 2 * size(*kinds) };
            if kinds.iter().sum::<u32>() < MOST {
                self.make(*kinds);
            } else {
                let mut say_part = |share| say((done as f32 + part as f32 * share) / whole as f32);
                self.make_by_men(*kinds, &mut say_part);
            }
            done += part;
            say(done as f32 / whole as f32);
        }
    }

    /// Builds the positions of these kinds, and of the same kinds seen from the other side.
    fn make(&mut self, kinds: Kinds) {
        let views = if kinds == turned(kinds) { vec![kinds] } else { vec![kinds, turned(kinds)] };
        let each = size(kinds);
        let mut hops = Vec::new();
        let fates = retrograde(each as usize * views.len(), |at, out| {
            let at = at as u32;
            let view = views[(at / each) as usize];
            let Some(seen) = Seen::of_number(at % each, view) else { return false };
            self.nexts(seen, &mut hops, out, |after| {
                let view = views.iter().position(|view| *view == after.kinds())?;
                Some(view as u32 * each + after.number())
            });
            true
        });
        for (part, view) in fates.chunks(each as usize).zip(&views) {
            let from = start(*view).expect("it is one of the table's");
            self.table(*view)[from..][..each as usize].copy_from_slice(part);
        }
    }

    /// Like `make`, but one placement of the men at a time, which takes little memory. Reports the fraction done to
    /// `say`.
    fn make_by_men(&mut self, kinds: Kinds, say: &mut dyn FnMut(f32)) {
        let [m, k, n, l] = kinds;
        let places = (0..choose(MEN, m)).flat_map(|own| {
            let own = unrank(own, m) << 4;
            (0..choose(MEN, n)).map(move |other| Men { own, other: unrank(other, n), kinds })
        });
        // Placements that a man's step leads to come first.
        let mut places: Vec<Men> = places.filter(|men| men.own & men.other == 0).collect();
        places.sort_by_key(|men| men.way());
        let (own_kings, other_kings) = (choose(SQUARES, k), choose(SQUARES, l));
        let each = own_kings * other_kings;
        let kings: Vec<u32> = (0..own_kings).map(|number| unrank(number, k)).collect();
        let others: Vec<u32> = (0..other_kings).map(|number| unrank(number, l)).collect();
        let mut hops = Vec::new();
        let count = places.len();
        for (at, men) in places.into_iter().enumerate() {
            let views = [men, men.turned()];
            if views[1].kinds == kinds && (views[1].own, views[1].other) < (men.own, men.other) {
                continue;
            }
            let views = if views[0] == views[1] { &views[..1] } else { &views[..] };
            let kings_at = |view: usize, at: u32| {
                if view == 0 {
                    (at / other_kings, at % other_kings)
                } else {
                    (at / own_kings, at % own_kings)
                }
            };
            let fates = retrograde(each as usize * views.len(), |at, out| {
                let (view, at) = ((at as u32 / each) as usize, at as u32 % each);
                let (own, other) = kings_at(view, at);
                let (own, other) = if view == 0 {
                    (kings[own as usize], others[other as usize])
                } else {
                    (others[own as usize], kings[other as usize])
                };
                let seen = Seen([views[view].own, own, views[view].other, other]);
                if !seen.is_apart(kinds) {
                    return false;
                }
                self.nexts(seen, &mut hops, out, |after| {
                    let men = Men::of(after);
                    let view = views.iter().position(|view| *view == men)?;
                    let row = if view == 0 { other_kings } else { own_kings };
                    Some(view as u32 * each + rank(after.0[1]) * row + rank(after.0[3]))
                });
                true
            });
            for (at, fate) in fates.into_iter().enumerate() {
                let (view, at) = ((at as u32 / each) as usize, at as u32 % each);
                let (own, other) = kings_at(view, at);
                let men = views[view];
                let to = start(men.kinds).expect("it is one of the table's") + men.number(own, other);
                self.table(men.kinds)[to] = fate;
            }
            if at % 1024 == 0 {
                say(at as f32 / count as f32);
            }
        }
    }

    /// Appends where the moves of a position lead: to a position numbered by `here`, or to one already built.
    fn nexts(
        &self,
        seen: Seen,
        hops: &mut Vec<Hop>,
        out: &mut Vec<Next>,
        here: impl Fn(Seen) -> Option<u32>,
    ) {
        let field = seen.field();
        hops.clear();
        field.moves(field.jumpers(), hops);
        out.extend(hops.iter().map(|hop| {
            let mut field: Field = field;
            field.play(*hop);
            let after = Seen::of(&field);
            match here(after) {
                Some(number) => Next::Here(number),
                None => Next::Known(self.fate_of(after).expect("what it leads to was made before")),
            }
        }));
    }

    /// The table that contains these kinds.
    fn table(&mut self, kinds: Kinds) -> &mut [u8] {
        if kinds.iter().sum::<u32>() == MOST { &mut self.fives } else { &mut self.fates }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_standing_still_make_the_same() {
        let plain = Endings::build(3, &mut |_| ());
        let mut endings = Endings { fates: vec![0; plain.fates.len()], most: 3, ..Endings::none() };
        let mut next = next_kinds(None, 3);
        while let Some(kinds) = next {
            if start(turned(kinds)) >= start(kinds) {
                endings.make_by_men(kinds, &mut |_| ());
            }
            next = next_kinds(next, 3);
        }
        assert!(plain.fates.iter().filter(|fate| **fate != 0).count() > 50_000);
        assert!(plain.fates == endings.fates);
    }
}
