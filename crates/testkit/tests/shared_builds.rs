//! Crates that several builds need must be compiled only once. Cargo compiles a crate again for every other set of
//! features, along with everything that depends on it.
//!
//! `./test` lints with the crates of the tests and once more without databases and the site, documents without the crates of
//! the tests, and tests the whole workspace; a developer may then test a single game.

use crate::tidy::root;
use std::collections::BTreeSet;
use std::process::Command;

/// Crates compiled for both builds, because databases or the site change their features, and the crates that depend on
/// them.
const TWICE: [&str; 6] = ["leitai", "leitai-hall", "leitai-pages", "leitai-report", "leitai-store", "tokio"];
/// Crates that only the site needs, and that a build without it must not wait for.
const OF_THE_SITE: [&str; 4] = ["axum", "pulldown-cmark", "qrcode", "schemars"];

/// Each crate of a build with its features, once for each set of them.
fn crates(build: &str) -> BTreeSet<String> {
    let tree =
        "tree --locked --prefix none".split(' ').chain(build.split(' ')).chain(["--format", "{p} {f}"]);
    let tree = Command::new(env!("CARGO")).args(tree).current_dir(root()).output().expect("cargo");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let lines = String::from_utf8(tree.stdout).expect("text");
    lines.lines().map(|line| line.trim_end_matches(" (*)").trim().to_owned()).collect()
}

#[test]
fn what_plays_and_what_serves_share_what_they_can() {
    let serves = crates("--package leitai --edges normal,build");
    let plays = crates("--package leitai --edges normal,build --no-default-features");
    assert!(plays.len() > 100 && serves.len() > plays.len(), "{} and {}", plays.len(), serves.len());
    let name = |line: &str| line.split(' ').next().unwrap_or("").to_owned();
    let is_twice = |line: &&String| TWICE.contains(&&*name(line));
    let differ: Vec<_> = plays.difference(&serves).filter(|line| !is_twice(line)).collect();
    assert!(
        differ.is_empty(),
        "with more features in the build that serves; see crates/cli/Cargo.toml: {differ:#?}"
    );
    for of_the_site in OF_THE_SITE {
        let is_in = |built: &BTreeSet<String>| built.iter().any(|line| name(line) == of_the_site);
        assert!(is_in(&serves) && !is_in(&plays), "{of_the_site} is of the site alone");
    }
}

/// The crates of one build that the other has only with other features or not at all.
fn other(one: &BTreeSet<String>, other: &BTreeSet<String>) -> Vec<String> {
    assert!(one.len() > 30 && other.len() >= one.len(), "{} and {}", one.len(), other.len());
    one.difference(other).cloned().collect()
}

#[test]
fn what_is_documented_was_linted() {
    let documented = crates("--workspace --all-features --edges normal,build");
    let differ = other(&documented, &crates("--workspace --all-features --edges normal,build,dev"));
    assert!(differ.is_empty(), "what the tests need adds features; see crates/cli/Cargo.toml: {differ:#?}");
}

#[test]
fn the_tests_of_one_game_of_the_site_or_of_the_binary_are_those_of_all() {
    let all = crates("--workspace --edges normal,build,dev");
    for package in ["hex", "dots", "tictactoe", "leitai-catalog", "leitai-web", "leitai"] {
        let differ = other(&crates(&format!("--package {package} --edges normal,build,dev")), &all);
        assert!(
            differ.is_empty(),
            "{package} has fewer features alone; see crates/testkit/Cargo.toml: {differ:#?}"
        );
    }
}
