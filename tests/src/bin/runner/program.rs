//! One test program: what Cargo reports about it, and how it is run.

use crate::reads::Reads;
use crate::watch::Watch;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use serde_json::Value;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The name of the tests of the site in a browser.
pub(crate) const SITE: &str = "site in a browser";
/// How often a running program is checked.
const LOOK: Duration = Duration::from_millis(20);
/// How long an interrupted program may take to end what it started.
const GRACE: Duration = Duration::from_secs(2);
/// How many lines of a panic are shown at the end of the whole run.
const PANIC_LINES: usize = 5;

/// A test program, the documentation examples of all crates, or the tests of the site in a browser.
pub(crate) struct Program {
    /// Its source file, relative to the root of the repository.
    pub(crate) name: String,
    words: Vec<OsString>,
    /// Its working directory: its package's folder.
    pub(crate) folder: PathBuf,
    /// Whether it is none of Cargo's: Cargo itself sets its own variables for what it runs. What Cargo compiles must see the same
    /// variables as before: otherwise a crate that depends on `CARGO_MANIFEST_DIR`, and everything that uses it, would
    /// be compiled again, now and in the next run.
    is_foreign: bool,
    /// What its tests read of the repository; `None` if they may read everything.
    pub(crate) reads: Option<Arc<Reads>>,
}

/// The outcome of a program.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) is_passed: bool,
    /// It was ended because the whole run was, and so proves nothing.
    pub(crate) is_interrupted: bool,
    /// The number of its tests that passed, and that did not.
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    /// The tests that failed, if it named them all.
    pub(crate) broken: Vec<String>,
    /// The first lines of each of its panics.
    pub(crate) panics: Vec<String>,
    /// Its output, without the lines that report success.
    pub(crate) said: String,
    /// The lines by which its tests reported what the machine lacks.
    pub(crate) skipped: String,
    /// What it may have opened without declaring it.
    pub(crate) strays: Vec<PathBuf>,
    pub(crate) took: Duration,
    /// The processor time of the program and of all processes that it waited for.
    pub(crate) worked: Duration,
}

impl Outcome {
    /// The same outcome, if `tests` tests were requested: fewer results count as a failure.
    pub(crate) fn of(self, tests: usize) -> Outcome {
        let lacking = (tests as u64).saturating_sub(self.passed + self.failed);
        Outcome { is_passed: self.is_passed && lacking == 0, failed: self.failed + lacking, ..self }
    }
}

/// How a test program ended.
enum End {
    /// It ended by itself.
    Left(ExitStatus),
    /// It exceeded its time limit.
    Overtime,
    /// It could not be run or watched.
    NotRun,
    /// The whole run was interrupted.
    Interrupted,
}

/// An executable that Cargo has made.
struct Artifact<'a> {
    executable: &'a Path,
    manifest: &'a Path,
    source: &'a Path,
    is_test: bool,
}

/// The executable that a message of Cargo names, if it names one.
fn artifact(message: &Value) -> Option<Artifact<'_>> {
    let (executable, manifest) = (message["executable"].as_str()?, message["manifest_path"].as_str()?);
    let source = message["target"]["src_path"].as_str()?;
    let is_test = message["profile"]["test"] == true;
    (message["reason"] == "compiler-artifact").then(|| Artifact {
        executable: executable.as_ref(),
        manifest: manifest.as_ref(),
        source: source.as_ref(),
        is_test,
    })
}

