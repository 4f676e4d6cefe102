//! Tables of endings: who can force the other out of moves, and in how many plies, were there no last round.

use super::field::{Field, Hop};
use crate::grid::{BOTTOM, TOP};
use leitai_core::{Means, Seat, TableSpec, Words};
use leitai_search::{Fate, Next, retrograde};
use std::sync::{Arc, LazyLock};

/// Pieces of the endings that are made where the shelf has none.
const SMALL: u32 = 3;
/// Pieces of the endings on the shelf.
const SHELVED: u32 = 4;

/// The endings of four pieces and fewer.
pub(super) const FOUR: TableSpec = TableSpec {
    name: "endings-4",
    version: 1,
    what: Words::new(
        "endings of two to four pieces: who can force the other out of moves, and in how many plies",
        "二至四子残局：哪一方必能使对方无子可动，以及还需多少手",
    ),
    bytes: Endings::bytes(SHELVED),
    build: |_, say| Endings::build(SHELVED, say).fates,
};

/// How many pieces of each kind: the mover's men and kings, the other side's men and kings.
type Kinds = [u32; 4];
/// A man of the mover's is never on the top row, one of the other side never at the bottom.
const MEN: u32 = 28;
const SQUARES: u32 = 32;

/// The endings of up to so many pieces.
pub struct Endings {
    most: u32,
    fates: Vec<u8>,
}

/// `n` over `k`, for `k` up to 4.
const fn choose(n: u32, k: u32) -> u32 {
    if k > n {
        return 0;
    }
    let (mut ways, mut i) = (1, 0);
    while i < k {
        ways = ways * (n - i) / (i + 1);
        i += 1;
    }
    ways
}

/// Positions of these kinds, those counted too where two pieces share a square.
const fn size(kinds: Kinds) -> u32 {
    choose(MEN, kinds[0]) * choose(SQUARES, kinds[1]) * choose(MEN, kinds[2]) * choose(SQUARES, kinds[3])
}

/// The kinds after these in the order of the table, of up to so many pieces, where both sides have one: each comes after
/// those that it leads to, but for the same seen from the other side.
const fn next_kinds(after: Option<Kinds>, most: u32) -> Option<Kinds> {
    // Counts of pieces, of men, of own pieces, of own men; each within its bounds.
    let (mut pieces, mut men, mut own, mut mine) = match after {
        Some([m, k, n, l]) => (m + k + n + l, m + n, m + k, m + 1),
        None => (2, 0, 1, 0),
    };
    while pieces <= most {
        while men <= pieces {
            while own < pieces {
                while mine <= men && mine <= own {
                    if men - mine <= pieces - own {
                        return Some([mine, own - mine, men - mine, pieces - own - (men - mine)]);
                    }
                    mine += 1;
                }
                (own, mine) = (own + 1, 0);
            }
            (men, own) = (men + 1, 1);
        }
        (pieces, men) = (pieces + 1, 0);
    }
    None
}

/// The kinds as the other side sees them.
const fn turned([men, kings, other_men, other_kings]: Kinds) -> Kinds {
    [other_men, other_kings, men, kings]
}

/// Where the positions of these kinds begin.
const fn start(kinds: Kinds) -> usize {
    let (mut sum, mut next) = (0, next_kinds(None, SHELVED));
    while let Some(before) = next {
        if before[0] == kinds[0] && before[1] == kinds[1] && before[2] == kinds[2] && before[3] == kinds[3] {
            break;
        }
        sum += size(before) as usize;
        next = next_kinds(next, SHELVED);
    }
    sum
}

/// Where all kinds begin.
static STARTS: [[[[u32; 5]; 5]; 5]; 5] = {
    let mut starts = [[[[0; 5]; 5]; 5]; 5];
    let (mut sum, mut next) = (0, next_kinds(None, SHELVED));
    while let Some(kinds) = next {
        starts[kinds[0] as usize][kinds[1] as usize][kinds[2] as usize][kinds[3] as usize] = sum;
        sum += size(kinds);
        next = next_kinds(next, SHELVED);
    }
    starts
};

/// The number of a set of squares among those of its size.
const fn rank(mut squares: u32) -> u32 {
    let (mut rank, mut k) = (0, 0);
    while squares != 0 {
        k += 1;
        rank += choose(squares.trailing_zeros(), k);
        squares &= squares - 1;
    }
    rank
}

/// The set of `k` squares of that number.
const fn unrank(mut number: u32, mut k: u32) -> u32 {
    let mut squares = 0;
    while k > 0 {
        let mut at = k - 1;
        while choose(at + 1, k) <= number {
            at += 1;
        }
        number -= choose(at, k);
        squares |= 1 << at;
        k -= 1;
    }
    squares
}

/// A position seen by its mover, whose men go up: men and kings of both.
#[derive(Clone, Copy)]
struct Seen([u32; 4]);

impl Seen {
    fn of(field: &Field) -> Seen {
        let (own, enemy, kings) = (field.own(), field.enemy(), field.kings);
        let seen = [own & !kings, own & kings, enemy & !kings, enemy & kings];
        Seen(if field.mover() == Seat::First { seen } else { seen.map(u32::reverse_bits) })
    }

    fn kinds(self) -> Kinds {
        self.0.map(u32::count_ones)
    }

