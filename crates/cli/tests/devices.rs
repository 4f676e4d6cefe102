//! A broken device of the machine is reported by `doctor`, with what to do, and by every command that plays, before the
//! first game. Each in a mount space of its own; the control is the same command where all is in order.

use leitai_testkit::{Need, skip};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

/// Runs a command with a regular file in place of `/dev/null`, or with nothing; `None` if no mount space can be had.
fn in_place_of_null(mode: Option<u32>, words: &[&str]) -> Option<Output> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let breaks = mode.map_or("true", |_| "mount --bind \"$0\" /dev/null");
    fs::set_permissions(&file, fs::Permissions::from_mode(mode.unwrap_or(0o600))).expect("ours");
    let apart = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["--mount", "--propagation", "private", "sh", "-c", script]).arg(&file);
        command.arg(env!("CARGO_BIN_EXE_leitai")).args(words).current_dir(folder.path());
        command.env("LANG", "C.UTF-8").env_remove("LC_ALL").env_remove("LEITAI_LANG").output()
    };
    if !apart("mount --bind \"$0\" /dev/null").is_ok_and(|tried| tried.status.success()) {
        skip(Need::named("F").expect("a level"), "no mount space of our own");
        return None;
    }
    let output = apart(&format!("{breaks} && exec \"$@\"")).expect("it runs");
    if mode.is_some() {
        let played = Path::new(&folder.path().join("games")).exists();
        assert!(!played, "no game was played");
    }
    Some(output)
}

#[test]
fn doctor_names_a_broken_device_and_what_to_do() {
    for mode in [0o644, 0o666] {
        let Some(output) = in_place_of_null(Some(mode), &["doctor", "--json", "--level", "off"]) else {
            return;
        };
        let text = String::from_utf8(output.stdout).expect("text");
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let about = |what: &str| lines.iter().find(|line| line["what"] == what);
        let device = about("device /dev/null").unwrap_or_else(|| panic!("{text}"));
        assert_eq!(device["state"], "missing");
        assert!(
            device["found"].as_str().is_some_and(|found| found.contains("is a regular file")),
            "{device}"
        );
        assert_eq!(device["improve"], "umount /dev/null", "{device}");
        assert!(about("devices").is_none() && about("device /dev/zero").is_none(), "{text}");
        let levels: Vec<_> = lines.iter().filter(|line| line["type"] == "level").collect();
        let named = |line: &&Value| line["found"].as_str().is_some_and(|found| found.contains("/dev/null"));
        assert!(levels.len() == 4 && levels.iter().all(named), "{levels:?}");
    }
    let output = in_place_of_null(None, &["doctor", "--json"]).expect("as before");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("those that programs get are in order"), "{text}");
}

#[test]
fn no_game_begins_where_a_device_is_broken() {
    for level in ["auto", "F", "R", "N"] {
        let words = ["match", "tictactoe", "random", "random", "--games", "2", "--sandbox", level];
        let Some(control) = in_place_of_null(None, &words) else { return };
        if level != "auto" && !control.status.success() {
            skip(Need::named(level).expect("a level"), &String::from_utf8_lossy(&control.stderr));
            continue;
        }
        for mode in [0o644, 0o666] {
            let output = in_place_of_null(Some(mode), &words).expect("as before");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success(), "{level}: {said}");
            let told = "the machine's /dev/null is a regular file; as root: umount /dev/null";
            assert!(said.contains(told), "{level}: {said}");
        }
    }
}
