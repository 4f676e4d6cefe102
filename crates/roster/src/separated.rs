//! Rows of cells in a text: whichever separator it has.

use crate::row::{LOOKED_AT, MOST_COLUMNS, MOST_ROWS, Row};
use csv::{ReaderBuilder, StringRecord};
use leitai_core::{Sentence, sentence};
use std::collections::HashMap;

/// What may separate cells, the most usual first.
const SEPARATORS: [char; 6] = [',', '\t', ';', '，', '；', '|'];
/// Stands for a separator that is no single byte; no table has it.
const UNIT: char = '\u{1f}';

/// The rows of a text that are not empty.
pub(crate) fn rows(text: &str) -> Result<Vec<Row>, Sentence> {
    split(text, separator(text))
}

/// How many usual heads of columns the best of the first lines has.
pub(crate) fn heads(text: &str) -> usize {
    rows(start(text)).map(|rows| most_heads(&rows)).unwrap_or_default()
}

fn most_heads(rows: &[Row]) -> usize {
    rows.iter().map(Row::heads).max().unwrap_or_default()
}

/// The first lines of a text.
fn start(text: &str) -> &str {
    text.match_indices('\n').nth(LOOKED_AT).map_or(text, |(at, _)| &text[..at])
}

/// The separator by which the first lines have the most known heads; if there are none, by which they have the most
/// cells in the most lines.
fn separator(text: &str) -> char {
    let start = start(text);
    let fits = |separator: &char| {
        let Ok(rows) = split(start, *separator) else { return (0, 0) };
        let mut widths = HashMap::new();
        for row in &rows {
            *widths.entry(row.cells.len()).or_insert(0) += row.cells.len() - 1;
        }
        (most_heads(&rows), widths.into_values().max().unwrap_or_default())
    };
    // Of equals the last is taken.
    SEPARATORS.into_iter().rev().max_by_key(fits).unwrap_or(',')
}

fn split(text: &str, separator: char) -> Result<Vec<Row>, Sentence> {
    let (text, delimiter) = match u8::try_from(separator) {
        Ok(byte) if byte.is_ascii() => (text.replace(UNIT, " "), byte),
        _ => (text.replace(UNIT, " ").replace(separator, "\u{1f}"), UNIT as u8),
    };
    let reader = &mut ReaderBuilder::new();
    let mut reader =
        reader.has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let (mut rows, mut record) = (Vec::new(), StringRecord::new());
    while reader.read_record(&mut record).map_err(|_| unreadable())? {
        let line = record.position().map_or(0, |start| {
            // A record begins with the empty lines above it.
            let from = text.get(start.byte() as usize..).unwrap_or_default();
            start.line() + from.bytes().take_while(|byte| *byte == b'\n').count() as u64
        });
        // In quotes it was no separator.
        let cells =
            record.iter().map(|cell| cleaned(&cell.replace(UNIT, separator.encode_utf8(&mut [0; 4]))));
        let mut kept: Vec<String> = Vec::new();
        for (at, cell) in cells.enumerate().filter(|(_, cell)| !cell.is_empty()) {
            if at >= MOST_COLUMNS {
                return Err(sentence!(
                    "Line {line} has more than {MOST_COLUMNS} columns.",
                    "第 {line} 行超过 {MOST_COLUMNS} 列。"
                ));
            }
            kept.resize(at, String::new());
            kept.push(cell);
        }
        if !kept.is_empty() {
            rows.push(Row { line, cells: kept });
        }
        if rows.len() > MOST_ROWS {
            return Err(sentence!(
                "The roster has more than {MOST_ROWS} lines.",
                "名单超过 {MOST_ROWS} 行。"
            ));
        }
    }
    Ok(rows)
}

fn unreadable() -> Sentence {
    sentence!("The table cannot be read.", "表格无法读取。")
}

/// A cell without blanks around it and without what makes a spreadsheet program keep it as text: `="2501"`, `'2501`.
fn cleaned(cell: &str) -> String {
    let is_blank = |c: char| {
        c.is_whitespace() || ['\u{feff}', '\u{200b}', '\u{200e}', '\u{202c}', '\u{202d}'].contains(&c)
    };
    let cell = cell.trim_matches(is_blank);
    let inner = cell.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"'));
    let cell = inner.map_or(cell, |inner| inner.trim_matches(is_blank));
    cell.strip_prefix('\'')
        .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        .unwrap_or(cell)
        .to_owned()
}

/// A cell of CSV, in one line.
pub(crate) fn quoted(cell: &str) -> String {
    let cell = cell.replace(['\n', '\r'], " ");
    if cell.contains(['"', ',', ';', '，', '；', '\t', '|']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_separated_by_what_the_table_uses() {
        let wanted =
            [vec!["学号", "姓名", "班级"], vec!["2501", "Li, Na", "1班"], vec!["2502", "王；小", ""]];
        for separator in SEPARATORS {
            let text = "学号,姓名,班级\n=\"2501\"?\"Li, Na\"?'1班\n \u{3000}2502\t,\"王；小\",,,\n\n";
            let text = text.replace("'1班", "1班").replace(['?', ','], "\u{1}").replace("Li\u{1}", "Li,");
            let text = text.replace('\u{1}', &separator.to_string()).replace("2502\t", "'2502 ");
            let read = rows(&text).expect("a table");
            let cells: Vec<Vec<&str>> =
                read.iter().map(|row| (0..3).map(|at| row.cell(at)).collect()).collect();
            assert_eq!(cells, wanted, "{separator:?}");
            assert_eq!(read.iter().map(|row| row.line).collect::<Vec<_>>(), [1, 2, 3]);
        }
    }

    #[test]
    fn a_separator_is_not_one_that_only_pads_cells() {
        let read = rows("序号,学号,姓名\n1,\t2501,徐杰 \n2,\t2502,李轩 \n").expect("a table");
        assert_eq!(read[1].cells, ["1", "2501", "徐杰"]);
        assert_eq!(rows("2501\tLi, Na\n2502\tBo\n").expect("a table")[0].cells, ["2501", "Li, Na"]);
    }

    #[test]
    fn a_table_as_wide_as_a_file_is_refused() {
        for text in ["1,".repeat(100_000), format!("学号,姓名\n{}", "1,".repeat(100_000))] {
            assert!(rows(&text).is_err());
        }
        assert_eq!(
            rows(&format!("2501,Ann{}\n", ",".repeat(100_000))).expect("empty cells")[0].cells.len(),
            2
        );
    }
}
