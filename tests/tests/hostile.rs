//! Programs made of random system calls, in a disposable root, at every level that this machine can set up, as root and
//! as a plain user: whatever they do, nothing around them changes. Where nothing confines them, the same programs are
//! found to do harm.
#![expect(clippy::print_stderr, reason = "how much was tried is said")]

use leitai_sandbox::SandboxLevel;
use leitai_testkit::{extent, skip};
use stage_tests::{Workshop, need, some_level};
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use tempfile::TempDir;

const EXAMINER: &str = env!("CARGO_BIN_EXE_hostile");
/// The first of several users who own nothing: each run has its own, because processes are counted per user.
const NOBODY: u32 = 61_813;
/// The seconds for all levels together, unless `LEITAI_HOSTILE_SECONDS` sets another number.
const SECONDS: f64 = 30.0;
/// That number in a long run.
const LONG: f64 = 1800.0;
/// The runs of root (F, R, N) and of plain users (R, N). They mostly wait, and go side by side.
const RUNS: f64 = 5.0;
/// The exit code of the examiner if the level cannot be set up.
const UNAVAILABLE: i32 = 3;
/// The longest time for the control, which needs only a few seeds.
const CONTROL: f64 = 10.0;
/// That time, and its margin, where a program may stop the stage, which then never ends by itself.
const STOPPED: (f64, f64) = (5.0, 7.0);
/// Creating a root and removing all of it takes far less.
const PATIENCE: f64 = 20.0;

/// One test at a time: they share two cores.
static ALONE: Mutex<()> = Mutex::new(());

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("hostile")
}

/// The table of system calls in the form that the program includes.
fn table() -> String {
    let text = fs::read_to_string(sources().join("calls.txt")).expect("the table");
    let mut table = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut words = line.split_whitespace();
        let name = words.next().expect("a name");
        let kinds: Vec<&str> = words.collect();
        assert!(kinds.len() <= 6, "{line}");
        let kinds = if kinds.is_empty() { "NONE".to_owned() } else { kinds.join(", ") };
        writeln!(table, "#ifdef SYS_{name}\n    {{SYS_{name}, \"{name}\", {{{kinds}}}}},\n#endif")
            .expect("text");
    }
    table
}

/// A folder with the examiner and its programs.
fn hall() -> TempDir {
    let hall = tempfile::tempdir().expect("a folder");
    let made = hall.path().join("made");
    fs::create_dir(&made).expect("ours");
    fs::write(made.join("calls.h"), table()).expect("ours");
    let mut compiler = Command::new("cc");
    compiler
        .args(["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread", "-I"])
        .arg(&made)
        .arg("-o");
    let output = compiler
        .args([hall.path().join("program"), sources().join("hostile.c")])
        .output()
        .expect("a compiler");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::remove_dir_all(made).expect("ours");
    let attacks = Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks");
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attacks");
    let start = Workshop::new(&attacks, &kept).expect("a workshop").make("bystander.c").expect("it compiles");
    fs::copy(start.expect("in C").program, hall.path().join("bystander")).expect("ours");
    fs::copy(EXAMINER, hall.path().join("examiner")).expect("ours");
    fs::set_permissions(hall.path(), fs::Permissions::from_mode(0o755)).expect("ours");
    hall
}

/// Runs the examiner in its own root. `user` is its user there, if root gives up its privileges. It is killed
/// `patience` seconds after it should have ended.
fn examine(
    hall: &Path,
    user: Option<u32>,
    level: SandboxLevel,
    (seconds, patience): (f64, f64),
    seed: u64,
    only: &[&str],
) -> Output {
    let root = tempfile::tempdir().expect("a place for the root");
    let mut command = Command::new("timeout");
    // A program that stops the stage would make everyone wait.
    command.args(["--signal", "KILL", &(seconds + patience).to_string(), "unshare"]);
    command.args([
        "--mount",
        "--pid",
        "--net",
        "--uts",
        "--ipc",
        "--fork",
        "--kill-child",
        "--propagation",
        "private",
    ]);
    if !rustix::process::geteuid().is_root() {
        command.args(["--user", "--map-current-user"]);
    }
    command.arg("sh").arg(sources().join("world.sh")).args([root.path(), hall]);
    command.arg(named(user));
    command.arg("/hall/examiner").arg(level.name()).args(["/hall/program", "/hall/bystander"]);
    command.args([seconds.to_string(), seed.to_string()]).args(only).current_dir("/");
    command.output().expect("name spaces of one's own")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).trim_end().to_owned()
}

