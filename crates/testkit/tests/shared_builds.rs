//! `./run` builds twice: quickly what plays, then what serves. What both need is compiled once, or the site opens minutes later.

use crate::tidy::root;
use std::collections::BTreeSet;
use std::process::Command;

/// What is compiled for both, since databases or the site change it, and what stands above them.
const TWICE: [&str; 5] = ["leitai", "leitai-hall", "leitai-pages", "leitai-store", "tokio"];
/// What only the site needs: what plays does not wait for it.
const OF_THE_SITE: [&str; 4] = ["askama", "axum", "pulldown-cmark", "qrcode"];

/// Each crate of a build with its features, as often as it has different ones.
fn crates(features: &[&str]) -> BTreeSet<String> {
    let tree = "tree --locked --package leitai --edges normal,build --prefix none --format"
        .split(' ')
        .chain(["{p} {f}"]);
    let tree =
        Command::new(env!("CARGO")).args(tree).args(features).current_dir(root()).output().expect("cargo");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let lines = String::from_utf8(tree.stdout).expect("text");
    lines.lines().map(|line| line.trim_end_matches(" (*)").trim().to_owned()).collect()
}

#[test]
fn what_plays_and_what_serves_share_what_they_can() {
    let (plays, serves) = (crates(&["--no-default-features"]), crates(&[]));
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
