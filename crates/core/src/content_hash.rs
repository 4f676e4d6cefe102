//! Hashes of contents, by which programs are identified.

use crate::{errors, same_in_every_language};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::str::FromStr;

/// The SHA-256 (FIPS 180-4) of contents; as text, 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ContentHash([u8; 32]);

same_in_every_language!(ContentHash);

errors! {
    /// The text is not 64 lower-case hexadecimal digits.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct NoContentHash => "a hash is 64 lower-case hexadecimal digits", "应为 64 位小写十六进制数字";
}

impl ContentHash {
    /// The hash of these contents.
    pub fn of(contents: &[u8]) -> ContentHash {
        ContentHash(Sha256::digest(contents).into())
    }

    /// Wraps the SHA-256 of contents that were read piece by piece.
    pub fn from_digest(digest: [u8; 32]) -> ContentHash {
        ContentHash(digest)
    }

    /// The bytes of the hash, in the order of its text.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for ContentHash {
    type Err = NoContentHash;

    fn from_str(text: &str) -> Result<ContentHash, NoContentHash> {
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Ok(byte - b'0'),
            b'a'..=b'f' => Ok(byte - b'a' + 10),
            _ => Err(NoContentHash),
        };
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let bytes = pairs.iter().map(|[high, low]| Ok(digit(*high)? << 4 | digit(*low)?));
        let bytes = bytes.collect::<Result<Vec<u8>, NoContentHash>>()?;
        match <[u8; 32]>::try_from(bytes) {
            Ok(bytes) if rest.is_empty() => Ok(ContentHash(bytes)),
            _ => Err(NoContentHash),
        }
    }
}

impl TryFrom<String> for ContentHash {
    type Error = NoContentHash;

    fn try_from(text: String) -> Result<ContentHash, NoContentHash> {
        text.parse()
    }
}

impl From<ContentHash> for String {
    fn from(digest: ContentHash) -> String {
        digest.to_string()
    }
}
