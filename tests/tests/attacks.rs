//! Runs every attack at every level that this machine can set up, as root and as a plain user.
#![expect(clippy::print_stderr, reason = "what examiners say")]

use leitai_sandbox::SandboxLevel;
use leitai_testkit::{Need, skip, skips_in};
use stage_tests::{Workshop, attacks, called, control_groups, left_behind, need, some_level};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const EXAMINE: &str = env!("CARGO_BIN_EXE_examine");
/// A user who owns nothing.
const NOBODY: u32 = 61_813;
/// Variables that must not reach a program, and hooks that would run before it.
const ENVIRONMENT: [(&str, &str); 11] = [
    ("LEITAI_SECRET", "secret"),
    ("LD_LIBRARY_PATH", "/nonexistent"),
    ("PYTHONPATH", "/nonexistent"),
    ("PYTHONSTARTUP", "/nonexistent"),
    ("NODE_OPTIONS", "--no-deprecation"),
    ("NODE_PATH", "/nonexistent"),
    ("JAVA_TOOL_OPTIONS", "-Dleitai.hook=1"),
    ("CLASSPATH", "/leitai-hook"),
    ("BASH_ENV", "/nonexistent"),
    ("PERL5OPT", "-w"),
    ("GCONV_PATH", "/nonexistent"),
];
/// The exit code of `examine` if the level cannot be set up.
const UNAVAILABLE: i32 = 3;

/// The attacks on what Landlock only restricts in later versions: truncation, sockets, devices, signals.
const OLD: [&str; 6] = ["34-", "36-", "38-", "45-", "75-", "76-"];

/// Longer than the start of a game takes on any machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long anything of a stage may survive after the stage was killed.
const AFTERWARDS: Duration = Duration::from_secs(1);

/// One examination at a time: they share two cores.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn nobody_gets_out_as_root() {
    if !rustix::process::geteuid().is_root() {
        skip(Need::Full, "examinations as root (the tests do not run as root)");
        return;
    }
    examine(None, &[SandboxLevel::Full, SandboxLevel::Rootless, SandboxLevel::Confined]);
}

#[test]
fn nobody_gets_out_as_a_plain_user() {
    let plain = rustix::process::geteuid().is_root().then_some(NOBODY);
    // At the last level attacks succeed: that proves them to be attacks.
    examine(plain, &[SandboxLevel::Rootless, SandboxLevel::Confined, SandboxLevel::Plain]);
}

#[test]
fn nothing_outlives_a_stage_that_is_killed_as_root() {
    if !rustix::process::geteuid().is_root() {
        skip(Need::Full, "the end of a stage that is root (the tests do not run as root)");
        return;
    }
    kill_the_stage(
        None,
        &[(SandboxLevel::Full, 4), (SandboxLevel::Rootless, 4), (SandboxLevel::Confined, 1)],
    );
}

#[test]
fn nothing_outlives_a_stage_that_is_killed_as_a_plain_user() {
    let plain = rustix::process::geteuid().is_root().then_some(NOBODY);
    kill_the_stage(plain, &[(SandboxLevel::Rootless, 4), (SandboxLevel::Confined, 1)]);
}

/// Where Landlock is older than here, the system-call filter covers what it does not.
#[test]
fn nobody_gets_out_past_an_older_landlock() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let hall = hall().expect("a folder for all");
    let plain = rustix::process::geteuid().is_root().then_some(NOBODY);
    for version in ["1", "2"] {
        let mut command = examiner(hall.path(), SandboxLevel::Confined, plain);
        let output = command.args(OLD).env("LEITAI_LANDLOCK", version).output().expect("an examiner");
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        match output.status.code() {
            Some(0) => {}
            Some(UNAVAILABLE) => return eprintln!("skipped: {}", said.trim_end()),
            _ => panic!("with Landlock {version}:\n{said}"),
        }
        for part in OLD {
            let played = format!("ok     {} {part}", SandboxLevel::Confined);
            assert!(said.contains(&played), "{part} was not played with Landlock {version}:\n{said}");
        }
    }
}

