//! A row of cells, and how much of a roster is read.

use crate::column::Column;
use leitai_core::{Sentence, sentence};

/// The maximum size of a roster in bytes, as a file and as text.
pub const MOST_BYTES: usize = 2 << 20;
/// The maximum number of columns: what schools export has thirty at most.
pub(crate) const MOST_COLUMNS: usize = 100;
/// The maximum number of rows.
pub(crate) const MOST_ROWS: usize = 20_000;
/// How many rows are looked at to find a header or to tell what a column is.
pub(crate) const LOOKED_AT: usize = 50;

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its line in [`Table::text`](crate::Table::text), from 1.
    pub line: u64,
    /// Its cells, without blanks around them.
    pub cells: Vec<String>,
}

impl Row {
    /// A cell; empty if the row is shorter.
    pub fn cell(&self, at: usize) -> &str {
        self.cells.get(at).map_or("", String::as_str)
    }

    /// How many of its cells are usual heads of columns.
    pub(crate) fn heads(&self) -> usize {
        self.cells.iter().filter(|cell| Column::of(cell).is_some()).count()
    }
}

pub(crate) fn too_large() -> Sentence {
    sentence!("The roster is larger than 2 MB.", "名单超过 2 MB。")
}
