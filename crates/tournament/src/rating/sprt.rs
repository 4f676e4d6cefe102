//! The sequential test of "the new version is better": it decides by itself when there are enough games.

use super::elo::share;
use super::pairs::Pairs;
use super::score::Score;
use leitai_core::errors;
use std::fmt;
use std::str::FromStr;

/// A sequential probability ratio test (Wald 1945) between two Elo differences, with the generalised likelihood
/// ratio: it makes no assumption about the draw rate between equals.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// The hypothesis that a test accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothesis {
    /// The difference is `elo0` or less.
    H0,
    /// The difference is `elo1` or more.
    H1,
}

errors! {
    /// Parameters that do not make a test.
    #[derive(Clone, PartialEq, Debug)]
    pub enum SprtError {
        /// `elo0` is not below `elo1`, or one of them is beyond ±2000.
        Elo {
            /// The smaller difference, as given.
            elo0: f64,
            /// The larger difference, as given.
            elo1: f64,
        } =>
            "elo0 must be below elo1, both from -2000 to 2000, not {elo0} and {elo1}",
            "elo0 应小于 elo1，且都在 -2000 与 2000 之间，不能是 {elo0} 与 {elo1}";
        /// An error rate is not above 0, or the two rates do not sum to less than 1.
        Rates {
            /// How often H1 may be accepted when H0 is true, as given.
            alpha: f64,
            /// How often H0 may be accepted when H1 is true, as given.
            beta: f64,
        } =>
            "alpha and beta must be above 0 and together below 1, not {alpha} and {beta}",
            "alpha 与 beta 应大于 0，且两者之和小于 1，不能是 {alpha} 与 {beta}";
        /// A part that names no parameter.
        Unknown(part: String) =>
            "`{part}` is none of elo0=…, elo1=…, alpha=…, beta=…",
            "“{part}”不是 elo0=…、elo1=…、alpha=…、beta=… 之一";
        /// A parameter without a number.
        NoNumber(part: String) => "`{part}` does not end in a number", "“{part}”不是以数字结尾";
        /// A parameter that was given before.
        Twice(name: String) => "`{name}` is given twice; write it once", "“{name}”写了两次，应只写一次";
        /// One of the differences is missing.
        Incomplete =>
            "both elo0 and elo1 are needed, such as elo0=0,elo1=10",
            "应写明 elo0 与 elo1，例如 elo0=0,elo1=10";
    }
}

