//! Puts the commit being built, and whether the tree has local changes, into `LEITAI_COMMIT` for `--version`.

#![allow(clippy::print_stdout, reason = "this is how a build script tells Cargo something")]

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let root = Path::new("../..");
    // A test build is not distributed, and would be rebuilt after each commit. A tree that is not a checkout itself
    // would get the commit of whatever repository contains it.
    let is_for_tests = std::env::var("PROFILE").is_ok_and(|profile| profile == "debug");
    if is_for_tests {
        // Tests start the binary thousands of times, and a third of each start goes into relocating 186,000
        // addresses. At a fixed address there is nothing to relocate. Distributed binaries keep their random load
        // address.
        if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
            println!("cargo::rustc-link-arg-bin=leitai=-no-pie");
        }
        return;
    }
    if !root.join(".git").exists() {
        return;
    }
    let mut made_of = vec![root.join("Cargo.lock")];
    // Every commit and checkout adds a line to this file.
    made_of.extend(git(root, &["rev-parse", "--git-path", "logs/HEAD"]).map(|log| root.join(log)));
    for packages in ["crates", "games"].map(|folder| root.join(folder)) {
        let folders = packages.read_dir().into_iter().flatten().flatten().map(|folder| folder.path());
        made_of.extend(folders.flat_map(|folder| ["src", "Cargo.toml"].map(|part| folder.join(part))));
    }
    // Cargo would treat a missing file as changed every time.
    for path in made_of.iter().filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    if let Some(commit) = git(root, &["describe", "--always", "--dirty", "--exclude", "*"]) {
        println!("cargo::rustc-env=LEITAI_COMMIT={commit}");
    }
}

/// Git's one-line answer; `None` if git is not installed or fails.
fn git(root: &Path, args: &[&str]) -> Option<String> {
    let said = Command::new("git").arg("--no-optional-locks").arg("-C").arg(root).args(args).output().ok()?;
    said.status.success().then(|| String::from_utf8_lossy(&said.stdout).trim().to_owned())
}
