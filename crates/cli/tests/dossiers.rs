//! `leitai dossier`: what it writes, and that its hashes are true.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn leitai(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_leitai"));
    command.args(["--lang", "en"]).args(args).current_dir(folder);
    command.output().expect("the binary starts")
}

fn said(folder: &Path, args: &[&str]) -> String {
    let output = leitai(folder, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn n9_a_dossier_of_a_contest_is_a_folder_or_the_same_archive_twice() {
    let home = tempfile::tempdir().expect("a folder");
    let home = home.path();
    let new = [
        "contest",
        "new",
        "Cup",
        "--games",
        "tictactoe,hex",
        "--hours",
        "2099-11-12 14:00 – 17:30",
        "--tables",
        "2",
    ];
    fs::create_dir(home.join("site")).expect("our folder");
    said(home, &[&new[..], &["--data", "site"]].concat());
    let told = said(home, &["dossier", "Cup", "--data", "site", "--to", "papers"]);
    assert!(told.contains("print dossier.en.html from a browser"), "{told}");
    let page = fs::read_to_string(home.join("papers/dossier.en.html")).expect("the page");
    for there in ["dossier for Cup", "2099-11-12", "two months ahead", "rules::x_moves_first", "30 min"] {
        assert!(page.contains(there), "{there}");
    }
    // The hash on the cover is that of the program that wrote it.
    let sum = Command::new("sha256sum").arg(env!("CARGO_BIN_EXE_leitai")).output().expect("sha256sum");
    let sum = String::from_utf8(sum.stdout).expect("text");
    assert!(page.contains(&sum[..64]));
    let mut check = Command::new("sha256sum");
    check.args(["--strict", "--quiet", "-c", "SHA256SUMS"]).current_dir(home.join("papers"));
    let checked = check.output().expect("sha256sum");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));

    for name in ["one.zip", "two.zip"] {
        said(home, &["dossier", "Cup", "--data", "site", "--games", "hex", "--to", name]);
    }
    let [one, two] = ["one.zip", "two.zip"].map(|name| fs::read(home.join(name)).expect("an archive"));
    assert!(one == two && one.starts_with(b"PK"));
    let listed = said(home, &["dossier", "Cup", "--data", "site", "--to", "json.zip", "--json"]);
    let rows: Vec<Value> = listed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let row = rows.iter().find(|row| row["path"] == "rules/hex.toml").expect("the rules of a game");
    let written = fs::read(home.join("papers/rules/hex.toml")).expect("the rules");
    assert_eq!((row["bytes"].as_u64(), &row["type"]), (Some(written.len() as u64), &"file".into()));
}

#[test]
fn what_is_not_there_is_named() {
    let home = tempfile::tempdir().expect("a folder");
    let home = home.path();
    fs::write(home.join("cup.toml"), "name = \"cup\"\ngame = \"hex\"\n[[entries]]\nname = \"a\"\nprogram = \"easy\"\n[[entries]]\nname = \"b\"\nprogram = \"easy\"\n")
        .expect("our folder");
    let refused = |args: &[&str]| {
        let output = leitai(home, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        String::from_utf8(output.stderr).expect("text")
    };
    assert!(refused(&["dossier", "Cup", "--to", "papers"]).contains("there is no site in"));
    assert!(
        refused(&["dossier", "cup.toml", "--games", "gomoku", "--to", "x"]).contains("none of these games")
    );
    assert!(refused(&["dossier", "--games", "go", "--to", "x"]).contains("go"));
    said(home, &["dossier", "cup.toml", "--to", "papers"]);
    assert!(refused(&["dossier", "cup.toml", "--to", "papers"]).contains("papers is not empty"));
}
