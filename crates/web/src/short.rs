//! Short addresses of events and games.

use leitai_tournament::GameId;
use sha2::{Digest as _, Sha256};

const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The address of an event: six letters and digits that follow from its name.
pub(crate) fn short_event(name: &str) -> String {
    short(&format!("event\n{name}"), 6)
}

/// The address of a game: eight letters and digits that follow from its event's name and its own.
pub(crate) fn short_game(event: &str, game: GameId) -> String {
    short(&format!("game\n{event}\n{game}"), 8)
}

/// The first letters of a text's hash, in Crockford's base 32: no letter is taken for a digit.
fn short(text: &str, letters: usize) -> String {
    let digest = Sha256::digest(text.as_bytes());
    let number = digest.iter().take(8).fold(0u64, |number, byte| number << 8 | u64::from(*byte));
    (0..letters).map(|at| char::from(DIGITS[(number >> (59 - 5 * at) & 31) as usize])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_follows_from_the_names() {
        let game: GameId = "0.0.e0-e1.g0".parse().expect("a game");
        let address = short_game("Cup 杯", game);
        assert_eq!((address.len(), short_event("Cup 杯").len()), (8, 6));
        assert_eq!(address, short_game("Cup 杯", game));
        assert_ne!(address, short_game("Cup", game));
        assert!(address.bytes().all(|b| DIGITS.contains(&b)));
    }
}
