//! Nothing that a command starts outlives it, at whatever moment and by whatever signal it is ended: no process, no
//! control group, no temporary folder; and so no claim on a core, which is a socket of a process. A separate program,
//! because all that its commands leave behind becomes its own child: this process adopts orphans, so that none can hide,
//! whatever it calls itself.

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, kill_process_group, set_child_subreaper, waitpid,
};
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::Write as _;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// At how many moments each command is ended, and in a long run.
const FEW: u32 = 4;
const MANY: u32 = 200;
/// How long after a command's end everything must be gone.
const GONE: Duration = Duration::from_secs(2);
/// How long the system may take to take down processes that were killed and run no more, on a busy machine.
const TAKEN_DOWN: Duration = Duration::from_secs(8);
/// How long a command may take to end after a signal that it handles, on a busy machine.
const ENDS: Duration = Duration::from_secs(30);

/// An event with programs of each kind.
const EVENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/events/judge.toml");

/// How a command is ended.
#[derive(Clone, Copy, Debug)]
enum End {
    Killed,
    /// As when a terminal is closed or `timeout` gives up: everything in its group gets the signal.
    GroupTerminated,
    /// Ctrl-C.
    GroupInterrupted,
    Interrupted,
}

const ENDINGS: [End; 4] = [End::Killed, End::GroupTerminated, End::GroupInterrupted, End::Interrupted];

/// A command that is ended at some moment of the time it takes at the most, in milliseconds.
struct Started {
    words: Vec<String>,
    takes: u64,
}

#[test]
fn nothing_outlives_its_command() {
    set_child_subreaper(Some(getpid())).expect("a kernel that lets orphans be adopted");
    a_process_that_is_left_is_found();
    let bench = Bench::new();
    let moments = leitai_testkit::extent("LEITAI_MOMENTS", FEW, MANY);
    let wanted = std::env::var("LEITAI_COMMANDS").unwrap_or_default();
    for started in bench.commands() {
        let called = started.words.join(" ");
        if !called.contains(&wanted) {
            continue;
        }
        let (mut left, mut ran) = (Vec::new(), 0);
        for at in 0..moments {
            let end = ENDINGS[at as usize % ENDINGS.len()];
            // Random, but all over the time that it takes.
            let share = RandomState::new().hash_one(at) % 1000;
            let moment = Duration::from_millis(
                started.takes * (u64::from(at) * 1000 + share) / (u64::from(moments) * 1000),
            );
            let (was_running, these) = bench.left_by(&started.words, end, moment);
            ran += u32::from(was_running);
            left.extend(these);
        }
        assert_eq!(left, [""; 0], "{called}: {} of {moments}", left.len());
        // Or else it shows nothing.
        assert!(ran > 0, "{called}: it had ended by itself at each of {moments} moments");
        let said = format!("{called}: nothing is left after {moments} moments, running at {ran} of them");
        writeln!(std::io::stderr(), "{said}").expect("stderr");
    }
}

/// The control: the same harness finds what leaves its parent, its session and its environment.
fn a_process_that_is_left_is_found() {
    let bench = Bench::new();
    let script =
        "env -i setsid sh -c 'sleep 300 & sleep 300' >/dev/null 2>&1 & mkdir \"$TMPDIR/left\"; sleep 300";
    let mut sh = Command::new("sh");
    sh.args(["-c", script]);
    let (_, left) = bench.left_after(sh, End::Killed, Duration::from_millis(300));
    let sleeps = left.iter().filter(|what| what.contains("sleep 300")).count();
    assert!(sleeps >= 2 && left.iter().any(|what| what.ends_with("/left")), "{left:?}");
    assert_eq!(orphans(), [""; 0], "they were ended");
}

