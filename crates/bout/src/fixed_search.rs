//! Fixed searches of built-in players: a change that should alter no move leaves their nodes and checksum as they are.

use crate::calibration::news;
use leitai_catalog::RuledGame;
use leitai_core::{Act, Actor, Dice, Level, Means, Outbox, Rng, Seat, Sentence, Span, Staging};
use std::time::{Duration, Instant};

/// Nodes per search, unless the level's own limit is lower.
const NODES: u64 = 10_000;
/// Points in the game that supplies the positions at which a player searches, as fractions of its length.
const PLACES: [(usize, usize); 4] = [(0, 1), (1, 4), (1, 2), (3, 4)];

/// Searches, summed up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FixedSearches {
    /// How many there were.
    pub searches: u32,
    /// The nodes that they report.
    pub nodes: u64,
    /// A checksum of nodes, depths and lines.
    pub checksum: u64,
    /// How long they took.
    pub taken: Duration,
}

/// The acts of a game between random players, which follow from the seed.
pub fn random_game(game: &dyn RuledGame, seed: u64) -> Vec<(Actor, String)> {
    let mut table = game.table(Staging::default(), Some(Dice::new([seed as u8; 32])));
    let mut rng = Rng::new(seed);
    let mut outbox = Outbox::default();
    table.begin([None; 2], &mut outbox);
    while table.turn().outcome().is_none() {
        let owes = |seat: &Seat| table.turn().owes(Actor::Seat(*seat));
        let Some(seat) = Seat::BOTH.into_iter().find(owes) else { break };
        let choices = table.choices(seat);
        let act = [&*choices[rng.below(choices.len())].text];
        let act = Act::Play { by: Actor::Seat(seat), acts: &act, span: Span::Part };
        if table.act(act, Duration::ZERO, [None; 2], &mut outbox).is_err() {
            break;
        }
    }
    news(&mut *table)
}

impl FixedSearches {
    /// The searches of one level in a game that was played. Errors if the player does not follow it.
    pub fn of(
        game: &dyn RuledGame,
        level: Level,
        seed: u64,
        played: &[(Actor, String)],
    ) -> Result<FixedSearches, Sentence> {
        let mut sum = FixedSearches::default();
        for (part, of) in PLACES {
            let Some(mut analyst) = game.analyst(level, &Means::seeded(seed)) else { continue };
            let (before, mut after) = played.split_at(played.len() * part / of);
            for (by, act) in before {
                analyst.play(*by, act)?;
            }
            // Pending dice are played first: they are not searched.
            while let (Some(Actor::Chance), [(by, act), rest @ ..]) = (analyst.turn().next(), after) {
                analyst.play(*by, act)?;
                after = rest;
            }
            let start = Instant::now();
            let Some(judged) = analyst.judge(NODES) else { continue };
            let taken = sum.taken + start.elapsed();
            // The expectation is left out: it is a fraction whose last digits may differ between machines.
            let text = format!("{} {} {}", judged.nodes, judged.depth, judged.line.join(" "));
            sum = FixedSearches {
                searches: sum.searches + 1,
                nodes: sum.nodes + judged.nodes,
                checksum: mixed(sum.checksum, text.as_bytes()),
                taken,
            };
        }
        Ok(sum)
    }

    /// Adds the searches of another player.
    pub fn add(&mut self, other: FixedSearches) {
        *self = FixedSearches {
            searches: self.searches + other.searches,
            nodes: self.nodes + other.nodes,
            checksum: mixed(self.checksum, &other.checksum.to_le_bytes()),
            taken: self.taken + other.taken,
        };
    }
}

/// FNV-1a, from `sum` on.
fn mixed(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum ^ 0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::game;

    #[test]
    fn the_same_searches_have_the_same_checksum() {
        for id in ["tictactoe", "einstein"] {
            let game = game(id);
            let played = random_game(&*game, 14);
            assert!(played.len() > 4, "{played:?}");
            assert_eq!(played, random_game(&*game, 14));
            let level = game.facts().strongest_level();
            let of = |seed| FixedSearches {
                taken: Duration::ZERO,
                ..FixedSearches::of(&*game, level, seed, &played).expect("legal")
            };
            let (once, mut twice) = (of(14), of(14));
            assert!(once == twice && once.searches > 1 && once.nodes > 0, "{once:?}");
            twice.add(once);
            assert_eq!(twice.nodes, 2 * once.nodes);
            assert_ne!(twice.checksum, once.checksum);
        }
    }
}
