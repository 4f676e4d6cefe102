//! A library or program without unit tests must not be compiled again for testing, and no unit tests may be lost
//! because of that.

use crate::tidy::{files, read, root, shown};
use std::path::{Path, PathBuf};

const OFF: &str = "test = false";

fn has_tests(path: &Path) -> bool {
    let text = read(path);
    ["#[test]", "proptest!", "_test!"].iter().any(|word| text.contains(word))
}

/// The sections of a manifest with that heading.
fn parts<'a>(manifest: &'a str, heading: &str) -> impl Iterator<Item = &'a str> {
    manifest.split(heading).skip(1).map(|rest| rest.split("\n[").next().unwrap_or(""))
}

fn is_off(part: &str) -> bool {
    part.lines().any(|line| line == OFF)
}

#[test]
fn a_library_is_compiled_for_its_tests_where_it_has_any() {
    let mut seen = [0, 0];
    for manifest in files(&root(), &["Cargo.toml"]) {
        let sources = manifest.parent().expect("a folder").join("src");
        if !sources.join("lib.rs").is_file() {
            continue;
        }
        let is_of_library = |path: &&PathBuf| !path.starts_with(sources.join("bin"));
        let has_any = files(&sources, &[".rs"]).iter().filter(is_of_library).any(|path| has_tests(path));
        let is_off = parts(&read(&manifest), "\n[lib]\n").any(is_off);
        assert_eq!(has_any, !is_off, "`{OFF}` under [lib] in {}", shown(&manifest));
        seen[usize::from(has_any)] += 1;
    }
    // A rule that matches nothing would be no rule.
    assert!(seen.iter().all(|found| *found > 1), "{seen:?}");
}

#[test]
fn a_program_that_is_not_compiled_for_tests_has_none() {
    let mut seen = 0;
    for manifest in files(&root(), &["Cargo.toml"]) {
        let (text, folder) = (read(&manifest), manifest.parent().expect("a folder"));
        for program in parts(&text, "\n[[bin]]\n").filter(|part| is_off(part)) {
            let word = |key: &str| program.lines().find_map(|line| line.strip_prefix(key)?.strip_suffix('"'));
            let own = folder.join("src/bin").join(word("name = \"").expect("a name"));
            let named = word("path = \"").and_then(|path| folder.join(path).parent().map(Path::to_owned));
            let place = named.unwrap_or(own);
            let mut sources = files(&place, &[".rs"]);
            sources.extend(Some(place.with_extension("rs")).filter(|path| path.is_file()));
            assert!(!sources.is_empty(), "there is nothing at {}", shown(&place));
            for path in sources {
                assert!(!has_tests(&path), "{} is not run: see {}", shown(&path), shown(&manifest));
            }
            seen += 1;
        }
    }
    assert!(seen > 1, "{seen}");
}
