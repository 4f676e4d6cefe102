//! Runs test programs: several side by side, slow ones first, then those that need quiet, then those that must be
//! alone, each in its own session. What fails is run again after all others, alone: only the failed tests if the
//! program named them, otherwise the whole program. What passes then is listed under a separate heading and does not
//! fail the run; what fails twice does.
//!
//! `runner MESSAGES`: `MESSAGES` is the output of `cargo test --no-run --message-format=json`. `LEITAI_TEST_LIMIT` sets
//! the number of seconds that one program may take (900, or 14400 under `LEITAI_LONG`). `LEITAI_TEST_PASSED` names a file
//! in which passes are kept: a program that is in it is not run until something changes on which it depends, which is what it
//! executes, what its package declares that its tests read (`reads.rs`), and the machine. A program in whose time something
//! was opened that nobody who ran declares is not kept; in a long run programs run one after the other, so that it is known
//! who opened it, and that is a failure. `runner --list MESSAGES` lists what would be run and runs nothing. Exits with 1 if something
//! failed twice or nothing was run, and with 130 if it was interrupted; nothing that it started is left then.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "its words are its result")]

mod lanes;
mod passed;
mod program;
mod reads;
mod report;
mod watch;

use passed::Passes;
use program::{Outcome, Program};
use report::Report;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use watch::Watch;

/// The longest time that one program may take, in seconds.
const LIMIT: u64 = 900;
/// That time in a long run.
const LONG_LIMIT: u64 = 14_400;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let outcome = match words.as_slice() {
        [list, messages] if list == "--list" => run(messages.as_ref(), true),
        [messages] => run(messages.as_ref(), false),
        _ => Err("give the file of Cargo's messages, after --list to list what would be run".to_owned()),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("runner: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(messages: &Path, is_list: bool) -> Result<ExitCode, String> {
    let programs = program::listed(messages)?;
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&stop)).map_err(|error| error.to_string())?;
    }
    let mut report = Report::default();
    let passes = std::env::var_os("LEITAI_TEST_PASSED").map(|file| Passes::read(file.into(), &programs));
    if is_list {
        let is_due = |program: &&Program| passes.as_ref().is_none_or(|passes| passes.of(program).is_none());
        programs.iter().filter(is_due).for_each(|program| println!("{}", program.name));
        return Ok(ExitCode::SUCCESS);
    }
    let watch = passes.as_ref().map(|_| Watch::new(&programs)).transpose();
    let watch = watch.map_err(|error| format!("watching what is opened: {error}"))?;
    let run = Run { limit: limit()?, stop, watch };
    let is_new = |program: &Program| match passes.as_ref().and_then(|passes| passes.of(program)) {
        Some(pass) => {
            report.add_unchanged(pass);
            false
        }
        None => true,
    };
    let programs = programs.into_iter().filter(is_new).collect();
    let (passed, failed) = side_by_side(programs, &run, &mut report);
    if let Some(passes) = passes {
        passes.keep(&passed).map_err(|error| format!("keeping what passed: {error}"))?;
    }
    for (program, Outcome { broken: tests, panics, .. }) in &failed {
        if run.is_stopped() {
            break;
        }
        let again = format!("{} {}", program.name, tests.join(" "));
        println!("== once more, alone: {}", again.trim_end());
        let outcome =
            if tests.is_empty() { run.of(program) } else { run.of(&program.narrowed(tests)).of(tests.len()) };
        if outcome.is_interrupted {
            print!("{}", outcome.said);
        } else {
            report.add_again(program, panics, &outcome);
        }
    }
    if run.is_stopped() {
        print!("{report}");
        println!("interrupted");
        return Ok(ExitCode::from(130));
    }
    print!("{report}");
    Ok(if report.is_passed() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The longest time that one program may take.
fn limit() -> Result<Duration, String> {
    let usual = if leitai_testkit::is_long() { LONG_LIMIT } else { LIMIT };
    let said = std::env::var("LEITAI_TEST_LIMIT").ok();
    let seconds = said.map_or(Ok(usual), |text| text.parse());
    seconds.map(Duration::from_secs).map_err(|_| "LEITAI_TEST_LIMIT is a number of seconds".to_owned())
}

/// How programs are run.
struct Run {
    limit: Duration,
    stop: Arc<AtomicBool>,
    watch: Option<Watch>,
}

impl Run {
    /// Runs a program.
    fn of(&self, program: &Program) -> Outcome {
        program.run(self.limit, &self.stop, self.watch.as_ref())
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A program with its outcome.
type Ended = (Program, Outcome);

/// Runs all programs, each lane at its own pace, then those that must be alone; returns those that passed and those that
/// failed, in the order in which they ended.
fn side_by_side(programs: Vec<Program>, run: &Run, report: &mut Report) -> (Vec<Ended>, Vec<Ended>) {
    let ended = Mutex::new((Vec::new(), Vec::new()));
    let shared = Mutex::new(report);
    let run_all = |waiting: &Mutex<Vec<Program>>| {
        while let Some(program) = next(waiting).filter(|_| !run.is_stopped()) {
            let outcome = run.of(&program);
            let mut report = shared.lock().unwrap_or_else(PoisonError::into_inner);
            if outcome.is_interrupted {
                print!("{}", outcome.said);
                continue;
            }
            let is_passed = report.add(&program, &outcome);
            let mut ended = ended.lock().unwrap_or_else(PoisonError::into_inner);
            let list = if is_passed { &mut ended.0 } else { &mut ended.1 };
            list.push((program, outcome));
        }
    };
    let lanes = lanes::share(programs);
    let is_long = leitai_testkit::is_long();
    for stage in lanes::STAGES {
        std::thread::scope(|scope| {
            for (lane, waiting) in lanes.iter().filter(|(lane, _)| stage.contains(lane)) {
                if is_long {
                    run_all(waiting);
                    continue;
                }
                for _ in 0..lane.width() {
                    scope.spawn(|| run_all(waiting));
                }
            }
        });
    }
    ended.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn next(waiting: &Mutex<Vec<Program>>) -> Option<Program> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner).pop()
}
