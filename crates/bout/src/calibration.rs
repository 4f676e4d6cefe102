//! A player's expectations compared with the results of games.

use leitai_catalog::{Judgement, RuledGame};
use leitai_core::{
    Act, Actor, Dice, Level, Line, Means, Outbox, Rng, Seat, Sentence, Span, Staging, Table, Turn, errors,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Positions judged per game, approximately.
const A_GAME: u32 = 10;
/// Games without dice or secrets begin with one to this many random acts, so that they differ.
const RANDOM: u64 = 7;
/// Games without a judged position after which none is expected any more.
const PATIENCE: u32 = 20;

/// A judged position and the result of its game, both for the seat to act.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The game's number, from 0.
    pub number: u32,
    /// The plies played before the position.
    pub ply: u32,
    /// The expected result, 0 to 1.
    pub expected: f64,
    /// Whether it was proved.
    pub proved: bool,
    /// The result: 0, ½ or 1.
    pub result: f64,
}

/// Judged positions, with the results of their games.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// The positions, in the order in which they were judged.
    pub all: Vec<Sample>,
    /// The games that were played for them.
    pub games: u32,
}

/// Positions with about the same expectation, summed up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Class {
    /// How many there are.
    pub positions: u32,
    /// The sum of their expectations.
    pub expected: f64,
    /// The sum of their results.
    pub result: f64,
}

/// Who plays, who judges, and the means of both.
#[derive(Clone, Copy)]
pub struct Calibration<'a> {
    /// The game.
    pub game: &'a dyn RuledGame,
    /// The level that judges.
    pub level: Level,
    /// The level that plays both sides.
    pub against: Level,
    /// Seed, memory and tables.
    pub means: Means<'a>,
    /// Set by the caller to stop.
    pub stop: &'a AtomicBool,
}

errors! {
    /// Why nothing is known of a player's expectations.
    #[derive(Debug)]
    pub enum CalibrationError {
        /// It judges no positions.
        JudgesNothing {
            /// The game.
            id: &'static str,
            /// The level.
            level: Level,
        } => "`{level}` of {id} does not judge positions", "{id} 的“{level}”不评估局面", level = level.name();
        /// It does not follow a game.
        Lost(why: Sentence);
    }
}

impl Calibration<'_> {
    /// Nodes per judgement.
    pub const NODES: u64 = 20_000;

    /// Plays games until so many positions have been judged, or `stop` is set; `see` is told how many there are.
    pub fn samples(&self, positions: usize, see: &mut dyn FnMut(usize)) -> Result<Samples, CalibrationError> {
        let (mut samples, mut step) = (Samples::default(), 1);
        while samples.all.len() < positions && !self.stop.load(Ordering::Relaxed) {
            if let Some((judged, plies)) = self.play(samples.games, step).map_err(CalibrationError::Lost)? {
                step = (plies / A_GAME).max(1);
                samples.all.extend(judged);
                see(samples.all.len());
            }
            samples.games += 1;
            if samples.games == PATIENCE && samples.all.is_empty() {
                let (id, level) = (self.game.facts().id, self.level);
                return Err(CalibrationError::JudgesNothing { id, level });
            }
        }
        samples.all.truncate(positions);
        Ok(samples)
    }

    /// Plays the game of that number and judges about every `step`-th position; returns the samples and the game's
    /// plies. `None` if it was stopped, or a player broke the rules.
    fn play(&self, number: u32, step: u32) -> Result<Option<(Vec<Sample>, u32)>, Sentence> {
        let mut rng = Rng::new(self.means.seed ^ (u64::from(number) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let seed = rng.next();
        let mut dice = [0; 32];
        dice[..8].copy_from_slice(&seed.to_le_bytes());
        let mut table = self.game.table(Staging::default(), Some(Dice::new(dice)));
        let player = self.game.analyst(self.against, &Means { seed, ..self.means });
        let judge = self.game.analyst(self.level, &self.means);
        let (Some(mut player), Some(mut judge)) = (player, judge) else { return Ok(None) };
        let facts = self.game.facts();
        let random = if facts.hidden || facts.chance { 0 } else { 1 + u64::from(number) % RANDOM };
        let mut outbox = Outbox::default();
        table.begin([None; 2], &mut outbox);
        let (mut acted, mut seen) = (0, Vec::new());
        let outcome = loop {
            for (by, act) in news(&mut *table) {
                player.play(by, &act)?;
                judge.play(by, &act)?;
            }
            let turn = table.turn();
            if let Turn::Over(outcome) = turn {
                break outcome;
            }
            let seat = Seat::BOTH.into_iter().find(|seat| turn.owes(Actor::Seat(*seat)));
            let Some(seat) = seat.filter(|_| !self.stop.load(Ordering::Relaxed)) else { return Ok(None) };
            let acts = if acted < random {
                let choices = table.choices(seat);
                vec![choices[rng.below(choices.len())].text.clone()]
            } else {
                if matches!(turn, Turn::Of(_)) && rng.below(step as usize) == 0 {
                    seen.extend(judge.judge(Self::NODES).map(|judged| (table.plies(), judged)));
                }
                player.turn_of(seat)
            };
            acted += 1;
            let acts: Vec<&str> = acts.iter().map(String::as_str).collect();
            let act = Act::Play { by: Actor::Seat(seat), acts: &acts, span: Span::Part };
            if table.act(act, Duration::ZERO, [None; 2], &mut outbox).is_err() {
                return Ok(None);
            }
        };
        let sample = |(ply, judged): &(u32, Judgement)| Sample {
            number,
            ply: *ply,
            expected: f64::from(judged.expected),
            proved: judged.proved.is_some(),
            result: outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == judged.seat))),
        };
        Ok(Some((seen.iter().map(sample).collect(), table.plies())))
    }
}

