//! Run-times find in a sandbox what they have outside: about a hundred library calls of each, made at every level and, as a
//! control, without a sandbox. What fails outside too is the machine's lack and is not asked for.

use leitai_arena::{Launch, Player};
use leitai_catalog::{Setup, find};
use leitai_core::{Clock, DialectName};
use leitai_sandbox::{Job, Limits, Sandbox, SandboxLevel};
use leitai_testkit::{Need, skip};
use stage_tests::{as_a_plain_user, by_dotnet, is_by_dotnet, kept, levels};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread;

const LAUNCHER: &str = env!("CARGO_BIN_EXE_launcher");

/// What no program finds where it has no root folder of its own, since only the machine's is there: its user, the names of
/// hosts, named semaphores.
const WITHOUT_A_ROOT: [&str; 3] = ["user.", "host.", "semaphore."];

/// What is closed on purpose: what the kernel counts for the whole machine, from which Node lists its cores; and room for
/// files, which is asked for by `--scratch`.
const CLOSED: [&str; 2] = ["os.cpus", "file.temporary"];

/// What is closed to .NET besides: its threads, which it lists to say how much memory its process has. What else the kernel
/// keeps there says which pages of a file others have mapped.
const CLOSED_TO_DOTNET: [&str; 2] = ["system.memory", "system.working-set"];

/// What the calls of a program say, by their names.
type Said = BTreeMap<String, String>;

fn job(launch: Launch) -> Job {
    let game = find("tictactoe").expect("the game").open(&Setup::default()).expect("the defaults");
    let player = Player { name: "probe".to_owned(), launch, dialect: DialectName::Beyond };
    player.job(&*game, 1, &Clock::NONE.into(), Limits::default()).expect("it is there")
}

fn run(job: &Job, sandbox: &Sandbox) -> Said {
    let (running, mut cell) = sandbox.launch(job).expect("launched");
    if let Some(launching) = &running.launching {
        launching.execute();
    }
    drop(running.stdin);
    let mut log = File::from(running.stderr);
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        log.read_to_end(&mut text).map(|_| String::from_utf8_lossy(&text).into_owned())
    });
    let mut text = Vec::new();
    File::from(running.stdout).read_to_end(&mut text).expect("its output");
    let (status, _) = cell.reap().expect("it ended");
    let log = reader.join().expect("no panic").expect("its log");
    let text = String::from_utf8_lossy(&text);
    assert!(status.success(), "{status} at {}: {text}{log}", sandbox.level());
    let said = text.lines().filter_map(|line| line.split_once(' '));
    said.map(|(name, rest)| (name.to_owned(), rest.to_owned())).collect()
}

/// Makes the calls of the probe in this file, at least so many.
fn probe(name: &str, need: Need, least: usize) {
    let strongest = Sandbox::strongest(LAUNCHER.as_ref());
    let workshop = tempfile::tempdir().expect("a folder");
    let folder = workshop.path().join("bot");
    let file = folder.join(name);
    fs::create_dir(&folder).expect("a folder");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("probes").join(name), &file).expect("the probe");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("ours");
    let built = tempfile::tempdir().expect("a folder");
    let launch = match kept(env!("CARGO_TARGET_TMPDIR")).build(&folder, built.path(), &strongest) {
        Ok(launch) => launch,
        Err(error) if !error.is_of_the_source() => {
            return skip(need, &format!("the library calls of {name}: {error}"));
        }
        Err(error) => panic!("{name}: {error}"),
    };
    if let Some(interpreter) = lacking(&file) {
        return skip(need, &format!("the library calls of {name} ({interpreter} is not installed here)"));
    }
    let job = job(launch);
    let outside = run(&job, &Sandbox::off());
    let fine: Vec<&String> = outside.iter().filter(|(_, said)| *said == "ok").map(|(name, _)| name).collect();
    assert!(
        fine.len() >= least,
        "{name}: only {} of {} are fine outside: {outside:?}",
        fine.len(),
        outside.len()
    );
    for sandbox in levels(LAUNCHER) {
        let inside = run(&job, &sandbox);
        let has_a_root = sandbox.level() != SandboxLevel::Confined;
        let is_asked_for = |call: &str| {
            let is_lacking = !has_a_root && WITHOUT_A_ROOT.iter().any(|start| call.starts_with(start));
            let is_closed = CLOSED.contains(&call) || (is_by_dotnet() && CLOSED_TO_DOTNET.contains(&call));
            !is_lacking && !is_closed
        };
        let missed = fine.iter().filter(|call| inside.get(**call).is_none_or(|said| said != "ok"));
        let missed: Vec<String> = missed
            .filter(|call| is_asked_for(call))
            .map(|call| format!("{call}: {}", inside.get(*call).map_or("no word", String::as_str)))
            .collect();
        assert!(missed.is_empty(), "{name} at {}: {}", sandbox.level(), missed.join("\n"));
    }
}

/// The interpreter that a script names, if the machine lacks it.
fn lacking(script: &Path) -> Option<String> {
    let text = fs::read_to_string(script).expect("a probe");
    let name = text.lines().next()?.strip_prefix("#!/usr/bin/env ")?.to_owned();
    leitai_arena::locate(name.as_ref()).is_err().then_some(name)
}

#[test]
fn python_finds_its_library() {
    probe("probe.py", Need::Python, 200);
}

#[test]
fn node_finds_its_library() {
    probe("probe.js", Need::Node, 100);
}

#[test]
fn java_finds_its_library() {
    probe("Probe.java", Need::Java, 100);
}

#[test]
fn go_finds_its_library() {
    probe("probe.go", Need::Go, 100);
}

#[test]
fn csharp_finds_its_library() {
    probe("Probe.cs", Need::Dotnet, 100);
}

#[test]
fn csharp_by_dotnet_finds_its_library() {
    by_dotnet("csharp_finds_its_library");
}

#[test]
fn kotlin_finds_its_library() {
    probe("probe.kt", Need::Kotlin, 75);
}

#[test]
fn pascal_finds_its_library() {
    probe("probe.pas", Need::Pascal, 80);
}

#[test]
fn cpp_finds_its_library() {
    probe("probe.cpp", Need::Cxx, 100);
}

#[test]
fn ruby_finds_its_library() {
    probe("probe.rb", Need::Ruby, 100);
}

#[test]
fn php_finds_its_library() {
    probe("probe.php", Need::Php, 90);
}

#[test]
fn lua_finds_its_library() {
    probe("probe.lua", Need::Lua, 70);
}

#[test]
fn a_plain_user_finds_the_same() {
    as_a_plain_user("a_plain_user_finds_the_same");
}
