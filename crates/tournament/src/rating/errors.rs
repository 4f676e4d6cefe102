//! The uncertainty of ratings.

use super::elo::{Elo, PER_LOGIT, Z95, normal};
use super::strength::{Ratings, dot};

/// The uncertainty of ratings: the inverse of the observed information, scaled by the part of the variance that
/// draws remove (quasi-likelihood, Wedderburn 1974). For two players it equals the error of
/// [`Score::elo`](super::Score::elo).
#[derive(Clone, PartialEq, Debug)]
pub struct Errors<'a> {
    ratings: &'a Ratings,
    /// The lower triangle of the inverse, row by row.
    inverse: Vec<f64>,
    /// The sums of the inverse's rows, and their total.
    rows: Vec<f64>,
    all: f64,
    /// Above 0 and up to 1: the variance of a result relative to that without draws.
    dispersion: f64,
}

impl Ratings {
    /// Computes the uncertainty of these ratings. Time grows with the cube of the number of players, memory with
    /// its square: 2,000 players need 16 MB.
    pub fn errors(&self) -> Errors<'_> {
        let n = self.strengths.len();
        let mut information = vec![0.0; n * (n + 1) / 2];
        let own = self.own_information();
        for (player, own) in own.iter().enumerate() {
            information[at(player, player)] = *own;
        }
        for pair in &self.pairs {
            information[at(pair.b, pair.a)] = -self.information(pair);
        }
        let inverse = inverse(information, n);
        let mut rows = vec![0.0; n];
        for i in 0..n {
            for j in 0..n {
                rows[i] += inverse[at(i.max(j), i.min(j))];
            }
        }
        let all = rows.iter().sum();
        Errors { ratings: self, inverse, rows, all, dispersion: self.dispersion() }
    }

    /// A game's variance is p (1 − p), less a quarter of the chance of a draw.
    fn dispersion(&self) -> f64 {
        let prior: f64 = self.strengths.iter().map(|s| self.prior_information(*s)).sum();
        let all: f64 = prior + self.pairs.iter().map(|pair| self.information(pair)).sum::<f64>();
        let drawn: f64 = self.pairs.iter().map(|pair| pair.draws).sum();
        (all - drawn / 4.0).max(prior) / all
    }
}

impl Errors<'_> {
    /// Half the width of the 95 % interval of a player's rating relative to the average, in Elo points; `None` if
    /// there is no such player.
    pub fn error(&self, player: usize) -> Option<f64> {
        let n = self.rows.len() as f64;
        let row = self.rows.get(player)?;
        let variance = self.inverse[at(player, player)] - 2.0 * row / n + self.all / (n * n);
        Some(self.points(variance))
    }

    /// By how much one player is stronger than another; `None` if there are no such players.
    pub fn difference(&self, one: usize, other: usize) -> Option<Elo> {
        let strengths = &self.ratings.strengths;
        let lead = strengths.get(one)? - strengths.get(other)?;
        let both = self.inverse[at(one.max(other), one.min(other))];
        let variance = self.inverse[at(one, one)] + self.inverse[at(other, other)] - 2.0 * both;
        let error = self.points(variance);
        let superiority = if error > 0.0 { normal(PER_LOGIT * lead / (error / Z95)) } else { 0.5 };
        Some(Elo { difference: PER_LOGIT * lead, error, superiority })
    }

    fn points(&self, variance: f64) -> f64 {
        Z95 * PER_LOGIT * (variance.max(0.0) * self.dispersion).sqrt()
    }
}

/// The index of row `i`, column `j <= i` in a lower triangle.
fn at(i: usize, j: usize) -> usize {
    i * (i + 1) / 2 + j
}

/// Inverts a positive definite matrix by Cholesky decomposition; lower triangles, in place.
fn inverse(mut m: Vec<f64>, n: usize) -> Vec<f64> {
    // m = L Lᵀ
    for i in 0..n {
        for j in 0..=i {
            let (row, column) = (&m[at(i, 0)..at(i, 0) + j], &m[at(j, 0)..at(j, 0) + j]);
            let left = m[at(i, j)] - dot(row, column);
            // Rounding, but never the model, can push a pivot below what the prior guarantees.
            m[at(i, j)] = if i == j { left.max(f64::MIN_POSITIVE).sqrt() } else { left / m[at(j, j)] };
        }
    }
    // L⁻¹, row by row: the rows above are already inverted.
    let mut sum = vec![0.0; n];
    for i in 0..n {
        sum[..i].fill(0.0);
        for k in 0..i {
            let factor = m[at(i, k)];
            for (sum, above) in sum[..=k].iter_mut().zip(&m[at(k, 0)..=at(k, k)]) {
                *sum += factor * above;
            }
        }
        let pivot = 1.0 / m[at(i, i)];
        for j in 0..i {
            m[at(i, j)] = -sum[j] * pivot;
        }
        m[at(i, i)] = pivot;
    }
    // L⁻ᵀ L⁻¹
    let mut product = vec![0.0; m.len()];
    for k in 0..n {
        let row = &m[at(k, 0)..=at(k, k)];
        for i in 0..=k {
            let factor = row[i];
            for (sum, part) in product[at(i, 0)..=at(i, i)].iter_mut().zip(row) {
                *sum += factor * part;
            }
        }
    }
    product
}
