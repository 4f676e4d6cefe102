//! What a sandbox really enforces: a probe inside it tries, and what came of it is judged.

mod bait;
mod trial;
mod waking;

use crate::sandbox_reason::said;
use bait::Laid;
use leitai_core::{Sentence, sentence};
use leitai_sandbox::{Deed, Door, Hand, Limits, Sandbox, Size, Tried};
use std::path::Path;
use std::time::{Duration, Instant};
use trial::Examiner;

/// What a program is to be kept from, or held to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Guarantee {
    /// Private memory ends at the limit.
    PrivateMemory,
    /// Memory that is shared counts too.
    SharedMemory,
    /// Memory of all its processes counts together.
    FamilyMemory,
    /// Its processor time is measured.
    Time,
    /// While it is held it uses none.
    Hold,
    /// The stage is run at once, however much the program works on the same core.
    Waking,
    /// It stays on its core.
    Core,
    /// Its priority stays as it is.
    Priority,
    /// It reads none of the machine's files.
    Reading,
    /// It cannot even see which files there are.
    Names,
    /// It writes nowhere.
    Writing,
    /// It reaches nobody by network or sockets.
    Network,
    /// It ends no other process.
    Signals,
    /// It looks into no other process.
    Tracing,
    /// It does not see other processes.
    Processes,
    /// It inherits nothing.
    Descriptors,
    /// Dangerous system calls are refused.
    Calls,
    /// So are those of another kind of machine.
    Foreign,
    /// Processes are counted, and ended.
    ForkBomb,
    /// Threads are counted.
    ThreadBomb,
    /// Nothing it started stays.
    Survivors,
    /// It ends with whoever started it, however that ends.
    Tie,
}

/// How far a guarantee holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It does.
    Enforced,
    /// In part, or with a delay: the evidence says which.
    Weaker,
    /// It does not.
    NotEnforced,
    /// It could not be tried.
    NotTried,
}

/// What was seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// Memory in MB: the limit, what the probe got, and whether it was ended for it or refused more.
    Memory {
        /// The limit.
        limit: u32,
        /// What it got.
        got: u32,
        /// How it came to an end.
        stop: Stop,
        /// In how many ways it tried; the rest is of the one that came furthest.
        ways: u32,
    },
    /// Processes or threads: the limit, and how many of how many the probe got.
    Count {
        /// The limit.
        limit: u32,
        /// How many it got.
        got: u32,
        /// How many it tried.
        tried: u32,
        /// How many were left afterwards.
        left: u32,
    },
    /// How many processes were left afterwards.
    Left(u32),
    /// Time that the probe says it used, and what was measured from outside.
    Time {
        /// By its own clock.
        own: Duration,
        /// From outside.
        counted: Duration,
        /// In how many ways it used time; the rest is of the one that was counted worst.
        ways: u32,
    },
    /// Processor time used while it was held, and for how long it was.
    Held {
        /// Used.
        used: Duration,
        /// For how long.
        over: Duration,
        /// In how many ways it tried not to be; the rest is of the one that used most.
        ways: u32,
    },
    /// How late the stage was run, of ten times at the latest but once, and at the worst.
    Late {
        /// But for one of ten.
        most: Duration,
        /// Ever.
        worst: Duration,
    },
    /// Nothing got through, in so many ways.
    Closed(u32),
    /// What got through.
    Open(String),
    /// Why it could not be tried.
    Untried(Sentence),
}

/// How a probe that took memory came to an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// It was ended.
    Ended,
    /// It was refused more and lived.
    Refused,
    /// It got all it wanted.
    Nothing,
}

/// One guarantee, examined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Which.
    pub guarantee: Guarantee,
    /// How far it holds.
    pub state: State,
    /// By which evidence.
    pub evidence: Evidence,
}

/// The memory limit of the probe, in MB, and what it tries to get.
const MEMORY: u32 = 64;
const GREED: u32 = 200;
/// What each of four processes tries to get: together more than the limit, each less.
const SHARE: u32 = 40;
/// Most that a limit which is watched from outside may be passed by, in MB, to be called enforced.
const SLACK: u32 = 8;
/// Processes and threads of a probe that tries more.
const FEW: u32 = 4;
const MANY: u32 = 64;
const THREADS: u32 = 256;
const BURNT: Duration = Duration::from_millis(100);
/// A program that uses less than this in [`BURNT`] is held.
const STILL: Duration = Duration::from_millis(1);

