//! Submitted programs, and the state of each.

use crate::actor::Actor;
use leitai_core::ContentHash;

/// The state of a submission.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SubmissionState {
    /// It has not been processed yet.
    Received,
    /// It is being compiled.
    Compiling,
    /// It compiles, and is being checked for speaking its protocol.
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

    /// Its name, in the store and in answers to programs.
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

/// A program to be submitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandedIn<'a> {
    /// The event.
    pub event: &'a str,
    /// The registered name of the entry.
    pub entry: &'a str,
    /// Who hands it in.
    pub by: Actor<'a>,
    /// The file name it is compiled under, whose extension gives the language.
    pub name: &'a str,
    /// The language standard that was chosen with it.
    pub standard: Option<&'a str>,
    /// The source.
    pub contents: &'a [u8],
}

/// What an event allows, by the database's own clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SubmissionLimits {
    /// Minimum milliseconds between two submissions of an entry; 0 for none.
    pub least_ms: i64,
    /// When submissions open, in milliseconds since 1970-01-01 UTC; nothing is accepted earlier.
    pub opens_ms: Option<i64>,
    /// When submissions close, in milliseconds since 1970-01-01 UTC; nothing is accepted from this millisecond on.
    pub closes_ms: Option<i64>,
    /// How many submissions of an entry may be unsettled at one time, if that is limited.
    pub most_unsettled: Option<i64>,
}

/// Whether a submission was accepted for processing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Received {
    /// Yes, under this number.
    Taken(i64),
    /// No: the interval ends in this many milliseconds.
    TooSoon(i64),
    /// No: submissions open in this many milliseconds.
    TooEarly(i64),
    /// No: submissions are closed.
    Closed,
    /// No: it is the entry's last one again, which has this number and was not refused.
    Again(i64),
    /// No: so many of the entry's are not settled yet.
    TooMany(i64),
}

/// A submission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    /// Its number in the store, from 1; later submissions have higher ones.
    pub id: i64,
    /// The event.
    pub event: String,
    /// The registered name of the entry.
    pub entry: String,
    /// The account; `None` from the command line.
    pub account: Option<String>,
    /// The file name it is compiled under.
    pub name: String,
    /// The language standard that was chosen with it.
    pub standard: Option<String>,
    /// The hash of the source.
    pub sha256: ContentHash,
    /// Bytes of the source.
    pub bytes: u64,
    /// When it was received, in milliseconds since 1970-01-01 UTC.
    pub at_ms: i64,
    /// Its state.
    pub state: SubmissionState,
    /// When it entered that state, in milliseconds since 1970-01-01 UTC.
    pub changed_ms: i64,
    /// Why it was refused; opaque to the store.
    pub note: Option<String>,
    /// The compiler's output.
    pub log: Option<String>,
    /// The findings of the check; opaque to the store.
    pub findings: Option<String>,
}

/// A submission under a lease: nobody else works on it until the lease ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldSubmission {
    /// The submission, as it was when the lease began.
    pub submission: Submission,
    /// The number of the lease.
    pub fence: i64,
}
