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
        self.0.clone().finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
