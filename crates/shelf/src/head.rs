//! The head of a table's file: what the table is, and checksums of everything that follows.

use leitai_sandbox::system::files::read_exact_at;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io;
use std::time::Duration;

/// The beginning of every file, including the format version.
const MAGIC: &[u8; 16] = b"leitai-table 1\r\n";
/// The size of a SHA-256, in bytes.
const HASH: usize = 32;
/// How many bytes of a block's checksum are kept.
const SUM: usize = 8;
/// The bytes before the block checksums: magic, size, milliseconds, the hash of all bytes, the hash of the head.
const FIXED: usize = MAGIC.len() + 8 + 8 + 2 * HASH;
/// The size of a block in bytes (the last block may be shorter), which is hashed when one of its bytes is first read.
pub(crate) const BLOCK: u64 = 16 << 10;

/// The contents of a file's head.
pub(crate) struct Head {
    /// The size of the table in bytes.
    pub(crate) bytes: u64,
    /// How long it took to build.
    pub(crate) took: Duration,
    /// The SHA-256 of the table's bytes.
    hash: [u8; HASH],
    /// The leading bytes of each block's SHA-256.
    sums: Vec<u8>,
}

impl Head {
    /// The head for these bytes.
    pub(crate) fn of(bytes: &[u8], took: Duration) -> Head {
        let sums = bytes.chunks(BLOCK as usize).flat_map(sum).collect();
        Head { bytes: bytes.len() as u64, took, hash: Sha256::digest(bytes).into(), sums }
    }

    /// The head as written to a file of this name. The name is part of the hash, so a renamed file is not mistaken for
    /// another table.
    pub(crate) fn write(&self, name: &str) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend(self.bytes.to_le_bytes());
        out.extend((self.took.as_millis() as u64).to_le_bytes());
        out.extend(self.hash);
        out.extend(own_hash(&out, &self.sums, name));
        out.extend(&self.sums);
        out
    }

    /// Reads the head of a file with this name and length; `None` if it is no such head or it is damaged.
    pub(crate) fn read(file: &File, length: u64, name: &str) -> io::Result<Option<Head>> {
        let mut fixed = [0; FIXED];
        if length < FIXED as u64 {
            return Ok(None);
        }
        read_exact_at(file, &mut fixed, 0)?;
        let (said, own) = fixed.split_at(FIXED - HASH);
        let number = |at: usize| {
            let mut number = [0; 8];
            number.copy_from_slice(&said[at..at + 8]);
            u64::from_le_bytes(number)
        };
        let bytes = number(MAGIC.len());
        // Checked before memory of that size is allocated.
        let fits = bytes < length && length == bytes + Head::length(bytes);
        if !said.starts_with(MAGIC) || !fits {
            return Ok(None);
        }
        let mut sums = vec![0; (Head::length(bytes) - FIXED as u64) as usize];
        read_exact_at(file, &mut sums, FIXED as u64)?;
        if own_hash(said, &sums, name) != own {
            return Ok(None);
        }
        let mut hash = [0; HASH];
        hash.copy_from_slice(&said[said.len() - HASH..]);
        let took = Duration::from_millis(number(MAGIC.len() + 8));
        Ok(Some(Head { bytes, took, hash, sums }))
    }

    /// The length of the head for a table of that many bytes.
    pub(crate) fn length(bytes: u64) -> u64 {
        FIXED as u64 + bytes.div_ceil(BLOCK) * SUM as u64
    }

    /// Whether these are the bytes of that block.
    pub(crate) fn is_block(&self, block: u64, bytes: &[u8]) -> bool {
        let at = block as usize * SUM;
        self.sums[at..at + SUM] == sum(bytes)
    }

    /// Whether this is the hash of all bytes.
    pub(crate) fn is_hash(&self, hash: Sha256) -> bool {
        self.hash[..] == hash.finalize()[..]
    }
}

fn sum(block: &[u8]) -> [u8; SUM] {
    let mut sum = [0; SUM];
    sum.copy_from_slice(&Sha256::digest(block)[..SUM]);
    sum
}

fn own_hash(said: &[u8], sums: &[u8], name: &str) -> [u8; HASH] {
    Sha256::new().chain_update(said).chain_update(sums).chain_update(name).finalize().into()
}
