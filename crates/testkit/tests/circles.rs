//! The files of a crate must not depend on each other in a circle, and the site's state must not depend on its pages.
//!
//! An item that a file re-exports (`pub use`) belongs to the file that defines it: naming it is a dependency on that
//! file alone.

use crate::tidy::{crates, files, read, root, shown};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A module's path from its crate's root, whose own path is empty.
type Module = Vec<String>;

/// The modules of a crate, and the modules that each of them names.
#[derive(Default)]
struct Crate {
    texts: BTreeMap<Module, String>,
    /// The re-exports of each module, by name: the path of the item as that module writes it. An empty name stands for
    /// a glob.
    handed_on: BTreeMap<(Module, String), String>,
    /// The other modules that each module names.
    named: BTreeMap<Module, BTreeSet<Module>>,
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
        for (module, text) in &found.texts {
            for (at, _) in text.match_indices(" use ") {
                let before = text[..at].rsplit('\n').next().unwrap_or_default().trim_start();
                if before != "pub" && !(before.starts_with("pub(") && before.ends_with(')')) {
                    continue;
                }
                for path in expanded(&text[at + " use ".len()..]) {
                    if let Some((_, name)) = path.rsplit_once("::") {
                        found.handed_on.insert((module.clone(), name.to_owned()), path);
                    }
                }
            }
        }
        found.named = found.texts.keys().map(|module| (module.clone(), found.names(module))).collect();
        found
    }

    fn at(folder: &Path) -> Crate {
        let module = |path: &PathBuf| {
            let below = path.strip_prefix(folder).expect("below it").with_extension("");
            let names: Module = below.iter().map(|name| name.to_string_lossy().into_owned()).collect();
            let is_head = matches!(names.last().map(String::as_str), Some("mod" | "lib" | "main"));
            names[..names.len() - usize::from(is_head)].to_vec()
        };
        let sources = files(folder, &[".rs"]).into_iter();
        // Binaries are crates of their own.
        let sources = sources.filter(|path| !path.starts_with(folder.join("bin")));
        Crate::of(sources.map(|path| (module(&path), read(&path))))
    }

    /// The module in which a path ends; `None` for something re-exported from another crate.
    fn end(&self, from: &Module, path: &str) -> Option<Module> {
        let mut names = path.split("::").filter(|name| !name.is_empty()).peekable();
        let mut module = if names.peek() == Some(&"crate") { Module::new() } else { from.clone() };
        while let Some(up) = names.next_if(|name| ["crate", "self", "super"].contains(name)) {
            if up == "super" {
                module.pop();
            }
        }
        for name in names {
            module.push(name.to_owned());
            if self.texts.contains_key(&module) {
                continue;
            }
            module.pop();
            let handed_on = |name: &str| self.handed_on.get(&(module.clone(), name.to_owned()));
            return match (handed_on(name), handed_on("")) {
                (Some(path), _) => self.is_own(&module, path).then(|| self.end(&module, path))?,
                (None, Some(all)) if self.is_own(&module, all) => self.end(&self.end(&module, all)?, name),
                _ => Some(module),
            };
        }
        Some(module)
    }

    /// Whether a path written in a module begins in this crate.
    fn is_own(&self, module: &Module, path: &str) -> bool {
        let first = path.split("::").next().unwrap_or_default();
        let child: Module = module.iter().map(String::as_str).chain([first]).map(str::to_owned).collect();
        ["crate", "self", "super"].contains(&first) || self.texts.contains_key(&child)
    }

    /// The other modules that a module names. Macros are in scope everywhere.
    fn names(&self, module: &Module) -> BTreeSet<Module> {
        let text = &self.texts[module];
        let children =
            self.texts.keys().filter(|child| child.split_last().is_some_and(|(_, of)| of == module));
        let children = children.filter_map(|child| child.last()).map(String::as_str);
        let begins =
            |word: &str| text.match_indices(&format!("{word}::")).map(|(at, _)| at).collect::<Vec<_>>();
        let is_path = |at: &usize| {
            let (before, path) = text.split_at(*at);
            !before.ends_with(|c: char| is_of_path(c))
                && !before.ends_with("pub(in ")
                && !path.trim_start_matches(is_of_path).starts_with('!')
        };
        let begin = ["crate", "self", "super"].into_iter().chain(children).flat_map(begins).filter(is_path);
        let named = begin.flat_map(|at| expanded(&text[at..])).filter_map(|path| self.end(module, &path));
        named.filter(|named| named != module).collect()
    }

    /// Every module that a module needs, directly or indirectly.
    fn reached(&self, from: &Module) -> BTreeSet<Module> {
        let (mut reached, mut next) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(module) = next.pop() {
            next.extend(self.named[&module].iter().filter(|named| reached.insert((*named).clone())).cloned());
        }
        reached
    }

    /// The modules that depend on themselves.
    fn in_circles(&self) -> Vec<String> {
        let circles = self.texts.keys().filter(|module| self.reached(module).contains(*module));
        circles.map(|module| if module.is_empty() { "crate".to_owned() } else { module.join("::") }).collect()
    }
}

/// The text without comments and without the tests at its end.
fn of_the_program(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let text = text.split("#[cfg(test)]\npub(crate) mod tests {").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect()
}

fn is_of_path(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == ':'
}

/// The paths that begin here, with those in braces written out one by one.
fn expanded(text: &str) -> Vec<String> {
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
    let (mut all, mut circles) = (0, Vec::new());
    for (name, folder, _) in crates() {
        let found = Crate::at(&folder.join("src"));
        all += found.texts.len();
        circles.extend(found.in_circles().into_iter().map(|module| format!("{name}: {module}")));
    }
    assert!(all > 800, "{all} files");
    assert_eq!(circles, [""; 0], "these files need each other in a circle");
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
    // The control: the table of routes does depend on them.
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
    let by_name = ("b", "mod c;\npub(crate) use c::D;\n");
    assert_eq!(
        circles(&[lib, ("a", ""), by_name, child]),
        ["b", "b::c"],
        "a child has no `crate::` before it"
    );
    let (hands_on, beside) =
        (("b", "mod c;\nmod e;\npub use e::B;\nuse c::D;\n"), ("b::e", "pub struct B;\n"));
    assert_eq!(
        circles(&[lib, ("a", ""), hands_on, child, beside]),
        [""; 0],
        "what a parent hands on is elsewhere"
    );
    let all = ("b", "mod c;\nmod e;\npub use e::*;\nuse c::D;\n");
    assert_eq!(circles(&[lib, ("a", ""), all, child, beside]), [""; 0]);
    assert_eq!(circles(&[lib, ("a", ""), all, child, ("b::e", "use super::c::D;\n")]), ["b::c", "b::e"]);
    let root = |text| ("", text);
    assert_eq!(circles(&[root("mod a;\nuse a::A;\n"), ("a", "use crate::f;\n")]), ["crate", "a"]);
    assert_eq!(circles(&[root("mod a;\nuse a::A;\npub use other::f;\n"), ("a", "use crate::f;\n")]), [""; 0]);
    assert_eq!(circles(&[root("mod a;\nuse a::A;\n"), ("a", "crate::f!(1);\n")]), [""; 0]);
    let spoken = ("b", "// crate::a\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n");
    assert_eq!(circles(&[lib, ("a", "use crate::b::B;\n"), spoken]), [""; 0]);
}
