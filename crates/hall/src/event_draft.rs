//! An event's file as somebody fills it in, field by field.

mod field;

pub use field::{FIELDS, FieldKind, FileField};

use crate::event_file::EventFile;
use crate::program::Program;
use leitai_core::{Sentence, sentence};
use std::collections::BTreeMap;
use std::path::Path;
use toml_edit::Document;

/// Most characters of a field of one line.
pub(crate) const LONGEST: usize = 200;
/// Most entries: pairings grow with their square.
const MOST_ENTRIES: usize = 2_000;

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

/// What is wrong with a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// The field's [path](FileField::path); none where no field is to blame alone.
    pub path: Option<&'static str>,
    /// What is wrong, and what to do.
    pub what: Sentence,
}

/// The file as far as it is written, and which field or line of the entries each of its lines came from.
#[derive(Default)]
struct Written {
    text: String,
    lines: Vec<Source>,
    troubles: Vec<Trouble>,
}

/// Where a line of the file comes from.
#[derive(Clone, Copy)]
struct Source {
    path: &'static str,
    /// The line that was typed, from 1, where the field has several.
    line: Option<usize>,
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
                read.entries.iter().zip(&read.runners).filter(|(_, own)| !is_within(&own.program, folder));
            troubles.extend(outside.map(|(entry, _)| self::outside(&entry.name)));
        }
        if !troubles.is_empty() {
            file = None;
        }
        CheckedDraft { text, file, troubles }
    }

    fn write(&self) -> Written {
        let mut written = Written::default();
        for path in ["name", "game"].into_iter().filter(|path| self.typed(path).is_empty()) {
            written.trouble(path, sentence!("this is needed", "此项必填"));
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
                    written.trouble(field.path, sentence!("`{text}` is no whole number", "“{text}”不是整数"));
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

impl Written {
    fn line(&mut self, path: &'static str, line: Option<usize>, text: &str) {
        self.text += text;
        self.text.push('\n');
        self.lines.push(Source { path, line });
    }

    fn text(&mut self, path: &'static str, key: &str, text: &str) {
        let text = quoted(text);
        self.line(path, None, &format!("{key} = {text}"));
    }

    fn trouble(&mut self, path: &'static str, what: Sentence) {
        self.troubles.push(Trouble { path: Some(path), what });
    }

    /// `[options]`: numbers and truths as they are, everything else as text.
    fn pairs(&mut self, path: &'static str, text: &str) {
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

    /// A table as it was typed, if it is no other one.
    fn part(&mut self, path: &'static str, text: &str) {
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

    fn entries(&mut self, path: &'static str, text: &str) {
        if text.lines().count() > MOST_ENTRIES {
            return self
                .trouble(path, sentence!("at most {MOST_ENTRIES} entries", "至多 {MOST_ENTRIES} 个参赛者"));
        }
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let cells: Vec<&str> = line.split([',', '，', '\t']).map(str::trim).collect();
            if cells.len() > 6 {
                let what = sentence!("line {number}: more than six columns", "第 {number} 行：超过六列");
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
        }
    }
}

/// A field of several lines as it stands in a file, and for each line of that the typed one from which it comes.
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

fn trouble(from: Option<Source>, what: Sentence) -> Trouble {
    let path = from.map(|from| from.path);
    match from.and_then(|from| from.line) {
        Some(line) => Trouble { path, what: sentence!("line {line}: ", "第 {line} 行：").then(&what) },
        None => Trouble { path, what },
    }
}

/// Text as TOML writes it on one line.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// A program that an organiser may not name in a browser.
pub(crate) fn outside(name: &str) -> Trouble {
    Trouble {
        path: Some("entries"),
        what: sentence!(
            "{name}: here a program is a level of the game, or a file in the folder of events",
            "{name}：此处程序须为该棋种的级别，或赛事目录中的文件"
        ),
    }
}

/// Does a program run nothing that its organiser did not find in this folder?
pub(crate) fn is_within(program: &Program, folder: &Path) -> bool {
    match program {
        Program::Level(_) | Program::HandedIn => true,
        Program::Path(path) => {
            let (path, folder) = (path.canonicalize(), folder.canonicalize());
            path.ok()
                .zip(folder.ok())
                .is_some_and(|(path, folder)| path != folder && path.starts_with(folder))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