impl Sprt {
    /// A test of "`elo1` or more" against "`elo0` or less", in Elo points, with error rates of about `alpha`
    /// (accepts H1 when H0 is true) and `beta` (accepts H0 when H1 is true).
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        if !(elo0 >= -2000.0 && elo0 < elo1 && elo1 <= 2000.0) {
            return Err(SprtError::Elo { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Rates { alpha, beta });
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The Elo differences of H0 and of H1.
    pub fn elo(self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The rates `alpha` and `beta`.
    pub fn rates(self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// At or below this log-likelihood ratio H0 is accepted: ln(β / (1 − α)).
    pub fn lower(self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// At or above this log-likelihood ratio H1 is accepted: ln((1 − β) / α).
    pub fn upper(self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of single games. If seats change with every game, the ratio of the pairs is more
    /// informative.
    pub fn llr_of_games(self, score: Score) -> f64 {
        score.sample().llr(share(self.elo0), share(self.elo1))
    }

    /// The log-likelihood ratio of pairs of games.
    pub fn llr_of_pairs(self, pairs: Pairs) -> f64 {
        pairs.sample().llr(share(self.elo0), share(self.elo1))
    }

    /// The hypothesis that a log-likelihood ratio decides for; `None` while more games are needed.
    pub fn decision(self, llr: f64) -> Option<Hypothesis> {
        if llr >= self.upper() {
            Some(Hypothesis::H1)
        } else if llr <= self.lower() {
            Some(Hypothesis::H0)
        } else {
            None
        }
    }
}

/// Reads `elo0=0,elo1=10`, optionally followed by `alpha=0.05,beta=0.05`.
impl FromStr for Sprt {
    type Err = SprtError;
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let (mut elo, mut rates) = ([None; 2], [None; 2]);
        for part in text.split(',') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let name = name.trim();
            let place = match name {
                "elo0" => &mut elo[0],
                "elo1" => &mut elo[1],
                "alpha" => &mut rates[0],
                "beta" => &mut rates[1],
                _ => return Err(SprtError::Unknown(part.to_owned())),
            };
            let number = value.trim().parse().map_err(|_| SprtError::NoNumber(part.to_owned()))?;
            if place.replace(number).is_some() {
                return Err(SprtError::Twice(name.to_owned()));
            }
        }
        let [alpha, beta] = rates.map(|rate| rate.unwrap_or(0.05));
        let [Some(elo0), Some(elo1)] = elo else { return Err(SprtError::Incomplete) };
        Sprt::new(elo0, elo1, alpha, beta)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::GameScore;
    use super::*;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).expect("a test")
    }

    /// The logistic cases of fastchess, `app/tests/sprt_test.cpp`.
    #[test]
    fn ratios_are_fastchess_own() {
        let games = [(0.5, 2.5, [21404, 40708, 21184], -1.57), (0.0, 2.0, [57433, 106593, 57030], -2.59)];
        for (elo0, elo1, [wins, draws, losses], llr) in games {
            let found = sprt(elo0, elo1).llr_of_games(Score { wins, draws, losses });
            assert!((found - llr).abs() < 0.01, "{found} for {llr}");
        }
        let pairs = [
            (0.5, 2.5, [223, 9863, 20279 + 1000, 10037, 246], -3.07),
            (0.0, 2.0, [871, 26175, 55003 + 980, 26678, 821], -4.98),
        ];
        for (elo0, elo1, counts, llr) in pairs {
            let found = sprt(elo0, elo1).llr_of_pairs(Pairs { counts });
            assert!((found - llr).abs() < 0.01, "{found} for {llr}");
        }
    }

    /// cutechess, `projects/lib/tests/sprt/tst_sprt.cpp`; its draw model is different, its hypotheses are the same.
    #[test]
    fn ratios_are_near_those_of_cutechess() {
        let sprt = Sprt::new(0.0, 10.0, 0.01, 0.01).expect("a test");
        assert!((sprt.lower() + 4.6).abs() < 0.01 && (sprt.upper() - 4.6).abs() < 0.01);
        for ([wins, draws, losses], llr) in [([1477, 2942, 1351], 2.52), ([555, 298, 555], -0.74)] {
            let found = sprt.llr_of_games(Score { wins, draws, losses });
            assert!((found - llr).abs() < 0.02, "{found} for {llr}");
        }
    }

    #[test]
    fn a_bound_reached_decides() {
        let sprt = sprt(0.0, 10.0);
        assert!((sprt.upper() - 2.944_439).abs() < 1e-6 && (sprt.lower() + 2.944_439).abs() < 1e-6);
        assert_eq!(sprt.decision(sprt.upper()), Some(Hypothesis::H1));
        assert_eq!(sprt.decision(sprt.lower()), Some(Hypothesis::H0));
        assert_eq!(sprt.decision(2.9), None);
        assert_eq!(sprt.llr_of_games(Score::default()).to_bits(), 0f64.to_bits());
    }

    /// More points for the player never favour H0.
    #[test]
    fn a_better_result_never_lowers_the_ratio() {
        let sprt = sprt(0.0, 10.0);
        let mut last = f64::NEG_INFINITY;
        for wins in 0..=40 {
            let llr = sprt.llr_of_games(Score { wins, draws: 10, losses: 40 - wins });
            assert!(llr.is_finite() && llr > last, "{wins} wins: {llr} after {last}");
            last = llr;
        }
    }

    /// Of 1,000 tests simulated under either hypothesis, with every fourth game drawn, about one in twenty errs.
    #[test]
    fn a_test_errs_at_about_its_rates() {
        let sprt = sprt(0.0, 100.0);
        let mut state = 1_u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        for (elo, wrong) in [(0.0, Hypothesis::H1), (100.0, Hypothesis::H0)] {
            let wins = share(elo) - 0.125;
            let mut game = || match random() {
                at if at < wins => GameScore::Win,
                at if at < wins + 0.25 => GameScore::Draw,
                _ => GameScore::Loss,
            };
            let mut decide = || {
                let mut pairs = Pairs::default();
                loop {
                    pairs.add([game(), game()]);
                    if let Some(decision) = sprt.decision(sprt.llr_of_pairs(pairs)) {
                        return decision;
                    }
                }
            };
            let errors = (0..1000).filter(|_| decide() == wrong).count();
            // Fifty are expected, with a deviation of seven.
            assert!((29..=71).contains(&errors), "{errors} of 1000 say {wrong:?} at {elo} Elo");
        }
    }

    #[test]
    fn a_test_is_read_as_it_is_written() {
        let test = Sprt::new(-5.0, 2.5, 0.05, 0.1).expect("a test");
        assert_eq!("elo1=2.5, elo0=-5,beta=0.1".parse(), Ok(test));
        assert_eq!(test.to_string().parse(), Ok(test));
        for (text, why) in [
            ("elo0=0", SprtError::Incomplete),
            ("elo0=0,elo1=x", SprtError::NoNumber("elo1=x".to_owned())),
            ("elo0=0,elo0=1", SprtError::Twice("elo0".to_owned())),
            ("elo0=0,elo2=1", SprtError::Unknown("elo2=1".to_owned())),
        ] {
            assert_eq!(text.parse::<Sprt>(), Err(why), "{text}");
        }
    }

    #[test]
    fn what_is_no_test_is_refused() {
        for (elo0, elo1, alpha, beta) in [
            (10.0, 0.0, 0.05, 0.05),
            (0.0, 0.0, 0.05, 0.05),
            (0.0, f64::NAN, 0.05, 0.05),
            (0.0, 9000.0, 0.05, 0.05),
            (0.0, 10.0, 0.0, 0.05),
            (0.0, 10.0, 0.5, 0.5),
            (0.0, 10.0, 0.05, f64::NAN),
        ] {
            assert!(Sprt::new(elo0, elo1, alpha, beta).is_err(), "{elo0} {elo1} {alpha} {beta}");
        }
    }
}
