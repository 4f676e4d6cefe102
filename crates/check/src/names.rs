//! Files that an executable names and that are not where it runs. Nothing watches what a program opens: its names are
//! read from its own bytes, so one that is put together while it runs is not found.

use leitai_arena::Launch;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Most bytes of an executable that are looked through.
const MOST: u64 = 64 << 20;
/// Most names that are told.
const TOLD: usize = 5;
/// The shortest and the longest name.
const LENGTH: std::ops::RangeInclusive<usize> = 5..=100;
/// Endings of what engines read.
const ENDINGS: [&str; 26] = [
    "bin", "bk", "bnd", "book", "cfg", "conf", "csv", "dat", "data", "db", "ini", "json", "layout", "model",
    "net", "nn", "nnue", "onnx", "opn", "param", "pb", "pt", "toml", "txt", "weights", "wts",
];
/// The machine's own files, which no folder of an engine has.
const MACHINES: [&str; 6] = ["/usr/", "/etc/", "/proc/", "/sys/", "/dev/", "/lib"];

/// The names that a program's executable holds of files that are not there, the first ones; none of a script or of a
/// run-time.
pub(crate) fn lacking(launch: &Launch) -> Vec<String> {
    let Some((program, folder)) = launch.own_executable() else { return Vec::new() };
    let mut bytes = Vec::new();
    let read = File::open(program).and_then(|file| file.take(MOST).read_to_end(&mut bytes));
    if read.is_err() || !bytes.starts_with(b"\x7fELF") {
        return Vec::new();
    }
    named(&bytes, &|name| folder.join(name).exists())
}

fn named(bytes: &[u8], is_there: &dyn Fn(&Path) -> bool) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for text in bytes.split(|byte| *byte == 0).filter(|text| LENGTH.contains(&text.len())) {
        let Ok(name) = std::str::from_utf8(text) else { continue };
        let is_plain = name.chars().all(|c| c.is_alphanumeric() || "._-/+ ".contains(c));
        let path = Path::new(name);
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let is_data = ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending));
        let is_machines = MACHINES.iter().any(|start| name.starts_with(start));
        if is_plain && is_data && !is_machines && !is_there(path) && !found.iter().any(|known| known == name)
        {
            found.push(name.to_owned());
        }
        if found.len() == TOLD {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_told_from_other_texts() {
        let texts = [
            "weights.bin",
            "book.txt",
            "data/open.dat",
            "/etc/localtime.conf",
            "%s.txt",
            "write to a.b",
            ".bin",
            "basic_string::append",
            "GLIBC_2.34",
            "weights.bin",
            "net",
            "开局.dat",
        ];
        let is_there = |path: &Path| path == Path::new("book.txt");
        assert_eq!(
            named(texts.join("\0").as_bytes(), &is_there),
            ["weights.bin", "data/open.dat", "开局.dat"]
        );
        assert!(named(b"", &|_| false).is_empty());
        let many: Vec<String> = (0..9).map(|i| format!("file{i}.dat")).collect();
        assert_eq!(named(many.join("\0").as_bytes(), &|_| false).len(), TOLD);
    }
}