/// The programs that Cargo's messages name; the documentation examples and the tests in a browser if they are asked for.
pub(crate) fn listed(messages: &Path) -> Result<Vec<Program>, String> {
    let text = fs::read_to_string(messages).map_err(|error| format!("{}: {error}", messages.display()))?;
    let root = std::env::current_dir().map_err(|error| error.to_string())?;
    let read = |line: &str| serde_json::from_str::<Value>(line).map_err(|error| format!("{error}: {line}"));
    let messages = text.lines().map(read).collect::<Result<Vec<_>, _>>()?;
    let artifacts: Vec<_> = messages.iter().filter_map(artifact).collect();
    let mut programs = Vec::new();
    for Artifact { manifest, executable, source, .. } in artifacts.iter().filter(|artifact| artifact.is_test)
    {
        let of_package = artifacts.iter().filter(|other| !other.is_test && other.manifest == *manifest);
        let executables = [executable].into_iter().chain(of_package.map(|other| &other.executable));
        let reads = Reads::declared(manifest, executables.map(PathBuf::from).collect())?;
        programs.push(Program {
            name: source.strip_prefix(&root).unwrap_or(source).display().to_string(),
            words: vec![executable.into(), "--quiet".into()],
            folder: manifest.parent().unwrap_or(&root).to_owned(),
            is_foreign: false,
            reads: Some(Arc::new(reads)),
        });
    }
    if let Some(folder) = std::env::var_os("LEITAI_TEST_SITE") {
        let server = artifacts.iter().filter(|artifact| artifact.executable.ends_with("leitai"));
        let server = server.map(|artifact| artifact.executable.to_owned()).collect();
        let words = ["npm", "test", "--silent", "--prefix"].map(OsString::from);
        let reads = Reads::of(server, &root.join(&folder))
            .map_err(|error| format!("{}: {error}", folder.display()))?;
        programs.push(Program {
            name: SITE.to_owned(),
            words: words.into_iter().chain([folder]).collect(),
            folder: root.clone(),
            is_foreign: true,
            reads: Some(Arc::new(reads)),
        });
    }
    if let Some(cargo) = std::env::var_os("LEITAI_TEST_EXAMPLES") {
        let words = ["test", "--doc", "--workspace", "--locked", "--no-fail-fast", "--quiet"];
        programs.push(Program {
            name: "examples in the documentation".to_owned(),
            words: [cargo].into_iter().chain(words.map(OsString::from)).collect(),
            folder: root,
            is_foreign: true,
            reads: None,
        });
    }
    Ok(programs)
}

impl Program {
    /// The same program, restricted to these of its tests.
    pub(crate) fn narrowed(&self, tests: &[String]) -> Program {
        let names = tests.iter().map(OsString::from);
        let words = self.words.iter().cloned().chain(["--exact".into()]).chain(names).collect();
        Program {
            name: self.name.clone(),
            words,
            folder: self.folder.clone(),
            is_foreign: self.is_foreign,
            reads: self.reads.clone(),
        }
    }

    /// Runs it to its end, to its limit, or until it is to stop. Nothing of its session is left afterwards.
    pub(crate) fn run(&self, limit: Duration, stop: &AtomicBool, watch: Option<&Watch>) -> Outcome {
        if let Some(watch) = watch {
            watch.begin(self);
        }
        let mut outcome = self.run_unseen(limit, stop, &|| watch.iter().for_each(|watch| watch.look()));
        outcome.strays = watch.map(|watch| watch.end(self)).unwrap_or_default();
        // Only one that runs alone has surely opened it.
        if leitai_testkit::is_long() && !outcome.strays.is_empty() && !outcome.is_interrupted {
            for stray in &outcome.strays {
                outcome.said += &format!("{} opens {} and does not declare it\n", self.name, stray.display());
            }
            outcome.is_passed = false;
            outcome.broken.clear();
            outcome.failed = outcome.failed.max(1);
        }
        outcome
    }

    fn run_unseen(&self, limit: Duration, stop: &AtomicBool, look: &dyn Fn()) -> Outcome {
        let start = Instant::now();
        let (mut worked, mut skipped) = (Duration::ZERO, String::new());
        let (end, said) = match self.watched(limit, stop, look, &mut worked, &mut skipped) {
            Ok((End::Overtime, said)) => {
                (End::Overtime, format!("{said}\n{} took longer than {} s\n", self.name, limit.as_secs()))
            }
            Ok(left) => left,
            Err(error) => (End::NotRun, format!("{}: {error}\n", self.name)),
        };
        if matches!(end, End::Interrupted) {
            let said = format!("interrupted after {} s: {}\n", start.elapsed().as_secs(), self.name);
            return Outcome { is_interrupted: true, said, skipped, ..Outcome::default() };
        }
        let status = if let End::Left(status) = end { Some(status) } else { None };
        let mut outcome = read(&said, status.is_some_and(|status| status.success()));
        if let Some(status) = status.filter(|_| !outcome.is_passed && outcome.failed == 0) {
            outcome.said += &format!("{}: {status}\n", self.name);
        }
        // A program that was ended before it could count has failed as one test.
        outcome.failed = outcome.failed.max(u64::from(!outcome.is_passed));
        Outcome { took: start.elapsed(), worked, skipped, ..outcome }
    }

