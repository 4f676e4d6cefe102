//! The registry of a contest's awards, as it is reported (大赛获奖名单…上报).

use crate::event::{Cell, Column, TypedTable};
use leitai_core::Lang;
use leitai_tournament::awards::RegistryRow;

/// The rows of the registry as a table for spreadsheet programs and for programs, in this language.
pub fn award_registry(rows: &[RegistryRow], lang: Lang) -> TypedTable {
    let columns = RegistryRow::COLUMNS.map(|column| Column::new(column.en, column));
    let cell = |text: String| if text.is_empty() { Cell::Nothing } else { Cell::Name(text, None) };
    let rows = rows.iter().map(|row| row.cells(lang).map(cell).to_vec());
    TypedTable::new("awards", columns.to_vec(), rows.collect())
}
