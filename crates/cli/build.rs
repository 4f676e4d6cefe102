//! Names the commit that is built, and whether anything was changed since, in `LEITAI_COMMIT` for `--version`.

#![allow(clippy::print_stdout, reason = "this is how a build script tells Cargo something")]

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let root = Path::new("../..");
    // A build for tests is handed to nobody, and would be made again after each commit. What is no checkout of its own
    // would be given the commit of whatever it lies in.
    let is_for_tests = std::env::var("PROFILE").is_ok_and(|profile| profile == "debug");
    if is_for_tests {
        // Tests start it thousands of times, and a third of a start is spent on moving 186,000 addresses to where the
        // binary was loaded. At a fixed place there are none to move. What is handed out keeps its random place.
        if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
            println!("cargo::rustc-link-arg-bin=leitai=-no-pie");
        }
        return;
    }
    if !root.join(".git").exists() {
        return;
    }
    let mut made_of = vec![root.join("Cargo.lock")];
    // To which every commit and checkout adds a line.
    made_of.extend(git(root, &["rev-parse", "--git-path", "logs/HEAD"]).map(|log| root.join(log)));
    for packages in ["crates", "games"].map(|folder| root.join(folder)) {
        let folders = packages.read_dir().into_iter().flatten().flatten().map(|folder| folder.path());
        made_of.extend(folders.flat_map(|folder| ["src", "Cargo.toml"].map(|part| folder.join(part))));
    }
    // What is missing would be new to Cargo each time.
    for path in made_of.iter().filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    if let Some(commit) = git(root, &["describe", "--always", "--dirty", "--exclude", "*"]) {
        println!("cargo::rustc-env=LEITAI_COMMIT={commit}");
    }
}

/// What git answers in one line; nothing if it is not installed or refuses.
fn git(root: &Path, args: &[&str]) -> Option<String> {
    let said = Command::new("git").arg("--no-optional-locks").arg("-C").arg(root).args(args).output().ok()?;
    said.status.success().then(|| String::from_utf8_lossy(&said.stdout).trim().to_owned())
}
