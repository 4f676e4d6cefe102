//! Whether the stage is scheduled when it must be, next to a program that computes with sixty threads on the same core.

use super::guarantee::{Enforcement, Evidence, Judged, untried};
use super::trial::{BURNT, Examiner, alone, until_started};
use crate::affinity::Affinity;
use crate::conditions::Ponder;
use crate::cores::available;
use leitai_sandbox::Deed;
use std::io;
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

/// Number of threads of the program.
const CROWD: u32 = 60;
/// How many times the stage sleeps, and for how long.
const NAPS: usize = 60;
const NAP: Duration = Duration::from_millis(1);
/// With longer delays than this, clocks of short turns mean little.
const LATE: Duration = Duration::from_millis(2);

/// Judges the delay. Where programs and stage have separate shares of the core the stage is scheduled at once; among
/// sixty equals it must wait for its turn.
pub(super) fn judged(examiner: &Examiner<'_>) -> Judged {
    let watched = scope(|scope| {
        let thread = scope.spawn(|| {
            Affinity::Auto.place(0, &available(), Ponder::Off);
            lateness(examiner)
        });
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    match watched {
        Err(error) => untried(&error),
        Ok(late) => {
            let (most, worst) = (late[NAPS * 9 / 10], late[NAPS - 1]);
            let state = if most < LATE { Enforcement::Enforced } else { Enforcement::Weaker };
            (state, Evidence::Late { most, worst })
        }
    }
}

/// The stage's wake-up delays, in ascending order.
fn lateness(examiner: &Examiner<'_>) -> io::Result<Vec<Duration>> {
    let mut process = examiner.start(&Deed::Crowd(CROWD), alone()).and_then(until_started)?;
    let start = Instant::now();
    while process.cell.cpu() < BURNT / 5 && start.elapsed() < BURNT * 20 {
        sleep(BURNT / 20);
    }
    let nap = |_| {
        let start = Instant::now();
        sleep(NAP);
        start.elapsed().saturating_sub(NAP)
    };
    let mut late: Vec<Duration> = (0..NAPS).map(nap).collect();
    late.sort();
    Ok(late)
}
