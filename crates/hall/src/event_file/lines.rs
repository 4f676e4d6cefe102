//! Multi-line fields (entries, options, the plan), as typed and as written in a file.

use crate::event_draft::{FieldKind, FileField, Trouble, part_of};
use leitai_core::{Name, Sentence, is_hidden};
use std::collections::BTreeMap;
use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value};

/// The columns of an entry, in the order in which they are typed: those with one text, those with several, and again
/// those with one.
const CELLS: [&str; 4] = ["name", "program", "class", "seed-score"];
const LISTS: [&str; 2] = ["members", "teachers"];
const LAST_CELLS: [&str; 2] = ["school", "group"];

/// The contents of such a field as they would be typed; `None` if the file has something there that a form cannot show.
pub(super) fn shown(root: &Table, field: &FileField) -> Option<String> {
    let Some(item) = root.get(field.path) else { return Some(String::new()) };
    match field.kind {
        FieldKind::Pairs => pairs(item.as_table_like()?),
        FieldKind::Part => {
            let mut alone = DocumentMut::new();
            alone.insert(field.path, item.clone());
            Some(alone.to_string().trim().to_owned())
        }
        _ => {
            let lines: Option<Vec<String>> = entries(item)?.into_iter().map(line).collect();
            Some(lines?.join("\n"))
        }
    }
}

fn pairs(table: &dyn TableLike) -> Option<String> {
    let pair = |(name, item): (&str, &Item)| {
        let value = plain(item)?;
        let is_whole =
            !value.is_empty() && value.trim() == value && !value.starts_with('"') && !value.ends_with('"');
        is_whole.then(|| format!("{name} = {value}"))
    };
    let lines: Option<Vec<_>> = table.iter().map(pair).collect();
    Some(lines?.join("\n"))
}

/// A single-line value, as text.
fn plain(item: &Item) -> Option<String> {
    let text = match item.as_value()? {
        Value::String(text) => text.value().clone(),
        Value::Integer(number) => number.value().to_string(),
        Value::Float(number) => number.display_repr().trim().to_owned(),
        Value::Boolean(truth) => truth.value().to_string(),
        _ => return None,
    };
    (!text.contains(is_hidden)).then_some(text)
}

/// The entries of a file, in either TOML notation.
fn entries(item: &Item) -> Option<Vec<&dyn TableLike>> {
    if let Some(tables) = item.as_array_of_tables() {
        return Some(tables.iter().map(|table| table as &dyn TableLike).collect());
    }
    let tables = item.as_array()?.iter().map(|value| Some(value.as_inline_table()? as &dyn TableLike));
    tables.collect()
}

/// An entry as it would be typed.
fn line(entry: &dyn TableLike) -> Option<String> {
    let known = [CELLS.as_slice(), &LISTS, &LAST_CELLS].concat();
    if entry.iter().any(|(key, _)| !known.contains(&key)) {
        return None;
    }
    let is_cell = |text: &str| text.trim() == text && !text.contains([',', '，', '\t']);
    let cell = |key: &str| match entry.get(key) {
        Some(item) => plain(item).filter(|text| is_cell(text)),
        None => Some(String::new()),
    };
    let list = |key: &str| {
        let Some(item) = entry.get(key) else { return Some(String::new()) };
        let names = item.as_array()?.iter().map(|value| {
            let name = value.as_str()?;
            let is_name = !name.is_empty() && is_cell(name) && !name.contains([';', '；', '、']);
            (is_name && !name.contains(is_hidden)).then_some(name)
        });
        let names: Option<Vec<_>> = names.collect();
        Some(names?.join("; "))
    };
    let cells = CELLS.into_iter().map(cell).chain(LISTS.into_iter().map(list));
    let cells = cells.chain(LAST_CELLS.into_iter().map(cell));
    let cells: Option<Vec<String>> = cells.collect();
    let text = cells?.join(", ");
    Some(text.trim_end_matches([',', ' ']).to_owned()).filter(|text| !text.is_empty())
}

/// The program that each entry of a file names, by the entry's name.
pub(super) fn programs(root: &Table) -> BTreeMap<String, String> {
    let all = root.get("entries").and_then(entries).unwrap_or_default();
    let named = |entry: &dyn TableLike| {
        let text = |key| entry.get(key).and_then(Item::as_str).map(str::to_owned);
        let name = text("name")?;
        // As the file is read.
        let name = Name::read(&name).map_or(name, Name::into_text);
        Some((name, text("program").unwrap_or_default()))
    };
    all.into_iter().filter_map(named).collect()
}

