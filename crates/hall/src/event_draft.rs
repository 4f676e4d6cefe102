//! An event's file, filled in field by field.

mod field;
mod trouble;
mod written;

pub(crate) use field::LONGEST;
pub use field::{FIELDS, FieldKind, FileField};
pub use trouble::Trouble;
pub(crate) use trouble::outside;
pub(crate) use written::part_of;

use crate::event_file::EventFile;
use leitai_core::{Sentence, sentence};
use std::collections::BTreeMap;
use std::path::Path;
use written::{Source, Written};

/// What was typed into the fields of an event's file. Input cannot affect anything beyond its field: the file contains
/// only what [`FIELDS`] lists, and programs come only from the folder of events.
#[derive(Clone, Default, Debug)]
pub struct EventDraft {
    typed: BTreeMap<&'static str, String>,
}

/// A draft, checked.
pub struct CheckedDraft {
    /// The resulting file.
    pub text: String,
    /// The event that the file describes; `None` if something is wrong.
    pub file: Option<EventFile>,
    /// What is wrong.
    pub troubles: Vec<Trouble>,
}

impl EventDraft {
    /// Sets the text of the field at this path, without surrounding whitespace. Returns false if there is no such
    /// field.
    pub fn fill(&mut self, path: &str, text: &str) -> bool {
        let Some(field) = FIELDS.iter().find(|field| field.path == path) else { return false };
        let text = text.replace("\r\n", "\n");
        let text = if field.kind.has_lines() { text } else { text.replace(char::is_control, " ") };
        self.typed.insert(field.path, text.trim().to_owned());
        true
    }

    /// The text of the field at this path; empty if none was typed.
    pub fn typed(&self, path: &str) -> &str {
        self.typed.get(path).map_or("", String::as_str)
    }

    /// Builds the file and reports what is wrong with it. Programs are looked up in `folder`.
    pub fn check(&self, folder: &Path) -> CheckedDraft {
        let Written { text, lines, mut troubles } = self.write();
        // Fields that could not be written must be fixed first: without them the file means something else.
        if !troubles.is_empty() {
            return CheckedDraft { text, file: None, troubles };
        }
        let mut file = match EventFile::parse(&text, "", folder) {
            Ok(file) => Some(file),
            Err(error) => {
                troubles.push(trouble(lines.get(error.line.saturating_sub(1)).copied(), error.what));
                None
            }
        };
        if let Some(read) = &file {
            let outside =
                read.entries.iter().zip(&read.runners).filter(|(_, own)| !own.program.is_within(folder));
            troubles.extend(outside.map(|(entry, _)| trouble::outside(&entry.name)));
        }
        if !troubles.is_empty() {
            file = None;
        }
        CheckedDraft { text, file, troubles }
    }

    fn write(&self) -> Written {
        let mut written = Written::default();
        for path in ["name", "game"].into_iter().filter(|path| self.typed(path).is_empty()) {
            written.trouble(path, sentence!("required", "此项必填"));
        }
        let mut section = "";
        for field in FIELDS {
            let text = self.typed(field.path);
            if text.is_empty() {
                continue;
            }
            if !field.kind.has_lines() && text.chars().count() > LONGEST {
                let what = sentence!("at most {LONGEST} characters", "至多 {LONGEST} 个字符");
                written.trouble(field.path, what);
                continue;
            }
            let key = match field.path.split_once('.') {
                Some((of, key)) => {
                    if section != of {
                        section = of;
                        written.line(field.path, None, "");
                        written.line(field.path, None, &format!("[{of}]"));
                    }
                    key
                }
                None => field.path,
            };
            match field.kind {
                FieldKind::Choice(all) if !all.contains(&text) => {
                    let all = all.join(", ");
                    written.trouble(field.path, sentence!("one of: {all}", "可选：{all}"));
                }
                FieldKind::Text | FieldKind::Choice(_) | FieldKind::Game => {
                    written.text(field.path, key, text);
                }
                FieldKind::Number if text.parse::<u64>().is_ok_and(|it| i64::try_from(it).is_ok()) => {
                    written.line(field.path, None, &format!("{key} = {text}"));
                }
                FieldKind::Number => {
                    written
                        .trouble(field.path, sentence!("`{text}` is not a whole number", "“{text}”不是整数"));
                }
                FieldKind::Truth if matches!(text, "true" | "false") => {
                    written.line(field.path, None, &format!("{key} = {text}"));
                }
                FieldKind::Truth => {
                    written.trouble(field.path, sentence!("`true` or `false`", "应为 `true` 或 `false`"));
                }
                FieldKind::Pairs => written.pairs(field.path, text),
                FieldKind::Part => written.part(field.path, text),
                FieldKind::Entries => written.entries(field.path, text),
            }
        }
        // People may enter a ladder while it runs; for any other plan, the error states what is missing.
        if self.typed("entries").is_empty() {
            let (before, lines) = (std::mem::take(&mut written.text), std::mem::take(&mut written.lines));
            written.line("entries", None, "entries = []");
            written.text += &before;
            written.lines.extend(lines);
        }
        written
    }
}

fn trouble(from: Option<Source>, what: Sentence) -> Trouble {
    let path = from.map(|from| from.path);
    match from.and_then(|from| from.line) {
        Some(line) => Trouble { path, what: sentence!("line {line}: ", "第 {line} 行：").then(&what) },
        None => Trouble { path, what },
    }
}

#[cfg(test)]
mod tests;
