//! The strengths that make all games together most likely.

use super::elo::PER_LOGIT;
use super::score::{GameScore, Score};
use crate::{CountedOutcome, How, RecordedGame, Seat};
use leitai_core::errors;

/// Games between two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Met {
    /// Both players, by number from 0.
    pub players: [u32; 2],
    /// Their games, counted from the first player's side.
    pub score: Score,
}

/// The number of games every player is assumed to have played against an average one before the first real game,
/// with half of the points won. It bounds the rating of a player that won or lost everything, and connects groups
/// that never met.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prior(f64);

/// Ratings: the maximum of the likelihood of all games under the model of Bradley and Terry (1952), in which the
/// expected score is the logistic function of the difference and a draw is half a win and half a loss (as Elo and
/// Ordo do). Computed from sums for each pair of players, so the order of the games cannot matter, not even in the
/// last digit.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Log-odds relative to the prior's average player.
    pub(super) strengths: Vec<f64>,
    average: f64,
    pub(super) pairs: Vec<Pair>,
    prior: f64,
}

errors! {
    /// Games from which no ratings can be computed.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum RatingError {
        /// A player's number is not below the number of players.
        NoSuchPlayer(player: u32) =>
            "a game names player {player}, who is not rated", "有一局的棋手 {player} 不在评分之列";
        /// A player met itself.
        MetItself(player: u32) =>
            "player {player} cannot have met itself", "棋手 {player} 不能与自己对局";
        /// A prior that is not above 0 and at most 1,000 games.
        Prior(games: f64) =>
            "a prior must be above 0 and at most 1000 games, not {games}", "先验应大于 0、至多 1000 局，不能是 {games}";
    }
}

/// All games between two players, `a < b`, counted for `a`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Pair {
    pub(super) a: usize,
    pub(super) b: usize,
    games: f64,
    points: f64,
    pub(super) draws: f64,
}

impl Met {
    /// The result of a game of an event; `None` if it shows nothing about strength because it was not played to its
    /// end or counts for nobody.
    pub fn of(game: &RecordedGame) -> Option<Met> {
        let mut score = Score::default();
        score.add(match game.outcome {
            _ if matches!(game.how, How::Forfeit) => return None,
            CountedOutcome::Win(Seat::First) => GameScore::Win,
            CountedOutcome::Draw => GameScore::Draw,
            CountedOutcome::Win(Seat::Second) => GameScore::Loss,
            CountedOutcome::Nobody => return None,
        });
        Some(Met { players: [game.first.0, game.second.0], score })
    }
}

impl Prior {
    /// The given number of games against an average player; above 0, at most 1,000.
    pub fn games(games: f64) -> Result<Self, RatingError> {
        if games > 0.0 && games <= 1000.0 { Ok(Prior(games)) } else { Err(RatingError::Prior(games)) }
    }
}

impl Default for Prior {
    /// One game.
    fn default() -> Self {
        Prior(1.0)
    }
}

impl Ratings {
    /// Rates this many players by all their games.
    pub fn new(players: usize, games: &[Met], prior: Prior) -> Result<Self, RatingError> {
        let pairs = sums(players, games)?;
        let mut ratings = Ratings { strengths: vec![0.0; players], average: 0.0, pairs, prior: prior.0 };
        ratings.climb();
        ratings.average = ratings.strengths.iter().sum::<f64>() / players as f64;
        Ok(ratings)
    }

    /// The rating of a player, in Elo points relative to the average of all; `None` if there is no such player.
    pub fn elo(&self, player: usize) -> Option<f64> {
        Some(PER_LOGIT * (self.strengths.get(player)? - self.average))
    }

    /// Newton's method on a strictly concave function; a step is halved until it climbs.
    fn climb(&mut self) {
        let mut height = self.likelihood();
        for _ in 0..100 {
            let step = self.newton();
            let longest = step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
            if longest < 1e-5 {
                // This close to the maximum every step doubles the number of correct digits: after this one all are
                // correct.
                self.strengths.iter_mut().zip(&step).for_each(|(strength, part)| *strength += part);
                return;
            }
            let from = self.strengths.clone();
            let mut scale = 1.0;
            loop {
                for (strength, (from, part)) in self.strengths.iter_mut().zip(from.iter().zip(&step)) {
                    *strength = from + scale * part;
                }
                let reached = self.likelihood();
                if reached > height {
                    height = reached;
                    break;
                }
                scale /= 2.0;
                if scale < 1e-3 {
                    // The likelihood no longer shows a difference: this is the maximum.
                    self.strengths = from;
                    return;
                }
            }
        }
    }

