//! Habits of other platforms that sources rely on. What a failed compiler run lacked is supplied to the next one:
//! stand-ins for Windows headers, the standard header of a name, a file under a name of different case, sources in
//! subfolders, a library installed on the machine. Each is reported.

mod library;
mod stand_in;

use super::files::File;
use super::language::Language;
use super::sources::Sources;
use leitai_core::{Sentence, sentence};
use library::Library;
use stand_in::StandIn;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// The folder below the sources where the compiler finds what is added.
const FOLDER: &str = "leitai-habits";
/// Maximum number of recompilations: a compiler reports only one missing header at a time.
pub(super) const ROUNDS: usize = 6;

/// Phrases followed by the name that a compiler does not know.
const BEFORE: [&str; 4] = [
    "undefined reference to ",
    "error: unknown type name ",
    "error: implicit declaration of function ",
    "error: use of undeclared identifier ",
];
/// Phrases preceded by that name, which then comes between the word `error` and the phrase.
const BEHIND: [&str; 5] = [
    " was not declared",
    " undeclared",
    " does not name a type",
    " has not been declared",
    " is not a member of 'std'",
];

/// What a source is given in addition to its own files.
#[derive(Default)]
pub(super) struct Habits(Vec<Given>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Given {
    /// A header of ours in place of one that was asked for.
    Header(&'static StandIn, String),
    /// A header of ours, included before the first line for a name that only other platforms declare.
    Name(&'static StandIn, String),
    /// The standard header of a name.
    Standard { header: String, name: String },
    /// A file of the sources whose name nearly matches the one asked for.
    Found { asked: String, file: PathBuf },
    /// Sources in subfolders.
    Deep(Vec<usize>),
    /// A library installed on the machine, with the header that asked for it in `asked`, if any.
    Library { library: &'static Library, asked: Option<String> },
    /// An `int` in place of the `void` of a `void main()`.
    Main,
    /// A unit of ours in place of Delphi's.
    Unit,
}

/// What the compiler of Pascal says when it lacks that unit, in lower case.
const LACKS_UNIT: &str = "can't find unit windows ";

/// A library that this machine lacks, and the header that asked for it.
pub(super) struct Lacking {
    pub(super) library: &'static Library,
    pub(super) header: String,
}

impl Habits {
    /// Reads from a compiler's output what was missing. Returns false if that is nothing that can be supplied, or
    /// nothing new.
    pub(super) fn learn(&mut self, words: &str, sources: &Sources) -> Result<bool, Lacking> {
        let before = self.0.len();
        match sources.language {
            Language::C | Language::Cpp => {}
            Language::Pascal => {
                self.give(words.to_ascii_lowercase().contains(LACKS_UNIT).then_some(Given::Unit));
                return Ok(self.0.len() > before);
            }
            _ => return Ok(false),
        }
        let plain = words.replace(['‘', '’', '`'], "'");
        for line in plain.lines() {
            if let Some(asked) = missing(line) {
                let given = header(asked, sources)?;
                self.give(given);
            }
            self.give(named(line, sources));
        }
        for word in plain.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
            self.give(StandIn::of_a_word(word).map(|of| Given::Name(of, word.to_owned())));
        }
        // Only when everything else is there, since its lack may have caused the undefined references.
        if self.0.len() == before && plain.contains("undefined reference to '") {
            let deep = deep(sources);
            self.give((!deep.is_empty()).then_some(Given::Deep(deep)));
        }
        Ok(self.0.len() > before)
    }

    fn give(&mut self, given: Option<Given>) {
        if let Some(given) = given
            && !self.0.contains(&given)
        {
            self.0.push(given);
        }
    }

    /// The files added next to the sources.
    pub(super) fn files(&self) -> Vec<File> {
        let file = |name: &str, text: &str| File {
            name: Path::new(FOLDER).join(name),
            bytes: text.as_bytes().to_vec(),
            executable: false,
        };
        let ours = StandIn::ALL.iter().map(|of| file(of.file, of.text));
        let others = self.0.iter().filter_map(|given| match given {
            Given::Header(of, asked) if asked != of.file => {
                Some(file(asked, &format!("#include \"{}{}\"\n", up(asked), of.file)))
            }
            Given::Found { asked, file: found } => {
                Some(file(asked, &format!("#include \"../{}{}\"\n", up(asked), found.display())))
            }
            Given::Library { library, asked: Some(asked) } => {
                Some(file(asked, &format!("#include <{}>\n", library.header)))
            }
            Given::Main => Some(file("main.cpp", include_str!("habits/main.cpp"))),
            Given::Unit => Some(file("windows.pas", include_str!("habits/windows.pas"))),
            _ => None,
        });
        ours.chain(others).collect()
    }

    /// The compiler's arguments with what was added.
    pub(super) fn args(&self, usual: &[OsString], sources: &Sources) -> Vec<OsString> {
        let mut first: Vec<OsString> = match sources.language {
            // Threads have to be there before anything that starts one.
            Language::Pascal => vec![format!("-Fu{FOLDER}").into(), "-Facthreads".into()],
            _ => vec!["-I.".into(), "-idirafter".into(), FOLDER.into()],
        };
        let mut last: Vec<OsString> = Vec::new();
        for given in &self.0 {
            match given {
                Given::Header(..) => first.extend(["-D_DEFAULT_SOURCE".into(), "-pthread".into()]),
                Given::Name(of, _) => first.extend([
                    "-D_DEFAULT_SOURCE".into(),
                    "-pthread".into(),
                    "-include".into(),
                    format!("{FOLDER}/{}", of.file).into(),
                ]),
                Given::Standard { header, .. } => first.extend(["-include".into(), header.into()]),
                Given::Found { .. } | Given::Unit => {}
                Given::Deep(units) => {
                    let names = units.iter().map(|unit| Path::new(".").join(&sources.files[*unit].name));
                    last.extend(names.map(PathBuf::into_os_string));
                }
                Given::Library { library, .. } => {
                    first.extend(library.folder().map(|folder| format!("-I{}", folder.display()).into()));
                    last.extend(library.link.map(OsString::from));
                }
                Given::Main => {
                    first.push("-Dmain=leitai_main".into());
                    last.push(format!("{FOLDER}/main.cpp").into());
                }
            }
        }
        first.extend(usual.iter().cloned());
        first.extend(last);
        first
    }

    /// What was added, for readers of the log.
    pub(super) fn notes(&self, sources: &Sources) -> Vec<Sentence> {
        let listed = |names: &[String]| names.join(", ");
        let stood_in: Vec<String> = self
            .0
            .iter()
            .filter_map(|given| match given {
                Given::Header(_, name) | Given::Name(_, name) => Some(name.clone()),
                Given::Unit => Some("Windows".to_owned()),
                _ => None,
            })
            .collect();
        let mut notes = Vec::new();
        if !stood_in.is_empty() {
            let names = listed(&stood_in);
            notes.push(sentence!(
                "compiled with the stage's own stand-ins for {names}",
                "编译时用擂台自带的代用头文件或单元补上了 {names}"
            ));
        }
        notes.extend(self.0.iter().filter_map(|given| match given {
            Given::Header(..) | Given::Name(..) | Given::Unit => None,
            Given::Standard { header, name } => Some(sentence!(
                "`#include <{header}>` was added for {name}",
                "为 {name} 补上了 `#include <{header}>`"
            )),
            Given::Found { asked, file } if file == Path::new(asked) => None,
            Given::Found { asked, file } => {
                let file = file.display();
                Some(sentence!("{file} was taken for {asked}", "以 {file} 作为 {asked}"))
            }
            Given::Deep(units) => {
                let names: Vec<String> =
                    units.iter().map(|unit| sources.files[*unit].name.display().to_string()).collect();
                let names = listed(&names);
                Some(sentence!(
                    "sources in subfolders were compiled with it: {names}",
                    "子文件夹中的源文件一并编译：{names}"
                ))
            }
            Given::Library { library, .. } => {
                let library = library.name;
                Some(sentence!("compiled with {library} of this machine", "使用了本机的 {library}"))
            }
            Given::Main => Some(Sentence::new(
                "`void main()` was taken for `int main()`",
                "`void main()` 按 `int main()` 编译",
            )),
        }));
        notes
    }
}

/// The relative path from a file of that name in our folder up to that folder.
fn up(name: &str) -> String {
    "../".repeat(Path::new(name).components().count() - 1)
}

/// The header that a line reports as missing.
fn missing(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("fatal error: ")?;
    let gcc = rest.strip_suffix(": No such file or directory");
    let name = gcc.or_else(|| rest.strip_suffix("' file not found")?.strip_prefix('\''))?;
    let is_plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    // Of a path for Windows only the file's name is looked for.
    let is_hidden = name.starts_with('.') && !name.starts_with("..\\");
    (is_plain && !is_hidden && name.len() < 200).then_some(name)
}

/// The replacement for a header that was not found: a file of the sources, a header of ours, a library.
fn header(asked: &str, sources: &Sources) -> Result<Option<Given>, Lacking> {
    let folded = asked.replace('\\', "/").to_ascii_lowercase();
    let whole = |name: &str| name == folded || name.ends_with(&format!("/{folded}"));
    let last = folded.rsplit('/').next().unwrap_or_default();
    let same_name = |name: &str| name.rsplit('/').next() == Some(last);
    let found = one(sources, whole).or_else(|| one(sources, same_name));
    if let Some(file) = found {
        return Ok(Some(Given::Found { asked: asked.to_owned(), file }));
    }
    if let Some(of) = StandIn::for_header(&folded, sources.language) {
        return Ok(Some(Given::Header(of, asked.to_owned())));
    }
    let Some(library) = Library::of_header(&folded) else { return Ok(None) };
    if library.is_there() {
        return Ok(Some(Given::Library { library, asked: Some(asked.to_owned()) }));
    }
    Err(Lacking { library, header: asked.to_owned() })
}

/// The only file whose name, in lower case, fits.
fn one(sources: &Sources, fits: impl Fn(&str) -> bool) -> Option<PathBuf> {
    let named = |file: &&File| file.name.to_str().is_some_and(|name| fits(&name.to_ascii_lowercase()));
    let mut found = sources.for_the_compiler().filter(named);
    let first = found.next()?;
    found.next().is_none().then(|| first.name.clone())
}

/// What a line reports about a name that is not declared or not defined.
fn named(line: &str, sources: &Sources) -> Option<Given> {
    if line.contains("'::main' must return 'int'") {
        return Some(Given::Main);
    }
    if let Some((before, after)) = line.split_once("' is defined in header '<") {
        let (name, header) = (before.rsplit('\'').next()?.to_owned(), after.split_once(">'")?.0.to_owned());
        let is_plain =
            header.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_.".contains(c));
        return is_plain.then_some(Given::Standard { header, name });
    }
    // Visual C++ has them for any two numbers, the standard only for two of the same type.
    let is_unlike = |name: &&str| line.contains(&format!("no matching function for call to '{name}("));
    if let Some(name) = ["min", "max"].into_iter().find(is_unlike) {
        return StandIn::of_name(name).map(|of| Given::Name(of, name.to_owned()));
    }
    let quoted = |text: &str| Some(text.split_once('\'')?.1.split_once('\'')?.0.to_owned());
    let name = match BEFORE.iter().find_map(|words| line.split_once(words)) {
        Some((_, rest)) => quoted(rest)?,
        None if BEHIND.iter().any(|words| line.contains(words)) => quoted(line.split_once("error: ")?.1)?,
        None => return None,
    };
    let name = name.split(['(', '<', '[']).next()?;
    if let Some(library) = Library::of_symbol(name) {
        // A copy of the library among the sources takes precedence.
        let is_missed = library.is_there() && deep(sources).is_empty();
        return is_missed.then_some(Given::Library { library, asked: None });
    }
    let name = name.strip_prefix("std::").unwrap_or(name);
    if let Some(of) = StandIn::of_name(name) {
        return Some(Given::Name(of, name.to_owned()));
    }
    let header = stand_in::standard(name, sources.language)?;
    Some(Given::Standard { header: header.to_owned(), name: name.to_owned() })
}

/// Sources in subfolders that no other source includes, and that are not programs of their own.
fn deep(sources: &Sources) -> Vec<usize> {
    let texts: Vec<_> = sources.files.iter().map(|file| String::from_utf8_lossy(&file.bytes)).collect();
    let is_included = |name: &str| {
        let mut lines = texts.iter().flat_map(|text| text.lines());
        lines
            .any(|line| line.trim_start().starts_with('#') && line.contains("include") && line.contains(name))
    };
    let is_deep = |unit: &usize| {
        let file = &sources.files[*unit];
        let name = file.name.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        !sources.units.contains(unit)
            && Language::of(&file.name) == Some(sources.language)
            && !["int main(", "void main(", "int main ("].iter().any(|main| texts[*unit].contains(main))
            && !is_included(name)
    };
    (0..sources.files.len()).filter(is_deep).collect()
}

#[cfg(test)]
mod tests;
