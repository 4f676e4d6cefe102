//! What is said of a run.

use crate::program::{Outcome, Program};
use std::fmt;
use std::time::Duration;

/// How many of the slowest programs are named.
const SHOWN: usize = 10;

/// What came of all programs so far.
#[derive(Default)]
pub(crate) struct Report {
    passed: u64,
    failed: u64,
    /// How long each took, of that on a processor, and its name.
    times: Vec<(Duration, Duration, String)>,
    /// Those that failed beside others and passed alone, and that failed twice, with what their panics said.
    calmed: Vec<String>,
    broken: Vec<String>,
}

impl Report {
    /// Takes what came of a program; did it pass? If not it is to be run once more.
    pub(crate) fn add(&mut self, program: &Program, outcome: &Outcome) -> bool {
        if !outcome.is_passed {
            println!("== failed: {}", program.name);
        }
        print!("{}", outcome.said);
        self.times.push((outcome.took, outcome.worked, program.name.clone()));
        // Those that are run once more are counted then.
        if outcome.is_passed || !outcome.broken.is_empty() {
            self.passed += outcome.passed;
        }
        outcome.is_passed
    }

    /// Takes what came of a program that had failed, with these panics, and was run alone.
    pub(crate) fn add_again(&mut self, program: &Program, panics: &[String], outcome: &Outcome) {
        print!("{}", outcome.said);
        self.times.push((outcome.took, outcome.worked, format!("{} (once more)", program.name)));
        self.passed += outcome.passed;
        self.failed += outcome.failed;
        let (list, panics) = if outcome.is_passed {
            (&mut self.calmed, panics)
        } else {
            (&mut self.broken, outcome.panics.as_slice())
        };
        // Logs of CI are cut, and mostly not at the end.
        let lines = panics.iter().flat_map(|panic| panic.lines());
        list.push(lines.fold(program.name.clone(), |text, line| text + "\n    " + line));
    }

    /// Did something run, and everything pass, if only alone?
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
            self.times.len() - self.calmed.len() - self.broken.len()
        )?;
        for (heading, names) in
            [("failed beside others, passed alone:", &self.calmed), ("failed twice:", &self.broken)]
        {
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
