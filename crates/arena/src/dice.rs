//! The source of a game's dice.

use leitai_core::Dice;
use leitai_sandbox::system::fill_random;
use sha2::{Digest, Sha256};
use std::io;

/// Dice for one game: seeded with 256 random bits from the system; or, if `chosen` is given, derived from that seed and
/// the game's number so that the same games can be repeated.
pub fn dice(chosen: Option<u64>, game: u32) -> io::Result<Dice> {
    if let Some(seed) = chosen {
        let mut hash = Sha256::new();
        hash.update(b"leitai dice");
        hash.update(seed.to_be_bytes());
        hash.update(game.to_be_bytes());
        return Ok(Dice::new(hash.finalize().into()));
    }
    let mut seed = [0; 32];
    fill_random(&mut seed)?;
    Ok(Dice::new(seed))
}
