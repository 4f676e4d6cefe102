//! The house rules that a machine can check (`ARCHITECTURE.md`).

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from bottom to top: a room may use only those before it. Games come between `protocol` and `catalog` and
/// do not use each other.
const ROOMS: [&str; 27] = [
    "leitai-lang",
    "leitai-encoding",
    "leitai-likeness",
    "leitai-core",
    "leitai-board",
    "leitai-search",
    "leitai-draw",
    "leitai-protocol",
    "leitai-sheet",
    "GAMES",
    "leitai-catalog",
    "leitai-testkit",
    "leitai-tournament",
    "leitai-sandbox",
    "leitai-shelf",
    "leitai-arena",
    "leitai-check",
    "leitai-store",
    "leitai-roster",
    "leitai-bout",
    "leitai-hall",
    "leitai-pages",
    "leitai-report",
    "leitai-web",
    "leitai",
    "stage-tests",
    "leitai-fuzz",
];

/// Rooms that do no I/O, read no clock and start no thread.
const PURE: [&str; 13] = [
    "crates/lang",
    "crates/encoding",
    "crates/likeness",
    "crates/core",
    "crates/board",
    "crates/search",
    "crates/draw",
    "crates/protocol",
    "crates/sheet",
    "crates/catalog",
    "crates/roster",
    "crates/tournament",
    "games",
];

/// The most lines of a source file.
const LONGEST: usize = 500;

/// The files that may start a process or replace their own, and what for. Tests and benches may start anything.
const STARTERS: [(&str, &str); 7] = [
    (
        "crates/sandbox/src/posix/outside.rs",
        "the commands of the one place, on every system but Windows; and the browser of whoever sits here",
    ),
    ("crates/sandbox/src/linux/outside.rs", "the one place: what starts them, so that they end with us"),
    ("crates/sandbox/src/macos/outside.rs", "the same on macOS, where nothing ends them with us"),
    (
        "crates/sandbox/src/windows/outside.rs",
        "the same on Windows, where programs are started by a call of the system, in `child.rs` beside it",
    ),
    (
        "crates/sandbox/src/linux/launcher/sys.rs",
        "the launcher, whose copies confine themselves and become programs",
    ),
    ("crates/sandbox/src/linux/probe/calls.rs", "the probe, which is inside: children of its own"),
    ("crates/cli/build.rs", "a build script, on the builder's machine: asks git for the commit"),
];

