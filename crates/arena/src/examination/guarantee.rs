//! What a sandbox is supposed to enforce, how far it does so, and the evidence.

use leitai_core::Sentence;
use std::io;
use std::time::Duration;

/// Something a sandbox is supposed to enforce.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Guarantee {
    /// Private memory is limited.
    PrivateMemory,
    /// Shared memory counts towards the limit.
    SharedMemory,
    /// The memory of all its processes is counted together.
    FamilyMemory,
    /// Its processor time is measured.
    Time,
    /// A suspended program uses no processor time.
    Hold,
    /// The stage is scheduled promptly however busy the program keeps the shared core.
    Waking,
    /// It cannot leave its core.
    Core,
    /// It cannot raise its priority.
    Priority,
    /// It cannot read the machine's files.
    Reading,
    /// It cannot list the machine's files.
    Names,
    /// It cannot write files.
    Writing,
    /// It cannot use the network or sockets.
    Network,
    /// It cannot signal other processes.
    Signals,
    /// It cannot inspect other processes.
    Tracing,
    /// It cannot see other processes.
    Processes,
    /// It inherits no file descriptors.
    Descriptors,
    /// Dangerous system calls are refused.
    Calls,
    /// System calls of another architecture are refused.
    Foreign,
    /// The number of processes is limited, and all are killed in the end.
    ForkBomb,
    /// The number of threads is limited.
    ThreadBomb,
    /// No process that it started survives it.
    Survivors,
    /// It ends when the stage ends, for whatever reason.
    Tie,
}

impl Guarantee {
    /// What every level limits, also where no system call or file is closed.
    pub(super) const LIMITS: [Guarantee; 7] = [
        Guarantee::PrivateMemory,
        Guarantee::FamilyMemory,
        Guarantee::Time,
        Guarantee::Hold,
        Guarantee::Descriptors,
        Guarantee::ForkBomb,
        Guarantee::Survivors,
    ];
}

/// How far a guarantee is enforced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enforcement {
    /// Fully.
    Enforced,
    /// In part, or with a delay; the evidence says which.
    Weaker,
    /// Not at all.
    NotEnforced,
    /// The test could not be run.
    NotTried,
}

/// What the test observed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// Memory in MB: the limit, how much the probe obtained, and whether it was killed or refused more.
    Memory {
        /// The limit.
        limit: u32,
        /// How much it obtained.
        got: u32,
        /// How the attempt ended.
        stop: ProbeEnd,
        /// Number of ways tried; the other fields are about the most successful one.
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
    /// Processor time that the probe reports, and what was measured from outside.
    Time {
        /// By its own clock.
        own: Duration,
        /// From outside.
        counted: Duration,
        /// Number of ways tried; the other fields are about the one measured worst.
        ways: u32,
    },
    /// Processor time used while suspended, and for how long it was suspended.
    Held {
        /// Processor time used.
        used: Duration,
        /// How long it was suspended.
        over: Duration,
        /// Number of ways tried; the other fields are about the one that used most.
        ways: u32,
    },
    /// Scheduling delay of the stage: the 90th percentile and the maximum.
    Late {
        /// 90th percentile.
        most: Duration,
        /// Maximum.
        worst: Duration,
    },
    /// Nothing got through; the number of ways tried.
    Closed(u32),
    /// What got through.
    Open(String),
    /// Why the test could not be run.
    Untried(Sentence),
}

/// How a probe that allocated memory ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProbeEnd {
    /// It was killed.
    Ended,
    /// Its allocation was refused, and it went on.
    Refused,
    /// It got everything it asked for.
    Nothing,
}

/// The result for one guarantee.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Examined {
    /// The guarantee.
    pub guarantee: Guarantee,
    /// How far it is enforced.
    pub state: Enforcement,
    /// What the test observed.
    pub evidence: Evidence,
}

/// How far a guarantee holds, and the evidence.
pub(super) type Judged = (Enforcement, Evidence);

/// The judgement when the system refused the test itself.
pub(super) fn untried(error: &io::Error) -> Judged {
    (Enforcement::NotTried, Evidence::Untried(Sentence::of(error)))
}

/// The rank of a state when several are combined: worse states win, and an untried test outranks one that passed.
fn badness(state: Enforcement) -> u8 {
    match state {
        Enforcement::Enforced => 0,
        Enforcement::NotTried => 1,
        Enforcement::Weaker => 2,
        Enforcement::NotEnforced => 3,
    }
}

/// The worst of several judgements.
pub(super) fn worst(all: impl Iterator<Item = Judged>) -> Judged {
    all.max_by_key(|(state, _)| badness(*state))
        .unwrap_or((Enforcement::NotTried, Evidence::Untried(Sentence::default())))
}
