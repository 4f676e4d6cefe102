//! Plays the attacks at one level of the sandbox, several at a time, and says what came of each.
//!
//! `examine LEVEL SOURCES PROGRAMS [PART]`: `LEVEL` is F, R, N or P; `SOURCES` is the folder of the attacks,
//! `PROGRAMS` where they are compiled to; with `PART` only those with that in their names are played.

use leitai_sandbox::{Level, Sandbox};
use stage_tests::{Attack, Examiner, Surroundings, Verdict, Workshop, attacks};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

/// Games at a time: most of them wait most of their time.
const SIDE_BY_SIDE: usize = 4;

fn main() -> ExitCode {
    leitai_sandbox::launch_if_asked();
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(failed) => {
            println!("{failed} failed");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("examine: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(words: &[String]) -> Result<usize, String> {
    let [level, sources, programs, part @ ..] = words else {
        return Err("give LEVEL SOURCES PROGRAMS [PART]".to_owned());
    };
    let level: Level = level.parse().map_err(|error: leitai_sandbox::UnknownLevel| error.to_string())?;
    let part = part.first().map_or("", String::as_str);
    let mut waiting = attacks(Path::new(sources))?;
    // That one is the stage's own end.
    waiting.retain(|attack| {
        attack.to_string().contains(part) && !attack.expected(level).contains(&Verdict::Gone)
    });
    let workshop =
        Workshop::new(Path::new(sources), Path::new(programs)).map_err(|error| error.to_string())?;
    let surroundings = Surroundings::new(&workshop).map_err(|error| error.to_string())?;
    let facts = surroundings.facts().map_err(|error| error.to_string())?;
    let launcher = std::env::current_exe().map_err(|error| error.to_string())?;
    let sandbox = Sandbox::at(level, &launcher).map_err(|error| error.to_string())?;
    let examiner = Examiner::new(sandbox, workshop, facts);
    let mut failed = examine(&examiner, level, waiting);
    if level.confines() {
        for harm in surroundings.harm().map_err(|error| error.to_string())? {
            println!("FAILED {level} {harm}");
            failed += 1;
        }
    }
    Ok(failed)
}

fn examine(examiner: &Examiner, level: Level, mut waiting: Vec<Attack>) -> usize {
    waiting.reverse();
    let waiting = Mutex::new(waiting);
    let next = || waiting.lock().ok().and_then(|mut waiting| waiting.pop());
    let work = || {
        let mut failed = 0;
        while let Some(attack) = next() {
            failed += usize::from(!is_passed(examiner, level, &attack));
        }
        failed
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..SIDE_BY_SIDE).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or(1)).sum()
    })
}

/// Plays it as often as it is to be played, and prints a line.
fn is_passed(examiner: &Examiner, level: Level, attack: &Attack) -> bool {
    if let Some(why) = attack.skipped(level) {
        println!("skip   {level} {attack}: {why}");
        return true;
    }
    let start = Instant::now();
    for _ in 0..attack.times {
        match examiner.examine(attack) {
            Ok(Some(_)) => {}
            Ok(None) => {
                println!("skip   {level} {attack}: its language is not installed");
                return true;
            }
            Err(error) => {
                println!("FAILED {level} {attack}: {error}");
                return false;
            }
        }
    }
    println!("ok     {level} {attack} ({:.2} s)", start.elapsed().as_secs_f64());
    true
}
