//! The digest of a whole game.

use sha2::{Digest as _, Sha256};

/// SHA-256 over the truth's text at the end of every turn and the verdict at the end: two games have the
/// same digest if and only if they went through the same positions to the same verdict. It does not depend
/// on how acts were batched on lines, nor on times.
#[derive(Clone, Debug, Default)]
pub struct Digest(Sha256);

impl Digest {
    /// Takes in the position's text at the end of a turn, or the verdict.
    pub fn turn(&mut self, text: &str) {
        self.0.update(text.as_bytes());
        self.0.update(b"\n");
    }

    /// The digest so far, as 64 lower-case hexadecimal digits.
    pub fn hex(&self) -> String {
        let nibbles = self.0.clone().finalize().into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
        nibbles.filter_map(|nibble| char::from_digit(nibble.into(), 16)).collect()
    }
}
