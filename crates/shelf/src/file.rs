//! A table's file, read in place: each block is checked when it is first read.

use crate::head::{BLOCK, Head};
use leitai_core::ShelvedTable;
use leitai_sandbox::system::files::read_exact_at;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// An open table. Removing or replacing its file does not disturb it.
pub(crate) struct TableFile {
    file: File,
    pub(crate) head: Head,
    /// The offset of the table's bytes in the file.
    start: u64,
    /// The blocks that were found sound, one bit each.
    sound: Vec<AtomicU64>,
}

impl TableFile {
    /// Opens the file of a table of that many bytes; `None` if it is another file, its head is damaged, or it was cut.
    pub(crate) fn open(path: &Path, name: &str, bytes: u64) -> io::Result<Option<TableFile>> {
        let file = File::open(path)?;
        let meta = file.metadata()?;
        if !meta.is_file() {
            return Ok(None);
        }
        let head = Head::read(&file, meta.len(), name)?.filter(|head| head.bytes == bytes);
        Ok(head.map(|head| {
            let blocks = bytes.div_ceil(BLOCK);
            let sound = (0..blocks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
            TableFile { file, start: Head::length(bytes), sound, head }
        }))
    }

    /// Whether every byte is as it was written.
    pub(crate) fn is_sound(&self) -> io::Result<bool> {
        let (mut hash, mut at) = (Sha256::new(), 0);
        let mut bytes = vec![0; 64 * BLOCK as usize];
        while at < self.head.bytes {
            let part = &mut bytes[..(self.head.bytes - at).min(64 * BLOCK) as usize];
            read_exact_at(&self.file, part, self.start + at)?;
            hash.update(&*part);
            at += part.len() as u64;
        }
        Ok(self.head.is_hash(hash))
    }

    fn is_known(&self, block: u64) -> bool {
        self.sound[block as usize / 64].load(Ordering::Relaxed) & (1 << (block % 64)) != 0
    }

    /// Checks the bytes of a block; if they are sound, the block need not be checked again.
    fn check(&self, block: u64, bytes: &[u8]) -> bool {
        let is_block = self.head.is_block(block, bytes);
        if is_block {
            self.sound[block as usize / 64].fetch_or(1 << (block % 64), Ordering::Relaxed);
        }
        is_block
    }

    /// Reads bytes within one block.
    fn read_within(&self, at: u64, into: &mut [u8]) -> bool {
        let block = at / BLOCK;
        let (first, length) = (block * BLOCK, (self.head.bytes - block * BLOCK).min(BLOCK));
        if self.is_known(block) {
            return read_exact_at(&self.file, into, self.start + at).is_ok();
        }
        if into.len() as u64 == length {
            return read_exact_at(&self.file, into, self.start + at).is_ok() && self.check(block, into);
        }
        let mut whole = vec![0; length as usize];
        if read_exact_at(&self.file, &mut whole, self.start + first).is_err() || !self.check(block, &whole) {
            return false;
        }
        let from = (at - first) as usize;
        into.copy_from_slice(&whole[from..from + into.len()]);
        true
    }
}

impl ShelvedTable for TableFile {
    fn bytes(&self) -> u64 {
        self.head.bytes
    }

    fn read(&self, at: u64, into: &mut [u8]) -> bool {
        let end = at.checked_add(into.len() as u64);
        if end.is_none_or(|end| end > self.head.bytes) {
            return false;
        }
        let (mut at, mut rest) = (at, into);
        while !rest.is_empty() {
            let here = (BLOCK - at % BLOCK).min(rest.len() as u64);
            let (part, after) = rest.split_at_mut(here as usize);
            if !self.read_within(at, part) {
                return false;
            }
            (at, rest) = (at + here, after);
        }
        true
    }
}
