//! Numbers positions of few pieces: first by how many pieces of each kind there are, then by their squares.

use crate::grid::{BOTTOM, TOP};
use crate::players::field::Field;
use leitai_core::Seat;

/// The number of pieces of each kind: the mover's men and kings, the other side's men and kings.
pub(super) type Kinds = [u32; 4];
/// The squares for men: one of the mover's is never on the top row, one of the other side's never on the bottom row.
pub(super) const MEN: u32 = 28;
pub(super) const SQUARES: u32 = 32;

/// Most pieces in a table.
pub(super) const MOST: u32 = 5;

/// The binomial coefficient `n` over `k`, for `k` up to [`MOST`].
pub(super) const fn choose(n: u32, k: u32) -> u32 {
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

/// The number of positions of these kinds, including those in which two pieces share a square.
pub(super) const fn size(kinds: Kinds) -> u32 {
    choose(MEN, kinds[0]) * choose(SQUARES, kinds[1]) * choose(MEN, kinds[2]) * choose(SQUARES, kinds[3])
}

/// The kinds that follow `after` in the order of the tables, with at most `most` pieces. Each side has at least one
/// piece, and at least two of five. Kinds come after all those they lead to, except the same kinds seen from the
/// other side.
pub(super) const fn next_kinds(after: Option<Kinds>, most: u32) -> Option<Kinds> {
    // Counts of pieces, of men, of own pieces and of own men, each within its bounds.
    let (mut pieces, mut men, mut own, mut mine) = match after {
        Some([m, k, n, l]) => (m + k + n + l, m + n, m + k, m + 1),
        None => (2, 0, 1, 0),
    };
    while pieces <= most {
        let least = pieces / MOST + 1;
        while men <= pieces {
            while own <= pieces - least {
                while mine <= men && mine <= own {
                    if own >= least && men - mine <= pieces - own {
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
pub(super) const fn turned([men, kings, other_men, other_kings]: Kinds) -> Kinds {
    [other_men, other_kings, men, kings]
}

/// Marks kinds that no table has.
const NOWHERE: u32 = u32::MAX;

/// The offset at which each kind begins. Kinds of [`MOST`] pieces are in a separate table.
static STARTS: [[[[u32; 6]; 6]; 6]; 6] = {
    let mut starts = [[[[NOWHERE; 6]; 6]; 6]; 6];
    let (mut sum, mut next) = (0, next_kinds(None, MOST));
    let mut pieces = 0;
    while let Some(kinds) = next {
        let [m, k, n, l] = kinds;
        if m + k + n + l == MOST && pieces < MOST {
            sum = 0;
        }
        pieces = m + k + n + l;
        starts[m as usize][k as usize][n as usize][l as usize] = sum;
        sum += size(kinds);
        next = next_kinds(next, MOST);
    }
    starts
};

/// The offset of the positions of these kinds; `None` if no table has them.
pub(super) fn start([m, k, n, l]: Kinds) -> Option<usize> {
    let start = STARTS[m as usize][k as usize][n as usize][l as usize];
    (start != NOWHERE).then_some(start as usize)
}

/// The number of a set of squares among the sets of its size.
pub(super) const fn rank(mut squares: u32) -> u32 {
    let (mut rank, mut k) = (0, 0);
    while squares != 0 {
        k += 1;
        rank += choose(squares.trailing_zeros(), k);
        squares &= squares - 1;
    }
    rank
}

/// The set of `k` squares with the given number.
pub(super) const fn unrank(mut number: u32, mut k: u32) -> u32 {
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

/// A position as seen by its mover, whose men move up: men and kings of each side.
#[derive(Clone, Copy)]
pub(super) struct Seen(pub(super) [u32; 4]);

impl Seen {
    pub(super) fn of(field: &Field) -> Seen {
        let (own, enemy, kings) = (field.own(), field.enemy(), field.kings);
        let seen = [own & !kings, own & kings, enemy & !kings, enemy & kings];
        Seen(if field.mover() == Seat::First { seen } else { seen.map(u32::reverse_bits) })
    }

    pub(super) fn kinds(self) -> Kinds {
        self.0.map(u32::count_ones)
    }

    /// The position's number among the positions of its kinds.
    pub(super) fn number(self) -> u32 {
        let [men, kings, other_men, other_kings] = self.0;
        let [_, k, n, l] = self.kinds();
        ((rank(men >> 4) * choose(SQUARES, k) + rank(kings)) * choose(MEN, n) + rank(other_men))
            * choose(SQUARES, l)
            + rank(other_kings)
    }

    /// The position with the given number; `None` if two pieces share a square.
    pub(super) fn of_number(mut number: u32, kinds: Kinds) -> Option<Seen> {
        let [m, k, n, l] = kinds;
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
        let seen = Seen([men, kings, other_men, other_kings]);
        seen.is_apart(kinds).then_some(seen)
    }

    /// Whether every piece has a square of its own.
    pub(super) fn is_apart(self, kinds: Kinds) -> bool {
        let [men, kings, other_men, other_kings] = self.0;
        (men | kings | other_men | other_kings).count_ones() == kinds.iter().sum::<u32>()
    }

    /// The position as a field with black to move, far from the last round.
    pub(super) fn field(self) -> Field {
        let [men, kings, other_men, other_kings] = self.0;
        Field { pieces: [men | kings, other_men | other_kings], kings: kings | other_kings, left: 1000 }
    }
}
