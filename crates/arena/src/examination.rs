//! Finds out what a sandbox really enforces: a probe inside it attempts what is forbidden, and the outcome is judged.

mod guarantee;
mod trial;
mod waking;

use crate::sandbox_reason::said;
pub use guarantee::{Enforcement, Evidence, Examined, Guarantee, ProbeEnd};
use guarantee::{Judged, untried, worst};
use leitai_core::{Sentence, sentence};
use leitai_sandbox::{Deed, Door, Hand, Laid, Limits, Sandbox, Tried};
use std::path::Path;
use std::time::{Duration, Instant};
use trial::{BURNT, Examiner, MEMORY, alone};

/// How much a probe tries to allocate, in MB.
const GREED: u32 = 200;
/// How much each of four processes tries to allocate: together more than the limit, each less.
const SHARE: u32 = 40;
/// By how many MB a limit that is monitored from outside may be exceeded and still count as enforced.
const SLACK: u32 = 8;
/// Limits of processes and threads, and how many the probe tries to start.
const FEW: u32 = 4;
const MANY: u32 = 64;
const THREADS: u32 = 256;
/// A program that uses less than this in [`BURNT`] counts as held.
const STILL: Duration = Duration::from_millis(1);

/// Tests every guarantee of a sandbox and passes each result to `see` as soon as it is known. `probe` is a binary that
/// calls [`launch_if_asked`](leitai_sandbox::launch_if_asked); `folder` is an empty folder for bait files.
pub fn examine(sandbox: &Sandbox, probe: &Path, folder: &Path, see: &mut dyn FnMut(Examined)) {
    let mut show = |guarantee, (state, evidence)| see(Examined { guarantee, state, evidence });
    if !Sandbox::COULD_CONFINE {
        let why = Sentence::new("there is no probe for this system", "没有适用于本系统的探针");
        for limit in Guarantee::LIMITS {
            show(limit, (Enforcement::NotTried, Evidence::Untried(why.clone())));
        }
        return;
    }
    let probe = match probe.canonicalize() {
        Ok(probe) => probe,
        Err(error) => return show(Guarantee::Tie, untried(&error)),
    };
    let examiner = Examiner::new(sandbox, probe);
    let by = |hand, deed| Deed::By(hand, Box::new(deed));
    let private = [Deed::Private(GREED), Deed::Heap(GREED), by(Hand::Left, Deed::Private(GREED))];
    show(Guarantee::PrivateMemory, memory(&examiner, &private, alone()));
    let shared = [Deed::Shared(GREED), Deed::Device(GREED), Deed::Pipes(GREED)];
    show(Guarantee::SharedMemory, memory(&examiner, &shared, alone()));
    show(Guarantee::FamilyMemory, memory(&examiner, &[Deed::Family(SHARE)], family()));
    show(Guarantee::Time, time(&examiner));
    show(Guarantee::Hold, hold(&examiner));
    show(Guarantee::Waking, waking::judged(&examiner));
    let doors = Laid::in_folder(folder, examiner.probe()).and_then(|laid| {
        let lines = examiner.doors(laid.bait());
        drop(laid);
        lines
    });
    match doors {
        Ok(doors) => through(&doors).for_each(|(guarantee, found)| show(guarantee, found)),
        Err(error) => show(Guarantee::Reading, untried(&error)),
    }
    show(Guarantee::Foreign, foreign(&examiner));
    show(Guarantee::ForkBomb, forks(&examiner));
    show(Guarantee::ThreadBomb, threads(&examiner));
    show(Guarantee::Survivors, survivors(&examiner));
    show(Guarantee::Tie, tie(&examiner));
}

fn family() -> Limits {
    Limits { processes: FEW + 1, threads: FEW, ..alone() }
}

fn memory(examiner: &Examiner<'_>, deeds: &[Deed], limits: Limits) -> Judged {
    let ways = deeds.len() as u32;
    let mut judged = Vec::new();
    for deed in deeds {
        let trial = match examiner.run(deed, limits) {
            Ok(trial) => trial,
            Err(error) => return untried(&error),
        };
        let (got, stop) = (trial.got(), trial.stop());
        let state = match stop {
            // It exited without having obtained more than it may.
            ProbeEnd::Nothing if got <= MEMORY => Enforcement::NotTried,
            ProbeEnd::Nothing => Enforcement::NotEnforced,
            _ if got <= MEMORY + SLACK => Enforcement::Enforced,
            _ => Enforcement::Weaker,
        };
        judged.push((got, (state, Evidence::Memory { limit: MEMORY, got, stop, ways })));
    }
    judged.sort_by_key(|(got, _)| *got);
    worst(judged.into_iter().map(|(_, judged)| judged))
}

