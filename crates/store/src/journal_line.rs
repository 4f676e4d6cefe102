//! The format of a line in a journal file: JSON that starts with a checksum of the rest.

use crate::JournalEntry;
use leitai_core::{Sentence, sentence};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A line begins with this, followed by 16 hexadecimal digits and [`REST`].
const SUM: &str = "{\"sum\":\"";
const REST: &str = "\",";
const DIGITS: usize = 16;

/// The first line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    /// The version of the format.
    pub(crate) journal: u32,
    pub(crate) event: String,
}

/// The version of the format that is written and read.
pub(crate) const VERSION: u32 = 1;

/// The line of a header or an entry, ending in LF.
pub(crate) fn render<T: Serialize>(what: &T) -> Result<Vec<u8>, serde_json::Error> {
    let text = serde_json::to_string(what)?;
    let rest = &text[1..];
    Ok(format!("{SUM}{}{REST}{rest}\n", sum(rest.as_bytes())).into_bytes())
}

/// The contents of a line without its LF, or what is wrong with it.
pub(crate) fn read<'a, T: Deserialize<'a>>(line: &'a [u8], buffer: &'a mut Vec<u8>) -> Result<T, Sentence> {
    let parts = line.strip_prefix(SUM.as_bytes()).and_then(|rest| rest.split_at_checked(DIGITS));
    let Some((digits, Some(rest))) = parts.map(|(digits, rest)| (digits, rest.strip_prefix(REST.as_bytes())))
    else {
        return Err(Sentence::new("does not begin with a checksum", "开头不是校验和"));
    };
    if sum(rest).as_bytes() != digits {
        return Err(Sentence::new("the checksum does not match", "校验和不符"));
    }
    buffer.clear();
    buffer.push(b'{');
    buffer.extend_from_slice(rest);
    serde_json::from_slice(buffer)
        .map_err(|error| sentence!("it cannot be read ({error})", "无法读取（{error}）"))
}

/// The first 64 bits of the SHA-256, big-endian.
fn sum(bytes: &[u8]) -> String {
    let first =
        Sha256::digest(bytes).iter().take(DIGITS / 2).fold(0, |sum, byte| sum << 8 | u64::from(*byte));
    format!("{first:016x}")
}

/// The entry in a line without its LF, or what is wrong with it.
pub(crate) fn entry(line: &[u8]) -> Result<JournalEntry, Sentence> {
    read(line, &mut Vec::new())
}

/// Whether the line ends in a whole entry that follows something else: then the end of an earlier line was lost, which
/// no power cut causes.
pub(crate) fn swallowed(line: &[u8]) -> bool {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    (1..line.len()).any(|at| line[at..].starts_with(SUM.as_bytes()) && entry(&line[at..]).is_ok())
}
