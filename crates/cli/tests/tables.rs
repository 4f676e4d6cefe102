//! `leitai tables` on its own shelf: what it reports, and that it leaves nothing half done.

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

fn leitai(shelf: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_leitai"));
    command.args(["--lang", "en", "tables"]).args(words).env("LEITAI_TABLES", shelf);
    command
}

fn ran(shelf: &Path, words: &[&str]) -> Output {
    leitai(shelf, words).output().expect("it starts")
}

fn rows(output: &Output) -> Vec<Value> {
    let said = String::from_utf8_lossy(&output.stdout);
    said.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

/// Game, name, version and size of the largest table of our players, which takes long to build.
fn largest(shelf: &Path) -> (String, String, u64, u64) {
    let rows = rows(&ran(shelf, &["list", "--json"]));
    let row = rows.iter().max_by_key(|row| row["bytes"].as_u64()).expect("a game has a table");
    let text = |name: &str| row[name].as_str().expect("text").to_owned();
    let number = |name: &str| row[name].as_u64().expect("a number");
    (text("game"), text("table"), number("version"), number("bytes"))
}

#[test]
fn what_is_missing_damaged_or_left_over_is_said_and_removed() {
    let home = tempfile::tempdir().expect("a folder");
    let shelf = home.path().join("shelf");
    assert!(rows(&ran(&shelf, &["list", "--json"])).iter().all(|row| row["state"] == "missing"));
    assert!(!shelf.exists(), "looking makes nothing");
    let (game, table, version, _) = largest(&shelf);
    fs::create_dir(&shelf).expect("ours");
    let file = shelf.join(format!("{game}-{table}-v{version}.table"));
    fs::write(&file, "no table").expect("ours");
    fs::write(shelf.join(format!("{game}-{table}-v999.table")), "of another version").expect("ours");
    for what in ["list", "check"] {
        let done = ran(&shelf, &[what, &game, &table, "--json"]);
        assert_eq!(rows(&done)[0]["state"], "damaged", "{what}");
        let told = String::from_utf8_lossy(&done.stderr);
        assert_eq!(told.matches("is damaged").count(), 1, "{told}");
        assert_eq!(done.status.code(), Some(i32::from(what == "check")), "{what}");
    }
    let listed = String::from_utf8(ran(&shelf, &["list"]).stdout).expect("text");
    assert!(listed.contains("left over: ") && listed.contains("-v999.table"), "{listed}");
    let removed = rows(&ran(&shelf, &["remove", "--json"]));
    assert!(removed.iter().any(|row| row["state"] == "removed" && row["table"] == *table), "{removed:?}");
    assert!(removed.iter().any(|row| row["type"] == "leftover"), "{removed:?}");
    assert_eq!(fs::read_dir(&shelf).expect("it stays").flatten().filter(is_data).count(), 0);
    let wrong = ran(&shelf, &["list", &game, "nonsense"]);
    let told = String::from_utf8_lossy(&wrong.stderr);
    assert!(told.contains("there is no table `nonsense`") && told.contains(&table), "{told}");
    assert_eq!(wrong.status.code(), Some(2));
}

/// Whether an entry is anything but a lock, which stays.
fn is_data(entry: &fs::DirEntry) -> bool {
    entry.path().extension().is_none_or(|ending| ending != "lock")
}

fn interrupt(child: &Child) {
    let pid = rustix::process::Pid::from_child(child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("a child of ours");
}

#[test]
fn the_second_builder_waits_and_an_interrupt_leaves_nothing() {
    let home = tempfile::tempdir().expect("a folder");
    let (game, table, ..) = largest(home.path());
    let build = || {
        let mut command = leitai(home.path(), &["build", &game, &table]);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let mut builders = [build(), build()];
    // The second builder says that it waits.
    let (said, hears) = std::sync::mpsc::channel();
    for builder in &mut builders {
        let (stderr, said) = (builder.stderr.take().expect("a pipe"), said.clone());
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                let _ = said.send(line);
            }
        });
    }
    let patience = std::time::Duration::from_mins(1);
    let line = hears.recv_timeout(patience).expect("one of them waits");
    assert!(line.contains("waiting: another program is building"), "{line}");
    for builder in &mut builders {
        interrupt(builder);
        assert_eq!(builder.wait().expect("our child").code(), Some(130));
    }
    assert_eq!(fs::read_dir(home.path()).expect("ours").flatten().filter(is_data).count(), 0);
}
