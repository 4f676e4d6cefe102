//! Games counted in pairs with seats changed (pentanomial).

use super::elo::Elo;
use super::sample::Sample;
use super::score::GameScore;

/// Pairs of games in which two players changed seats, counted by the first player's score in both: `counts[h]`
/// pairs were worth `h` half-points, from 0 (both lost) to 4 (both won). The advantage of a seat, which would make
/// single games look more scattered than the players are, cancels within a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs {
    /// Pairs worth 0, ½, 1, 1½ and 2 points.
    pub counts: [u64; 5],
}

impl Pairs {
    /// Counts another pair.
    pub fn add(&mut self, games: [GameScore; 2]) {
        self.counts[games[0] as usize + games[1] as usize] += 1;
    }

    /// The number of pairs.
    pub fn pairs(self) -> u64 {
        self.counts.iter().sum()
    }

    /// The Elo difference that the pairs show under the logistic model, with a 95 % interval from the normal
    /// approximation of the mean; `None` without pairs.
    pub fn elo(self) -> Option<Elo> {
        self.sample().elo()
    }

    pub(super) fn sample(self) -> Sample<5> {
        Sample(self.counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts; Elo, its error and the likelihood of superiority, from fastchess, `app/tests/elo_test.cpp`.
    #[test]
    fn the_figures_are_fastchess_own() {
        let published = [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 1.0),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, 0.0),
        ];
        for (counts, difference, error, superiority) in published {
            let elo = Pairs { counts }.elo().expect("pairs");
            assert!((elo.difference - difference).abs() < 0.005, "{elo:?}");
            assert!((elo.error - error).abs() < 0.005, "{elo:?}");
            assert!((elo.superiority - superiority).abs() < 0.0005, "{elo:?}");
        }
    }

    #[test]
    fn a_pair_is_worth_both_its_games() {
        use GameScore::{Draw, Loss, Win};
        let mut pairs = Pairs::default();
        for games in [[Loss, Loss], [Loss, Win], [Win, Loss], [Draw, Draw], [Win, Win], [Draw, Win]] {
            pairs.add(games);
        }
        assert_eq!(pairs.counts, [1, 0, 3, 1, 1]);
        assert_eq!(pairs.pairs(), 6);
    }
}
