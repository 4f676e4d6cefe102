//! The sources of one program among the submitted files, and which of them is started.

use super::error::{BadFile, BuildError};
use super::files::{BYTE_ORDER_MARK, File, NAMED, is_archive, shown, title};
use super::language::Language;
use leitai_core::{Sentence, sentence};
use leitai_protocol::printable;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Extensions of compiler output, which a compiler would load unasked: headers with their memory image, objects,
/// libraries, response files. Also applies to folders with such names.
const COMPILED: [&str; 17] = [
    "gch", "pch", "pcm", "o", "obj", "a", "lib", "so", "syso", "rlib", "rmeta", "dll", "exe", "class", "jar",
    "rsp", "bc",
];
/// The name, without its ending, of the source that is started where a folder has several; the folder's own name comes next,
/// and then the usual ones.
const MAIN: &str = "main";
const USUAL: [&str; 4] = ["__main__", "index", "run", "bot"];
/// How the names of Gomocup's programs begin.
const BRAIN: &str = "pbrain";
/// How comments begin and end in Pascal.
const COMMENTS: [(&str, &str); 3] = [("{", "}"), ("(*", "*)"), ("//", "\n")];
/// Maximum length of a script name that is kept.
const LONGEST_NAME: usize = 64;

/// The sources of one program.
pub(super) struct Sources {
    pub(super) language: Language,
    /// All files, in the order of names.
    pub(super) files: Vec<File>,
    /// The sources given to the compiler, the one that names the program first.
    pub(super) units: Vec<usize>,
    /// The name of the first source as its author knows it, printable.
    pub(super) title: String,
    /// The standard chosen outside the sources; if `None`, the first line decides, or else it is the usual one.
    pub(super) standard: Option<String>,
    /// What was done to the sources, as notes for people.
    pub(super) notes: Vec<Sentence>,
}

impl Sources {
    /// A single source. A compiler gets it under a name of our own: nothing but the extension of its original name
    /// matters. A script keeps a plain name, since its run-time uses it in error messages for the author.
    pub(super) fn of_file(name: &Path, bytes: Vec<u8>) -> Result<Sources, BuildError> {
        let language = Language::of(name).ok_or_else(|| BuildError::Unknown(name.to_owned()))?;
        let ending = match name.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase).as_deref() {
            Some("cc" | "cxx") | None => "cpp".to_owned(),
            Some(other) => other.to_owned(),
        };
        let own = Some(name).filter(|name| language.is_interpreted() && is_plain(name));
        let file_name =
            own.and_then(Path::file_name).map_or_else(|| format!("main.{ending}").into(), PathBuf::from);
        let file = File { name: file_name, bytes, executable: false };
        let sources = Sources {
            language,
            files: vec![file],
            units: vec![0],
            title: title(name),
            standard: None,
            notes: Vec::new(),
        };
        sources.checked()
    }

    /// Gives a script without other files a name of our own if its own cannot be used.
    pub(super) fn rename_from(&mut self, cannot: impl Fn(&str) -> bool) {
        if let [file] = &mut *self.files
            && file.name.file_stem().and_then(OsStr::to_str).is_some_and(cannot)
        {
            file.name =
                file.name.with_file_name("main").with_extension(file.name.extension().unwrap_or_default());
        }
    }

    /// The sources among the files of `folder`, which are in the order of names; `named` is what it is called in error
    /// messages. Empty sources beside others are left out.
    pub(super) fn of_files(files: Vec<File>, folder: &OsStr, named: &Path) -> Result<Sources, BuildError> {
        let top = |file: &File| file.name.parent() == Some(Path::new(""));
        let of = |i: usize| Language::of(&files[i].name);
        let mut known: Vec<usize> =
            (0..files.len()).filter(|i| top(&files[*i]) && of(*i).is_some()).collect();
        if known.is_empty() {
            // Packages alone, as in a project's folder of sources.
            known = (0..files.len()).filter(|i| of(*i).is_some_and(Language::is_deep)).collect();
        }
        if known.iter().any(|i| !files[*i].is_blank()) {
            known.retain(|i| !files[*i].is_blank());
        }
        // What others use is not started, nor what they include.
        let word = |i: &usize| pascal_word(&files[*i]);
        if known.iter().any(|i| word(i).as_deref() == Some("program")) {
            known.retain(|i| word(i).is_none_or(|word| word == "program"));
        } else if known.iter().any(|i| word(i).as_deref() != Some("unit")) {
            known.retain(|i| word(i).as_deref() != Some("unit"));
        }
        let called = |stem: &OsStr| {
            let is_called =
                |i: &&usize| files[**i].name.file_stem().is_some_and(|own| own.eq_ignore_ascii_case(stem));
            known.iter().find(is_called).copied()
        };
        let usual = USUAL.into_iter().map(OsStr::new);
        let main = [OsStr::new(MAIN), folder].into_iter().chain(usual).find_map(called);
        let is_brain = |i: &&usize| shown(&files[**i].name).to_ascii_lowercase().starts_with(BRAIN);
        let main = main.or_else(|| known.iter().find(is_brain).copied());
        let first = main.or(known.first().copied());
        let (Some(first), Some(language)) = (first, first.and_then(of)) else {
            return Err(BuildError::Folder(named.to_owned()));
        };
        let mut units = vec![first];
        if language.takes_all() {
            let deep = language.is_deep();
            let alike = |i: &usize| {
                let file = &files[*i];
                *i != first && (deep || top(file)) && of(*i) == Some(language) && !file.is_blank()
            };
            units.extend((0..files.len()).filter(alike));
        }
        let is_other = |i: &&usize| **i != first && (!language.takes_all() || is_foreign(language, of(**i)));
        if main.is_none() && known.iter().any(|i| is_other(&i)) {
            let names: Vec<String> = known.iter().map(|i| shown(&files[*i].name)).collect();
            let (one, programs) = (language.source_name(), names.join(", "));
            return Err(BuildError::Several { path: named.to_owned(), programs, one });
        }
        let title = printable(files[first].name.as_os_str().as_encoded_bytes());
        let notes = left_out(&files);
        Sources { language, files, units, title, standard: None, notes }.checked()
    }

    /// The files copied for the compiler. For languages whose compilers load whatever files they find, only the
    /// sources, and the archives that they are told of; for others also what a source may include, such as data, but
    /// nothing compiled.
    pub(super) fn for_the_compiler(&self) -> impl Iterator<Item = &File> {
        let sources_alone = self.language.is_deep();
        let is_made = |name: &Path| {
            name.components().any(|part| {
                let ending = Path::new(part.as_os_str()).extension().unwrap_or_default();
                COMPILED.iter().any(|known| ending.eq_ignore_ascii_case(known))
            })
        };
        self.files.iter().enumerate().filter_map(move |(i, file)| {
            let is_for_it = if sources_alone {
                self.units.contains(&i) || is_archive(&file.name)
            } else {
                !is_made(&file.name)
            };
            is_for_it.then_some(file)
        })
    }

    /// The source that names the program.
    pub(super) fn first(&self) -> &File {
        &self.files[self.units[0]]
    }

    fn checked(mut self) -> Result<Sources, BuildError> {
        for &unit in &self.units {
            let file = &mut self.files[unit];
            // Editors may put a byte order mark at the beginning of a text, which not every compiler understands.
            if file.bytes.starts_with(BYTE_ORDER_MARK) {
                file.bytes.drain(..BYTE_ORDER_MARK.len());
            }
            let wrong = match file.bytes.iter().position(|byte| *byte == 0) {
                Some(at) => BadFile::Nul(at),
                None if file.is_blank() => BadFile::Empty,
                None => continue,
            };
            let name = if unit == self.units[0] { self.title.clone() } else { shown(&file.name) };
            return Err(BuildError::Source { name, wrong });
        }
        Ok(self)
    }
}

