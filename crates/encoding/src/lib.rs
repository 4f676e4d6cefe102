//! Bytes from outside as text: sheets, openings, rosters, sources, logs. Which encoding they are in is decided here:
//! a mark at the beginning, what the file declares, UTF-8; otherwise a detector among the encodings that such files
//! come in, corrected by what the format says of each reading. What depends on the guess is refused.

mod decoded;
mod encoding;
mod reading;
mod skeleton;
mod words;

pub use decoded::{Decoded, EncodingError, decode, likely, reencoded};
pub use encoding::Encoding;
pub use skeleton::Skeleton;

#[cfg(test)]
mod tests;
