//! What a sandbox is to enforce, how far it does, and by which evidence.

use leitai_core::Sentence;
use std::io;
use std::time::Duration;

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
pub enum Enforcement {
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
        stop: ProbeEnd,
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
pub enum ProbeEnd {
    /// It was ended.
    Ended,
    /// It was refused more and lived.
    Refused,
    /// It got all it wanted.
    Nothing,
}

/// One guarantee, examined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Examined {
    /// Which.
    pub guarantee: Guarantee,
    /// How far it holds.
    pub state: Enforcement,
    /// By which evidence.
    pub evidence: Evidence,
}

/// How far a guarantee holds, and why that is said.
pub(super) type Judged = (Enforcement, Evidence);

/// The system refused the trial itself.
pub(super) fn untried(error: &io::Error) -> Judged {
    (Enforcement::NotTried, Evidence::Untried(Sentence::of(error)))
}

/// Which state is to be told of several: what is worse, and what could not be tried before what was and holds.
fn badness(state: Enforcement) -> u8 {
    match state {
        Enforcement::Enforced => 0,
        Enforcement::NotTried => 1,
        Enforcement::Weaker => 2,
        Enforcement::NotEnforced => 3,
    }
}

/// The worst of several.
pub(super) fn worst(all: impl Iterator<Item = Judged>) -> Judged {
    all.max_by_key(|(state, _)| badness(*state))
        .unwrap_or((Enforcement::NotTried, Evidence::Untried(Sentence::default())))
}
