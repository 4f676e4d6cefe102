//! Where a game's dice come from.

use leitai_core::Dice;
use rustix::rand::{GetRandomFlags, getrandom};
use sha2::{Digest, Sha256};
use std::io;

/// Dice for one game: 256 bits from the system, which follow from nothing published; or, where the user chose
/// a seed to see the same games again, from that seed and the game's number.
pub fn dice(chosen: Option<u64>, game: u32) -> io::Result<Dice> {
    if let Some(seed) = chosen {
        let mut hash = Sha256::new();
        hash.update(b"leitai dice");
        hash.update(seed.to_be_bytes());
        hash.update(game.to_be_bytes());
        return Ok(Dice::new(hash.finalize().into()));
    }
    let mut seed = [0; 32];
    let mut filled = 0;
    while filled < seed.len() {
        filled += getrandom(&mut seed[filled..], GetRandomFlags::empty())?;
    }
    Ok(Dice::new(seed))
}
