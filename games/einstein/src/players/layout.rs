//! The layouts of the strong players, drawn with the probabilities that solve the matrix of all layouts against all.

use crate::{Act, Board, Number, Square};
use leitai_core::{Rng, Seat};

/// The points of the numbers 1 to 6, as indices into [`Square::start`].
pub(crate) type Layout = [usize; 6];

/// One line each: a seat, the probability in 1/1000, and the points of the numbers; made by
/// `benches/study.rs`.
const LOTS: &str = include_str!("layouts.txt");

/// The rest of a randomly drawn layout.
pub(crate) fn good(board: &Board, me: Seat, rng: &mut Rng) -> Vec<Act> {
    let lots: Vec<(usize, Layout)> = lots(me).collect();
    let mut at = rng.below(lots.iter().map(|(chance, _)| chance).sum());
    let mut drawn = lots[0].1;
    for (chance, layout) in lots {
        drawn = layout;
        if at < chance {
            break;
        }
        at -= chance;
    }
    rest(board, me, drawn)
}

fn lots(me: Seat) -> impl Iterator<Item = (usize, Layout)> {
    let seat = if me == Seat::First { "first" } else { "second" };
    LOTS.lines().filter_map(move |line| {
        let mut words =
            line.strip_prefix(seat)?.split_whitespace().map(|word| word.parse().expect("a number"));
        let chance = words.next()?;
        Some((chance, std::array::from_fn(|_| words.next().expect("six points"))))
    })
}

/// The rest of a layout. Stones already on the board were laid by somebody else, so the free points are filled in
/// order.
pub(crate) fn rest(board: &Board, me: Seat, layout: Layout) -> Vec<Act> {
    let points = layout.map(|i| Square::start(me)[i]);
    let free = points.into_iter().filter(|at| board.at(*at).is_none());
    Number::ALL
        .into_iter()
        .skip(board.living(me).len() as usize)
        .zip(free)
        .map(|(n, at)| Act::Lay(n, at))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lot_is_a_layout() {
        for me in Seat::BOTH {
            assert!(lots(me).count() > 0);
            for (chance, layout) in lots(me) {
                let points = layout.iter().fold(0, |points, point| points | 1 << point);
                assert!(chance > 0 && points == 63, "{layout:?}");
            }
        }
    }
}