    /// Runs the program; returns how it ended and everything it printed.
    fn watched(
        &self,
        limit: Duration,
        stop: &AtomicBool,
        look: &dyn Fn(),
        worked: &mut Duration,
        skipped: &mut String,
    ) -> std::io::Result<(End, String)> {
        let (mut kept, skips) = (tempfile::tempfile()?, tempfile::NamedTempFile::new()?);
        // Tests end process groups, sometimes their own by mistake.
        let mut command = Command::new("setsid");
        command.args(&self.words).current_dir(&self.folder).env("LEITAI_SKIPPED", skips.path());
        if !self.is_foreign {
            command.env("CARGO_MANIFEST_DIR", &self.folder);
        }
        command.stdin(Stdio::null()).stdout(kept.try_clone()?).stderr(kept.try_clone()?);
        let mut child = command.spawn()?;
        let start = Instant::now();
        let how = loop {
            if is_over(&child)? {
                *worked = processor_time(child.id());
                break End::Left(child.wait()?);
            }
            let is_stopped = stop.load(Ordering::Relaxed);
            if is_stopped || start.elapsed() > limit {
                end(&mut child)?;
                break if is_stopped { End::Interrupted } else { End::Overtime };
            }
            look();
            sleep(LOOK);
        };
        *skipped = fs::read_to_string(skips.path())?;
        Ok((how, text(&mut kept)?))
    }
}

/// Whether it has ended. It is not reaped, so its statistics can still be read.
fn is_over(child: &Child) -> std::io::Result<bool> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    Ok(waitid(WaitId::Pid(Pid::from_child(child)), options)?.is_some())
}

/// The processor time of a process and of all processes that it waited for.
fn processor_time(pid: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let rest = stat.rsplit(')').next().unwrap_or_default();
    let ticks = rest.split_ascii_whitespace().skip(11).take(4).flat_map(str::parse::<u64>).sum::<u64>();
    Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second())
}

/// The printed text; invalid bytes are not a reason to fail.
fn text(kept: &mut File) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    kept.rewind()?;
    kept.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Ends a program and its whole session: first by SIGTERM, so that it can end what has its own session.
fn end(child: &mut Child) -> std::io::Result<()> {
    let session = child.id();
    let signal = |with| {
        for process in of_session(session) {
            // It may be gone by now.
            let _ = kill_process(process, with);
        }
    };
    signal(Signal::TERM);
    let start = Instant::now();
    while child.try_wait()?.is_none() && start.elapsed() < GRACE {
        sleep(LOOK);
    }
    // Processes that its death leaves behind, and those that are started in the meantime.
    while !of_session(session).is_empty() && start.elapsed() < GRACE * 2 {
        signal(Signal::KILL);
        sleep(LOOK);
        let _ = child.try_wait()?;
    }
    child.wait().map(drop)
}

/// The living processes of a session.
fn of_session(session: u32) -> Vec<Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let is_of = |pid: &i32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // The state, then parent, group and session, after a name that may contain anything.
        let mut words = stat.rsplit(')').next().unwrap_or_default().split_ascii_whitespace();
        let is_alive = words.next().is_some_and(|state| !["Z", "X"].contains(&state));
        is_alive && words.nth(2).and_then(|word| word.parse().ok()) == Some(session)
    };
    pids.filter(is_of).filter_map(Pid::from_raw).collect()
}

/// Reads the output of a test program: how many tests passed and failed, and everything that is not mere progress.
fn read(text: &str, is_passed: bool) -> Outcome {
    let mut outcome = Outcome { is_passed, broken: broken(text), ..Outcome::default() };
    if !is_passed {
        outcome.panics = panics(text);
    }
    for line in text.lines() {
        if let Some(counts) = line.strip_prefix("test result: ") {
            // `FAILED. 3 passed; 1 failed; …`
            let count = |word: &str| {
                let (before, _) = counts.split_once(word)?;
                before.split_ascii_whitespace().next_back()?.parse::<u64>().ok()
            };
            outcome.passed += count(" passed").unwrap_or(0);
            outcome.failed += count(" failed").unwrap_or(0);
        }
        // Node's counts.
        let count = |word: &str| line.strip_prefix(word)?.parse::<u64>().ok();
        outcome.passed += count("ℹ pass ").unwrap_or(0);
        outcome.failed += count("ℹ fail ").unwrap_or(0);
        if !is_progress(line) {
            outcome.said += line;
            outcome.said.push('\n');
        }
    }
    if outcome.broken.len() as u64 != outcome.failed {
        outcome.broken.clear();
    }
    outcome
}

/// The tests reported as failed, from the list before its single result; empty if the output is of several programs.
fn broken(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let mut results = (0..lines.len()).filter(|at| lines[*at].starts_with("test result: "));
    let (Some(end), None) = (results.next(), results.next()) else { return Vec::new() };
    let listed = lines[..end].iter().rev().map_while(|line| line.strip_prefix("    "));
    let mut names: Vec<_> = listed.map(str::to_owned).collect();
    if lines.get(end.wrapping_sub(names.len() + 1)) != Some(&"failures:") {
        names.clear();
    }
    names.reverse();
    names
}

