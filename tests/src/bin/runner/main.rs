//! Runs test programs: several side by side, slow ones first, then those that need quiet, then those that must be
//! alone, each in its own session. What fails is run again after all others, alone: only the failed tests if the
//! program named them, otherwise the whole program. What passes then is listed under a separate heading and does not
//! fail the run; what fails twice does.
//!
//! `runner MESSAGES`: `MESSAGES` is the output of `cargo test --no-run --message-format=json`. `LEITAI_TEST_LIMIT` sets
//! the number of seconds that one program may take (900, or 14400 under `LEITAI_LONG`). `LEITAI_TEST_PASSED` names a file
//! in which passes are kept: a program that is in it is not run until something changes on which it depends. `runner --house`
//! prints a hash of everything on which any test may depend, for tests that are run by other means. Exits with 1 if something
//! failed twice or nothing was run, and with 130 if it was interrupted; nothing that it started is left then.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "its words are its result")]

mod lanes;
mod passed;
mod program;
mod report;

use passed::Passes;
use program::{Outcome, Program};
use report::Report;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The longest time that one program may take, in seconds.
const LIMIT: u64 = 900;
/// That time in a long run.
const LONG_LIMIT: u64 = 14_400;

fn main() -> ExitCode {
    let Some(messages) = std::env::args_os().nth(1) else {
        eprintln!("runner: give the file of Cargo's messages, or --house");
        return ExitCode::from(2);
    };
    if messages == "--house" {
        println!("{:016x}", passed::house());
        return ExitCode::SUCCESS;
    }
    match run(messages.as_ref()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("runner: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(messages: &Path) -> Result<ExitCode, String> {
    let programs = program::listed(messages)?;
    let limit = limit()?;
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&stop)).map_err(|error| error.to_string())?;
    }
    let mut report = Report::default();
    let passes = std::env::var_os("LEITAI_TEST_PASSED").map(|file| Passes::read(file.into(), &programs));
    let is_new = |program: &Program| match passes.as_ref().and_then(|passes| passes.of(program)) {
        Some(pass) => {
            report.add_unchanged(pass);
            false
        }
        None => true,
    };
    let programs = programs.into_iter().filter(is_new).collect();
    let (passed, failed) = side_by_side(programs, limit, &stop, &mut report);
    if let Some(passes) = passes {
        passes.keep(&passed).map_err(|error| format!("keeping what passed: {error}"))?;
    }
    for (program, Outcome { broken: tests, panics, .. }) in &failed {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let again = format!("{} {}", program.name, tests.join(" "));
        println!("== once more, alone: {}", again.trim_end());
        let outcome = if tests.is_empty() {
            program.run(limit, &stop)
        } else {
            program.narrowed(tests).run(limit, &stop).of(tests.len())
        };
        if outcome.is_interrupted {
            print!("{}", outcome.said);
        } else {
            report.add_again(program, panics, &outcome);
        }
    }
    if stop.load(Ordering::Relaxed) {
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

/// A program with its outcome.
type Ended = (Program, Outcome);

/// Runs all programs, each lane at its own pace, then those that must be alone; returns those that passed and those that
/// failed, in the order in which they ended.
fn side_by_side(
    programs: Vec<Program>,
    limit: Duration,
    stop: &AtomicBool,
    report: &mut Report,
) -> (Vec<Ended>, Vec<Ended>) {
    let ended = Mutex::new((Vec::new(), Vec::new()));
    let shared = Mutex::new(report);
    let run_all = |waiting: &Mutex<Vec<Program>>| {
        while let Some(program) = next(waiting).filter(|_| !stop.load(Ordering::Relaxed)) {
            let outcome = program.run(limit, stop);
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
    for stage in lanes::STAGES {
        std::thread::scope(|scope| {
            for (lane, waiting) in lanes.iter().filter(|(lane, _)| stage.contains(lane)) {
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