/// The first word of a source in Pascal, in lower case: `program`, or `unit` where others use it.
fn pascal_word(file: &File) -> Option<String> {
    if Language::of(&file.name) != Some(Language::Pascal) {
        return None;
    }
    let text = String::from_utf8_lossy(&file.bytes);
    let mut rest = text.trim_start();
    while let Some((begins, ends)) = COMMENTS.iter().find(|(begins, _)| rest.starts_with(begins)) {
        rest = rest[begins.len()..].split_once(ends)?.1.trim_start();
    }
    rest.split(|c: char| !c.is_alphanumeric()).next().map(str::to_ascii_lowercase)
}

/// Whether a source of that language takes no part in a program of this one: C and C++ are often mixed.
fn is_foreign(language: Language, other: Option<Language>) -> bool {
    let is_c = |language| matches!(language, Language::C | Language::Cpp);
    other.is_some_and(|other| other != language && !(is_c(other) && is_c(language)))
}

/// The empty sources that no compiler gets, as a note for people. In Python an empty module is one too.
fn left_out(files: &[File]) -> Vec<Sentence> {
    let is_compiled = |file: &&File| Language::of(&file.name).is_some_and(Language::takes_all);
    let empty = files.iter().filter(is_compiled).filter(|file| file.is_blank());
    let names: Vec<String> = empty.take(NAMED).map(|file| shown(&file.name)).collect();
    if names.is_empty() {
        return Vec::new();
    }
    let names = names.join(", ");
    vec![sentence!("empty files are left out: {names}", "空文件不带入：{names}")]
}

/// Whether nothing takes this name for an option or a path: letters, digits, `_`, `-` and one dot.
fn is_plain(path: &Path) -> bool {
    let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_word = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    stem.len() <= LONGEST_NAME
        && stem.starts_with(|c: char| c.is_ascii_alphabetic())
        && is_word(stem)
        && is_word(ending)
}
