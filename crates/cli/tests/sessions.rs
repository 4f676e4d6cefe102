//! Sessions at the command line, from `sessions/*.txt`: `$ leitai ARGS` (perhaps `< FILE-LESS INPUT` lines
//! after it), then what it printed, then `! stderr` lines, then `= exit code`. `UPDATE_GOLDEN=1` writes what
//! came out into the files. Times are shown as `_`, a list of all games as `(every game)`.

use leitai_catalog::GAMES;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// The output and exit code of a command, in the form of a session.
fn run(command: &str, input: &str, folder: &Path) -> String {
    let words = shlex::split(command).expect("a command line");
    let mut child = Command::new(env!("CARGO_BIN_EXE_leitai"))
        .args(&words[1..])
        .current_dir(folder)
        .env("LANG", "C.UTF-8")
        .env("TZ", "UTC0")
        .env_remove("LC_ALL")
        .env_remove("LEITAI_LANG")
        .env_remove("LEITAI_CALLED")
        .env_remove("PYTHONUNBUFFERED")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that takes no input may have exited by now.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let done = child.wait_with_output().expect("it ends");
    let mut out = String::new();
    // A quiet match prints what its times are worth only if they are not reliable.
    let is_quiet = words.iter().any(|word| word == "--quiet");
    let is_kept = |line: &&str| !(is_busy(line) || is_quiet && timing(line).is_some());
    for line in String::from_utf8_lossy(&done.stdout).lines().filter(is_kept) {
        writeln!(out, "{}", still(line).trim_end()).expect("a string");
    }
    for line in String::from_utf8_lossy(&done.stderr).lines().filter(is_kept) {
        writeln!(out, "! {}", still(line).trim_end()).expect("a string");
    }
    writeln!(out, "= {}", done.status.code().unwrap_or(-1)).expect("a string");
    out
}

/// Whether the line only says that the machine is busy.
fn is_busy(line: &str) -> bool {
    let busy = ["waiting for a free core", "等待空闲核心"];
    busy.iter().any(|words| line.starts_with(words))
}

/// The beginning of the line that says what times are worth, which depends on how busy the machine is.
fn timing(line: &str) -> Option<&'static str> {
    ["  timing: ", "  计时："].into_iter().find(|words| line.starts_with(words))
}

/// A line without what was given back, which depends on how busy the machine is.
fn ungiven(line: &str) -> String {
    let parts = [
        (" (the machine took ", ", which was given back)"),
        ("（机器占用 ", "，已补还）"),
        (",\"given_back_ms\":[", "]"),
    ];
    let mut line = line.to_owned();
    for (from, to) in parts {
        while let Some((before, rest)) = line.split_once(from)
            && let Some((_, after)) = rest.split_once(to)
        {
            line = format!("{before}{after}");
        }
    }
    line
}

/// Masks the digits of times, speeds and values that follow from them, which are not part of a session.
fn still(line: &str) -> String {
    if let Some(words) = timing(line) {
        return format!("{words}_");
    }
    let line = ungiven(line).replace("\"timing\":\"not reliable\"", "\"timing\":\"reliable\"");
    let games: Vec<_> = GAMES.iter().map(|game| game.facts().id).collect();
    let line = line.replace(&games.join(", "), "(every game)");
    let mut out = String::new();
    let mut rest = line.as_str();
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(at);
        let end = from.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(from.len());
        let (number, after) = from.split_at(end);
        let timed = [" s", " ms", " µs", " M/s", " 秒", " 毫秒", "M/s", " 百万"]
            .iter()
            .any(|unit| after.starts_with(unit))
            || ["seconds\":", "\"speed\":", "\"jitter_ms\":"].iter().any(|name| before.ends_with(name))
            || before.ends_with("\"started\":");
        out += before;
        let is_time = timed && number.contains('.');
        out += if is_time { "_" } else { number };
        // On a busy machine, milliseconds may become seconds.
        let unit = [" ms", " µs", " 毫秒"].into_iter().find(|unit| is_time && after.starts_with(unit));
        rest = unit.map_or(after, |unit| {
            out += if unit == " 毫秒" { " 秒" } else { " s" };
            &after[unit.len()..]
        });
    }
    out + rest
}

fn replayed(text: &str, folder: &Path) -> String {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("# ") {
            writeln!(out, "{line}").expect("a string");
        } else if let Some(command) = line.strip_prefix("$ ") {
            writeln!(out, "{line}").expect("a string");
            let mut input = String::new();
            while let Some(typed) = lines.next_if(|line| line.starts_with("< ")) {
                writeln!(out, "{typed}").expect("a string");
                writeln!(input, "{}", &typed[2..]).expect("a string");
            }
            out += &run(command, &input, folder);
        }
    }
    out
}

#[test]
fn every_session_comes_out_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
    let files = folder.join("files");
    let mut paths: Vec<_> =
        fs::read_dir(&folder).expect("sessions").flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    paths.sort();
    assert!(paths.len() >= 4);
    let (paths, wrong) = (Mutex::new(paths), Mutex::new(Vec::new()));
    let next = || paths.lock().expect("no panic inside").pop();
    // The threads wait most of the time.
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(path) = next() {
                    // Computed before the list is locked, or the threads would wait for each other.
                    let found = difference(&path, &files);
                    wrong.lock().expect("no panic inside").extend(found);
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic inside");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where the output differs from the session.
fn difference(path: &Path, files: &Path) -> Option<String> {
    let text = fs::read_to_string(path).expect("a session");
    let out = replayed(&text, files);
    if out == text {
        return None;
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path, &out).expect("the session is written");
        return None;
    }
    let at = out.lines().zip(text.lines()).position(|(is, was)| is != was).unwrap_or(0);
    let line = |text: &str| text.lines().nth(at).unwrap_or("").to_owned();
    Some(format!("{}:{}:\n  is  {}\n  was {}", path.display(), at + 1, line(&out), line(&text)))
}

/// A session shows only one of the rows.
#[test]
fn every_game_has_its_row() {
    let said =
        Command::new(env!("CARGO_BIN_EXE_leitai")).args(["games", "--json"]).output().expect("it starts");
    let said = String::from_utf8(said.stdout).expect("text");
    let rows: Vec<serde_json::Value> =
        said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let told: Vec<_> = rows.iter().map(|row| (row["type"].as_str(), row["game"].as_str())).collect();
    let games: Vec<_> = GAMES.iter().map(|game| (Some("game"), Some(game.facts().id))).collect();
    assert_eq!(told, games);
}
