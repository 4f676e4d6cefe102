//! Programs made of random system calls, in a root that is thrown away, at every level that this machine can set up, as
//! root and as a plain user: whatever they do, nothing around them changes. And where nothing keeps them in, the same
//! programs are found to do harm.
#![expect(clippy::print_stderr, reason = "how much was tried is said")]

use leitai_sandbox::Level;
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
/// A user who owns nothing.
const NOBODY: &str = "61813";
/// Of all levels together, unless `LEITAI_HOSTILE_SECONDS` says another number.
const SECONDS: f64 = 30.0;
/// The same in a long run.
const LONG: f64 = 1800.0;
/// Root and a plain user: F, R, N; R, N.
const RUNS: f64 = 5.0;
/// What the examiner leaves with where the level cannot be set up.
const UNAVAILABLE: i32 = 3;
/// Longest that the control may take: it needs a few seeds.
const CONTROL: f64 = 10.0;
/// A root is made, and all of it gone, in far less.
const PATIENCE: f64 = 20.0;

/// One examination at a time: they share two cores.
static ALONE: Mutex<()> = Mutex::new(());

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("hostile")
}

/// The table of calls as the program includes it.
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

/// The examiner in a root of its own. `user` is who it is there, if root gives up being root.
fn examine(hall: &Path, user: Option<&str>, level: Level, seconds: f64, seed: u64, only: &[&str]) -> Output {
    let root = tempfile::tempdir().expect("a place for the root");
    let mut command = Command::new("timeout");
    // Whoever stops the stage would have everybody wait.
    command.args(["--signal", "KILL", &(seconds + PATIENCE).to_string(), "unshare"]);
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
    command.arg(user.unwrap_or("-"));
    command.arg("/hall/examiner").arg(level.name()).args(["/hall/program", "/hall/bystander"]);
    command.args([seconds.to_string(), seed.to_string()]).args(only).current_dir("/");
    command.output().expect("name spaces of one's own")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).trim_end().to_owned()
}

/// Who runs it: root, and a plain user.
fn users() -> Vec<Option<&'static str>> {
    if rustix::process::geteuid().is_root() { vec![None, Some(NOBODY)] } else { vec![None] }
}

#[test]
fn random_system_calls_change_nothing_outside() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let all = extent("LEITAI_HOSTILE_SECONDS", SECONDS, LONG);
    // Others each time; a harm names its own, which is taken instead.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as u64;
    let seed = std::env::var("LEITAI_HOSTILE_SEED").map_or(now, |text| text.parse().expect("a number"));
    let hall = hall();
    let (mut wrong, mut tried) = (String::new(), 0);
    for user in users() {
        for level in [Level::Full, Level::Rootless, Level::Confined] {
            let is_root = rustix::process::geteuid().is_root() && user.is_none();
            if level == Level::Full && !is_root {
                // As whom it is wanted it is root's.
                if user.is_none() {
                    skip(need(level), "random system calls at F (the tests do not run as root)");
                }
                continue;
            }
            let output = examine(hall.path(), user, level, all / RUNS, seed, &[]);
            let said = format!("as {}: {}", user.unwrap_or("whoever this is"), said(&output));
            match output.status.code() {
                Some(0) => {
                    eprintln!("{said}");
                    assert!(!said.contains(" 0 of them"), "nothing was done: {said}");
                    tried += 1;
                }
                Some(UNAVAILABLE) => skip(need(level), &format!("random system calls {said}")),
                // By a signal: somebody ended the stage.
                _ => write!(wrong, "\n{level} {said} ({})", output.status).expect("text"),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    some_level(tried > 0);
}

/// The control: at a level that keeps nobody in, each of several beginnings soon comes to harm.
#[test]
fn an_open_door_is_found() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let hall = hall();
    let user = rustix::process::geteuid().is_root().then_some(NOBODY);
    for seed in [1, 1001, 2001, 3001] {
        // Told of other processes, most end the stage before it can look.
        for only in [&[][..], &["files"]] {
            let output = examine(hall.path(), user, Level::Plain, CONTROL, seed, only);
            let said = said(&output).chars().take(1000).collect::<String>();
            let is_found = output.status.code() == Some(1) && said.contains("HARM at P");
            // Whoever ended the stage left nobody to tell.
            let is_ended = only.is_empty()
                && !said.contains("nothing harmed")
                && output.status.code().is_none_or(|code| code > UNAVAILABLE);
            assert!(is_found || is_ended, "from seed {seed} nothing was found: {} {said}", output.status);
            eprintln!("{said}");
        }
    }
}
