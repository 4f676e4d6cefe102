//! A roster as rows of cells, whatever file it came in.

use crate::column::Column;
use crate::{encoded, judges, separated, workbook};
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
    /// Its line in [`Table::text`], from 1.
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

/// A roster as rows of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// It as text with the same lines, which is read as the same table.
    pub text: String,
    /// Its rows that are not empty.
    pub rows: Vec<Row>,
    /// How the file was read.
    pub taken: Vec<Sentence>,
}

impl Table {
    /// Reads a file. An error says what it is, if it is no roster.
    pub fn read(bytes: &[u8]) -> Result<Table, Sentence> {
        if bytes.len() > MOST_BYTES {
            return Err(too_large());
        }
        let (text, encoding) = if bytes.starts_with(b"PK\x03\x04") {
            let (text, sheet) = workbook::text(bytes)?;
            (text, Some(sheet))
        } else {
            encoded::text(bytes)?
        };
        let (text, judge) = judges::headed(text)?;
        if text.len() > MOST_BYTES {
            return Err(too_large());
        }
        let rows = separated::rows(&text)?;
        if rows.is_empty() {
            return Err(sentence!("The roster is empty.", "名单中没有人。"));
        }
        Ok(Table { text, rows, taken: encoding.into_iter().chain(judge).collect() })
    }

    /// The number of columns of the widest row.
    pub fn width(&self) -> usize {
        self.rows.iter().map(|row| row.cells.len()).max().unwrap_or_default()
    }
}

pub(crate) fn too_large() -> Sentence {
    sentence!("The roster is larger than 2 MB.", "名单超过 2 MB。")
}
