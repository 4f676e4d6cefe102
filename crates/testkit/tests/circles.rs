//! No files of a crate lean on each other in a circle, and what a site holds knows none of its pages.

use crate::tidy::{files, read, root, shown};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The crates whose files stand one above the other.
const IN_ORDER: [&str; 2] = ["crates/store", "crates/web"];

/// A module's path from its crate's root, which is empty.
type Module = Vec<String>;

/// The modules of a crate, and those that each of them names.
#[derive(Default)]
struct Crate {
    texts: BTreeMap<Module, String>,
    /// What the root hands on, by name: the path where it is.
    handed_on: BTreeMap<String, String>,
}

impl Crate {
    fn of(sources: impl Iterator<Item = (Module, String)>) -> Crate {
        let all: BTreeMap<Module, String> = sources.collect();
        let is_test = |module: &Module| {
            (0..module.len()).any(|at| {
                let (parent, name) = (&module[..at], &module[at]);
                let declared = |text: &String| {
                    let mark = |by: &str| format!("#[cfg(test)]\n{by}mod {name};");
                    ["", "pub(crate) "].iter().any(|by| text.contains(&mark(by)))
                };
                all.get(parent).is_some_and(declared)
            })
        };
        let mut found = Crate::default();
        for (module, text) in &all {
            if !is_test(module) {
                found.texts.insert(module.clone(), of_the_program(text));
            }
        }
        let root = found.texts.get(&Module::new()).cloned().unwrap_or_default();
        for used in root.split("pub use ").skip(1) {
            for path in expanded(used) {
                if let Some((_, name)) = path.rsplit_once("::") {
                    found.handed_on.insert(name.to_owned(), format!("crate::{path}"));
                }
            }
        }
        found
    }

    fn at(folder: &Path) -> Crate {
        let module = |path: &PathBuf| {
            let below = path.strip_prefix(folder).expect("below it").with_extension("");
            let names: Module = below.iter().map(|name| name.to_string_lossy().into_owned()).collect();
            let is_head = matches!(names.last().map(String::as_str), Some("mod" | "lib" | "main"));
            names[..names.len() - usize::from(is_head)].to_vec()
        };
        Crate::of(files(folder, &[".rs"]).iter().map(|path| (module(path), read(path))))
    }

    /// The module that a path names; none for the root, and for what is of another crate.
    fn named(&self, from: &Module, path: &str) -> Option<Module> {
        let mut names = path.split("::").filter(|name| !name.is_empty()).peekable();
        let mut module = if names.peek() == Some(&"crate") { Module::new() } else { from.clone() };
        while let Some(up) = names.next_if(|name| ["crate", "self", "super"].contains(name)) {
            if up == "super" {
                module.pop();
            }
        }
        if let Some(handed_on) =
            names.peek().filter(|_| module.is_empty()).and_then(|name| self.handed_on.get(*name))
        {
            return self.named(from, handed_on);
        }
        for name in names {
            module.push(name.to_owned());
            if !self.texts.contains_key(&module) {
                module.pop();
                break;
            }
        }
        (!module.is_empty() && module != *from).then_some(module)
    }

    fn names(&self, module: &Module) -> BTreeSet<Module> {
        let text = &self.texts[module];
        let begins = |word: &'static str| text.match_indices(word).map(|(at, _)| at);
        let starts = ["crate::", "super::"].into_iter().flat_map(begins).filter(|at| {
            !text[..*at].ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == ':')
        });
        starts.flat_map(|at| expanded(&text[at..])).filter_map(|path| self.named(module, &path)).collect()
    }

    /// Every module that one needs, directly or through others.
    fn reached(&self, from: &Module) -> BTreeSet<Module> {
        let (mut reached, mut next) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(module) = next.pop() {
            next.extend(self.names(&module).into_iter().filter(|named| reached.insert(named.clone())));
        }
        reached
    }

    /// The modules that need themselves.
    fn in_circles(&self) -> Vec<String> {
        let circles = self.texts.keys().filter(|module| self.reached(module).contains(*module));
        circles.map(|module| module.join("::")).collect()
    }
}

/// The text without comments, and without the tests at its end.
fn of_the_program(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let text = text.split("#[cfg(test)]\npub(crate) mod tests {").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect()
}

/// The paths that begin here, those in braces each for itself.
fn expanded(text: &str) -> Vec<String> {
    let is_of_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let (head, rest) = text.split_at(text.find(|c| !is_of_path(c)).unwrap_or(text.len()));
    if !(head.ends_with("::") && rest.starts_with('{')) {
        return vec![head.to_owned()];
    }
    let (mut depth, mut from, mut parts) = (0, 1, Vec::new());
    for (at, c) in rest.char_indices() {
        depth += usize::from(c == '{');
        if depth == 1 && (c == ',' || c == '}') {
            parts.push(rest[from..at].trim());
            from = at + 1;
        }
        depth -= usize::from(c == '}');
        if depth == 0 {
            break;
        }
    }
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.flat_map(expanded).map(|part| format!("{head}{part}")).collect()
}

#[test]
fn files_stand_one_above_the_other() {
    for folder in IN_ORDER {
        let found = Crate::at(&root().join(folder).join("src"));
        assert!(found.texts.len() > 30, "{folder}: {} files", found.texts.len());
        assert_eq!(found.in_circles(), [""; 0], "{folder}: these files need each other in a circle");
    }
}

#[test]
fn what_a_site_holds_knows_no_page() {
    let folder = root().join("crates/web/src");
    let web = Crate::at(&folder);
    let has_addresses = |module: &&Module| web.texts[*module].contains("fn routes(");
    let beneath = web.reached(&vec!["site".to_owned()]);
    assert!(beneath.len() > 10, "{beneath:?}");
    let pages: Vec<_> = beneath.iter().filter(has_addresses).map(|module| module.join("::")).collect();
    assert_eq!(pages, [""; 0], "{}: these have addresses", shown(&folder));
    // The control: the table of routes knows them.
    let above = web.reached(&vec!["routes".to_owned()]);
    assert!(above.iter().filter(has_addresses).count() > 10, "{above:?}");
}

#[test]
fn a_circle_is_found_and_a_tree_is_none() {
    let circles = |sources: &[(&str, &str)]| {
        let module =
            |name: &str| name.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
        Crate::of(sources.iter().map(|(name, text)| (module(name), (*text).to_owned()))).in_circles()
    };
    let lib = ("", "mod a;\nmod b;\npub use b::{c::D, B};\n");
    let below = ("b::c", "pub struct D;\n");
    assert_eq!(circles(&[lib, ("a", "use crate::{B, b::c::D};\n"), ("b", "mod c;\n"), below]), [""; 0]);
    let up = ("b", "mod c;\nfn f() -> crate::a::A { g() }\n");
    assert_eq!(circles(&[lib, ("a", "use crate::{B, b::c::D};\n"), up, below]), ["a", "b"]);
    assert_eq!(
        circles(&[lib, ("a", "use super::D;\n"), up, below]),
        [""; 0],
        "what the root hands on is elsewhere"
    );
    let child = ("b::c", "use super::B;\n");
    assert_eq!(circles(&[lib, ("a", ""), ("b", "mod c;\nuse crate::b::c::D;\n"), child]), ["b", "b::c"]);
    let spoken = ("b", "// crate::a\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n");
    assert_eq!(circles(&[lib, ("a", "use crate::b::B;\n"), spoken]), [""; 0]);
}
