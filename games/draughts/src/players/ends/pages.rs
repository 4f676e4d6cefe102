//! A table that is too large to hold: read where it lies, a page at a time.

use leitai_core::ShelvedTable;
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes of a page: what neighbours in number are soon asked for too.
const PAGE: u64 = 256;
/// Pages that are kept: 1 MB.
const KEPT: u64 = 4096;

/// A table on the shelf, and the pages of it that were read last.
pub(super) struct Pages {
    table: Arc<dyn ShelvedTable>,
    kept: Mutex<Vec<Page>>,
}

#[derive(Clone)]
struct Page {
    /// Which one it is; none before it is read.
    number: u64,
    bytes: [u8; PAGE as usize],
}

impl Pages {
    /// Of this table; nothing is read yet.
    pub(super) fn of(table: Arc<dyn ShelvedTable>) -> Pages {
        Pages { table, kept: Mutex::new(Vec::new()) }
    }

    /// The byte there; none where it cannot be read.
    pub(super) fn get(&self, at: u64) -> Option<u8> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.is_empty() {
            kept.resize(KEPT as usize, Page { number: u64::MAX, bytes: [0; PAGE as usize] });
        }
        let number = at / PAGE;
        let page = &mut kept[(number % KEPT) as usize];
        if page.number != number {
            page.number = u64::MAX;
            let length = PAGE.min(self.table.bytes().saturating_sub(number * PAGE)) as usize;
            if !self.table.read(number * PAGE, &mut page.bytes[..length]) {
                return None;
            }
            page.number = number;
        }
        Some(page.bytes[(at % PAGE) as usize])
    }
}
