//! Writing an event's file from its fields, line by line.

use super::{FieldKind, FileField, Trouble};
use leitai_core::{Sentence, is_hidden, sentence};
use toml_edit::Document;

/// Most entries; pairings grow with the square of their number.
const MOST_ENTRIES: usize = 2_000;

/// The file written so far, and the field or line of entries that each of its lines came from.
#[derive(Default)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) lines: Vec<Source>,
    pub(super) troubles: Vec<Trouble>,
}

/// Where a line of the file comes from.
#[derive(Clone, Copy)]
pub(super) struct Source {
    pub(super) path: &'static str,
    /// The typed line, from 1, if the field has several.
    pub(super) line: Option<usize>,
}

impl Written {
    pub(super) fn line(&mut self, path: &'static str, line: Option<usize>, text: &str) {
        self.text += text;
        self.text.push('\n');
        self.lines.push(Source { path, line });
    }

    pub(super) fn text(&mut self, path: &'static str, key: &str, text: &str) {
        let text = quoted(text);
        self.line(path, None, &format!("{key} = {text}"));
    }

    pub(super) fn trouble(&mut self, path: &'static str, what: Sentence) {
        self.troubles.push(Trouble { path: Some(path), what });
    }

    /// Writes `[options]`: numbers and booleans as they are, everything else as text.
    pub(super) fn pairs(&mut self, path: &'static str, text: &str) {
        self.line(path, None, "");
        self.line(path, None, &format!("[{path}]"));
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let pair =
                line.split_once('=').map(|(name, value)| (name.trim(), value.trim().trim_matches('"')));
            let is_name = |name: &str| {
                !name.is_empty()
                    && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
            };
            let Some((name, value)) = pair.filter(|(name, value)| is_name(name) && !value.is_empty()) else {
                let what =
                    sentence!("line {number}: write `name = value`", "第 {number} 行：请写作 `name = value`");
                self.trouble(path, what);
                continue;
            };
            let is_plain = value.parse::<i64>().is_ok() || matches!(value, "true" | "false");
            let value = if is_plain { value.to_owned() } else { quoted(value) };
            self.line(path, Some(number), &format!("{name} = {value}"));
        }
    }

    /// Writes a table as typed, if it defines no other table.
    pub(super) fn part(&mut self, path: &'static str, text: &str) {
        let is_its = match Document::parse(text.to_owned()) {
            Ok(document) => document.iter().all(|(key, _)| key == path),
            Err(error) => {
                let why = error.message().to_owned();
                return self.trouble(path, sentence!("{why}", "TOML 语法有误（{why}）"));
            }
        };
        if !is_its {
            let what = sentence!(
                "begin with `[{path}]`, and change nothing else here",
                "请以 `[{path}]` 开头，此处不能修改其他内容"
            );
            return self.trouble(path, what);
        }
        self.line(path, None, "");
        for (number, line) in (1..).zip(text.lines()) {
            self.line(path, Some(number), line);
        }
    }

    pub(super) fn entries(&mut self, path: &'static str, text: &str) {
        if text.lines().count() > MOST_ENTRIES {
            return self
                .trouble(path, sentence!("at most {MOST_ENTRIES} entries", "至多 {MOST_ENTRIES} 个参赛者"));
        }
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let cells: Vec<&str> = line.split([',', '，', '\t']).map(str::trim).collect();
            if cells.len() > 8 {
                let what = sentence!("line {number}: more than eight columns", "第 {number} 行：超过八列");
                self.trouble(path, what);
                continue;
            }
            let from = Some(number);
            self.line(path, from, "");
            self.line(path, from, "[[entries]]");
            for (key, text) in ["name", "program", "class", "seed-score"].into_iter().zip(&cells) {
                if key == "name" || !text.is_empty() {
                    let text = quoted(text);
                    self.line(path, from, &format!("{key} = {text}"));
                }
            }
            for (key, names) in ["members", "teachers"].into_iter().zip(cells.iter().skip(4)) {
                let names = names.split([';', '；', '、']).map(str::trim).filter(|name| !name.is_empty());
                let names: Vec<_> = names.map(quoted).collect();
                if !names.is_empty() {
                    self.line(path, from, &format!("{key} = [{}]", names.join(", ")));
                }
            }
            for (key, text) in ["school", "group"].into_iter().zip(cells.iter().skip(6)) {
                if !text.is_empty() {
                    let text = quoted(text);
                    self.line(path, from, &format!("{key} = {text}"));
                }
            }
        }
    }
}

/// A multi-line field as written in a file, and for each of its lines the typed line it comes from.
pub(crate) fn part_of(
    field: &'static FileField,
    typed: &str,
) -> Result<(String, Vec<Option<usize>>), Vec<Trouble>> {
    let mut written = Written::default();
    match field.kind {
        FieldKind::Pairs => written.pairs(field.path, typed),
        FieldKind::Part => written.part(field.path, typed),
        _ => written.entries(field.path, typed),
    }
    if !written.troubles.is_empty() {
        return Err(written.troubles);
    }
    Ok((written.text, written.lines.into_iter().map(|source| source.line).collect()))
}

/// Text as a single-line TOML string.
/// A text as TOML has it.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if is_hidden(c) => quoted.push_str(&format!("\\U{:08X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
