//! Plays the attacks at one level of the sandbox, several at a time, and prints the outcome of each.
//!
//! `examine LEVEL SOURCES PROGRAMS [PART…]`: `LEVEL` is F, R, N or P; `SOURCES` is the folder of the attacks,
//! `PROGRAMS` the folder of their compiled programs; with parts, only attacks whose names contain one of them are
//! played. A number in `LEITAI_LANDLOCK` simulates a kernel with that version of Landlock. Exits with 1 if an outcome
//! is wrong, and with 3 if this machine does not have the level.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "its words are its result")]

use leitai_sandbox::{Sandbox, SandboxLevel, Unavailable};
use stage_tests::{Attack, Examiner, Surroundings, Verdict, Workshop, attacks};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

/// Games at a time: most of them are idle most of the time.
const SIDE_BY_SIDE: usize = 4;
/// How the line of a failed attack begins, and that of one that is played again, alone.
const FAILED: &str = "FAILED";
const AGAIN: &str = "again ";

fn main() -> ExitCode {
    leitai_sandbox::launch_if_asked();
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(failed) => {
            println!("{failed} failed");
            ExitCode::FAILURE
        }
        Err(Stopped::Unavailable(error)) => {
            eprintln!("{error}");
            ExitCode::from(3)
        }
        Err(Stopped::Failed(error)) => {
            eprintln!("examine: {error}");
            ExitCode::from(2)
        }
    }
}

/// Why the examination did not take place.
enum Stopped {
    /// The machine does not have that level.
    Unavailable(Unavailable),
    /// Any other error.
    Failed(String),
}

impl<E: std::fmt::Display> From<E> for Stopped {
    fn from(error: E) -> Stopped {
        Stopped::Failed(error.to_string())
    }
}

fn run(words: &[String]) -> Result<usize, Stopped> {
    let [level, sources, programs, parts @ ..] = words else {
        return Err(Stopped::Failed("give LEVEL SOURCES PROGRAMS [PART…]".to_owned()));
    };
    let level: SandboxLevel = level.parse::<SandboxLevel>()?;
    let mut waiting = attacks(Path::new(sources))?;
    // An attack on the end of the stage is played only on request, by a caller that ends the stage.
    let is_end = |attack: &Attack| attack.expected(level).contains(&Verdict::Gone);
    let is_named = |attack: &Attack| parts.iter().any(|part| attack.to_string().contains(part));
    waiting.retain(|attack| if parts.is_empty() { !is_end(attack) } else { is_named(attack) });
    // Before there are any other processes: a stage alone in its control group may create groups below it.
    let launcher = std::env::current_exe()?;
    let mut sandbox = Sandbox::at(level, &launcher).map_err(Stopped::Unavailable)?;
    if let Ok(version) = std::env::var("LEITAI_LANDLOCK") {
        sandbox = sandbox.with_landlock(version.parse()?);
    }
    let workshop = Workshop::new(Path::new(sources), Path::new(programs))?;
    let surroundings = Surroundings::new(&workshop)?;
    let facts = surroundings.facts()?;
    let examiner = Examiner::new(sandbox, workshop, facts);
    let (crowds, waiting): (Vec<_>, _) = waiting.into_iter().partition(|attack| attack.crowd > 0);
    let mut failed = examine(&examiner, level, waiting);
    // Crowds wait until it is quiet.
    failed += crowds.iter().filter(|attack| !is_passed(&examiner, level, attack, FAILED)).count();
    if level.confines() {
        for harm in surroundings.harm()? {
            println!("FAILED {level} {harm}");
            failed += 1;
        }
    }
    Ok(failed)
}

fn examine(examiner: &Examiner, level: SandboxLevel, mut waiting: Vec<Attack>) -> usize {
    waiting.reverse();
    let (waiting, again) = (Mutex::new(waiting), Mutex::new(Vec::new()));
    let next = || waiting.lock().ok().and_then(|mut waiting| waiting.pop());
    let work = || {
        let mut failed = 0;
        while let Some(attack) = next() {
            let is_theft = attack.theft.is_some();
            if is_passed(examiner, level, &attack, if is_theft { AGAIN } else { FAILED }) {
                continue;
            }
            // The other games keep the stage from stopping a thief in time; alone it must.
            match again.lock() {
                Ok(mut again) if is_theft => again.push(attack),
                _ => failed += 1,
            }
        }
        failed
    };
    let failed: usize = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..SIDE_BY_SIDE).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or(1)).sum()
    });
    let again = again.into_inner().unwrap_or_default();
    failed + again.iter().filter(|attack| !is_passed(examiner, level, attack, FAILED)).count()
}

/// Plays the attack as often as its head demands, and prints a line, which begins with `failed` if it failed.
fn is_passed(examiner: &Examiner, level: SandboxLevel, attack: &Attack, failed: &str) -> bool {
    if let Some(why) = attack.skipped(level) {
        println!("skip   {level} {attack}: {why}");
        return true;
    }
    let start = Instant::now();
    let examine = || -> Result<Option<String>, String> {
        if attack.crowd > 0 {
            let disturbed = examiner.examine_crowd(attack)?;
            return Ok(disturbed.map(|disturbed| format!("{} games and {disturbed} disturbed", attack.crowd)));
        }
        (0..attack.times).try_fold(Some(String::new()), |_, _| examiner.examine(attack))
    };
    match examine() {
        Ok(Some(said)) => {
            let said = if said.is_empty() { said } else { format!(", {said}") };
            println!("ok     {level} {attack} ({:.2} s{said})", start.elapsed().as_secs_f64());
            true
        }
        Ok(None) => {
            // The examiner prints this skip; the caller decides whether it is a failure.
            println!("skipped: {}: {attack}", Workshop::need(&attack.file).name());
            true
        }
        Err(error) => {
            println!("{failed} {level} {attack}: {error}");
            false
        }
    }
}
