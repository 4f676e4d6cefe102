//! Lists the repository's documents for the site. A game's rules are found in the game's folder, so no game is named
//! here.

#![allow(clippy::print_stdout, reason = "this is how a build script tells Cargo something")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_SITE").is_none() {
        return;
    }
    let crate_folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo names it"));
    let root = crate_folder.join("../..");
    // The list of files depends on these paths; `include_str!` makes Cargo track the contents. A new game adds a
    // line to the catalog's manifest.
    for path in ["docs", "README.md", "crates/catalog/Cargo.toml"] {
        println!("cargo::rerun-if-changed={}", root.join(path).display());
    }
    let entry_page = fs::read_to_string(root.join("README.md")).expect("README.md");
    let mut rules = Vec::new();
    for game in names(&root.join("games")) {
        rules.push((game.clone(), root.join("games").join(game).join("README")));
    }
    let tables = [
        ("RULES", rules),
        ("HOUSE", documents(&root, "docs", &entry_page)),
        ("PROTOCOLS", documents(&root, "docs/protocols", &entry_page)),
    ];
    let mut text = String::new();
    for (table, documents) in tables {
        writeln!(text, "const {table}: &[Document] = &[").expect("a text");
        for (slug, stem) in documents {
            let stem = stem.display();
            let (en, zh) = (format!("{stem}.md"), format!("{stem}.zh-CN.md"));
            writeln!(
                text,
                "    Document {{ slug: {slug:?}, en: include_str!({en:?}), zh: include_str!({zh:?}) }},"
            )
            .expect("a text");
        }
        text.push_str("];\n");
    }
    text.push_str("const SENTENCES: &[(&str, &str)] = &[\n");
    for game in names(&root.join("games")) {
        let list = root.join("games").join(&game).join("rules.toml");
        writeln!(text, "    ({game:?}, include_str!({:?})),", list.display().to_string()).expect("a text");
    }
    let published = root.join("docs/protocols/published.txt").display().to_string();
    writeln!(text, "];\n/// When each text of a protocol was published.\npub(crate) const PUBLISHED: &str = include_str!({published:?});")
        .expect("a text");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo names it"));
    fs::write(out.join("documents.rs"), text).expect("the tables");
}

/// The documents of a folder, each as its name and its path without extension: first those linked from the entry
/// page, in that page's order, then the rest by name.
fn documents(root: &Path, folder: &str, entry_page: &str) -> Vec<(String, PathBuf)> {
    let names = names(&root.join(folder));
    let mut slugs: Vec<&str> = names.iter().filter_map(|name| name.strip_suffix(".md")).collect();
    slugs.retain(|slug| !slug.contains('.'));
    slugs.sort_by_key(|slug| entry_page.find(&format!("({folder}/{slug}.md)")).unwrap_or(usize::MAX));
    slugs.into_iter().map(|slug| (slug.to_owned(), root.join(folder).join(slug))).collect()
}

/// The names of a folder's entries, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder of the repository").flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