/// The user in the form that `world.sh` expects.
fn named(user: Option<u32>) -> String {
    user.map_or("-".to_owned(), |user| user.to_string())
}

/// The levels and users of the runs: root and plain users, or the user who runs the tests.
fn runs() -> Vec<(SandboxLevel, Option<u32>)> {
    let levels = [SandboxLevel::Full, SandboxLevel::Rootless, SandboxLevel::Confined];
    if !rustix::process::geteuid().is_root() {
        // Level F and the choice of a user need root.
        skip(need(SandboxLevel::Full), "random system calls at F (the tests do not run as root)");
        return levels[1..].iter().map(|level| (*level, None)).collect();
    }
    let plain = levels[1..].iter().zip(NOBODY..).map(|(level, user)| (*level, Some(user)));
    levels.iter().map(|level| (*level, None)).chain(plain).collect()
}

#[test]
fn random_system_calls_change_nothing_outside() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let all = extent("LEITAI_HOSTILE_SECONDS", SECONDS, LONG);
    // Different seeds each time; a reported harm names its seed, which can be given here instead.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as u64;
    let seed = std::env::var("LEITAI_HOSTILE_SEED").map_or(now, |text| text.parse().expect("a number"));
    let hall = hall();
    let (mut wrong, mut tried) = (String::new(), 0);
    let outputs = std::thread::scope(|scope| {
        let start = |(level, user)| {
            let hall = hall.path();
            (level, user, scope.spawn(move || examine(hall, user, level, (all / RUNS, PATIENCE), seed, &[])))
        };
        let started: Vec<_> = runs().into_iter().map(start).collect();
        let ended =
            started.into_iter().map(|(level, user, run)| (level, user, run.join().expect("no panic")));
        ended.collect::<Vec<_>>()
    });
    for (level, user, output) in outputs {
        let said = format!("as {}: {}", named(user), said(&output));
        match output.status.code() {
            Some(0) => {
                eprintln!("{said}");
                assert!(!said.contains(" 0 of them"), "nothing was done: {said}");
                tried += 1;
            }
            Some(UNAVAILABLE) => skip(need(level), &format!("random system calls {said}")),
            // Ended by a signal: some program ended the stage.
            _ => write!(wrong, "\n{level} {said} ({})", output.status).expect("text"),
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    some_level(tried > 0);
}

/// The control: at a level that confines nobody, each of several initial seeds soon leads to harm.
#[test]
fn an_open_door_is_found() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let hall = hall();
    std::thread::scope(|scope| {
        for (seed, user) in [1, 1001, 2001, 3001].into_iter().zip(NOBODY..) {
            let (hall, user) = (hall.path(), rustix::process::geteuid().is_root().then_some(user));
            scope.spawn(move || comes_to_harm(hall, user, seed));
        }
    });
}

fn comes_to_harm(hall: &Path, user: Option<u32>, seed: u64) {
    // If they know of other processes, most of them end the stage before it can look.
    for (only, times) in [(&[][..], STOPPED), (&["files"], (CONTROL, PATIENCE))] {
        let output = examine(hall, user, SandboxLevel::Plain, times, seed, only);
        let said = said(&output).chars().take(1000).collect::<String>();
        let is_found = output.status.code() == Some(1) && said.contains("HARM at P");
        // After the stage was ended, nobody is left to report it.
        let is_ended = only.is_empty()
            && !said.contains("nothing harmed")
            && output.status.code().is_none_or(|code| code > UNAVAILABLE);
        assert!(is_found || is_ended, "from seed {seed} nothing was found: {} {said}", output.status);
        eprintln!("{said}");
    }
}
