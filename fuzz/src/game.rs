//! Games and settings drawn from an input.

use crate::Bytes;
use leitai_catalog::{GAMES, ListedGame, RuledGame, Setup};
use leitai_core::{COMMON_OPTIONS, DialectName, Dice, Kind};
use std::sync::Arc;

/// A listed game.
pub fn game(bytes: &mut Bytes<'_>) -> ListedGame {
    *bytes.pick(GAMES)
}

/// A game and one of its dialects.
pub type Spoken = (ListedGame, DialectName);

/// A listed game with one of its dialects; all pairs are equally likely.
pub fn spoken(bytes: &mut Bytes<'_>) -> Spoken {
    let pairs = GAMES.iter().flat_map(|game| game.facts().dialects.iter().map(|name| (*game, *name)));
    let pairs: Vec<Spoken> = pairs.collect();
    *bytes.pick(&pairs)
}

/// A set-up of the game with any accepted options.
pub fn setup(game: ListedGame, bytes: &mut Bytes<'_>) -> Setup {
    let mut options = Vec::new();
    for spec in COMMON_OPTIONS.iter().chain(game.facts().options) {
        let value = match spec.kind {
            _ if bytes.one_in(2) => continue,
            Kind::Whole { min, max, .. } => {
                // Rules change mostly at small values.
                let most = if bytes.one_in(4) { max - min } else { (max - min).min(8) };
                (min + bytes.below(most as usize + 1) as u64).to_string()
            }
            Kind::Choice(words) => bytes.pick(words).name.to_owned(),
            Kind::Flag(_) => (*bytes.pick(&["off", "on"])).to_owned(),
        };
        options.push((spec.name.to_owned(), value));
    }
    let setup = Setup { options, ..Setup::default() };
    // A few values cannot be combined.
    if game.open(&setup).is_ok() { setup } else { Setup::default() }
}

/// The game under any accepted options.
pub fn ruled(game: ListedGame, bytes: &mut Bytes<'_>) -> Arc<dyn RuledGame> {
    game.open(&setup(game, bytes)).expect("the set-up was accepted")
}

/// Dice.
pub fn dice(bytes: &mut Bytes<'_>) -> Dice {
    Dice::new(std::array::from_fn(|_| bytes.byte()))
}
