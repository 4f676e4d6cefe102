//! Games between two players, counted one by one (trinomial).

use super::elo::Elo;
use super::sample::Sample;

/// Games between two players, counted from the first player's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// What one player scored in a game, in half-points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GameScore {
    /// Nothing.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl Score {
    /// Counts another game.
    pub fn add(&mut self, game: GameScore) {
        *match game {
            GameScore::Win => &mut self.wins,
            GameScore::Draw => &mut self.draws,
            GameScore::Loss => &mut self.losses,
        } += 1;
    }

    /// The number of games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, from 0 to 1; `None` without games.
    pub fn share(self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / games as f64)
    }

    /// The Elo difference that the score shows under the logistic model, with a 95 % interval from the normal
    /// approximation of the mean score; `None` without games.
    pub fn elo(self) -> Option<Elo> {
        self.sample().elo()
    }

    pub(super) fn sample(self) -> Sample<3> {
        Sample([self.losses, self.draws, self.wins])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wins, draws, losses; Elo, its error and the likelihood of superiority, from fastchess,
    /// `app/tests/elo_test.cpp`.
    #[test]
    fn the_figures_are_fastchess_own() {
        let elo = Score { wins: 136, draws: 111, losses: 96 }.elo().expect("games");
        assert!((elo.difference - 40.70).abs() < 0.005, "{elo:?}");
        assert!((elo.error - 30.43).abs() < 0.005, "{elo:?}");
        assert!((elo.superiority - 0.9960).abs() < 0.0005, "{elo:?}");
        let weaker = Score { wins: 76, draws: 123, losses: 89 }.elo().expect("games");
        assert!((weaker.superiority - 0.1553).abs() < 0.0005, "{weaker:?}");
    }

    #[test]
    fn errors_shrink_with_the_root_of_the_games() {
        let few = Score { wins: 60, draws: 20, losses: 40 }.elo().expect("games");
        let many = Score { wins: 6000, draws: 2000, losses: 4000 }.elo().expect("games");
        assert!((few.difference - many.difference).abs() < 1e-9);
        assert!((few.error / many.error - 10.0).abs() < 0.2, "{} {}", few.error, many.error);
        assert!(many.superiority > 0.999_999);
    }

    #[test]
    fn what_games_cannot_tell_is_infinite() {
        let all = Score { wins: 8, draws: 0, losses: 0 }.elo().expect("games");
        assert!(all.difference.is_infinite() && all.error.is_infinite());
        let one = Score { wins: 1, draws: 0, losses: 0 }.elo().expect("a game");
        assert!((one.superiority - 0.841).abs() < 0.001, "one win is no proof: {}", one.superiority);
        let drawn = Score { wins: 0, draws: 4, losses: 0 }.elo().expect("games");
        assert_eq!((drawn.difference + 0.0, drawn.error, drawn.superiority), (0.0, f64::INFINITY, 0.5));
        assert!(Score::default().elo().is_none());
    }
}
