//! Where the names of games may appear, and what must not be passed as text between crates (`ARCHITECTURE.md`).

use crate::tidy::{files, games, read, root, shown};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The files outside a game's folder and the catalog that name a game, and why. A file that no longer does must be
/// taken off the list.
const NAMING: [(&str, &str); 2] = [
    ("crates/cli/src/bench/kings.rs", "the stage is measured with a game between two lone kings"),
    (
        "crates/tournament/src/match_plan.rs",
        "plans that are kept call a match to four wins by the game that has it",
    ),
];

/// Concepts that have a type of their own, by the usual names of their fields and parameters.
const TYPED: [&str; 7] = ["game", "dialect", "clock", "verdict", "level", "sandbox", "seat"];

/// The Rust code of a file without comments, up to its first `#[cfg(test)]`.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or("");
    let lines = code.lines().map(|line| line.split(" //").next().unwrap_or(""));
    lines.filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect()
}

/// The sources of the crates below a folder, without test modules.
pub(crate) fn sources(below: &str) -> Vec<PathBuf> {
    let all = files(&root().join(below), &[".rs"]);
    let sources: Vec<_> = all.into_iter().filter(|path| shown(path).contains("/src/")).collect();
    let tests: BTreeSet<_> = sources.iter().flat_map(|path| test_modules(path, &read(path))).collect();
    sources.into_iter().filter(|path| !tests.contains(path)).collect()
}

/// The files that `path` declares as its test modules.
fn test_modules(path: &Path, text: &str) -> Vec<PathBuf> {
    let folder = path.parent().unwrap_or(path);
    let beside = match path.file_stem().and_then(|stem| stem.to_str()) {
        Some("lib" | "main" | "mod") | None => folder.to_owned(),
        Some(stem) => folder.join(stem),
    };
    let module = |rest: &str| {
        let rest = rest.trim_start();
        if let Some(named) = rest.strip_prefix("#[path = \"") {
            return Some(folder.join(named.split('"').next()?));
        }
        let name = rest.trim_start_matches("pub(crate) ").strip_prefix("mod ")?.split_once(';')?.0;
        name.chars().all(|c| c.is_alphanumeric() || c == '_').then(|| beside.join(format!("{name}.rs")))
    };
    text.split("#[cfg(test)]").skip(1).filter_map(module).collect()
}

/// Whether the code names this game, either quoted or within an identifier. Some games are called by words that mean
/// other things as well: those count only if quoted.
fn names(code: &str, game: &str) -> bool {
    let is_word = ["hex", "dots"].contains(&game);
    code.contains(&format!("\"{game}\"")) || (!is_word && code.to_lowercase().contains(game))
}

#[test]
fn games_are_named_only_where_they_may_be() {
    let games = games();
    let mut seen = Vec::new();
    for path in sources("crates") {
        let (file, code) = (shown(&path), code(&read(&path)));
        // The list itself, and protocols that have their own words for a game.
        if ["crates/catalog/src/lib.rs"].contains(&file.as_str()) || file.starts_with("crates/protocol/") {
            continue;
        }
        if let Some(game) = games.iter().find(|game| names(&code, game)) {
            assert!(NAMING.iter().any(|(known, _)| *known == file), "{file} names {game}");
            seen.push(file);
        }
    }
    for (known, _) in NAMING {
        assert!(
            seen.iter().any(|file| file == known),
            "{known} names no game any more: take it off the list"
        );
    }
}

/// A public field or parameter with one of those names whose type is text, if there is one.
fn text_for_a_type(code: &str) -> Option<&'static str> {
    // The methods of a public trait are public.
    let is_of_trait = |before: &str| {
        let item = before.rsplit('\n').find(|line| line.starts_with(|c: char| c.is_alphabetic()));
        item.is_some_and(|item| item.starts_with("pub trait "))
    };
    let is_public = |before: &str| {
        let line = before.rsplit('\n').next().unwrap_or("").trim_start();
        line.starts_with("pub ") || (line.starts_with("fn ") && is_of_trait(before))
    };
    let is_text = |of: &str| {
        let of = of.trim_start().trim_start_matches("Option<").trim_start_matches('&');
        let of = match of.strip_prefix('\'') {
            Some(lifetime) => lifetime.split_once(' ').map_or("", |(_, of)| of),
            None => of,
        };
        ["str", "String", "Cow<"].iter().any(|text| of.starts_with(text))
    };
    TYPED.into_iter().find(|name| {
        let field = format!("{name}: ");
        let found = code.match_indices(&field);
        found.into_iter().any(|(at, field)| {
            let (before, after) = (&code[..at], &code[at + field.len()..]);
            let is_whole = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '"');
            is_whole && is_public(before) && is_text(after)
        })
    })
}

/// The command line is where text is read and written.
#[test]
fn what_has_a_type_is_no_text_between_crates() {
    for path in sources("crates") {
        let (file, text) = (shown(&path), read(&path));
        if file.starts_with("crates/cli/") {
            continue;
        }
        if let Some(name) = text_for_a_type(&code(&text)) {
            panic!("{file}: `{name}` is text, and has a type");
        }
    }
}

#[test]
fn text_is_seen_however_it_is_written() {
    for code in [
        "    pub game: String,",
        "pub verdict: Cow<'a, str>,",
        "    pub dialect: Option<&'static str>,",
        "pub fn open(&self, at: usize, clock: &str) {",
        "pub trait Queue {\n    fn cancel<'a>(&'a self, event: &'a str, game: &'a str) -> Soon<'a, Called>;",
    ] {
        assert!(text_for_a_type(code).is_some(), "{code}");
    }
    for code in [
        "    game: String,",
        "    pub end_game: String,",
        "    pub game: ListedGame,",
        "pub fn seat(&self, seat: Seat, text: &str) {",
        "impl Queue for SqlQueue {\n    fn cancel<'a>(&'a self, game: &'a str) {",
    ] {
        assert_eq!(text_for_a_type(code), None, "{code}");
    }
}

#[test]
fn a_module_of_tests_is_no_source() {
    let text = "#[cfg(test)]\nmod scale;\n#[cfg(test)]\nmod tests {\n#[cfg(test)]\n#[path = \"of_it.rs\"]\nmod tests;";
    let found = test_modules(Path::new("a/floor.rs"), text);
    assert_eq!(found, ["a/floor/scale.rs", "a/of_it.rs"].map(PathBuf::from));
    assert_eq!(test_modules(Path::new("a/lib.rs"), text)[0], PathBuf::from("a/scale.rs"));
    assert_eq!(code("a // b\n// c\n#[cfg(test)]\nd"), "a\n");
    assert!(names("let x = EinStein::new();", "einstein") && !names("digest.hex()", "hex"));
}
