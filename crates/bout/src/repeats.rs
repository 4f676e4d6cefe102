//! Games of a match that repeat earlier ones move by move: two deterministic programs have only two different games.

use leitai_arena::SeriesGame;
use std::collections::HashSet;

/// Counts the games that repeat earlier ones.
#[derive(Debug, Default)]
pub struct Repeats {
    /// The games so far, by who began, opening and digest.
    seen: HashSet<(bool, Option<usize>, String)>,
    count: u64,
    in_a_row: u32,
}

impl Repeats {
    /// Repeats in a row after which more games will show nothing new.
    pub const ENOUGH: u32 = 20;

    /// Whether this game repeats an earlier one, with the same seats and from the same opening. A game that ended by
    /// a fault never does: nobody knows where it would have led.
    pub(crate) fn has(&mut self, game: &SeriesGame) -> bool {
        let ended = &game.ended;
        let played = (game.a_first, game.opening, ended.digest.clone());
        let is_new = ended.outcome.faulty().is_some() || self.seen.insert(played);
        self.count += u64::from(!is_new);
        self.in_a_row = if is_new { 0 } else { self.in_a_row + 1 };
        !is_new
    }

    /// Whether the players only repeat themselves.
    pub fn is_all(&self) -> bool {
        self.in_a_row >= Self::ENOUGH
    }

    /// The number of repeats.
    pub fn count(&self) -> u64 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use leitai_core::{Fault, Outcome, Seat, Words};

    static RULE: Words = Words::new("a rule", "规则");

    fn game(index: u32, digest: &str, outcome: Outcome) -> SeriesGame {
        let mut game = games::ended(index, outcome);
        digest.clone_into(&mut game.ended.digest);
        game
    }

    #[test]
    fn a_game_is_a_repeat_where_the_same_player_began_it() {
        let mut repeats = Repeats::default();
        let won = || Outcome::won(Seat::First, &RULE);
        let is_repeat = [(0, "a"), (1, "a"), (2, "b"), (3, "a"), (4, "a"), (5, "c")]
            .map(|(index, digest)| repeats.has(&game(index, digest, won())));
        assert_eq!(is_repeat, [false, false, false, true, true, false]);
        assert_eq!((repeats.count(), repeats.is_all()), (2, false));
        let crashed = Outcome::fault(Seat::First, Fault::Crash);
        assert!(!repeats.has(&game(6, "a", crashed)) && !repeats.has(&game(8, "a", crashed)));
    }

    #[test]
    fn a_game_from_another_opening_is_another_game() {
        let mut repeats = Repeats::default();
        // Openings 0, 1, 2 and then 0 again: a starting position is not part of the digest.
        for index in 0..9 {
            let opening = Some(index as usize / 2 % 3);
            let game = SeriesGame { opening, ..game(index, "a", Outcome::drawn(&RULE)) };
            assert_eq!(repeats.has(&game), index >= 6, "{index}");
        }
        assert_eq!(repeats.count(), 3);
    }

    #[test]
    fn who_only_repeats_is_found_out() {
        let mut repeats = Repeats::default();
        for index in 0..2 + Repeats::ENOUGH {
            assert!(!repeats.is_all(), "{index}");
            repeats.has(&game(index, "a", Outcome::drawn(&RULE)));
        }
        assert!(repeats.is_all());
    }
}
