//! A roster as rows of cells, whatever file it came in.

use crate::row::{MOST_BYTES, Row, too_large};
use crate::{encoded, judges, separated, workbook};
use leitai_core::{Sentence, sentence};

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
