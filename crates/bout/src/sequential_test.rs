//! A match that ends once it is decided whether A is stronger.

use leitai_tournament::rating::{GameScore, Hypothesis, Pairs, Sprt};

/// Pairs of games with seats swapped: games 2n and 2n + 1 of a match.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeatPairs {
    /// The complete pairs, counted for A.
    pub counted: Pairs,
    /// The first game of a pair, with its number, until the second arrives.
    half: Option<(u32, GameScore)>,
}

/// A sequential probability ratio test in progress.
#[derive(Clone, Copy, Debug)]
pub struct SequentialTest {
    /// What is tested.
    pub sprt: Sprt,
    /// The pairs last weighed.
    pub pairs: Pairs,
    /// The hypothesis that they decide for; `None` while more games are needed.
    pub decision: Option<Hypothesis>,
}

impl SeatPairs {
    /// Adds a game; games come in the order of their numbers. Returns true if it completed a pair.
    pub fn add(&mut self, index: u32, game: GameScore) -> bool {
        if index.is_multiple_of(2) {
            self.half = Some((index, game));
            return false;
        }
        let Some((_, first)) = self.half.take().filter(|(half, _)| half + 1 == index) else { return false };
        self.counted.add([first, game]);
        true
    }
}

impl SequentialTest {
    /// A test that has seen no games.
    pub fn new(sprt: Sprt) -> Self {
        SequentialTest { sprt, pairs: Pairs::default(), decision: None }
    }

    /// Weighs all pairs so far.
    pub fn weigh(&mut self, pairs: Pairs) {
        self.pairs = pairs;
        self.decision = self.sprt.decision(self.llr());
    }

    /// The log-likelihood ratio of the pairs.
    pub fn llr(&self) -> f64 {
        self.sprt.llr_of_pairs(self.pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_two_games_in_a_row_and_decides() {
        let mut pairs = SeatPairs::default();
        let added = [0, 1, 2, 5, 6, 7].map(|index| pairs.add(index, GameScore::Win));
        assert_eq!(added, [false, true, false, false, false, true], "game 3 is missing");
        let mut test = SequentialTest::new("elo0=0,elo1=100".parse().expect("a test"));
        test.weigh(pairs.counted);
        assert_eq!((test.pairs.counts, test.decision), ([0, 0, 0, 0, 2], None));
        (8..30).for_each(|index| _ = pairs.add(index, GameScore::Win));
        test.weigh(pairs.counted);
        assert_eq!(test.decision, Some(Hypothesis::H1));
    }
}