    fn likelihood(&self) -> f64 {
        let met = self.pairs.iter().map(|pair| {
            let lead = self.strengths[pair.a] - self.strengths[pair.b];
            pair.points * lead - pair.games * softplus(lead)
        });
        let alone = self.strengths.iter().map(|s| self.prior * (s / 2.0 - softplus(*s)));
        met.chain(alone).sum()
    }

    /// The Newton step, i.e. the solution of information × step = gradient, by conjugate gradients preconditioned
    /// with the diagonal: the information is as sparse as the schedule.
    fn newton(&self) -> Vec<f64> {
        let gradient = self.gradient();
        let own = self.own_information();
        let weights: Vec<f64> = self.pairs.iter().map(|pair| self.information(pair)).collect();
        let mut step = vec![0.0; gradient.len()];
        let mut rest = gradient;
        let mut scaled: Vec<f64> = rest.iter().zip(&own).map(|(r, d)| r / d).collect();
        let mut along = scaled.clone();
        let mut size = dot(&rest, &scaled);
        let enough = size * 1e-20;
        for _ in 0..10 * step.len() {
            if size <= enough || size < 1e-300 {
                break;
            }
            let mut image: Vec<f64> = along.iter().zip(&own).map(|(x, d)| x * d).collect();
            for (pair, weight) in self.pairs.iter().zip(&weights) {
                image[pair.a] -= weight * along[pair.b];
                image[pair.b] -= weight * along[pair.a];
            }
            let length = size / dot(&along, &image);
            for i in 0..step.len() {
                step[i] += length * along[i];
                rest[i] -= length * image[i];
                scaled[i] = rest[i] / own[i];
            }
            let next = dot(&rest, &scaled);
            for i in 0..along.len() {
                along[i] = scaled[i] + next / size * along[i];
            }
            size = next;
        }
        step
    }

    fn gradient(&self) -> Vec<f64> {
        let mut gradient: Vec<f64> =
            self.strengths.iter().map(|s| self.prior * (0.5 - logistic(*s))).collect();
        for pair in &self.pairs {
            let over = pair.points - pair.games * self.expected(pair);
            gradient[pair.a] += over;
            gradient[pair.b] -= over;
        }
        gradient
    }

    /// The expected score of `a`.
    fn expected(&self, pair: &Pair) -> f64 {
        logistic(self.strengths[pair.a] - self.strengths[pair.b])
    }

    pub(super) fn information(&self, pair: &Pair) -> f64 {
        let expected = self.expected(pair);
        pair.games * expected * (1.0 - expected)
    }

    pub(super) fn prior_information(&self, strength: f64) -> f64 {
        let expected = logistic(strength);
        self.prior * expected * (1.0 - expected)
    }

    /// The diagonal of the information.
    pub(super) fn own_information(&self) -> Vec<f64> {
        let mut own: Vec<f64> = self.strengths.iter().map(|s| self.prior_information(*s)).collect();
        for pair in &self.pairs {
            let information = self.information(pair);
            own[pair.a] += information;
            own[pair.b] += information;
        }
        own
    }
}

/// Games summed for each pair of players, in the order of the players.
fn sums(players: usize, games: &[Met]) -> Result<Vec<Pair>, RatingError> {
    let mut sums = Vec::with_capacity(games.len());
    for Met { players: [a, b], score } in games {
        if let Some(stranger) = [*a, *b].into_iter().find(|player| *player as usize >= players) {
            return Err(RatingError::NoSuchPlayer(stranger));
        }
        if a == b {
            return Err(RatingError::MetItself(*a));
        }
        let score = if a < b { *score } else { Score { wins: score.losses, losses: score.wins, ..*score } };
        sums.push(([*a.min(b), *a.max(b)], score));
    }
    sums.sort_unstable_by_key(|(players, _)| *players);
    sums.dedup_by(|(next, more), (players, score)| {
        let same = next == players;
        if same {
            score.wins += more.wins;
            score.draws += more.draws;
            score.losses += more.losses;
        }
        same
    });
    let pairs = sums.into_iter().filter(|(_, score)| score.games() > 0).map(|([a, b], score)| Pair {
        a: a as usize,
        b: b as usize,
        games: score.games() as f64,
        points: score.wins as f64 + score.draws as f64 / 2.0,
        draws: score.draws as f64,
    });
    Ok(pairs.collect())
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// ln(1 + eˣ), even where eˣ overflows.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