    /// Its number among the positions of its kinds.
    fn number(self) -> u32 {
        let [men, kings, other_men, other_kings] = self.0;
        let [_, k, n, l] = self.kinds();
        ((rank(men >> 4) * choose(SQUARES, k) + rank(kings)) * choose(MEN, n) + rank(other_men))
            * choose(SQUARES, l)
            + rank(other_kings)
    }

    /// The position of that number; none where two pieces share a square.
    fn of_number(mut number: u32, [m, k, n, l]: Kinds) -> Option<Seen> {
        let mut take = |of: u32, k: u32| {
            let ways = choose(of, k);
            let part = number % ways;
            number /= ways;
            unrank(part, k)
        };
        let other_kings = take(SQUARES, l);
        let other_men = take(MEN, n);
        let kings = take(SQUARES, k);
        let men = take(MEN, m) << 4;
        debug_assert!(men & TOP == 0 && other_men & BOTTOM == 0);
        let all = men | kings | other_men | other_kings;
        (all.count_ones() == m + k + n + l).then_some(Seen([men, kings, other_men, other_kings]))
    }

    /// With black to move, far from the last round.
    fn field(self) -> Field {
        let [men, kings, other_men, other_kings] = self.0;
        Field { pieces: [men | kings, other_men | other_kings], kings: kings | other_kings, left: 1000 }
    }
}

impl Endings {
    /// None at all.
    pub fn none() -> Endings {
        Endings { most: 1, fates: Vec::new() }
    }

    /// What a player has: those of the shelf, or what is made at once.
    pub(super) fn with(means: &Means<'_>) -> Arc<Endings> {
        static AT_ONCE: LazyLock<Arc<Endings>> =
            LazyLock::new(|| Arc::new(Endings::build(SMALL, &mut |_| ())));
        let enough = means.memory >= 4 * FOUR.bytes;
        match means.shelf.load(&FOUR).filter(|fates| enough && fates.len() as u64 == FOUR.bytes) {
            Some(fates) => Arc::new(Endings { most: SHELVED, fates }),
            None => AT_ONCE.clone(),
        }
    }

    /// How many bytes those of up to so many pieces fill.
    const fn bytes(most: u32) -> u64 {
        let (mut sum, mut next) = (0, next_kinds(None, most));
        while let Some(kinds) = next {
            sum += size(kinds) as u64;
            next = next_kinds(next, most);
        }
        sum
    }

    /// Makes those of up to so many pieces, at most four; hears the part done.
    pub fn build(most: u32, say: &mut dyn FnMut(f32)) -> Endings {
        let all = Self::bytes(most) as usize;
        let mut endings = Endings { most, fates: vec![0; all] };
        let mut next = next_kinds(None, most);
        let mut done = 0;
        while let Some(kinds) = next {
            next = next_kinds(next, most);
            // Both sides' views are made together, when the first of them comes.
            if start(turned(kinds)) >= start(kinds) {
                done += endings.make(kinds);
                say(done as f32 / all as f32);
            }
        }
        endings
    }

    /// Makes the positions of these kinds, and of the same seen from the other side; how many those are.
    fn make(&mut self, kinds: Kinds) -> usize {
        let views = if kinds == turned(kinds) { vec![kinds] } else { vec![kinds, turned(kinds)] };
        let each = size(kinds);
        let mut hops = Vec::new();
        let fates = retrograde(each as usize * views.len(), |at, out| {
            let at = at as u32;
            let view = views[(at / each) as usize];
            let Some(seen) = Seen::of_number(at % each, view) else { return false };
            let field = seen.field();
            hops.clear();
            field.moves(field.jumpers(), &mut hops);
            out.extend(hops.iter().map(|hop| self.after(&field, *hop, &views, each)));
            true
        });
        for (part, view) in fates.chunks(each as usize).zip(&views) {
            self.fates[start(*view)..][..each as usize].copy_from_slice(part);
        }
        fates.len()
    }

    fn after(&self, field: &Field, hop: Hop, views: &[Kinds], each: u32) -> Next {
        let mut field = *field;
        field.play(hop);
        let seen = Seen::of(&field);
        match views.iter().position(|view| *view == seen.kinds()) {
            Some(view) => Next::Here(view as u32 * each + seen.number()),
            None => Next::Known(self.fate_of(seen)),
        }
    }

    fn fate_of(&self, seen: Seen) -> Fate {
        let [m, k, n, l] = seen.kinds();
        if m + k == 0 {
            return Fate::Lost(0);
        }
        let start = STARTS[m as usize][k as usize][n as usize][l as usize];
        Fate::of(self.fates[(start + seen.number()) as usize])
    }

    /// Do they tell of positions of so many pieces?
    #[inline]
    pub(super) fn reach(&self, pieces: u16) -> bool {
        u32::from(pieces) <= self.most
    }

    /// How a field ends for its mover, were there no last round; none where the tables do not reach. Requires a piece of
    /// each side.
    #[inline]
    pub fn fate(&self, field: &Field) -> Option<Fate> {
        let pieces = (field.pieces[0] | field.pieces[1]).count_ones();
        (pieces <= self.most).then(|| self.fate_of(Seen::of(field)))
    }
}
