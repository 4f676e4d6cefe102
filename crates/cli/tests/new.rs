//! `leitai new`: what it writes passes `leitai check`, and nothing is overwritten.

use std::path::Path;
use std::process::{Command, Output};

fn leitai(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_leitai"));
    command
        .args(args)
        .current_dir(folder)
        .env("LANG", "C.UTF-8")
        .env_remove("LC_ALL")
        .env_remove("LEITAI_LANG");
    command.output().expect("the binary starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_new_folder_passes_the_check_that_it_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = leitai(folder.path(), &["new", "hex", "--lang", "c"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    assert!(folder.path().join("hex-c/hex.c").is_file());
    let said = text(&made.stdout);
    let check = said.lines().find_map(|line| line.trim().strip_prefix("leitai check ")).expect("it is named");
    let readme = std::fs::read_to_string(folder.path().join("hex-c/README.md")).expect("it is written");
    assert!(readme.contains(check), "{readme}");
    let mut args = vec!["check"];
    args.extend(check.split(' '));
    let checked = leitai(folder.path(), &args);
    assert!(checked.status.success(), "{}{}", text(&checked.stdout), text(&checked.stderr));
}

#[test]
fn nothing_is_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["new", "tictactoe", "--lang", "c++", "--out", "mine"];
    assert!(leitai(folder.path(), &args).status.success());
    let mine = folder.path().join("mine/tictactoe.cpp");
    std::fs::write(&mine, "mine").expect("it is written");
    let again = leitai(folder.path(), &args);
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("mine is not empty"), "{}", text(&again.stderr));
    assert_eq!(std::fs::read_to_string(&mine).expect("it is there"), "mine");
}

/// Before the command, `--lang` is the language of the output; after `new`, that of the program.
#[test]
fn both_languages_are_named_by_their_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = leitai(folder.path(), &["--lang", "zh", "new", "nogo", "--lang", "cpp"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    assert!(text(&made.stdout).contains("nogo-cpp/nogo.cpp：随机走合法着法"), "{}", text(&made.stdout));
}

#[test]
fn the_framework_of_the_course_is_named_by_its_file_and_passes_the_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = leitai(folder.path(), &["new", "connect6", "--lang", "chess.cpp", "--out", "c"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let checked = leitai(folder.path(), &["check", "c", "--game", "connect6"]);
    assert!(checked.status.success(), "{}{}", text(&checked.stdout), text(&checked.stderr));
    let other = leitai(folder.path(), &["new", "hex", "--lang", "chess.cpp"]);
    assert_eq!(other.status.code(), Some(2));
    let said = text(&other.stderr);
    assert!(said.contains("hex has no starter in chess.cpp; it has: c, cpp"), "{said}");
}
