//! Games of a match that repeat earlier ones move by move: two deterministic programs have only two different games.

use leitai_arena::SeriesGame;
use leitai_core::{Lang, Noun, say};
use std::collections::HashSet;

/// Repeats in a row after which a test will learn nothing more.
const ENOUGH: u32 = 20;

/// The games so far, by who began, opening and digest.
#[derive(Default)]
pub(crate) struct Repeats {
    seen: HashSet<(bool, Option<usize>, String)>,
    count: u64,
    in_a_row: u32,
}

impl Repeats {
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
    pub(super) fn is_all(&self) -> bool {
        self.in_a_row >= ENOUGH
    }

    /// The number of repeats.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The repeats as text; empty if there are none.
    pub(super) fn text(&self, is_test: bool, lang: Lang) -> String {
        if self.count == 0 {
            return String::new();
        }
        let games = Noun::GAMES.of(self.count);
        let mut text = say!(
            lang,
            "  {games} repeated an earlier one move for move",
            "  有 {games} 局与之前的某局逐着相同"; games
        );
        if is_test {
            text += &say!(lang, "; the SPRT does not count them", "；SPRT 不计入这些局");
        }
        if self.is_all() {
            text += &say!(
                lang,
                ". The last {ENOUGH} all did: more games between these two show nothing new",
                "。最后 {ENOUGH} 局均如此：这两个程序再下也没有新的信息"
            );
        }
        text + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_arena::Ended;
    use leitai_core::{Fault, Outcome, Seat, Sentence, Words};
    use std::time::Duration;

    static RULE: Words = Words::new("a rule", "规则");

    fn game(index: u32, digest: &str, outcome: Outcome) -> SeriesGame {
        let ended = Ended {
            outcome,
            reason: Sentence::default(),
            plies: 9,
            used: [(Duration::ZERO, Duration::ZERO); 2],
            cpu: [Duration::ZERO; 2],
            digest: digest.to_owned(),
            played: Duration::ZERO,
            late: None,
            given_back: [Duration::ZERO; 2],
            disturbed: None,
        };
        SeriesGame {
            index,
            a_first: index.is_multiple_of(2),
            opening: None,
            ended,
            record: None,
            replays: 0,
            text: None,
        }
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
        for index in 0..2 + ENOUGH {
            assert!(!repeats.is_all(), "{index}");
            repeats.has(&game(index, "a", Outcome::drawn(&RULE)));
        }
        assert!(repeats.is_all());
        let said = repeats.text(true, Lang::En);
        assert!(said.starts_with("  20 games repeated an earlier one") && said.ends_with("new\n"), "{said}");
        assert!(repeats.text(true, Lang::Zh).contains("20 局与之前的某局逐着相同；SPRT 不计入"));
        assert_eq!(Repeats::default().text(true, Lang::En), "");
    }
}