/// What the commands need, and where they put what they make.
struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Bench {
        let bench = Bench { folder: tempfile::tempdir().expect("a folder") };
        let starter =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/tictactoe/starters/tictactoe.c");
        fs::copy(starter, bench.path("bot.c")).expect("a starter");
        fs::set_permissions(bench.folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755))
            .expect("ours");
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn commands(&self) -> Vec<Started> {
        let bot = self.path("bot.c").display().to_string();
        let compiled = self.path("bot").display().to_string();
        let made = Command::new("cc").args(["-o", &compiled, &bot]).status();
        let has_c = made.is_ok_and(|made| made.success());
        let started = |words: &[&str], takes| Started {
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            takes,
        };
        let mut all = vec![
            started(&["doctor"], 5000),
            started(&["doctor", "--level", "P"], 5000),
            started(&["doctor", "--level", "off"], 6000),
            started(&["match", "tictactoe", "easy", "easy", "--games", "5000"], 1500),
            started(&["bench", "stage"], 3000),
            started(&["match", "tictactoe", "easy", "easy", "--sprt", "elo0=0,elo1=1"], 1500),
        ];
        if cfg!(feature = "web") {
            all.push(started(&["serve", "--demo", "--listen", "127.0.0.1:0", "--data", "site"], 3000));
        }
        if has_c {
            for level in ["F", "R", "N", "P", "off"] {
                let words =
                    ["match", "tictactoe", &compiled, &compiled, "--games", "5000", "--sandbox", level];
                all.push(started(&words, 1500));
            }
            // Compiles first.
            all.push(started(&["match", "tictactoe", &bot, &bot, "--games", "5000"], 2500));
            all.push(started(&["check", "--game", "tictactoe", &bot], 400));
            all.push(started(&["tournament", "run", EVENT, "--quiet", "--out", "event"], 800));
        }
        all
    }

    /// What a command of ours leaves behind that is ended then.
    fn left_by(&self, words: &[String], end: End, moment: Duration) -> (bool, Vec<String>) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_leitai"));
        command.args(words);
        self.left_after(command, end, moment)
    }

    fn left_after(&self, mut command: Command, end: End, moment: Duration) -> (bool, Vec<String>) {
        let here = tempfile::tempdir_in(self.folder.path()).expect("a folder");
        let (temporary, work) = (here.path().join("temporary"), here.path().join("work"));
        for folder in [&temporary, &work] {
            fs::create_dir(folder).expect("a folder");
        }
        command
            .env("TMPDIR", &temporary)
            .env("XDG_CACHE_HOME", here.path())
            .current_dir(&work)
            .process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        sleep(moment);
        let was_running = child.try_wait().expect("our child").is_none();
        let is_named = format!("{end:?} after {moment:?}");
        let pid = Pid::from_child(&child);
        let _ = match end {
            End::Killed => kill_process(pid, Signal::KILL),
            End::GroupTerminated => kill_process_group(pid, Signal::TERM),
            End::GroupInterrupted => kill_process_group(pid, Signal::INT),
            End::Interrupted => kill_process(pid, Signal::INT),
        };
        ended(&mut child);
        let start = Instant::now();
        let (mut left, mut late) = (Vec::new(), start + GONE);
        loop {
            left.clear();
            left.extend(orphans());
            // One that has no command line any more is being taken down; what waits for that has as long again.
            if left.iter().any(|one| one.ends_with(": ")) {
                late = (Instant::now() + GONE).min(start + TAKEN_DOWN + GONE);
            }
            left.extend(groups_of(child.id()));
            left.extend(temporaries(&temporary));
            if left.is_empty() || Instant::now() > late {
                break;
            }
            sleep(Duration::from_millis(5));
        }
        end_orphans();
        (was_running, left.into_iter().map(|what| format!("{is_named}: {what}")).collect())
    }
}

/// Waits for a command that was sent a signal; one that takes too long is killed, and that is its own failure.
fn ended(child: &mut Child) {
    let start = Instant::now();
    while child.try_wait().expect("our child").is_none() {
        if start.elapsed() > ENDS {
            child.kill().expect("our child");
            child.wait().expect("our child");
            panic!("it did not end in {ENDS:?}");
        }
        sleep(Duration::from_millis(2));
    }
}

/// The processes that we adopted and that have not ended.
fn orphans() -> Vec<String> {
    let me = getpid().as_raw_nonzero().to_string();
    let entries = fs::read_dir("/proc").expect("the processes").flatten();
    let pids = entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?));
    let ours = pids.filter(|pid| {
        let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
        stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.split(' ').nth(1) == Some(&me))
    });
    let alive = ours.filter(|pid| !matches!(waitpid(Some(*pid), WaitOptions::NOHANG), Ok(Some(_))));
    alive
        .map(|pid| {
            let pid = pid.as_raw_nonzero();
            let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            format!("{pid}: {}", String::from_utf8_lossy(&line).replace('\0', " ").trim())
        })
        .collect()
}

fn end_orphans() {
    let start = Instant::now();
    loop {
        let left = orphans();
        if left.is_empty() {
            return;
        }
        assert!(start.elapsed() < ENDS, "{left:?}");
        for pid in left.iter().filter_map(|one| Pid::from_raw(one.split(':').next()?.parse().ok()?)) {
            let _ = kill_process(pid, Signal::KILL);
        }
        sleep(Duration::from_millis(2));
    }
}

/// The control groups of a stage that was this process.
fn groups_of(stage: u32) -> Vec<String> {
    let label = format!("leitai-{stage}-");
    let (mut waiting, mut found) = (vec![PathBuf::from("/sys/fs/cgroup")], Vec::new());
    while let Some(folder) = waiting.pop() {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        waiting.extend(entries.filter(|path| path.is_dir() && !path.is_symlink()));
        if folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&label)) {
            // Empty ones of a level that was just being tried are removed by the next stage that tries one.
            if !folder.to_string_lossy().contains("-probe") {
                found.push(folder.display().to_string());
            }
        }
    }
    found
}

/// What is in a folder for temporary files, except what the next stage removes: see the workshop of an event.
fn temporaries(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let kept = entries.filter(|path| {
        path.file_name().is_none_or(|name| !name.to_string_lossy().starts_with("leitai-hall-"))
    });
    kept.map(|path| path.display().to_string()).collect()
}