/// Typed text as it is written at the end of a file, with the typed line that each of its lines comes from.
#[derive(Default)]
pub(super) struct TypedLines {
    pub(super) text: String,
    lines: Vec<(&'static str, Option<usize>)>,
}

impl TypedLines {
    /// The field and the typed line that a line comes from, counted from 1.
    pub(super) fn from(&self, line: usize) -> Option<(&'static str, Option<usize>)> {
        self.lines.get(line.checked_sub(1)?).copied()
    }

    /// Removes a field from a document and adds what was typed for it. Entries whose lines are unchanged keep their
    /// comments.
    pub(super) fn add(
        &mut self,
        document: &mut DocumentMut,
        field: &'static FileField,
        typed: &str,
    ) -> Result<(), Trouble> {
        let first = |troubles: Vec<Trouble>| {
            let whole = Trouble { path: Some(field.path), what: Sentence::default() };
            troubles.into_iter().next().unwrap_or(whole)
        };
        let was = document.remove(field.path);
        if typed.is_empty() {
            if field.kind == FieldKind::Entries {
                document.insert(field.path, Item::Value(Value::Array(Array::new())));
            }
            return Ok(());
        }
        if field.kind != FieldKind::Entries {
            let (text, lines) = part_of(field, typed).map_err(first)?;
            // A table written on one line must come before all others.
            let inline = text.trim().parse::<DocumentMut>().ok().and_then(|mut part| part.remove(field.path));
            if let Some(item @ Item::Value(_)) = inline {
                document.insert(field.path, item);
                return Ok(());
            }
            self.push(&text, field.path, lines.into_iter());
            return Ok(());
        }
        // The lines are checked together first, since there may be too many.
        part_of(field, typed).map_err(first)?;
        let before: BTreeMap<String, &Table> = was
            .iter()
            .filter_map(Item::as_array_of_tables)
            .flatten()
            .filter_map(|table| Some((line(table)?, table)))
            .collect();
        for (number, typed) in (1..).zip(typed.lines()).filter(|(_, typed)| !typed.trim().is_empty()) {
            let text = match before.get(typed.trim()) {
                Some(table) => {
                    let mut alone = DocumentMut::new();
                    let mut tables = toml_edit::ArrayOfTables::new();
                    tables.push((*table).clone());
                    alone.insert(field.path, Item::ArrayOfTables(tables));
                    alone.to_string()
                }
                None => part_of(field, typed).map_err(first)?.0,
            };
            let lines = vec![Some(number); text.lines().count()];
            self.push(&text, field.path, lines.into_iter());
        }
        Ok(())
    }

    fn push(&mut self, text: &str, path: &'static str, lines: impl Iterator<Item = Option<usize>>) {
        for (line, from) in text.lines().zip(lines) {
            self.text += line;
            self.text.push('\n');
            self.lines.push((path, from));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event_draft::FIELDS;

    fn typed(text: &str, path: &str) -> Option<String> {
        let document: DocumentMut = text.parse().expect("TOML");
        shown(&document, FIELDS.iter().find(|field| field.path == path).expect("a field"))
    }

    #[test]
    fn what_stands_in_a_file_is_shown_as_it_would_be_typed() {
        let text = "entries = [{ name = 'a', program = 'easy' }, { name = '乙', class = '1班', seed-score = 87.5, members = ['x', 'y'], school = '某校', group = 2 }]\n\
                    [options]\nsize = 9\nswap = true\nrule = 'free'\n[plan]\ntables = 2 # two rooms\n";
        assert_eq!(typed(text, "entries").as_deref(), Some("a, easy\n乙, , 1班, 87.5, x; y, , 某校, 2"));
        assert_eq!(typed(text, "options").as_deref(), Some("size = 9\nswap = true\nrule = free"));
        assert_eq!(typed(text, "plan").as_deref(), Some("[plan]\ntables = 2 # two rooms"));
        assert_eq!(typed("", "entries").as_deref(), Some(""));
        let parts = "[plan.stages.1]\nsections = \"one\"";
        assert_eq!(typed(parts, "plan").as_deref(), Some(parts));
    }

    #[test]
    fn what_has_no_place_in_a_form_is_not_shown() {
        for (text, path) in [
            ("[[entries]]\nname = 'a'\ndialect = 'gtp'\n", "entries"),
            ("[[entries]]\nname = 'a, b'\n", "entries"),
            ("[[entries]]\nname = 'a'\nprogram = 'cmd:x\\ty,z'\n", "entries"),
            ("[[entries]]\nname = 'a'\nmembers = ['x; y']\n", "entries"),
            ("[[entries]]\nname = \"a\\nb\"\n", "entries"),
            ("[options]\nsize = [9]\n", "options"),
            ("[options]\nsize = ' 9'\n", "options"),
        ] {
            assert_eq!(typed(text, path), None, "{text}");
        }
    }
}
