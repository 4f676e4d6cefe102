//! A referee's desk, by scripts: what he types, and the record, the clocks and the verdict that it ends in. Each is a file of
//! `tests/at_referees`: the arguments after `$`, what is typed after `>`, and below a rule what came of it, which
//! `UPDATE_GOLDEN=1` writes anew.

mod full_disk;

use leitai_catalog::{Replay, relive};
use leitai_core::{ClockChange, Line, Record, Seat};
use leitai_testkit::come_out_as_written;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const LEITAI: &str = env!("CARGO_BIN_EXE_leitai");
/// Between what is typed and what comes of it.
const RULE: &str = "----\n";

/// Types a script at a desk in this folder, and returns everything it says.
fn types(folder: &Path, arguments: &str, typed: &str) -> String {
    let mut command = Command::new(LEITAI);
    command.args(["--lang", "en", "desk"]).args(arguments.split_whitespace());
    command.args(["--first", "Aa", "--second", "Bb", "--referee", "Rr", "--terminal"]).current_dir(folder);
    let mut desk = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("leitai starts");
    desk.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("it reads");
    let output = desk.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What a game came to, without what depends on the moment.
fn summary(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a record");
    let record = Record::read(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    Replay::open(record.clone())
        .and_then(Replay::verify)
        .unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let mut said = String::new();
    let about = &record.about;
    let stage = about.stage.get("referee").map_or("-", |name| &**name);
    let names = about.seats.each_ref().map(|seat| format!("{} ({})", seat.name, spoken(seat.dialect)));
    // Writing to a String cannot fail.
    let _ = writeln!(said, "{}, referee {stage}", names.join(" – "));
    for (_, line) in &record.lines {
        match line {
            Line::Play { by, acts, .. } => {
                let by = serde_json::to_string(by).expect("a hand");
                let _ = writeln!(said, "{}: {}", by.trim_matches('"'), acts.join(" "));
            }
            Line::Back { to, .. } => _ = writeln!(said, "back to ply {to}"),
            Line::Clock { change, reason } => {
                let change = match change {
                    ClockChange::Stop { .. } => "stop".to_owned(),
                    ClockChange::Go => "go".to_owned(),
                    ClockChange::Charge { seat, us } => format!("charge {seat} {} s", us / 1_000_000),
                    ClockChange::Set { seat, us } => format!("set {seat} {} s", us / 1_000_000),
                };
                let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
                let _ = writeln!(said, "{change}{reason}");
            }
            _ => {}
        }
    }
    let _ = writeln!(said, "left: {}", left(record.clone()).join(", "));
    let beside = fs::read_to_string(path.with_extension("said.jsonl")).unwrap_or_default();
    for line in beside.lines() {
        let mut line: serde_json::Value = serde_json::from_str(line).expect("a line");
        assert!(line.as_object_mut().and_then(|line| line.remove("at")).is_some(), "{line}");
        let _ = writeln!(said, "said: {line}");
    }
    if let Some(end) = &record.end {
        let winner = end.winner.map_or("nobody".to_owned(), |seat| seat.to_string());
        let _ = writeln!(said, "verdict: {winner} wins: {}", end.reason.to(leitai_core::Lang::En));
    }
    said
}

fn spoken(dialect: leitai_core::Spoken) -> String {
    serde_json::to_string(&dialect).expect("a word").trim_matches('"').to_owned()
}

/// What both have left at the end, to the nearest second above: a script takes no time worth the name.
fn left(mut record: Record) -> Vec<String> {
    let clocks = record.about.clocks();
    let counts = |line: &Line<'_>| matches!(line, Line::Play { .. } | Line::Clock { .. } | Line::Back { .. });
    let last = record.lines.iter().rposition(|(_, line)| counts(line)).map_or(0, |last| last + 1);
    record.lines.truncate(last);
    record.end = None;
    let spent = relive(&record, None).unwrap_or_else(|why| panic!("{why}")).spent;
    let left = |seat: Seat| {
        let left = spent.allowed(seat, &clocks[seat]).map(|all| all.saturating_sub(spent.game[seat]));
        left.map_or("no limit".to_owned(), |left| format!("{seat} {} min", left.as_secs().div_ceil(60)))
    };
    Seat::BOTH.map(left).to_vec()
}

/// Plays a script, and writes below its rule what came of it.
fn played(script: &str) -> String {
    let head = script.split(RULE).next().unwrap_or_default();
    let lines = |sign: &'static str| head.lines().filter_map(move |line| line.strip_prefix(sign));
    let arguments = lines("$ ").collect::<Vec<_>>().join(" ");
    let typed: String = lines(">").flat_map(|line| [line.trim(), "\n"]).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let out = types(folder.path(), &arguments, &typed);
    let game = arguments.split_whitespace().next().expect("a game");
    let kept = folder.path().join("desk").join(format!("{game}-1"));
    let mut said = format!("{head}{RULE}");
    for line in out.lines() {
        let is_refused =
            ["Illegal:", "Not understood", "The clocks", "It is not", "No correction", "Nothing was"]
                .iter()
                .any(|begins| line.starts_with(begins));
        if is_refused || line.starts_with("  ! ") {
            let _ = writeln!(said, "refused: {line}");
        }
    }
    if let Some(last) = out.lines().rev().find(|line| line.starts_with("» ")) {
        let _ = writeln!(said, "{last}");
    }
    for game in 1.. {
        let path = kept.join(format!("game-{game}.jsonl"));
        if !path.exists() {
            break;
        }
        let _ = write!(said, "game {game}: {}", summary(&path));
    }
    said
}

/// The scripts in their folder.
fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/at_referees");
    let files = fs::read_dir(folder).expect("scripts").map(|entry| entry.expect("a file").path());
    let mut scripts: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|end| end == "desk")).collect();
    scripts.sort();
    scripts
}

#[test]
fn games_at_a_referees_desk_come_out_as_written() {
    let scripts = scripts();
    assert!(scripts.len() >= 5, "{scripts:?}");
    come_out_as_written(scripts, played);
}

#[test]
fn what_a_desk_was_told_beside_its_games_is_no_record_of_one() {
    let folder = tempfile::tempdir().expect("a folder");
    types(folder.path(), "tictactoe --games 1 --go-ahead off", "begin\nresigns second\nconfirm\n");
    let kept = folder.path().join("desk/tictactoe-1");
    assert!(kept.join("game-1.said.jsonl").exists() && kept.join("game-1.jsonl").exists());
    let asked = |args: &[&str]| {
        let done =
            Command::new(LEITAI).args(["--lang", "en"]).args(args).arg(&kept).output().expect("it runs");
        format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr))
    };
    let verified = asked(&["verify"]);
    assert!(verified.contains("folder of records (1)"), "{verified}");
    let counted = asked(&["stats"]);
    assert!(counted.contains("1 game") && !counted.contains("said"), "{counted}");
}