/// The other build scripts, which start no process.
const BUILDING: [(&str, &str); 1] =
    [("crates/pages/build.rs", "lists the documents that the site shows, which lie in every game's folder")];

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// All files under `folder` with these endings, except those in generated and foreign folders.
pub(crate) fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() {
            if !name.starts_with("target")
                && !name.starts_with('.')
                && name != "out"
                && name != "node_modules"
            {
                found.extend(files(&path, endings));
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// Each crate's name, folder, and the names of our own crates that it uses outside its tests.
pub(crate) fn crates() -> Vec<(String, PathBuf, Vec<String>)> {
    let manifests = files(&root(), &["Cargo.toml"]);
    let manifests = manifests.into_iter().filter(|path| path.parent() != Some(&root()));
    manifests
        .map(|path| {
            let text = read(&path);
            let name = text.lines().find_map(|line| line.strip_prefix("name = \"")).expect("a name");
            let uses = text.split("[dependencies]").nth(1).unwrap_or("").split("\n[").next().unwrap_or("");
            let uses = uses.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
            let uses = uses.filter(|name| !name.is_empty()).map(str::to_owned).collect();
            (name.trim_end_matches('"').to_owned(), path.parent().expect("a folder").to_owned(), uses)
        })
        .collect()
}

pub(crate) fn games() -> Vec<String> {
    let games = crates().into_iter().filter(|(_, folder, _)| folder.parent() == Some(&root().join("games")));
    games.map(|(name, ..)| name).collect()
}

#[test]
fn arrows_go_down_only() {
    let games = games();
    let floor = |name: &str| {
        let room = if games.iter().any(|game| game == name) { "GAMES" } else { name };
        ROOMS.iter().position(|known| *known == room)
    };
    for (name, _, uses) in crates() {
        let here = floor(&name).unwrap_or_else(|| panic!("{name} has no place in the house; see ROOMS"));
        for used in uses {
            if let Some(there) = floor(&used) {
                assert!(there < here, "{name} uses {used}, which is not below it");
            }
        }
    }
}

#[test]
fn only_the_catalog_names_the_games() {
    let games = games();
    assert!(games.len() >= 3);
    for (name, _, uses) in crates() {
        let named: Vec<_> = uses.iter().filter(|used| games.contains(used)).collect();
        assert_eq!(!named.is_empty(), name == "leitai-catalog", "{name} uses {named:?}");
    }
}

#[test]
fn every_game_is_listed_explained_and_held_to_the_kit() {
    let list = read(&root().join("crates/catalog/src/lib.rs"));
    for game in games() {
        assert!(list.contains(&format!("\n    {game}::")), "{game} is not in the catalog");
        let folder = root().join("games").join(&game);
        assert!(folder.join("README.md").is_file(), "{game} has no README.md");
        assert!(folder.join("benches").is_dir(), "{game} has no benchmark");
        let kit =
            files(&folder.join("tests"), &[".rs"]).iter().any(|path| read(path).contains("conformance!("));
        assert!(kit, "{game} does not run the conformance kit");
        let has_secrets = read(&folder.join("src/lib.rs")).contains("hidden: true");
        let kit = files(&folder.join("tests"), &[".rs"])
            .iter()
            .any(|path| read(path).contains("conformance_hidden!("));
        assert_eq!(kit, has_secrets, "{game}: a game with secrets runs what the kit holds for them");
        let perft = files(&folder.join("tests"), &[".perft"]);
        assert!(!perft.is_empty(), "{game} has no perft file");
    }
}

/// The tests of a crate are one program, because each further one would have to be linked as well. No test file may be
/// left out of it.
#[test]
fn the_tests_of_a_crate_are_one_program() {
    for (name, folder, _) in crates() {
        let (manifest, tests) = (read(&folder.join("Cargo.toml")), folder.join("tests"));
        let all = tests.join("main.rs");
        let entries = fs::read_dir(&tests).into_iter().flatten().flatten().map(|entry| entry.path());
        let (files, folders): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_file());
        let is_module = |path: &PathBuf| path.join("mod.rs").is_file();
        let files = files.iter().filter(|path| path.extension() == Some("rs".as_ref()) && **path != all);
        if all.is_file() {
            assert!(
                manifest.contains("autotests = false"),
                "{name}: Cargo would link each of {}",
                shown(&tests)
            );
            let program = read(&all);
            for path in files.chain(folders.iter().filter(|path| is_module(path))) {
                let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
                let is_part = program.lines().any(|line| line == format!("mod {stem};"));
                let is_its_own = manifest.contains(&format!("[[test]]\nname = \"{stem}\"\n"));
                assert!(is_part != is_its_own, "{name}: {stem} is not in {}", shown(&all));
            }
        } else if name != "stage-tests" {
            // These tests count processes and take up cores: most of them are separate programs.
            let programs =
                files.count() + folders.iter().filter(|path| path.join("main.rs").is_file()).count();
            assert!(programs <= 1, "{name} has {programs} programs of tests, and no {}", shown(&all));
        }
    }
}

#[test]
fn pure_rooms_touch_nothing() {
    for room in PURE {
        for path in files(&root().join(room), &[".rs"]) {
            let name = shown(&path);
            if !name.contains("/src/") {
                continue;
            }
            let text = read(&path);
            let code = text.split("#[cfg(test)]").next().unwrap_or("");
            for world in [
                "std::fs",
                "std::net",
                "std::process",
                "std::thread",
                "std::env::",
                "Instant",
                "SystemTime",
                "println!",
            ] {
                assert!(!code.contains(world), "{name} uses {world}");
            }
        }
    }
}

/// How a Rust source (with its blanks removed) starts a process, if it does.
fn starts(text: &str) -> Option<&'static str> {
    let calls = [
        "Command::new(",
        "libc::fork(",
        "libc::vfork(",
        "libc::clone(",
        "libc::exec",
        "libc::fexecve",
        "libc::posix_spawn",
        "libc::system(",
        "libc::popen(",
        "syscall(libc::SYS_clone",
        "syscall(libc::SYS_fork",
        "syscall(libc::SYS_vfork",
        "syscall(libc::SYS_exec",
        "rustix::runtime",
    ];
    let is_command = |rest: &str| {
        let group = rest.strip_prefix('{').and_then(|group| group.split('}').next());
        let mut names = group.unwrap_or(rest).split([',', ';', ':', '(', '<', ')', '>', '{']);
        let is_one = |name: &str| name == "Command" || name == "*" || name.starts_with("Commandas");
        if group.is_some() { names.any(is_one) } else { names.next().is_some_and(is_one) }
    };
    if text.split("process::").skip(1).any(is_command) {
        return Some("process::Command");
    }
    calls.into_iter().find(|call| text.contains(call))
}

#[test]
fn one_place_starts_processes_outside_of_sandboxes() {
    let mut seen = Vec::new();
    for path in files(&root(), &[".rs"]) {
        let name = shown(&path);
        let is_listed = STARTERS.iter().any(|(known, _)| *known == name);
        let builds = path.file_name() == Some("build.rs".as_ref()) && !name.contains("/src/");
        let may_build = is_listed || BUILDING.iter().any(|(known, _)| *known == name);
        assert!(may_build || !builds, "{name} would run");
        if name.starts_with("tests/") || !(builds || name.contains("/src/")) {
            continue;
        }
        let text = read(&path);
        let code = text.split("#[cfg(test)]").next().unwrap_or("");
        let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let code: String = code.split_whitespace().collect();
        if let Some(how) = starts(&code) {
            assert!(is_listed, "{name} starts processes by {how}");
            seen.push(name);
        }
    }
    // Every listed file must do so: a rule that matches nothing would be no rule.
    assert_eq!(seen.len(), STARTERS.len(), "{seen:?}");
    for (known, _) in BUILDING {
        assert!(root().join(known).is_file(), "there is no {known}: take it off the list");
    }
}

