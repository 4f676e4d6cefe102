//! Changing what may be handed in to an event: in its file, where everything else stays as it stands.

use super::{EventFile, FileError};
use crate::event_draft::{FIELDS, FileField};
use leitai_core::Sentence;
use std::path::Path;
use toml_edit::{DocumentMut, Item, Table, value};

/// The table of the file.
const TABLE: &str = "submit";

/// The fields of the limits, each with what stands in it; nothing where the file leaves it out.
pub fn limits_of(text: &str) -> Vec<(&'static FileField, String)> {
    let document = text.parse::<DocumentMut>().ok();
    let table = document.as_ref().and_then(|document| document.get(TABLE)?.as_table_like());
    let fields = FIELDS.iter().filter_map(|field| Some((field, key(field)?)));
    let said = |key: &str| {
        let item = table.and_then(|table| table.get(key))?;
        Some(item.as_str().map_or_else(|| item.to_string().trim().to_owned(), str::to_owned))
    };
    fields.map(|(field, key)| (field, said(key).unwrap_or_default())).collect()
}

fn key(field: &FileField) -> Option<&'static str> {
    field.path.strip_prefix(TABLE)?.strip_prefix('.')
}

/// The text of an event's file with these limits, as they are typed: by the path of their fields, what is empty is left out.
/// Errors where the file would not be one any more; its programs need not exist.
pub fn with_limits(text: &str, typed: &[(&'static FileField, String)]) -> Result<String, FileError> {
    let wrong = |error: toml_edit::TomlError| FileError {
        path: String::new(),
        line: 1,
        column: 1,
        what: Sentence::quoted(error.message()),
    };
    let mut document = text.parse::<DocumentMut>().map_err(wrong)?;
    let before = limits_of(text);
    let table = document.entry(TABLE).or_insert_with(|| Item::Table(Table::new()));
    if let Some(table) = table.as_table_like_mut() {
        for (field, typed) in typed {
            let is_same = before.iter().any(|(of, was)| of.path == field.path && was == typed);
            let Some(key) = key(field).filter(|_| !is_same) else { continue };
            if typed.is_empty() {
                table.remove(key);
            } else {
                table.insert(key, value(typed.as_str()));
            }
        }
    }
    let text = document.to_string();
    EventFile::checked(&text, "", Path::new(""), &|_| false)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    const FILE: &str = "# 春季赛\nname = \"cup\"\ngame = \"hex\"\npreset = \"judge\"\n\n[submit] # ours\n\
        interval = \"10m\"\ncloses = 2026-10-22T24:00:00+08:00\n\n[[entries]]\nname = \"a\" # one\nprogram = \"gone.cpp\"\n";

    fn changed(text: &str, changes: &[(&str, &str)]) -> Result<String, String> {
        let mut fields = limits_of(text);
        for (path, to) in changes {
            let field = fields.iter_mut().find(|(field, _)| field.path == *path).expect("a limit");
            (*to).clone_into(&mut field.1);
        }
        with_limits(text, &fields).map_err(|error| error.what.to(Lang::En).to_owned())
    }

    #[test]
    fn a_limit_is_changed_and_nothing_else() {
        let text = FILE.replace("24:00:00", "23:00:00");
        let said: Vec<_> = limits_of(&text).into_iter().map(|(field, text)| (field.path, text)).collect();
        let wanted = ["", "2026-10-22T23:00:00+08:00", "10m", "", ""].map(str::to_owned);
        let paths = ["submit.opens", "submit.closes", "submit.interval", "submit.day-time", "submit.size"];
        assert_eq!(said, paths.into_iter().zip(wanted).collect::<Vec<_>>());
        assert_eq!(changed(&text, &[]), Ok(text.clone()), "byte by byte");
        let later = changed(&text, &[("submit.closes", "2026-10-25 24:00 +08:00"), ("submit.size", "64KB")]);
        let later = later.expect("a file");
        for kept in ["# 春季赛", "[submit] # ours", "interval = \"10m\"", "name = \"a\" # one"] {
            assert!(later.contains(kept), "{kept}: {later}");
        }
        assert!(later.contains("closes = \"2026-10-25 24:00 +08:00\"") && later.contains("size = \"64KB\""));
        let open = changed(&text, &[("submit.closes", ""), ("submit.interval", "")]).expect("a file");
        assert!(!open.contains("closes") && !open.contains("interval"), "{open}");
        let none =
            text.replace("[submit] # ours\ninterval = \"10m\"\ncloses = 2026-10-22T23:00:00+08:00\n", "");
        let made = changed(&none, &[("submit.interval", "5m")]).expect("a file");
        assert_eq!(limits_of(&made)[2].1, "5m", "{made}");
    }

    #[test]
    fn what_would_be_no_file_is_refused() {
        let text = FILE.replace("24:00:00", "23:00:00");
        for (path, to, why) in [
            ("submit.interval", "soon", "no length of time"),
            ("submit.size", "1GB", "1 byte to 1MB"),
            ("submit.closes", "tomorrow", "2026-10-22 24:00"),
            ("submit.opens", "2026-10-22 24:00 +08:00", "before it opens"),
        ] {
            let told = changed(&text, &[(path, to)]).expect_err(path);
            assert!(told.contains(why), "{path}: {told}");
        }
        let evil =
            changed(&text, &[("submit.size", "1\"\n[plan]\ntables = 9")]).expect_err("it stays one text");
        assert!(!evil.contains("plan]\n") || evil.contains('`'), "{evil}");
    }
}
