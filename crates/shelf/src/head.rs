//! The head of a table's file: what it is, and checksums of all that follows.

use sha2::{Digest, Sha256};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::time::Duration;

/// The beginning of each file, the version of its format with it.
const MAGIC: &[u8; 16] = b"leitai-table 1\r\n";
/// Bytes of a SHA-256.
const HASH: usize = 32;
/// Bytes kept of the checksum of a block.
const SUM: usize = 8;
/// Bytes before the checksums of the blocks: magic, size, milliseconds, the hash of all bytes, the hash of the head.
const FIXED: usize = MAGIC.len() + 8 + 8 + 2 * HASH;
/// Bytes of a block, the last of which may be shorter: what is hashed when one of its bytes is read first.
pub(crate) const BLOCK: u64 = 16 << 10;

/// What the head of a file says.
pub(crate) struct Head {
    /// How many bytes the table has.
    pub(crate) bytes: u64,
    /// How long it took to build.
    pub(crate) took: Duration,
    /// The SHA-256 of its bytes.
    hash: [u8; HASH],
    /// The first bytes of the SHA-256 of each block.
    sums: Vec<u8>,
}

impl Head {
    /// Of these bytes.
    pub(crate) fn of(bytes: &[u8], took: Duration) -> Head {
        let sums = bytes.chunks(BLOCK as usize).flat_map(sum).collect();
        Head { bytes: bytes.len() as u64, took, hash: Sha256::digest(bytes).into(), sums }
    }

    /// As it stands in a file of this name, which it holds for: a renamed file is not the other table.
    pub(crate) fn write(&self, name: &str) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend(self.bytes.to_le_bytes());
        out.extend((self.took.as_millis() as u64).to_le_bytes());
        out.extend(self.hash);
        out.extend(own_hash(&out, &self.sums, name));
        out.extend(&self.sums);
        out
    }

    /// Reads the head of a file of this name, which is that long; none: it is not one, or it is damaged.
    pub(crate) fn read(file: &File, length: u64, name: &str) -> io::Result<Option<Head>> {
        let mut fixed = [0; FIXED];
        if length < FIXED as u64 {
            return Ok(None);
        }
        file.read_exact_at(&mut fixed, 0)?;
        let (said, own) = fixed.split_at(FIXED - HASH);
        let number = |at: usize| {
            let mut number = [0; 8];
            number.copy_from_slice(&said[at..at + 8]);
            u64::from_le_bytes(number)
        };
        let bytes = number(MAGIC.len());
        // Before anything of that size is asked for.
        let fits = bytes < length && length == bytes + Head::length(bytes);
        if !said.starts_with(MAGIC) || !fits {
            return Ok(None);
        }
        let mut sums = vec![0; (Head::length(bytes) - FIXED as u64) as usize];
        file.read_exact_at(&mut sums, FIXED as u64)?;
        if own_hash(said, &sums, name) != own {
            return Ok(None);
        }
        let mut hash = [0; HASH];
        hash.copy_from_slice(&said[said.len() - HASH..]);
        let took = Duration::from_millis(number(MAGIC.len() + 8));
        Ok(Some(Head { bytes, took, hash, sums }))
    }

    /// How long the head of a table of so many bytes is.
    pub(crate) fn length(bytes: u64) -> u64 {
        FIXED as u64 + bytes.div_ceil(BLOCK) * SUM as u64
    }

    /// Are these the bytes of that block?
    pub(crate) fn is_block(&self, block: u64, bytes: &[u8]) -> bool {
        let at = block as usize * SUM;
        self.sums[at..at + SUM] == sum(bytes)
    }

    /// Is this the hash of all bytes?
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