/// What an event's journal says, and what else a store says of an event, is decided in one room: elsewhere both are
/// followed, never written.
#[test]
fn only_the_hall_writes_about_events() {
    const WRITERS: [&str; 10] = [
        "SqlJournal",
        "SignedJournal",
        "FileJournal",
        "append_after",
        "append_all",
        "EventSwitches",
        "Notices::new",
        "ScoreColumns",
        "Reports::new",
        "Submissions::new",
    ];
    let mut seen = 0;
    for path in files(&root().join("crates"), &[".rs"]) {
        let name = shown(&path);
        let is_test = name.ends_with("tests.rs") || name.contains("/tests/");
        if is_test || name.contains("/benches/") {
            continue;
        }
        let text = read(&path);
        let code = text.split("#[cfg(test)]").next().unwrap_or("");
        let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let Some(line) = code.into_iter().find(|line| WRITERS.iter().any(|word| line.contains(word))) else {
            continue;
        };
        let may = ["crates/hall/src/", "crates/store/src/"].iter().any(|room| name.starts_with(room));
        assert!(may, "{name} writes about events: {line}");
        seen += usize::from(name.starts_with("crates/hall/"));
    }
    assert!(seen > 2, "a rule that matches nothing would be no rule");
}

#[test]
fn a_start_is_seen_however_it_is_written() {
    for text in [
        "use std::process::Command;",
        "use std::process::{Child, Command};",
        "use std::process::{Command as Start, Stdio};",
        "use std::process::*;",
        "std::process::Command::new(x)",
        "process::Command::new(x)",
        "p::Command::new(x)",
        "unsafe { libc::fork() }",
        "libc::execve(a, b, c)",
        "libc::syscall(\n libc::SYS_clone, 0)",
    ] {
        let text: String = text.split_whitespace().collect();
        assert!(starts(&text).is_some(), "{text}");
    }
    for text in [
        "use std::process::{Child, Stdio};",
        "Launch::Command { program }",
        "libc::SYS_fork,",
        "process::exit(1)",
    ] {
        let text: String = text.split_whitespace().collect();
        assert_eq!(starts(&text), None, "{text}");
    }
}

#[test]
fn files_hold_one_noun() {
    for path in files(&root(), &[".rs"]) {
        let name = shown(&path);
        let lines = read(&path).lines().count();
        assert!(lines <= LONGEST, "{name} has {lines} lines; is there a second room inside?");
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
        assert!(!["utils", "util", "common", "helpers", "manager", "misc"].contains(&stem), "{name}");
    }
}

/// There is only one way to report, or to fail for, what a machine lacks (`testkit/src/skip.rs`): no test passes by
/// returning early.
#[test]
fn tests_skip_in_one_way() {
    // Each mark is split in two, so that this list does not contain what it searches for.
    let marks = [["\"skip", "ped: "], ["tool().is_", "none()"], ["tool() else { ret", "urn }"]]
        .map(|mark| mark.concat());
    for path in files(&root(), &[".rs"]) {
        let name = shown(&path);
        let is_test = name.contains("/tests/") || name.starts_with("tests/");
        // The files that print such a line for the counting process, and the one that defines it.
        let says = [
            "tests/src/bin/examine.rs",
            "tests/src/bin/runner/program.rs",
            "crates/testkit/tests/skip.rs",
            "tests/tests/attacks.rs",
        ];
        if is_test && !says.contains(&name.as_str()) {
            let text = read(&path);
            for mark in &marks {
                assert!(!text.contains(mark.as_str()), "{name} has {mark}; see testkit's `skip`");
            }
        }
    }
}

#[test]
fn nothing_is_left_unfinished() {
    // Each mark is split in two, so that this list does not contain what it searches for.
    let marks =
        [["todo", "!("], ["unimplemented", "!("], ["FIX", "ME"], ["#[ign", "ore"]].map(|mark| mark.concat());
    for path in files(&root(), &[".rs", ".md", ".toml", ".c", ".py", ".sh"]) {
        let (name, text) = (shown(&path), read(&path));
        if name.ends_with("tidy.rs") {
            continue;
        }
        for mark in &marks {
            assert!(!text.contains(mark.as_str()), "{name} has {mark}");
        }
        for (i, line) in text.lines().enumerate() {
            assert!(
                line.trim_end() == line || path.extension().is_some_and(|ending| ending == "md"),
                "{name}:{} ends in blanks",
                i + 1
            );
        }
    }
}

#[test]
fn the_map_shows_every_room() {
    let map = read(&root().join("ARCHITECTURE.md"));
    for (_, folder, _) in crates() {
        let room =
            if folder.parent() == Some(&root().join("games")) { "games/".to_owned() } else { shown(&folder) };
        assert!(map.contains(&room), "ARCHITECTURE.md does not mention {room}");
    }
}
