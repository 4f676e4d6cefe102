//! The totals of a match.

use crate::losses::FirstLosses;
use crate::repeats::Repeats;
use crate::sequential_test::{SeatPairs, SequentialTest};
use leitai_arena::SeriesGame;
use leitai_core::{Seat, VerdictName};
use leitai_tournament::rating::{Elo, GameScore, Score, Sprt};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// The totals of games between A and B.
#[derive(Debug, Default)]
pub struct Tally {
    /// The games, counted for A.
    pub score: Score,
    /// Pairs of games with seats swapped, repeats left out.
    pub pairs: SeatPairs,
    /// The test of the match, if it is one.
    pub test: Option<SequentialTest>,
    /// Verdicts of the games each player lost by a fault.
    pub faults: [BTreeMap<&'static str, u64>; 2],
    /// Games that the first seat won.
    pub first_wins: u64,
    /// Games that the referee ended by agreed rules.
    pub adjudicated: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Each player's longest turn.
    pub longest: [Duration; 2],
    /// Processor time of each player's programs.
    pub cpu: [Duration; 2],
    /// Games that repeat earlier ones.
    pub repeats: Repeats,
    /// How often games were played again because the machine had disturbed them.
    pub replays: u64,
    /// The games that the machine disturbed even in the last attempt, with their records. They count as they ended, and
    /// the loser's author should take a look.
    pub in_question: Vec<(u32, Option<PathBuf>)>,
    /// The first game that each player lost by a fault.
    pub losses: FirstLosses,
}

/// A's score in a game.
pub(crate) fn score_of(game: &SeriesGame) -> GameScore {
    match game.winner() {
        Some(0) => GameScore::Win,
        Some(_) => GameScore::Loss,
        None => GameScore::Draw,
    }
}

impl Tally {
    /// No games yet, of a match that may be a test.
    pub fn new(test: Option<Sprt>) -> Tally {
        Tally { test: test.map(SequentialTest::new), ..Tally::default() }
    }

    /// Adds the next game; games come in the order of their numbers.
    pub fn add(&mut self, game: &SeriesGame) {
        let score = score_of(game);
        self.score.add(score);
        let is_repeat = self.repeats.has(game);
        if !is_repeat
            && self.pairs.add(game.index, score)
            && let Some(test) = &mut self.test
        {
            test.weigh(self.pairs.counted);
        }
        let outcome = game.ended.outcome;
        if let Some(seat) = outcome.faulty() {
            *self.faults[game.player(seat)].entry(outcome.why.verdict().name()).or_default() += 1;
        }
        self.first_wins += u64::from(outcome.winner == Some(Seat::First));
        self.adjudicated += u64::from(outcome.why.verdict() == VerdictName::Adjudicated);
        self.plies += u64::from(game.ended.plies);
        self.replays += u64::from(game.replays);
        if game.ended.disturbed.is_some() {
            self.in_question.push((game.index, game.record.clone()));
        }
        self.losses.add(game);
        for seat in Seat::BOTH {
            let player = game.player(seat);
            self.longest[player] = self.longest[player].max(game.ended.used[seat.index()].1);
            self.cpu[player] += game.ended.cpu[seat.index()];
        }
    }

    /// Whether the test of the match has been decided, or cannot be.
    pub fn is_done(&self) -> bool {
        self.test.is_some_and(|test| test.decision.is_some() || self.repeats.is_all())
    }

    /// A's strength, estimated from pairs if there are any, as the test weighs them; `None` without games.
    pub fn elo(&self) -> Option<Elo> {
        let single = self.score.elo()?;
        let Some(paired) = self.pairs.counted.elo() else { return Some(single) };
        // A game outside any pair may be the only one that a player lost.
        let is_one_sided = paired.difference.is_infinite() && single.difference.is_finite();
        Some(if is_one_sided { Elo { difference: single.difference, ..paired } } else { paired })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use leitai_core::{Fault, Outcome};

    #[test]
    fn a_game_in_question_counts_and_is_listed() {
        let mut tally = Tally::default();
        let record = PathBuf::from("out/game-000002.jsonl");
        for (index, disturbed, record) in [(0, false, None), (2, true, Some(record.clone())), (4, true, None)]
        {
            let mut game = games::ended(index, Outcome::fault(Seat::Second, Fault::TimeLimit));
            game.ended.disturbed = disturbed.then_some(Duration::from_millis(412));
            (game.record, game.replays) = (record, if disturbed { 3 } else { 0 });
            tally.add(&game);
        }
        assert_eq!(tally.score.wins, 3, "all of them count");
        assert_eq!((tally.replays, tally.in_question), (6, vec![(2, Some(record)), (4, None)]));
        assert_eq!(tally.faults, [BTreeMap::new(), BTreeMap::from([("TimeLimit", 3)])]);
    }
}