/// The text of its panics: the place of each, and the first lines of the message.
fn panics(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_panic = |line: &str| line.starts_with("thread '") && line.contains("panicked at ");
    // A message may begin with an empty line.
    let is_of_it = |line: &&str| !line.starts_with("stack backtrace:") && !line.starts_with("note: ");
    let at = (0..lines.len()).filter(|at| is_panic(lines[*at]));
    at.map(|at| {
        let message = lines[at..].iter().copied().filter(|line| !line.is_empty()).take_while(is_of_it);
        message.take(PANIC_LINES).collect::<Vec<_>>().join("\n")
    })
    .collect()
}

fn is_progress(line: &str) -> bool {
    let of_tests =
        line.strip_prefix("running ").is_some_and(|rest| rest.ends_with(" tests") || rest.ends_with(" test"));
    let dots = line.split_once(' ').map_or(line, |(dots, _)| dots);
    let is_dots = !dots.is_empty() && dots.bytes().all(|byte| byte == b'.');
    // Skips are listed at the end of the whole run.
    let others = ["test result: ok", "all doctests ran in ", "skipped: "];
    let is_of_node = line.trim_start().starts_with(['ℹ', '✔', '▶']);
    line.trim().is_empty()
        || is_of_node
        || of_tests
        || is_dots
        || others.iter().any(|other| line.starts_with(other))
}

#[cfg(test)]
mod tests {
    use super::{is_progress, read};

    #[test]
    fn results_are_counted_and_progress_is_left_out() {
        let text = "\nrunning 3 tests\n..F 3/3\nfailures:\n\n---- it stdout ----\nboo\n\n\
                    test result: FAILED. 2 passed; 1 failed; 0 ignored\n";
        let outcome = read(text, false);
        assert_eq!((outcome.passed, outcome.failed), (2, 1));
        assert_eq!(
            outcome.said,
            "..F 3/3\nfailures:\n---- it stdout ----\nboo\ntest result: FAILED. 2 passed; 1 failed; 0 ignored\n"
        );
        let of_node = "▶ side by side\n  ✖ a phone (7.1ms)\nℹ tests 3\nℹ pass 2\nℹ fail 1\n";
        let outcome = read(of_node, false);
        assert_eq!((outcome.passed, outcome.failed), (2, 1));
        assert_eq!(outcome.said, "  ✖ a phone (7.1ms)\n");
        // It named none of them: all are run again.
        assert_eq!(outcome.broken, [""; 0]);
        let several = "running 1 test\n.\ntest result: ok. 1 passed; 0 failed\nrunning 2 tests\n..\ntest result: ok. 2 passed; 0 failed\n";
        let outcome = read(several, true);
        assert_eq!((outcome.passed, outcome.failed, outcome.said.as_str()), (3, 0, ""));
    }

    #[test]
    fn tests_that_failed_are_known_by_name_where_all_are_named() {
        let names = |text: &str| read(text, false).broken;
        let text = "running 4 tests\n..FF 4/4\nfailures:\n\n---- a::one stdout ----\n    failures:\n    none\n\n\n\
                    failures:\n    a::one\n    two\n\ntest result: FAILED. 2 passed; 2 failed; 0 ignored\n";
        assert_eq!(names(text), ["a::one", "two"]);
        let panicked = "thread 'a::one' (7) panicked at it.rs:1:5:\n\nleft: 1\nstack backtrace:\n  0: main\n";
        let outcome = read(&panicked.repeat(2), false);
        assert_eq!(outcome.panics, ["thread 'a::one' (7) panicked at it.rs:1:5:\nleft: 1"; 2]);
        assert_eq!(read(panicked, true).panics, [""; 0], "one that was to be");
        // One name fewer than it counted, and the output of several programs.
        assert_eq!(names(&text.replace("    two\n", "")), [""; 0]);
        assert_eq!(names(&text.repeat(2)), [""; 0]);
    }

    #[test]
    fn words_are_no_progress() {
        for line in ["...and so on", "running out of 3 words", "thread 'it' panicked", "54 games at once"] {
            assert!(!is_progress(line), "{line}");
        }
        for line in
            ["", "running 1 test", "....", ".... 40/40", "  ✔ a phone (7.1ms)", "skipped: node: all of it"]
        {
            assert!(is_progress(line), "{line}");
        }
    }
}
