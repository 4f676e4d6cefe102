//! Programs that were handed in, and how far each is.

use leitai_core::ContentHash;

/// How far a submission is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SubmissionState {
    /// Nobody has looked at it yet.
    Received,
    /// It is being compiled.
    Compiling,
    /// It compiles, and is being checked: does it speak its protocol?
    Checking,
    /// It plays its validation games.
    Validating,
    /// It passed, and is entered.
    Accepted,
    /// It failed, and replaces nothing.
    Refused,
}

impl SubmissionState {
    /// Every state, in this order.
    pub const ALL: [SubmissionState; 6] = [
        SubmissionState::Received,
        SubmissionState::Compiling,
        SubmissionState::Checking,
        SubmissionState::Validating,
        SubmissionState::Accepted,
        SubmissionState::Refused,
    ];

    /// Its name, as it is stored and as programs are told it.
    pub const fn name(self) -> &'static str {
        match self {
            SubmissionState::Received => "received",
            SubmissionState::Compiling => "compiling",
            SubmissionState::Checking => "checking",
            SubmissionState::Validating => "validating",
            SubmissionState::Accepted => "accepted",
            SubmissionState::Refused => "refused",
        }
    }

    /// Whether nothing more happens to it.
    pub const fn is_final(self) -> bool {
        matches!(self, SubmissionState::Accepted | SubmissionState::Refused)
    }
}

/// What somebody hands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandedIn<'a> {
    /// The event.
    pub event: &'a str,
    /// The registered name of the entry.
    pub entry: &'a str,
    /// The account; none at a command line.
    pub account: Option<&'a str>,
    /// What it is compiled as: the ending tells the language.
    pub name: &'a str,
    /// The standard that was chosen beside it.
    pub standard: Option<&'a str>,
    /// The source.
    pub contents: &'a [u8],
}

/// What an event allows, by the database's own clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Least milliseconds between two submissions of an entry; 0: any.
    pub least_ms: i64,
    /// When submissions open, in milliseconds since 1970-01-01 UTC: before it nothing is taken.
    pub opens_ms: Option<i64>,
    /// When submissions close, in milliseconds since 1970-01-01 UTC: from this millisecond on nothing is taken.
    pub closes_ms: Option<i64>,
}

/// Whether something was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Received {
    /// Yes, under this number.
    Taken(i64),
    /// No: in so many milliseconds.
    TooSoon(i64),
    /// No: submissions open in so many milliseconds.
    TooEarly(i64),
    /// No: submissions are closed.
    Closed,
}

/// A submission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    /// Its number in the store, from 1; who hands in later has a higher one.
    pub id: i64,
    /// The event.
    pub event: String,
    /// The registered name of the entry.
    pub entry: String,
    /// The account; none at a command line.
    pub account: Option<String>,
    /// What it is compiled as.
    pub name: String,
    /// The standard that was chosen beside it.
    pub standard: Option<String>,
    /// The hash of the source.
    pub sha256: ContentHash,
    /// Bytes of the source.
    pub bytes: u64,
    /// When it was taken, in milliseconds since 1970-01-01 UTC.
    pub at_ms: i64,
    /// How far it is.
    pub state: SubmissionState,
    /// Since when, in milliseconds since 1970-01-01 UTC.
    pub changed_ms: i64,
    /// Why it was refused; opaque to the store.
    pub note: Option<String>,
    /// What the compiler said.
    pub log: Option<String>,
    /// What was found when it was checked; opaque to the store.
    pub findings: Option<String>,
}

/// A submission that somebody works on: nobody else does until the lease ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldSubmission {
    /// The submission, as it was when it was taken up.
    pub submission: Submission,
    /// The number of the lease.
    pub fence: i64,
}