/// Measures the processor time of the first thread, of another, and of another after the first has exited.
fn time(examiner: &Examiner<'_>) -> Judged {
    let deed = || Deed::Burn(BURNT.as_millis() as u32);
    let by = |hand| Deed::By(hand, Box::new(deed()));
    let deeds = [deed(), by(Hand::Other), by(Hand::Left)];
    let ways = deeds.len() as u32;
    worst(deeds.iter().map(|deed| {
        let told = examiner.start(deed, alone()).and_then(trial::until_started).and_then(trial::first_line);
        match told {
            Err(error) => untried(&error),
            Ok((mut process, line)) => {
                let Ok(own) = line.parse().map(Duration::from_nanos) else {
                    return (Enforcement::NotTried, Evidence::Untried(Sentence::quoted(line)));
                };
                let counted = process.cell.cpu();
                let fits = counted.abs_diff(own) < BURNT / 10;
                let state = if fits { Enforcement::Enforced } else { Enforcement::Weaker };
                (state, Evidence::Time { own, counted, ways })
            }
        }
    }))
}

/// Tests a thread, many that wake each other, a timer that wakes it, and one whose first thread has exited.
fn hold(examiner: &Examiner<'_>) -> Judged {
    let left = Deed::By(Hand::Left, Box::new(Deed::Spin));
    let deeds = [Deed::Spin, Deed::Crowd(THREADS / 16), Deed::Timer, left];
    let ways = deeds.len() as u32;
    worst(deeds.iter().map(|deed| match held(examiner, deed) {
        Err(error) => untried(&error),
        Ok(used) => {
            let state = if used < STILL { Enforcement::Enforced } else { Enforcement::NotEnforced };
            (state, Evidence::Held { used, over: BURNT, ways })
        }
    }))
}

/// How much a program uses in [`BURNT`] once it is held.
fn held(examiner: &Examiner<'_>, deed: &Deed) -> std::io::Result<Duration> {
    let started = examiner.start(deed, alone()).and_then(trial::until_started);
    let (mut process, _) = started.and_then(trial::first_line)?;
    let (start, began) = (Instant::now(), process.cell.cpu());
    while process.cell.cpu().saturating_sub(began) < BURNT / 20 && start.elapsed() < BURNT * 20 {
        std::thread::sleep(BURNT / 50);
    }
    process.cell.hold();
    // A signal takes a while to arrive when the core is busy.
    let mut before = process.cell.cpu();
    for _ in 0..20 {
        std::thread::sleep(BURNT / 5);
        let now = process.cell.cpu();
        if std::mem::replace(&mut before, now) == now && !process.cell.is_runnable() {
            break;
        }
    }
    let start = Instant::now();
    loop {
        std::thread::sleep(BURNT);
        let used = process.cell.cpu().saturating_sub(before);
        // A program that is runnable but not scheduled is starved by others on its core, not held.
        if used >= STILL || !process.cell.is_runnable() {
            return Ok(used);
        }
        if start.elapsed() > trial::PATIENCE {
            return Err(std::io::Error::other(Sentence::new("the machine is too busy", "机器过于繁忙")));
        }
    }
}

