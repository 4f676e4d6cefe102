//! Results counted by their score, and the statistics that games and pairs of games share.

use super::elo::{Elo, Z95, normal, points};

/// Trials counted by their score: `counts[i]` were worth `i / (N − 1)`.
#[derive(Clone, Copy)]
pub(super) struct Sample<const N: usize>(pub(super) [u64; N]);

/// The weight of an empty count in a likelihood ratio, so that no logarithm of zero is taken (as in fishtest).
const EMPTY: f64 = 1e-3;

impl<const N: usize> Sample<N> {
    fn score(at: usize) -> f64 {
        at as f64 / (N - 1) as f64
    }

    fn total(self) -> f64 {
        self.0.iter().sum::<u64>() as f64
    }

    /// The mean of a function of the score; `None` without trials.
    fn mean(self, of: impl Fn(f64) -> f64) -> Option<f64> {
        let total = self.total();
        let sum: f64 = self.0.iter().enumerate().map(|(at, &n)| n as f64 * of(Self::score(at))).sum();
        (total > 0.0).then(|| sum / total)
    }

    /// The Elo difference under the logistic model, with a 95 % interval from the normal approximation of the mean
    /// score; `None` without trials.
    pub(super) fn elo(self) -> Option<Elo> {
        let mean = self.mean(|score| score)?;
        let deviation = (self.mean(|score| (score - mean).powi(2))? / self.total()).sqrt();
        let (low, high) = (mean - Z95 * deviation, mean + Z95 * deviation);
        let bounded = deviation > 0.0 && low > 0.0 && high < 1.0;
        let error = if bounded { (points(high) - points(low)) / 2.0 } else { f64::INFINITY };
        // An even score does not show who is the stronger; with a flat prior the lead is normally distributed, with
        // the deviation that it would have between equals, even if every trial was won.
        let lead = mean - 0.5;
        let equals = (self.mean(|score| (score - 0.5).powi(2))? / self.total()).sqrt();
        let superiority = if equals > 0.0 { normal(lead / equals) } else { 0.5 };
        Some(Elo { difference: points(mean), error, superiority })
    }

    /// The generalised log-likelihood ratio of "the expected score is `s1`" over "it is `s0`", both strictly
    /// between 0 and 1; zero without trials.
    ///
    /// M. Van den Bergh, *Comparing the approximations for the generalized log likelihood ratio of a
    /// multinomial distribution* (2020), proposition 1.1: of all distributions with the mean `s` the likeliest
    /// is `p̂ᵢ / (1 + θ (aᵢ − s))`.
    pub(super) fn llr(self, s0: f64, s1: f64) -> f64 {
        if self.total() == 0.0 {
            return 0.0;
        }
        let counts = self.0.map(|n| if n == 0 { EMPTY } else { n as f64 });
        let [t0, t1] = [s0, s1].map(|s| tilt(&counts, s));
        let terms = counts.iter().enumerate().map(|(at, n)| {
            let score = Self::score(at);
            n * (f64::ln_1p(t0 * (score - s0)) - f64::ln_1p(t1 * (score - s1)))
        });
        terms.sum()
    }
}

/// The θ at which the tilted distribution has the mean `s`: the only zero of a decreasing function, by bisection.
fn tilt<const N: usize>(counts: &[f64; N], s: f64) -> f64 {
    let excess = |theta: f64| -> f64 {
        let terms = counts.iter().enumerate().map(|(at, n)| {
            let off = Sample::<N>::score(at) - s;
            n * off / (1.0 + theta * off)
        });
        terms.sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - s), 1.0 / s);
    // After this many halvings, an interval of four is down to floating-point resolution.
    for _ in 0..56 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}
