//! The files named in a program's log, under their author's names.

use leitai_arena::Launch;
use std::path::Path;

/// The stage's name for the only source file of a program; it keeps the author's extension.
const STEM: &str = "main";

/// The author's names for the files that the stage laid out for a program.
#[derive(Clone, Default, Debug)]
pub(crate) struct OwnFiles {
    /// The stage's folder in which the program runs, followed by `/`.
    folder: Option<String>,
    /// The stage's name for the source file, and the author's.
    source: Option<[String; 2]>,
}

impl OwnFiles {
    /// The files of a program given by this name on the command line: a source file, a folder, or a command.
    pub(crate) fn of(name: &str, launch: &Launch) -> OwnFiles {
        let folder = match launch {
            Launch::Command { folder: Some(folder), .. } => Some(format!("{}/", folder.display())),
            _ => None,
        };
        OwnFiles { folder, ..OwnFiles::named(name) }
    }

    /// The same if only the name is known: from a record.
    pub(crate) fn named(name: &str) -> OwnFiles {
        // Two programs with the same name are distinguished by a letter after it.
        let name = name.split_once(" (").map_or(name, |(name, _)| name);
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
        let ours = ending.map(|ending| match ending.to_ascii_lowercase().as_str() {
            "cc" | "cxx" => format!("{STEM}.cpp"),
            ending => format!("{STEM}.{ending}"),
        });
        OwnFiles {
            folder: None,
            source: ours.filter(|ours| ours != name).map(|ours| [ours, name.to_owned()]),
        }
    }

    /// A line with those files under their author's names.
    pub(crate) fn in_own_names(&self, line: &str) -> String {
        let mut line = line.to_owned();
        if let Some(folder) = &self.folder {
            line = replaced(&line, folder, "");
        }
        if let Some([ours, own]) = &self.source {
            line = replaced(&line, &format!("./{ours}"), own);
            line = replaced(&line, ours, own);
        }
        line
    }
}

/// Replaces by `to` each `from` that is not part of a longer name.
fn replaced(line: &str, from: &str, to: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(from) {
        let (before, behind) = (&rest[..at], &rest[at + from.len()..]);
        let is_part = |c: char| c.is_alphanumeric() || "_-.".contains(c);
        let begun = if before.is_empty() { out.as_str() } else { before };
        let begins = begun.ends_with("//") || !begun.ends_with(|c: char| is_part(c) || c == '/');
        let ends = from.ends_with('/') || !behind.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        out += before;
        out += if begins && ends { to } else { from };
        rest = behind;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs_in(folder: &str) -> Launch {
        let mut launch = Launch::alone("python3".into(), Vec::new());
        if let Launch::Command { folder: runs_in, .. } = &mut launch {
            *runs_in = Some(folder.into());
        }
        launch
    }

    #[test]
    fn a_log_names_files_as_their_author_does() {
        for (name, line, told) in [
            (
                "crash.py",
                "  File \"/tmp/x/1/program/crash.py\", line 4, in f",
                "  File \"crash.py\", line 4, in f",
            ),
            ("crash.mjs", "    at file:///tmp/x/1/program/crash.mjs:2:5", "    at file://crash.mjs:2:5"),
            ("bot", "  File \"/tmp/x/1/program/lib/table.py\", line 1", "  File \"lib/table.py\", line 1"),
            ("random.py", "  File \"/tmp/x/1/program/main.py\", line 1", "  File \"random.py\", line 1"),
            ("crash.c", "program: ./main.c:3: main: Assertion", "program: crash.c:3: main: Assertion"),
            ("crash.c (A)", "main.c line 3, Assertion `main(x)'", "crash.c line 3, Assertion `main(x)'"),
            ("crash.CC", "./main.cpp:3", "crash.CC:3"),
            (
                "crash.rs",
                "thread 'main' panicked at ./main.rs:1:9:",
                "thread 'main' panicked at crash.rs:1:9:",
            ),
            // Other files, and names that only look similar.
            ("crash.c", "main.cpp, domain.c, main.c_old, lib/main.c, /usr/include/main.c", ""),
            ("main.c", "main.c:3", ""),
            ("python3", "main.py:3 in /srv/tmp/x/1/program/a", ""),
        ] {
            let own = OwnFiles::of(name, &runs_in("/tmp/x/1/program"));
            assert_eq!(own.in_own_names(line), if told.is_empty() { line } else { told }, "{name}");
        }
        assert_eq!(
            OwnFiles::named("a.py").in_own_names("/tmp/x/1/program/main.py"),
            "/tmp/x/1/program/main.py"
        );
    }
}
