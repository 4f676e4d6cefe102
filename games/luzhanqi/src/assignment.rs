//! Which piece of a side has which rank: assignments that fit what each piece may be.

use crate::{Rank, Ranks};
use leitai_core::Rng;

pub(crate) fn shuffle<T>(things: &mut [T], rng: &mut Rng) {
    for i in (1..things.len()).rev() {
        things.swap(i, rng.below(i + 1));
    }
}

/// Whether a side's 25 ranks can be given to its pieces so that each is one that the piece may have.
pub(crate) fn fits(may: &[Ranks; 25]) -> bool {
    may.iter().all(|ranks| ranks.bits() != 0)
        && assigned(&Rank::ORDER, may, &std::array::from_fn(|home| home)).is_some()
}

/// Whether that is so if the piece at `home` has one of these ranks.
pub(crate) fn fits_with(may: &[Ranks; 25], home: usize, ranks: Ranks) -> bool {
    let mut may = *may;
    may[home] = may[home].and(ranks);
    fits(&may)
}

/// Draws a side's ranks by home, each one that the piece may have; `None` if there is no such assignment.
pub(crate) fn draw(may: &[Ranks; 25], rng: &mut Rng) -> Option<[Rank; 25]> {
    let mut pieces = Rank::ORDER;
    shuffle(&mut pieces, rng);
    let mut homes: [usize; 25] = std::array::from_fn(|home| home);
    shuffle(&mut homes, rng);
    let at = assigned(&pieces, may, &homes)?;
    let mut ranks = at.map(|piece| pieces[piece.unwrap_or(0)]);
    for _ in 0..200 {
        let [a, b] = [rng.below(25), rng.below(25)];
        if may[a].has(ranks[b]) && may[b].has(ranks[a]) {
            ranks.swap(a, b);
        }
    }
    Some(ranks)
}

/// The index of the piece at each home, by augmenting paths; `homes` is the order in which homes are tried.
fn assigned(pieces: &[Rank; 25], may: &[Ranks; 25], homes: &[usize; 25]) -> Option<[Option<usize>; 25]> {
    let mut at: [Option<usize>; 25] = [None; 25];
    (0..25).all(|piece| place(piece, pieces, may, homes, &mut at, &mut 0)).then_some(at)
}

/// Finds a home for a piece, moving others if necessary. `tried` are the homes already examined, as bits.
fn place(
    piece: usize,
    pieces: &[Rank; 25],
    may: &[Ranks; 25],
    homes: &[usize; 25],
    at: &mut [Option<usize>; 25],
    tried: &mut u32,
) -> bool {
    for home in homes {
        if *tried >> home & 1 == 1 || !may[*home].has(pieces[piece]) {
            continue;
        }
        *tried |= 1 << home;
        if at[*home].is_none_or(|other| place(other, pieces, may, homes, at, tried)) {
            at[*home] = Some(piece);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assignment_is_found_exactly_where_there_is_one() {
        let mut may = [Ranks::ALL; 25];
        assert!(fits(&may));
        may[0] = Ranks::just(Rank::Flag);
        assert!(fits(&may) && fits_with(&may, 1, Ranks::FIXED));
        assert!(!fits_with(&may, 1, Ranks::just(Rank::Flag)), "a side has one flag");
        // Three mines, and a fourth piece that is none of them.
        may[1..4].fill(Ranks::just(Rank::Mine));
        assert!(fits(&may) && !fits_with(&may, 4, Ranks::FIXED));
        may[4] = Ranks::just(Rank::Commander).and(Ranks::FIXED);
        assert!(!fits(&may), "a piece that can be nothing");
    }
}
