//! An event's file as somebody fills it in, field by field.

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

/// What was typed into the fields of an event's file. Nothing that was typed can say more than its field: the file holds
/// what [`FIELDS`] name, and programs come from the folder of events alone.
#[derive(Clone, Default, Debug)]
pub struct EventDraft {
    typed: BTreeMap<&'static str, String>,
}

/// A draft, checked.
pub struct CheckedDraft {
    /// The file that it makes.
    pub text: String,
    /// The event that the file describes; none where something is wrong.
    pub file: Option<EventFile>,
    /// What is wrong.
    pub troubles: Vec<Trouble>,
}

impl EventDraft {
    /// Takes what was typed into the field of this path; whitespace around it is nothing. False if there is no such field.
    pub fn fill(&mut self, path: &str, text: &str) -> bool {
        let Some(field) = FIELDS.iter().find(|field| field.path == path) else { return false };
        let text = text.replace("\r\n", "\n");
        let text = if field.kind.has_lines() { text } else { text.replace(char::is_control, " ") };
        self.typed.insert(field.path, text.trim().to_owned());
        true
    }

    /// What was typed into the field of this path; empty if nothing was.
    pub fn typed(&self, path: &str) -> &str {
        self.typed.get(path).map_or("", String::as_str)
    }

    /// The file that the draft makes, and what is wrong with it. Programs are looked for in `folder`.
    pub fn check(&self, folder: &Path) -> CheckedDraft {
        let Written { text, lines, mut troubles } = self.write();
        // What could not be written is mended first: without it the file says something else.
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
        // Into a ladder people come while it runs; any other plan says what it lacks.
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