/// Judges the guarantees that rest on doors.
fn through(doors: &[(Door, Tried)]) -> impl Iterator<Item = (Guarantee, Judged)> {
    use Guarantee as G;
    let of = |door| doors.iter().find(|(found, _)| *found == door).map(|(_, tried)| tried);
    let judged = move |worst: Enforcement, asked: &[Door]| {
        let tried: Vec<_> = asked.iter().map(|door| (*door, of(*door))).collect();
        let open: Vec<&str> = tried
            .iter()
            .filter_map(|(_, tried)| match tried {
                Some(Tried::Open(what)) if !what.is_empty() => Some(what.as_str()),
                Some(Tried::Open(_)) => Some("+"),
                _ => None,
            })
            .collect();
        if !open.is_empty() {
            return (worst, Evidence::Open(open.join(", ").trim_matches('+').to_owned()));
        }
        for (door, tried) in tried {
            match tried {
                Some(Tried::Untried(why)) => return (Enforcement::NotTried, Evidence::Untried(said(why))),
                None => {
                    let why = sentence!("nothing reported about `{}`", "没有说到“{}”", door.name());
                    return (Enforcement::NotTried, Evidence::Untried(why));
                }
                _ => {}
            }
        }
        let ways = asked.iter().map(|door| match of(*door) {
            Some(Tried::Closed(ways)) => *ways,
            _ => 0,
        });
        (Enforcement::Enforced, Evidence::Closed(ways.sum()))
    };
    let network = match judged(Enforcement::NotEnforced, &[Door::Connect]) {
        (Enforcement::Enforced, _) => judged(Enforcement::Weaker, &[Door::Socket]),
        other => other,
    };
    let processes = match judged(Enforcement::NotEnforced, &[Door::Processes]) {
        (Enforcement::Enforced, _) => judged(Enforcement::Weaker, &[Door::Numbers]),
        other => other,
    };
    let all = Enforcement::NotEnforced;
    [
        (G::Core, judged(all, &[Door::Unpin])),
        (G::Priority, judged(all, &[Door::Priority])),
        (G::Reading, judged(all, &[Door::Read])),
        (G::Names, judged(all, &[Door::See])),
        (G::Writing, judged(all, &[Door::Write])),
        (G::Network, network),
        (G::Signals, judged(all, &[Door::Signal])),
        (G::Tracing, judged(all, &[Door::Memory, Door::Trace])),
        (G::Processes, processes),
        (G::Descriptors, judged(all, &[Door::Descriptors])),
        (G::Calls, judged(all, &[Door::Calls])),
    ]
    .into_iter()
}

fn foreign(examiner: &Examiner<'_>) -> Judged {
    if !cfg!(target_arch = "x86_64") {
        return (Enforcement::NotTried, Evidence::Untried(Sentence::quoted(std::env::consts::ARCH)));
    }
    match examiner.run(&Deed::Foreign, alone()) {
        Err(error) => untried(&error),
        Ok(trial) if trial.got() > 0 => (Enforcement::NotEnforced, Evidence::Open("int 0x80".to_owned())),
        Ok(_) => (Enforcement::Enforced, Evidence::Closed(1)),
    }
}

fn forks(examiner: &Examiner<'_>) -> Judged {
    let limits = Limits { processes: FEW, threads: FEW, ..alone() };
    let trial = match examiner.run(&Deed::Forks(MANY), limits) {
        Ok(trial) => trial,
        Err(error) => return untried(&error),
    };
    let (got, left) = (trial.got(), examiner.left());
    // The thread limit may be used up by processes.
    let limit = limits.processes + limits.threads;
    let state = match left {
        0 if got < limit => Enforcement::Enforced,
        0 => Enforcement::Weaker,
        _ => Enforcement::NotEnforced,
    };
    (state, Evidence::Count { limit, got, tried: MANY, left })
}

fn threads(examiner: &Examiner<'_>) -> Judged {
    let limits = Limits { threads: FEW * 4, ..alone() };
    let trial = match examiner.run(&Deed::Threads(THREADS), limits) {
        Ok(trial) => trial,
        Err(error) => return untried(&error),
    };
    let got = trial.got();
    let limit = limits.processes + limits.threads;
    let state = if got < limit { Enforcement::Enforced } else { Enforcement::Weaker };
    (state, Evidence::Count { limit, got, tried: THREADS, left: 0 })
}

fn survivors(examiner: &Examiner<'_>) -> Judged {
    match examiner.run(&Deed::Daemon, family()) {
        Err(error) => untried(&error),
        Ok(_) => gone(examiner),
    }
}

fn gone(examiner: &Examiner<'_>) -> Judged {
    let left = examiner.left();
    (if left == 0 { Enforcement::Enforced } else { Enforcement::NotEnforced }, Evidence::Left(left))
}

/// Kills a separate stage whose program would run for ever.
fn tie(examiner: &Examiner<'_>) -> Judged {
    match examiner.killed_stage() {
        Err(error) => untried(&error),
        Ok(killed) => {
            let judged = gone(examiner);
            drop(killed);
            judged
        }
    }
}
