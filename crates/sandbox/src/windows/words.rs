//! Texts as the system takes them.

use std::ffi::{OsStr, OsString};
use std::os::windows::ffi::OsStrExt;
use std::path::{Path, PathBuf, Prefix, PrefixComponent};

/// Longest path that every program understands.
const LONGEST: usize = 248;

/// A text with a zero at its end.
pub(crate) fn wide(text: &OsStr) -> Vec<u16> {
    text.encode_wide().chain([0]).collect()
}

/// A path without the prefix that canonical ones have, if it means the same without: most programs do not know it.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut parts = path.components();
    let disk = match parts.next() {
        Some(std::path::Component::Prefix(prefix)) => disk(prefix),
        _ => None,
    };
    match disk {
        Some(disk) if path.as_os_str().len() < LONGEST => {
            let mut whole = OsString::from(format!("{}:", char::from(disk)));
            whole.push(parts.as_path());
            whole.into()
        }
        // Without what leads nowhere.
        _ => path.components().collect(),
    }
}

fn disk(prefix: PrefixComponent<'_>) -> Option<u8> {
    match prefix.kind() {
        Prefix::VerbatimDisk(disk) => Some(disk),
        _ => None,
    }
}

/// A command line that is read back as these words by the rules of the C library, which nearly all programs follow.
pub(crate) fn command_line<'a>(words: impl IntoIterator<Item = &'a OsStr>) -> Vec<u16> {
    const BLANK: u16 = b' ' as u16;
    const TAB: u16 = b'\t' as u16;
    const QUOTE: u16 = b'"' as u16;
    const BACKSLASH: u16 = b'\\' as u16;
    let mut line = Vec::new();
    for word in words {
        if !line.is_empty() {
            line.push(BLANK);
        }
        let word: Vec<u16> = word.encode_wide().collect();
        let is_quoted = word.is_empty() || word.iter().any(|unit| [BLANK, TAB].contains(unit));
        line.extend(is_quoted.then_some(QUOTE));
        let mut backslashes = 0;
        for unit in word {
            // Those in front of a quotation mark are doubled, and it has one of its own.
            if unit == QUOTE {
                line.extend(std::iter::repeat_n(BACKSLASH, backslashes + 1));
            }
            backslashes = if unit == BACKSLASH { backslashes + 1 } else { 0 };
            line.push(unit);
        }
        if is_quoted {
            line.extend(std::iter::repeat_n(BACKSLASH, backslashes));
            line.push(QUOTE);
        }
    }
    line.push(0);
    line
}

/// Variables as the system takes them: in order, whatever their case, each with a zero at its end.
pub(crate) fn environment(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Vec<u16> {
    let mut entries: Vec<(String, OsString)> = variables
        .into_iter()
        .map(|(name, value)| {
            let key = name.to_string_lossy().to_uppercase();
            let mut entry = name;
            entry.push("=");
            entry.push(value);
            (key, entry)
        })
        .collect();
    entries.sort();
    // The later one of a name counts.
    entries.reverse();
    entries.dedup_by(|a, b| a.0 == b.0);
    entries.reverse();
    let mut block: Vec<u16> = entries.iter().flat_map(|(_, entry)| wide(entry)).collect();
    if block.is_empty() {
        block.push(0);
    }
    block.push(0);
    block
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::windows::ffi::OsStringExt;

    fn text_of(units: &[u16]) -> OsString {
        OsString::from_wide(units.split(|unit| *unit == 0).next().unwrap_or_default())
    }

    #[test]
    fn a_command_line_is_quoted_as_it_is_read() {
        let said = |words: &[&str]| text_of(&command_line(words.iter().map(OsStr::new)));
        assert_eq!(said(&["a", "b c", ""]), *r#"a "b c" """#);
        assert_eq!(said(&[r#"say "x""#, r"c:\my dir\", r#"\""#]), *r#""say \"x\"" "c:\my dir\\" \\\""#);
        assert_eq!(said(&["棋手.exe", "中 文"]), *"棋手.exe \"中 文\"");
    }

    #[test]
    fn canonical_paths_are_said_plainly() {
        assert_eq!(plain(Path::new(r"\\?\C:\棋 手\a.exe")), Path::new(r"C:\棋 手\a.exe"));
        assert_eq!(plain(Path::new(r"\\server\a")), Path::new(r"\\server\a"));
    }
}
