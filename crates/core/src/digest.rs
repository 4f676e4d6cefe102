//! The digest of a whole game, and the seal of its record.

use sha2::{Digest as _, Sha256};

/// SHA-256 over the text of the true position at the end of every turn, and over the verdict at the end: two games
/// have the same digest if and only if they went through the same positions to the same verdict. It depends neither
/// on how acts were batched into lines nor on times.
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
        hex(&self.0)
    }
}

/// SHA-256 over the text of a record up to the seal's own place in the last line: every line trimmed and ended by
/// an LF, blank lines left out, and of the last line what precedes `,"seal":`. Any change to the record breaks the
/// seal, even a change that nothing else contradicts.
#[derive(Clone, Debug, Default)]
pub struct Seal(Sha256);

impl Seal {
    /// Takes in a line, without its line end.
    pub fn line(&mut self, text: &str) {
        self.0.update(text.trim().as_bytes());
        self.0.update(b"\n");
    }

    /// Takes in whole lines as they are written.
    pub fn lines(&mut self, text: &[u8]) {
        self.0.update(text);
    }

    /// The seal of a record whose last line begins with `before`.
    pub(crate) fn of_end(mut self, before: &[u8]) -> String {
        self.0.update(before);
        hex(&self.0)
    }
}

impl PartialEq for Seal {
    fn eq(&self, other: &Seal) -> bool {
        hex(&self.0) == hex(&other.0)
    }
}

/// The hash so far, as 64 lower-case hexadecimal digits.
fn hex(hash: &Sha256) -> String {
    let nibbles = hash.clone().finalize().into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
    nibbles.filter_map(|nibble| char::from_digit(nibble.into(), 16)).collect()
}
