//! The difference in strength that a score between two players shows.

/// Games between two players, counted for the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// An Elo difference with its error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The difference, in Elo points; positive for the first player. Infinite where every game was won or
    /// every game lost.
    pub difference: f64,
    /// Half the width of the 95 % interval, in Elo points; infinite where the games cannot tell.
    pub error: f64,
    /// The likelihood, from 0 to 1, that the first player is the stronger.
    pub superiority: f64,
}

impl Score {
    /// All games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, from 0 to 1; none without games.
    pub fn share(self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / games as f64)
    }

    /// The difference that the score shows under the logistic model, its 95 % interval from the normal
    /// approximation of the mean score; none without games.
    pub fn elo(self) -> Option<Elo> {
        let (n, mean) = (self.games() as f64, self.share()?);
        let square = |result: f64, count: u64| count as f64 * (result - mean).powi(2);
        let variance = (square(1.0, self.wins) + square(0.5, self.draws) + square(0.0, self.losses)) / n;
        let deviation = (variance / n).sqrt();
        let (low, high) = (mean - 1.959_964 * deviation, mean + 1.959_964 * deviation);
        let error =
            if low <= 0.0 || high >= 1.0 { f64::INFINITY } else { (points(high) - points(low)) / 2.0 };
        // Draws say nothing of who is the stronger; a flat prior on the rest makes it normal in the
        // difference of wins, also where every game was won.
        let decided = (self.wins + self.losses) as f64;
        let lead = self.wins as f64 - self.losses as f64;
        let superiority = if decided == 0.0 { 0.5 } else { normal(lead / decided.sqrt()) };
        let error = if deviation == 0.0 { f64::INFINITY } else { error };
        Some(Elo { difference: points(mean), error, superiority })
    }
}

/// Elo points of an expected score.
fn points(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

/// The standard normal distribution's probability below `x`: Abramowitz and Stegun 26.2.17, error below 1e-7.
fn normal(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let series = t
        * (0.319_381_530
            + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * series;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A share of 0.64 is 100 Elo, by the definition of the scale.
    #[test]
    fn the_scale_is_logistic() {
        assert!((points(10f64.powf(0.25) / (1.0 + 10f64.powf(0.25))) - 100.0).abs() < 1e-9);
        let even = Score { wins: 10, draws: 5, losses: 10 }.elo().expect("there are games");
        assert!(even.difference.abs() < 1e-9 && (even.superiority - 0.5).abs() < 1e-6);
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
        assert!(Score::default().elo().is_none());
    }
}
