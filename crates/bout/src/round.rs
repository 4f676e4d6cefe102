//! The same games again, by a program that was changed in between.

use crate::tally::score_of;
use leitai_arena::SeriesGame;
use leitai_tournament::rating::GameScore;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Games of a program as it was at one time, by their numbers. Rounds against the same opponent from the same seed meet
/// the same dice, and the same choices of a built-in opponent for as long as the program plays the same.
#[derive(Clone, Default, Debug)]
pub struct Round(BTreeMap<u32, GameScore>);

/// What differs between a round and the one before: only games that both have are compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundChange {
    /// Games that ended better than before, counted from 0.
    pub better: Vec<u32>,
    /// Games that ended worse.
    pub worse: Vec<u32>,
    /// How many games both rounds have.
    pub compared: usize,
}

impl Round {
    /// Adds a game of A, which is the program.
    pub fn add(&mut self, game: &SeriesGame) {
        self.0.insert(game.index, score_of(game));
    }

    /// How many games it has.
    pub fn games(&self) -> usize {
        self.0.len()
    }

    /// What is different since `before`.
    pub fn since(&self, before: &Round) -> RoundChange {
        let mut change = RoundChange { better: Vec::new(), worse: Vec::new(), compared: 0 };
        for (index, now) in &self.0 {
            let Some(then) = before.0.get(index) else { continue };
            change.compared += 1;
            match now.cmp(then) {
                Ordering::Greater => change.better.push(*index),
                Ordering::Less => change.worse.push(*index),
                Ordering::Equal => {}
            }
        }
        change
    }
}

impl RoundChange {
    /// How often games would change at least as one-sidedly, to either side, if the change of the program made no
    /// difference: the two-sided sign test of the games that changed. 1 if none did.
    pub fn by_chance(&self) -> f64 {
        let (many, few) = (self.better.len() + self.worse.len(), self.better.len().min(self.worse.len()));
        let (mut tail, mut ways) = (0.0, 1.0);
        for count in 0..=few {
            tail += ways;
            ways *= (many - count) as f64 / (count + 1) as f64;
        }
        (2.0 * tail / 2_f64.powi(i32::try_from(many).unwrap_or(i32::MAX))).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use leitai_core::{Outcome, Seat, Words};

    static RULE: Words = Words::new("a rule", "规则");

    /// A round in which A wins (`+`), draws (`=`) or loses (`-`) its games; a blank is a game that was not played.
    fn round(text: &str) -> Round {
        let mut round = Round::default();
        for (index, result) in (0..).zip(text.chars()) {
            let [own, other] = if index % 2 == 0 { Seat::BOTH } else { [Seat::Second, Seat::First] };
            let outcome = match result {
                '+' => Outcome::won(own, &RULE),
                '-' => Outcome::won(other, &RULE),
                '=' => Outcome::drawn(&RULE),
                _ => continue,
            };
            round.add(&games::ended(index, outcome));
        }
        round
    }

    #[test]
    fn a_round_is_compared_game_by_game() {
        let change = round("+=-+ +").since(&round("-+-+++"));
        assert_eq!(change, RoundChange { better: vec![0], worse: vec![1], compared: 5 });
        assert_eq!(round("").since(&round("+")).compared, 0);
    }

    #[test]
    fn few_games_show_little() {
        let chance = |better, worse| {
            let change =
                RoundChange { better: (0..better).collect(), worse: (0..worse).collect(), compared: 20 };
            (change.by_chance() * 1000.0).round() as u32
        };
        // Twice the tail of the binomial distribution with 1/2.
        let known = [
            ((0, 0), 1000),
            ((1, 0), 1000),
            ((1, 1), 1000),
            ((5, 0), 63),
            ((0, 6), 31),
            ((7, 2), 180),
            ((9, 1), 21),
        ];
        for ((better, worse), expected) in known {
            assert_eq!(chance(better, worse), expected, "{better} better, {worse} worse");
        }
    }
}
