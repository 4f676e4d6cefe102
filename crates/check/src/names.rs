//! Files that an executable names and that are missing where it runs. A program's file accesses are not observed:
//! its names are read from its own bytes and from its log. Outside its folder nothing is looked up, since a program
//! could use that to find out what is on the examiner's machine.

use leitai_arena::Launch;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// Most bytes of an executable that are searched.
const MOST: u64 = 64 << 20;
/// Most names that are reported.
const TOLD: usize = 5;
/// The shortest and the longest name.
const LENGTH: std::ops::RangeInclusive<usize> = 5..=100;
/// Extensions of files that engines read.
const ENDINGS: [&str; 26] = [
    "bin", "bk", "bnd", "book", "cfg", "conf", "csv", "dat", "data", "db", "ini", "json", "layout", "model",
    "net", "nn", "nnue", "onnx", "opn", "param", "pb", "pt", "toml", "txt", "weights", "wts",
];
/// The machine's own directories, which do not occur in an engine's folder.
const MACHINES: [&str; 6] = ["/usr/", "/etc/", "/proc/", "/sys/", "/dev/", "/lib"];

/// Files that a program names.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Files missing from the folder it runs in; the first few, as relative paths.
    pub lacking: Vec<String>,
    /// Folders elsewhere that it looks into, and that it cannot see.
    pub outside: Vec<String>,
}

impl Names {
    /// The names in a native program that broke off, and in its log; nothing for a script or a run-time, whose log
    /// names its lines.
    pub(crate) fn of<'a>(launch: &Launch, log: impl Iterator<Item = &'a str>) -> Names {
        let Some((program, folder)) = launch.own_executable() else { return Names::default() };
        let mut bytes = Vec::new();
        let read = File::open(&program).and_then(|file| file.take(MOST).read_to_end(&mut bytes));
        if read.is_err() || !bytes.starts_with(b"\x7fELF") {
            return Names::default();
        }
        // The folder it runs in, and the folder of its file: a command runs elsewhere.
        let own = [folder.as_path(), program.parent().unwrap_or(&folder)];
        let mut names = Names::default();
        log.flat_map(paths).for_each(|path| names.add(path, own, &Path::exists));
        texts(&bytes).for_each(|name| names.add(name, own, &Path::exists));
        names
    }

    /// Whether there is nothing to report.
    pub fn is_empty(&self) -> bool {
        self.lacking.is_empty() && self.outside.is_empty()
    }

    fn add(&mut self, name: &str, own: [&Path; 2], is_there: &dyn Fn(&Path) -> bool) {
        if MACHINES.iter().any(|start| name.starts_with(start)) {
            return;
        }
        let whole = whole(name, own[0]);
        let (list, told) = match own.iter().find_map(|folder| whole.strip_prefix(folder).ok()) {
            Some(_) if is_there(&whole) => return,
            Some(path) => (&mut self.lacking, path),
            None => (&mut self.outside, whole.parent().unwrap_or(&whole)),
        };
        let told = told.display().to_string();
        if list.len() < TOLD && !list.contains(&told) {
            list.push(told);
        }
    }
}

/// The absolute path of a name in that folder, computed from the text alone: links are not followed.
fn whole(name: &str, folder: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in folder.join(name).components() {
        match part {
            Component::ParentDir => _ = whole.pop(),
            part => whole.push(part),
        }
    }
    whole
}

/// Whether a name looks like that of a data file.
fn is_data(name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    LENGTH.contains(&name.len()) && ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

/// The names of data files that occur as separate strings in an executable's bytes.
fn texts(bytes: &[u8]) -> impl Iterator<Item = &str> {
    let texts = bytes.split(|byte| *byte == 0).filter(|text| LENGTH.contains(&text.len()));
    let is_plain = |name: &str| name.chars().all(|c| c.is_alphanumeric() || "._-/+ ".contains(c));
    texts
        .filter_map(|text| std::str::from_utf8(text).ok())
        .filter(move |name| is_plain(name) && is_data(name))
}

/// The absolute paths of data files in a line of a log.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split(|c: char| c.is_whitespace() || "'\"`()[]<>=,;:“”‘’".contains(c));
    words
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| word.starts_with('/') && !word.starts_with("//") && is_data(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The folder it runs in, and the folder of its file.
    const OWN: [&str; 2] = ["/engines/mo", "/programs/mo"];

    fn names<'a>(all: impl IntoIterator<Item = &'a str>) -> [Vec<String>; 2] {
        let mut names = Names::default();
        let is_there = |path: &Path| path == Path::new("/engines/mo/book.txt");
        all.into_iter().for_each(|name| names.add(name, OWN.map(Path::new), &is_there));
        [names.lacking, names.outside]
    }

    #[test]
    fn names_of_files_are_told_from_other_texts() {
        let bytes = [
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
        let bytes = bytes.join("\0");
        let [lacking, outside] = names(texts(bytes.as_bytes()));
        assert_eq!(lacking, ["weights.bin", "data/open.dat", "开局.dat"]);
        assert!(outside.is_empty() && texts(b"").next().is_none());
        let many: Vec<String> = (0..9).map(|i| format!("file{i}.dat")).collect();
        assert_eq!(names(many.iter().map(String::as_str))[0].len(), TOLD);
    }

    /// Programs have the folder of their data compiled in, and look next to themselves and there.
    #[test]
    fn a_log_tells_what_a_program_looked_for() {
        let log = [
            "could not open gamma.txt",
            "  what():  Could not find 'gamma.txt'. Tried",
            "'/engines/mo/gamma.txt' and",
            "'/engines/mo/../share/gamma.txt', file=/srv/build/share/prune.txt: /engines/mo/book.txt.",
            "/usr/share/zoneinfo/zone.txt /engines/more/a.dat https://host/x.txt /programs/mo/data/net.bin",
        ];
        let [lacking, outside] = names(log.into_iter().flat_map(paths));
        assert_eq!(lacking, ["gamma.txt", "data/net.bin"]);
        assert_eq!(outside, ["/engines/share", "/srv/build/share", "/engines/more"]);
    }

    /// Only a native program's log is read: a run-time's own log is full of files that nobody has to supply.
    #[test]
    fn only_a_native_program_is_asked_for_its_files() {
        let log = ["Tried '/srv/engine/share/prune-table.dat' and"];
        let native = std::env::current_exe().expect("this test");
        let named = Names::of(&Launch::alone(native.into(), Vec::new()), log.into_iter());
        assert_eq!(named.outside, ["/srv/engine/share"]);
        let script = tempfile();
        std::fs::write(&script, "#!/bin/sh\n").expect("a script");
        let named = Names::of(&Launch::alone(script.clone().into(), Vec::new()), log.into_iter());
        std::fs::remove_file(script).expect("ours");
        assert!(named.is_empty(), "{named:?}");
        assert!(Names::of(&Launch::alone("no-such-program".into(), Vec::new()), log.into_iter()).is_empty());
    }

    fn tempfile() -> PathBuf {
        std::env::temp_dir().join(format!("leitai-names-{}", std::process::id()))
    }
}
