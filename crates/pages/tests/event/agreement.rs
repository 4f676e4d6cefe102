//! CSV and JSON of a table agree, cell by cell.

use super::fixture::{Fixture, file};
use leitai_pages::event::{Speech, TABLES, TypedTable, table};
use serde_json::Value;
use std::collections::BTreeSet;

/// The cells of a CSV text, as RFC 4180 has them.
fn cells(csv: &str) -> Vec<Vec<String>> {
    let csv = csv.strip_prefix('\u{feff}').expect("a mark");
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut chars, mut is_quoted) = (csv.chars().peekable(), false);
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => cell.extend(chars.next()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !is_quoted => {}
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c => cell.push(c),
        }
    }
    assert!(row.is_empty() && cell.is_empty() && !is_quoted, "the last line ends");
    rows
}

/// Whether a cell is the text of the JSON value; numbers are compared as numbers.
fn is_same(cell: &str, value: &Value) -> bool {
    match value {
        Value::Null => cell.is_empty(),
        Value::Bool(truth) => cell == truth.to_string(),
        Value::Number(number) => cell.parse() == Ok(number.as_f64().expect("a number")),
        Value::String(text) => cell == text || cell.strip_prefix('\'') == Some(text),
        Value::Array(_) | Value::Object(_) => false,
    }
}

fn agree(table: &TypedTable) {
    let (csv, json) = (cells(&table.csv()), table.json());
    let json: Value = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
    let rows = json["rows"].as_array().expect("rows");
    assert_eq!(json["table"], table.name);
    assert_eq!(csv.len(), rows.len() + 1, "{}", table.name);
    let heads: Vec<_> = csv[0].iter().map(|head| head.split(' ').next().unwrap_or_default()).collect();
    assert_eq!(heads.iter().collect::<BTreeSet<_>>().len(), heads.len(), "{heads:?}");
    for (cells, row) in csv[1..].iter().zip(rows) {
        assert_eq!(cells.len(), heads.len());
        let mut seen = BTreeSet::new();
        for (head, cell) in heads.iter().zip(cells) {
            let zh = format!("{head}_zh");
            // The results sheet has some sentences only in Chinese.
            let is_chinese_alone = row.get(&zh).is_some() && !heads.contains(&&*zh);
            let key = if is_chinese_alone { &zh } else { *head };
            assert!(is_same(cell, &row[key]), "{}: {key}: {cell:?}, {}", table.name, row[key]);
            seen.extend([(*head).to_owned(), key.to_owned()]);
        }
        let keys: BTreeSet<String> = row.as_object().expect("a row").keys().cloned().collect();
        assert_eq!(seen, keys, "{}", table.name);
    }
}

#[test]
fn csv_and_json_agree_cell_by_cell() {
    let names = ["<b>", "=1+1", "a,\"b\"", "\u{202e}x", "a\nb", "-3", "é'"];
    for (preset, games) in [("school", usize::MAX), ("school", 9), ("course", 4), ("judge", 0)] {
        let mut fixture = Fixture::new(file("tictactoe", preset, "", &names), games);
        fixture.stuck.clone_from(&fixture.running);
        fixture.view(|view| {
            for name in TABLES {
                agree(&table(view, name).expect("a table"));
            }
        });
        for (_, page) in fixture.across(Speech::Both) {
            page.tables.iter().for_each(agree);
        }
    }
}
