//! A table too large to hold in memory, read in place one page at a time.

use leitai_core::ShelvedTable;
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes per page: positions with neighbouring numbers are soon needed too.
const PAGE: u64 = 256;
/// Pages kept in memory: 1 MB.
const KEPT: u64 = 4096;

/// A table on the shelf, and the pages read most recently.
pub(super) struct Pages {
    table: Arc<dyn ShelvedTable>,
    kept: Mutex<Vec<Page>>,
}

#[derive(Clone)]
struct Page {
    /// The number of the page; `u64::MAX` if none has been read.
    number: u64,
    bytes: [u8; PAGE as usize],
}

impl Pages {
    /// Pages of this table, none of them read yet.
    pub(super) fn of(table: Arc<dyn ShelvedTable>) -> Pages {
        Pages { table, kept: Mutex::new(Vec::new()) }
    }

    /// The byte at `at`; `None` if it cannot be read.
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
