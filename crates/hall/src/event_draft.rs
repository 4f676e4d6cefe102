//! An event's file, filled in field by field.

mod field;
mod trouble;
mod written;

pub(crate) use field::LONGEST;
pub use field::{FIELDS, FieldKind, FileField};
pub use trouble::Trouble;
pub(crate) use trouble::outside;
pub(crate) use written::{part_of, quoted};

use crate::event_file::EventFile;
use crate::moment::Moment;
use crate::zone::Zone;
use leitai_core::{Sentence, sentence};
use std::collections::BTreeMap;
use std::path::Path;
use written::{Source, Written};

/// The name of what takes the place of something wrong.
const STAND_IN: &str = "Leitai";
/// The time that takes the place of one that cannot be read.
const FAR_AHEAD: &str = "2999-12-31 24:00Z";

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

    /// Builds the file and reports everything that is wrong with it, as far as one error does not hide another.
    /// Programs are looked up in `folder`; times without a zone are in `zone`.
    pub fn check(&self, folder: &Path, zone: &Zone) -> CheckedDraft {
        let whole = self.write(zone);
        let mut troubles = whole.troubles;
        for path in ["name", "game"].into_iter().filter(|path| self.typed(path).is_empty()) {
            troubles.insert(0, Trouble { path: Some(path), what: sentence!("required", "此项必填") });
        }
        let mut file = None;
        // A field that could not be written is left out, and what is wrong besides is replaced, so that neither hides
        // the rest.
        let mut rest = self.clone();
        let is_needed = |path: &str| ["name", "game", "preset", "submit.closes"].contains(&path);
        let needed: Vec<_> =
            troubles.iter().filter_map(|it| it.path).filter(|path| is_needed(path)).collect();
        let mut is_whole = needed.iter().all(|path| rest.stand_in(Some(path), None));
        let lacks_entries = troubles.iter().any(|it| it.path == Some("entries"));
        while is_whole {
            let Written { text, lines, .. } = rest.write(zone);
            let error = match EventFile::parse(&text, "", folder) {
                Ok(read) => {
                    file = Some(read);
                    break;
                }
                Err(error) => error,
            };
            let from = lines.get(error.line.saturating_sub(1)).copied();
            let path = from.map(|from| from.path).filter(|path| *path != "entries" || !lacks_entries);
            let is_new = rest.stand_in(path, from.and_then(|from| from.line));
            // An error that follows from what was replaced is none of the draft.
            if is_new || troubles.is_empty() {
                troubles.push(trouble(from, error.what));
            }
            is_whole = is_new;
        }
        let mut file = file.filter(|_| troubles.is_empty());
        if let Some(read) = &file {
            let outside =
                read.entries.iter().zip(&read.runners).filter(|(_, own)| !own.program.is_within(folder));
            troubles.extend(outside.map(|(entry, _)| trouble::outside(&entry.name)));
        }
        if !troubles.is_empty() {
            file = None;
        }
        CheckedDraft { text: whole.text, file, troubles }
    }

    /// Replaces what is wrong by something that is right: in the field at this path, or in a line of it. Returns false
    /// where nothing can take its place, or something already has.
    fn stand_in(&mut self, path: Option<&'static str>, line: Option<usize>) -> bool {
        let Some(path) = path else { return false };
        let before = self.typed(path).to_owned();
        let after = match (path, line) {
            ("name", _) => STAND_IN.to_owned(),
            // What depends on the choice of these cannot be judged without it.
            ("game" | "preset", _) => return false,
            ("submit.closes", _) => FAR_AHEAD.to_owned(),
            ("plan", _) | (_, None) => String::new(),
            (_, Some(number)) => {
                let lines = (1..).zip(before.lines());
                let lines = lines.map(|(at, line)| {
                    let class = line.split([',', '，', '\t']).nth(2).unwrap_or_default();
                    match at == number {
                        false => line.to_owned(),
                        true if path == "entries" => format!("{STAND_IN} {number}, random, {class}"),
                        true => String::new(),
                    }
                });
                lines.collect::<Vec<_>>().join("\n")
            }
        };
        let is_new = after != before;
        self.typed.insert(path, after);
        is_new
    }

    fn write(&self, zone: &Zone) -> Written {
        let mut written = Written::default();
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
                FieldKind::Moment => match Moment::read(text, Some(zone)) {
                    Ok(moment) => written.text(field.path, key, &moment.text()),
                    Err(why) => written.trouble(field.path, Sentence::of(&why)),
                },
                FieldKind::Pairs => written.pairs(field.path, text),
                FieldKind::Part => written.part(field.path, text),
                FieldKind::Entries => written.entries(field.path, text),
            }
        }
        // People may enter a ladder while it runs; for any other plan, the error states what is missing.
        if !written.lines.iter().any(|from| from.path == "entries") {
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