/// Kills the stage at these levels while a program that tries to survive is playing; where it may start others, it has
/// become `family` processes by then.
fn kill_the_stage(user: Option<u32>, levels: &[(SandboxLevel, usize)]) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let hall = hall().expect("a folder for all");
    for (level, family) in levels {
        let mut command = examiner(hall.path(), *level, user);
        command.arg("48-outlives").stdout(Stdio::null()).stderr(Stdio::piped());
        let mut stage = command.spawn().expect("an examiner");
        let id = stage.id();
        let tag = format!("tag-{id}-");
        let start = Instant::now();
        // Two games: one of a single process and one of a family.
        while called(&tag, "leitai-stays") < 1 + family && start.elapsed() < PATIENCE {
            if let Some(status) = stage.try_wait().expect("a child") {
                assert_eq!(status.code(), Some(UNAVAILABLE), "{level}: {status}");
                break;
            }
            sleep(Duration::from_millis(5));
        }
        let stayed = called(&tag, "leitai-stays");
        stage.kill().expect("a child");
        let output = stage.wait_with_output().expect("a child");
        assert_eq!(left_behind(&tag), [""; 0], "at {level}");
        if output.status.code() == Some(UNAVAILABLE) {
            let why = String::from_utf8_lossy(&output.stderr);
            skip(need(*level), &format!("the end of a stage{}: {why}", whose(user)));
        } else {
            assert_eq!(stayed, 1 + family, "at {level} as user {user:?}");
            // Its control groups disappear once they are empty.
            let killed = Instant::now();
            while !control_groups(id).is_empty() && killed.elapsed() < AFTERWARDS {
                sleep(Duration::from_millis(5));
            }
            assert_eq!(control_groups(id), Vec::<PathBuf>::new(), "at {level}");
        }
    }
}

/// An examination at that level as that user, or as the user who runs the tests.
fn examiner(hall: &Path, level: SandboxLevel, user: Option<u32>) -> Command {
    let mut command = Command::new(hall.join("examine"));
    command.arg(level.name()).args(["attacks", "programs"].map(|name| hall.join(name)));
    // Files that a killed stage leaves behind are removed with the hall.
    command.envs(ENVIRONMENT).env("TMPDIR", hall.join("tmp")).current_dir("/");
    if let Some(user) = user {
        command.uid(user).gid(user);
    }
    command
}

/// Examines these levels as that user, or as the user who runs the tests.
fn examine(user: Option<u32>, levels: &[SandboxLevel]) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let hall = hall().expect("a folder for all");
    let (mut wrong, mut lacking, mut examined) = (String::new(), BTreeMap::<_, u32>::new(), 0);
    for level in levels {
        let output = examiner(hall.path(), *level, user).output().expect("an examiner");
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        let lines = said.lines().filter(|line| !["ok ", "skipped: "].iter().any(|it| line.starts_with(it)));
        skips_in(&said).for_each(|(need, _)| *lacking.entry(need).or_default() += 1);
        examined += usize::from(level.confines() && output.status.code() != Some(UNAVAILABLE));
        match output.status.code() {
            Some(0) => lines.for_each(|line| eprintln!("{line}")),
            Some(UNAVAILABLE) => {
                skip(need(*level), &format!("the attacks{}: {}", whose(user), said.trim_end()));
            }
            _ => wrong += &lines.chain([""]).collect::<Vec<_>>().join("\n"),
        }
    }
    assert!(wrong.is_empty(), "as user {user:?}:\n{wrong}");
    for (need, attacks) in lacking {
        skip(need, &format!("{attacks} attacks{} (not installed)", whose(user)));
    }
    some_level(examined > 0);
}

fn whose(user: Option<u32>) -> &'static str {
    if user.is_some() { " as a plain user" } else { "" }
}

/// A folder that every user may read, with the examiner, the attacks and their compiled programs.
fn hall() -> io::Result<TempDir> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks");
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attacks");
    let workshop = Workshop::new(&sources, &kept)?;
    let mut files: Vec<_> =
        attacks(&sources).map_err(io::Error::other)?.into_iter().map(|attack| attack.file).collect();
    files.extend(["honest.c", "bystander.c"].map(str::to_owned));
    files.dedup();
    workshop.make_all(&files).map_err(io::Error::other)?;
    let hall = tempfile::Builder::new().prefix("leitai-hall").tempdir()?;
    copy(&sources, &hall.path().join("attacks"))?;
    copy(&kept, &hall.path().join("programs"))?;
    copy(Path::new(EXAMINE), &hall.path().join("examine"))?;
    fs::create_dir(hall.path().join("tmp"))?;
    fs::set_permissions(hall.path().join("tmp"), fs::Permissions::from_mode(0o1777))?;
    fs::set_permissions(hall.path(), fs::Permissions::from_mode(0o755))?;
    Ok(hall)
}

/// Copies a file or a folder, readable by all.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_dir() {
        fs::create_dir(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
    } else {
        fs::copy(from, to)?;
    }
    let mode =
        if from.is_dir() || fs::metadata(from)?.permissions().mode() & 0o100 != 0 { 0o755 } else { 0o644 };
    fs::set_permissions(to, fs::Permissions::from_mode(mode))
}
