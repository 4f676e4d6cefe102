//! The logistic Elo scale, on which 400 points are odds of ten to one.

/// An Elo difference with its error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The difference, in Elo points; positive for the first player. Infinite where every game was won or
    /// every game lost.
    pub difference: f64,
    /// Half the width of the 95 % interval, in Elo points; infinite if the games do not determine it.
    pub error: f64,
    /// The likelihood, from 0 to 1, that the first player is the stronger.
    pub superiority: f64,
}

/// The number of standard deviations on either side of the mean that contain 95 % of a normal distribution.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// Elo points of one unit of log-odds.
pub(super) const PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Elo points of an expected score, from 0 to 1.
pub(super) fn points(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

/// The expected score, from 0 to 1, of an Elo difference.
pub(super) fn share(points: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-points / 400.0))
}

/// The standard normal distribution's probability below `x`: Abramowitz and Stegun 26.2.17, error below 1e-7.
pub(super) fn normal(x: f64) -> f64 {
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
        assert!((share(100.0) - 0.640_065).abs() < 1e-6);
        for elo in [-700.0, -3.5, 0.0, 100.0] {
            assert!((points(share(elo)) - elo).abs() < 1e-9, "{elo}");
        }
    }

    /// Abramowitz and Stegun, table 26.1.
    #[test]
    fn the_normal_distribution_is_the_tabled_one() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.0, 0.158_655_3), (Z95, 0.975)] {
            assert!((normal(x) - p).abs() < 1e-7, "{x}");
        }
    }
}
