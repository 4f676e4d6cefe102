//! The report of a run.

use crate::passed::Pass;
use crate::program::{Outcome, Program};
use std::fmt;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::time::Duration;

/// How many of the slowest programs are listed, and of the files of one.
const SHOWN: usize = 10;

/// The results of all programs so far.
#[derive(Default)]
pub(crate) struct Report {
    passed: u64,
    failed: u64,
    /// Programs that passed before, on which nothing has changed since, and the number of their tests.
    unchanged: (usize, u64),
    /// The time that each program took, the processor time of that, and its name.
    times: Vec<(Duration, Duration, String)>,
    /// Programs that failed beside others and passed alone, and programs that failed twice, with the text of their
    /// panics.
    calmed: Vec<String>,
    /// Programs that passed but are not kept, with what was opened meanwhile.
    unkept: Vec<String>,
    broken: Vec<String>,
}

impl Report {
    /// Adds a program that is not run, because it passed before.
    pub(crate) fn add_unchanged(&mut self, pass: &Pass) {
        note_skips(&pass.skipped);
        self.unchanged.0 += 1;
        self.unchanged.1 += pass.tests;
        self.passed += pass.tests;
    }

    /// Adds the outcome of a program; returns whether it passed. If not, it is to be run again.
    pub(crate) fn add(&mut self, program: &Program, outcome: &Outcome) -> bool {
        if !outcome.is_passed {
            println!("== failed: {}", program.name);
        }
        print!("{}", outcome.said);
        note_skips(&outcome.skipped);
        self.times.push((outcome.took, outcome.worked, program.name.clone()));
        // Tests that are run again are counted then.
        if outcome.is_passed || !outcome.broken.is_empty() {
            self.passed += outcome.passed;
        }
        if outcome.is_passed && !outcome.strays.is_empty() {
            let strays = outcome.strays.iter().take(SHOWN).map(|stray| format!("\n    {}", stray.display()));
            self.unkept.push(program.name.clone() + &strays.collect::<String>());
        }
        outcome.is_passed
    }

    /// Adds the outcome of a program that had failed with these panics and was run again alone.
    pub(crate) fn add_again(&mut self, program: &Program, panics: &[String], outcome: &Outcome) {
        print!("{}", outcome.said);
        note_skips(&outcome.skipped);
        self.times.push((outcome.took, outcome.worked, format!("{} (once more)", program.name)));
        self.passed += outcome.passed;
        self.failed += outcome.failed;
        let (list, panics) = if outcome.is_passed {
            (&mut self.calmed, panics)
        } else {
            (&mut self.broken, outcome.panics.as_slice())
        };
        // CI logs are truncated, though rarely at the end.
        let lines = panics.iter().flat_map(|panic| panic.lines());
        list.push(lines.fold(program.name.clone(), |text, line| text + "\n    " + line));
    }

    /// Whether something ran and everything passed, even if only when run alone.
    pub(crate) fn is_passed(&self) -> bool {
        self.passed > 0 && self.broken.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} passed, {} failed, {} programs of tests",
            self.passed,
            self.failed,
            self.unchanged.0 + self.times.len() - self.calmed.len() - self.broken.len()
        )?;
        if self.unchanged.0 > 0 {
            writeln!(
                f,
                "not run: {} of these tests, in {} programs, since they passed and nothing they depend on has changed",
                self.unchanged.1, self.unchanged.0
            )?;
        }
        for (heading, names) in [
            ("passed and will be run again, since what nobody declares was opened meanwhile:", &self.unkept),
            ("failed beside others, passed alone:", &self.calmed),
            ("failed twice:", &self.broken),
        ] {
            if !names.is_empty() {
                writeln!(f, "{heading}")?;
                names.iter().try_for_each(|name| writeln!(f, "  {name}"))?;
            }
        }
        let all: Duration = self.times.iter().map(|(_, worked, _)| *worked).sum();
        writeln!(
            f,
            "seconds of the ten slowest programs of tests, and of processors (all: {:.0}):",
            all.as_secs_f64()
        )?;
        let mut times: Vec<_> = self.times.iter().collect();
        times.sort_by(|a, b| b.cmp(a));
        times.iter().take(SHOWN).try_for_each(|(took, worked, name)| {
            writeln!(f, "{:8.1} {:8.1}  {name}", took.as_secs_f64(), worked.as_secs_f64())
        })
    }
}

/// Adds lines about what the machine lacks to the list of the whole run, if there is one.
fn note_skips(lines: &str) {
    let Some(list) = std::env::var_os("LEITAI_SKIPPED").filter(|_| !lines.is_empty()) else { return };
    let noted =
        OpenOptions::new().append(true).open(&list).and_then(|mut list| list.write_all(lines.as_bytes()));
    if let Err(error) = noted {
        println!("runner: {}: {error}", list.display());
    }
}
