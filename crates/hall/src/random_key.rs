//! Random bytes of the system, and keys that nobody guesses.

use crate::short_id::DIGITS;
use leitai_sandbox::system;

/// An unguessable text of so many letters and digits.
pub fn random_key(length: usize) -> String {
    let mut bytes = vec![0; length];
    fill_random(&mut bytes);
    bytes.iter().map(|byte| char::from(DIGITS[usize::from(byte & 31)])).collect()
}

/// Fills it with random bytes of the system.
pub fn fill_random(bytes: &mut [u8]) {
    while system::fill_random(bytes).is_err() {}
}