/// Examines every guarantee of a sandbox and shows each as it is found. `probe` is a binary that calls
/// [`launch_if_asked`](leitai_sandbox::launch_if_asked); `folder` an empty folder to lay baits in.
pub fn examine(sandbox: &Sandbox, probe: &Path, folder: &Path, see: &mut dyn FnMut(Found)) {
    let mut show = |guarantee, (state, evidence)| see(Found { guarantee, state, evidence });
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

type Judged = (State, Evidence);

fn untried(error: &std::io::Error) -> Judged {
    (State::NotTried, Evidence::Untried(Sentence::of(error)))
}

fn alone() -> Limits {
    Limits { memory: Size::MB(u64::from(MEMORY)), ..Limits::default() }
}

fn family() -> Limits {
    Limits { processes: FEW + 1, threads: FEW, ..alone() }
}

/// Which state is to be told of several: what is worse, and what could not be tried before what was and holds.
fn badness(state: State) -> u8 {
    match state {
        State::Enforced => 0,
        State::NotTried => 1,
        State::Weaker => 2,
        State::NotEnforced => 3,
    }
}

/// The worst of several.
fn worst(all: impl Iterator<Item = Judged>) -> Judged {
    all.max_by_key(|(state, _)| badness(*state))
        .unwrap_or((State::NotTried, Evidence::Untried(Sentence::default())))
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
            // It left before it had more than it may.
            Stop::Nothing if got <= MEMORY => State::NotTried,
            Stop::Nothing => State::NotEnforced,
            _ if got <= MEMORY + SLACK => State::Enforced,
            _ => State::Weaker,
        };
        judged.push((got, (state, Evidence::Memory { limit: MEMORY, got, stop, ways })));
    }
    judged.sort_by_key(|(got, _)| *got);
    worst(judged.into_iter().map(|(_, judged)| judged))
}

/// Processor time of the first thread, of another, and of another when the first has left.
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
                    return (State::NotTried, Evidence::Untried(Sentence::quoted(line)));
                };
                let counted = process.cell.cpu();
                let fits = counted.abs_diff(own) < BURNT / 10;
                let state = if fits { State::Enforced } else { State::Weaker };
                (state, Evidence::Time { own, counted, ways })
            }
        }
    }))
}

/// A thread, many that wake each other, a timer that wakes it, and one whose first thread has left.
fn hold(examiner: &Examiner<'_>) -> Judged {
    let left = Deed::By(Hand::Left, Box::new(Deed::Spin));
    let deeds = [Deed::Spin, Deed::Crowd(THREADS / 16), Deed::Timer, left];
    let ways = deeds.len() as u32;
    worst(deeds.iter().map(|deed| match held(examiner, deed) {
        Err(error) => untried(&error),
        Ok(used) => {
            let state = if used < STILL { State::Enforced } else { State::NotEnforced };
            (state, Evidence::Held { used, over: BURNT, ways })
        }
    }))
}

/// What a program uses in [`BURNT`] once it is held.
fn held(examiner: &Examiner<'_>, deed: &Deed) -> std::io::Result<Duration> {
    let mut process = examiner.start(deed, alone()).and_then(trial::until_started)?;
    let start = Instant::now();
    while process.cell.cpu() < BURNT / 20 && start.elapsed() < BURNT * 20 {
        std::thread::sleep(BURNT / 50);
    }
    process.cell.hold();
    // A signal takes its time where a core is busy.
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
        // One that wants to run and is not run is starved by others on its core, not held.
        if used >= STILL || !process.cell.is_runnable() {
            return Ok(used);
        }
        if start.elapsed() > trial::PATIENCE {
            return Err(std::io::Error::other(Sentence::new("the machine is too busy", "机器过于繁忙")));
        }
    }
}

/// What the doors say of the guarantees that stand on them.
fn through(doors: &[(Door, Tried)]) -> impl Iterator<Item = (Guarantee, Judged)> {
    use Guarantee as G;
    let of = |door| doors.iter().find(|(found, _)| *found == door).map(|(_, tried)| tried);
    let judged = move |worst: State, asked: &[Door]| {
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
                Some(Tried::Untried(why)) => return (State::NotTried, Evidence::Untried(said(why))),
                None => {
                    let why = sentence!("no word of `{}`", "没有说到“{}”", door.name());
                    return (State::NotTried, Evidence::Untried(why));
                }
                _ => {}
            }
        }
        let ways = asked.iter().map(|door| match of(*door) {
            Some(Tried::Closed(ways)) => *ways,
            _ => 0,
        });
        (State::Enforced, Evidence::Closed(ways.sum()))
    };
    let network = match judged(State::NotEnforced, &[Door::Connect]) {
        (State::Enforced, _) => judged(State::Weaker, &[Door::Socket]),
        other => other,
    };
    let processes = match judged(State::NotEnforced, &[Door::Processes]) {
        (State::Enforced, _) => judged(State::Weaker, &[Door::Numbers]),
        other => other,
    };
    let all = State::NotEnforced;
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
        return (State::NotTried, Evidence::Untried(Sentence::quoted(std::env::consts::ARCH)));
    }
    match examiner.run(&Deed::Foreign, alone()) {
        Err(error) => untried(&error),
        Ok(trial) if trial.got() > 0 => (State::NotEnforced, Evidence::Open("int 0x80".to_owned())),
        Ok(_) => (State::Enforced, Evidence::Closed(1)),
    }
}

fn forks(examiner: &Examiner<'_>) -> Judged {
    let limits = Limits { processes: FEW, threads: FEW, ..alone() };
    let trial = match examiner.run(&Deed::Forks(MANY), limits) {
        Ok(trial) => trial,
        Err(error) => return untried(&error),
    };
    let (got, left) = (trial.got(), examiner.left());
    // Threads may be used for processes.
    let limit = limits.processes + limits.threads;
    let state = match left {
        0 if got < limit => State::Enforced,
        0 => State::Weaker,
        _ => State::NotEnforced,
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
    let state = if got < limit { State::Enforced } else { State::Weaker };
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
    (if left == 0 { State::Enforced } else { State::NotEnforced }, Evidence::Left(left))
}

/// A stage of its own is killed, with a program that would go on for ever.
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
