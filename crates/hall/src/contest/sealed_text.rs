//! A file that leaves a store and comes back, or the other way round: one JSON object, sealed over the whole.

use hmac::{Hmac, KeyInit, Mac};
use leitai_core::{Sentence, sentence};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::Sha256;
use std::fmt::Write as _;

/// What the last member of a sealed file begins with.
const SEAL: &str = ",\"seal\":\"";
/// Digits of a seal.
const DIGITS: usize = 64;

/// A sealed file as it was read: what it says, before anybody has checked its seal.
pub(super) struct SealedText<T> {
    /// What it says.
    pub(super) said: T,
    /// What is sealed.
    sealed: String,
    /// Its seal.
    pub(super) seal: String,
}

/// The text of a file that says this, sealed by HMAC-SHA-256 with a key.
pub(super) fn sealed(said: &impl Serialize, key: &str) -> String {
    // A struct of texts, numbers and lists of them: serialising cannot fail.
    let whole = serde_json::to_string(said).unwrap_or_default();
    let body = whole.strip_suffix('}').unwrap_or(&whole);
    format!("{body}{SEAL}{}\"}}\n", seal_of(body, key))
}

/// HMAC-SHA-256 in lower-case digits.
fn seal_of(text: &str, key: &str) -> String {
    // HMAC takes keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key.as_bytes()) else { return String::new() };
    mac.update(text.as_bytes());
    let mut digits = String::with_capacity(DIGITS);
    for byte in mac.finalize().into_bytes() {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

impl<T: DeserializeOwned> SealedText<T> {
    /// Reads a file. Errors if it was cut, or is another kind of file.
    pub(super) fn read(bytes: &[u8]) -> Result<SealedText<T>, Sentence> {
        let cut = || {
            Sentence::new(
                "the file lacks its seal at the end: it was cut, or is another kind of file",
                "文件末尾缺少封印：文件不完整，或不是这种文件",
            )
        };
        let text = std::str::from_utf8(bytes).map_err(|_| cut())?;
        let (body, rest) = text.rsplit_once(SEAL).ok_or_else(cut)?;
        let seal = rest.strip_suffix("\"}\n").filter(|seal| seal.len() == DIGITS).ok_or_else(cut)?;
        let said = serde_json::from_str(&format!("{body}}}"))
            .map_err(|error| sentence!("the file cannot be read: {error}", "文件无法读取：{error}"))?;
        Ok(SealedText { said, sealed: body.to_owned(), seal: seal.to_owned() })
    }

    /// Whether it is as it was sealed with this key.
    pub(super) fn is_whole(&self, key: &str) -> bool {
        // No secret is compared: whoever has the key made the file.
        seal_of(&self.sealed, key) == self.seal
    }
}
