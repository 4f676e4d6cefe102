//! Layouts of ours for people who do not want to lay every piece themselves: those of the built-in players.

use super::peoples_game::{FarSeat, Hand, PeoplesGame};
use crate::random_key::fill_random;
use leitai_catalog::RuledGame;
use leitai_core::{Level, Means, Turn};

/// Offers the people of a game a layout each, where it begins with hidden ones.
pub(super) fn offer_layouts(game: &PeoplesGame, ruled: &dyn RuledGame) {
    let is_person = |far: &&FarSeat| matches!(far.hand, Hand::Person(_));
    for far in game.seats.iter().flatten().filter(is_person) {
        let mut seed = [0; 8];
        fill_random(&mut seed);
        let analyst = ruled.analyst(Level::Easy, &Means::seeded(u64::from_le_bytes(seed)));
        if let Some(mut analyst) = analyst
            && matches!(analyst.turn(), Turn::Secret(_))
        {
            far.board.offer(analyst.turn_of(far.board.seat()).join(" "));
        }
    }
}