/// The acts since the last call, chance included.
pub(crate) fn news(table: &mut dyn Table) -> Vec<(Actor, String)> {
    let mut lines = Vec::new();
    table.record(&mut lines);
    let lines = lines.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok());
    let acts = lines.flat_map(|line| match line {
        Line::Play { by, acts, .. } => acts.into_iter().map(|act| (by, act.into_owned())).collect(),
        _ => Vec::new(),
    });
    acts.collect()
}

impl Samples {
    /// Classes with fewer positions are not compared.
    pub const ENOUGH: u32 = 50;

    /// The positions in ten classes by expectation.
    pub fn classes(&self) -> [Class; 10] {
        let mut classes = [Class::default(); 10];
        for sample in &self.all {
            let class = &mut classes[((sample.expected * 10.0) as usize).min(9)];
            class.positions += 1;
            class.expected += sample.expected;
            class.result += sample.result;
        }
        classes
    }

    /// The largest difference between expectation and result among the classes of [`enough`](Samples::ENOUGH)
    /// positions; `None` if there are none.
    pub fn largest_difference(&self) -> Option<f64> {
        let classes = self.classes().into_iter().filter(|class| class.positions >= Self::ENOUGH);
        let differences =
            classes.map(|class| (class.expected - class.result).abs() / f64::from(class.positions));
        differences.reduce(f64::max)
    }

    /// The power of the expected odds that makes the results of unproved positions likeliest. 1 is right; less means
    /// that the player is overconfident. `None` if it never favoured a side.
    pub fn power(&self) -> Option<f64> {
        let odds = |sample: &Sample| {
            let expected = sample.expected.clamp(1e-4, 1.0 - 1e-4);
            (expected / (1.0 - expected)).ln()
        };
        let open: Vec<_> = self.all.iter().filter(|it| !it.proved).map(|it| (odds(it), it.result)).collect();
        // The likelihood has a single maximum: its slope decreases.
        let slope = |power: f64| -> f64 {
            open.iter().map(|(odds, result)| (result - 1.0 / (1.0 + (-power * odds).exp())) * odds).sum()
        };
        if open.iter().all(|(odds, _)| odds.abs() < 1e-9) {
            return None;
        }
        let (mut low, mut high) = (0.0, 10.0);
        for _ in 0..50 {
            let middle = f64::midpoint(low, high);
            if slope(middle) > 0.0 { low = middle } else { high = middle }
        }
        Some(f64::midpoint(low, high))
    }

    /// The samples, with the odds of unproved positions raised to a power.
    #[must_use]
    pub fn tempered(&self, power: f64) -> Samples {
        let tempered = |sample: &Sample| {
            let [for_it, against] = [sample.expected, 1.0 - sample.expected].map(|part| part.powf(power));
            let expected = for_it / (for_it + against);
            if sample.proved { *sample } else { Sample { expected, ..*sample } }
        };
        Samples { all: self.all.iter().map(tempered).collect(), games: self.games }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::game;

    fn sample(expected: f64, result: f64) -> Sample {
        Sample { number: 0, ply: 0, expected, proved: false, result }
    }

    #[test]
    fn who_expects_what_comes_is_right_and_who_is_too_sure_is_not() {
        // A hundred positions for each expectation; here as many were won as expected.
        let of = |said: [f64; 2], won: [u32; 2]| -> Samples {
            let games = |(said, won)| (0..100).map(move |n| sample(said, f64::from(u8::from(n < won))));
            Samples { all: said.into_iter().zip(won).flat_map(games).collect(), games: 200 }
        };
        let near = |found: Option<f64>, right: f64, by: f64| {
            assert!(found.is_some_and(|found| (found - right).abs() < by), "{found:?}, not {right}");
        };
        let right = of([0.25, 0.75], [25, 75]);
        near(right.power(), 1.0, 1e-6);
        near(right.largest_difference(), 0.0, 1e-9);
        let sure = of([0.1, 0.9], [25, 75]);
        // ln 3 / ln 9.
        near(sure.power(), 0.5, 1e-6);
        near(sure.largest_difference(), 0.15, 1e-9);
        near(sure.tempered(0.5).largest_difference(), 0.0, 1e-9);
        assert_eq!(of([0.5, 0.5], [10, 60]).power(), None, "it expects nothing");
    }

    #[test]
    fn few_positions_say_nothing_and_certainty_is_in_the_last_class() {
        let all = vec![sample(1.0, 0.0), sample(0.95, 1.0), sample(0.0, 0.0)];
        let samples = Samples { all, games: 3 };
        let classes = samples.classes();
        assert_eq!((classes[9].positions, classes[0].positions), (2, 1));
        assert_eq!(samples.largest_difference(), None);
    }

    #[test]
    fn a_game_is_the_same_each_time_and_its_proofs_hold() {
        let game = game("tictactoe");
        let stop = AtomicBool::new(false);
        let means = Means::seeded(14);
        let trial =
            Calibration { game: &*game, level: Level::Best, against: Level::Best, means, stop: &stop };
        let mut judged = 0;
        for number in 0..20 {
            let [once, again] = [(); 2].map(|()| trial.play(number, 1).expect("legal").expect("a game"));
            assert_eq!(once.1, again.1);
            // Perfect players never lose a proved result.
            assert!(once.0.iter().all(|it| !it.proved || (it.expected - it.result).abs() < 1e-6), "{number}");
            judged += once.0.len();
        }
        assert!(judged > 20, "{judged}");
    }
}
