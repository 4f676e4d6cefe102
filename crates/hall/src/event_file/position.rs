//! The line and column of a field in a TOML file.

use toml_edit::{Document, Item};

/// The line and column, both from 1, of a field, or of the deepest part of its path that exists. Paths are written as
/// in messages: `stages[1].games`.
pub(super) fn position(document: &Document<String>, path: &str) -> (usize, usize) {
    let text = document.raw();
    let mut item: &Item = document.as_item();
    let mut at = 0;
    for step in path.split(['.', '[']).filter(|step| !step.is_empty()) {
        let index = step.strip_suffix(']').and_then(|number| number.parse::<usize>().ok());
        let next = match index {
            Some(index) => element(item, index),
            None => item.as_table_like().and_then(|table| table.get(step)),
        };
        if index.is_none()
            && let Some(key) =
                item.as_table_like().and_then(|table| table.key(step)).and_then(toml_edit::Key::span)
        {
            at = key.start;
        }
        let Some(next) = next else { break };
        at = next.span().map_or(at, |span| span.start);
        item = next;
    }
    line_and_column(text, at)
}

fn element(item: &Item, index: usize) -> Option<&Item> {
    // A table in an array of tables carries its own span.
    item.get(index)
}

/// From 1, columns in characters.
pub(super) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |rest| rest.chars().count()) + 1;
    (line, column)
}
