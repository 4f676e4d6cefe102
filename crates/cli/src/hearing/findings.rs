//! What a hearing found.

use super::alike::Alike;
use super::heard_event::HeardEvent;
use super::versions::{Played, Shown};
use leitai_arena::Parcel;
use leitai_core::Sentence;
use leitai_hall::{Behaviour, BuildComparison};
use leitai_tournament::GameId;

/// What a hearing found.
pub(super) struct Findings<'a> {
    pub(super) event: &'a HeardEvent,
    pub(super) shown: &'a Shown,
    /// The versions that have played, the oldest first.
    pub(super) played: &'a [Played],
    pub(super) source: SourceFinding,
    /// What comes of comparing what is built; `None` where there is nothing to compare.
    pub(super) build: Option<BuildComparison>,
    pub(super) games: Vec<HeardGame>,
    pub(super) alike: Vec<Alike>,
}

/// What is shown beside what has played last, as files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SourceFinding {
    /// The same bytes.
    Same,
    /// Other bytes.
    Other,
    /// Nobody knows what has played, or what is shown is no file.
    Unknown,
}

/// A game that was played again.
pub(super) struct HeardGame {
    pub(super) id: GameId,
    /// The other side's name.
    pub(super) against: String,
    /// What came of it; the error says why it cannot be played again.
    pub(super) came: Result<Behaviour, Sentence>,
}

/// What a hearing comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HearingVerdict {
    /// What is shown is what has played, as far as that was compared.
    Agrees,
    /// What is shown is not what has played.
    Differs,
    /// Nothing could be compared.
    NotComparable,
}

impl<'a> Findings<'a> {
    /// Before anything was built or played.
    pub(super) fn new(event: &'a HeardEvent, shown: &'a Shown, played: &'a [Played]) -> Findings<'a> {
        let source = match (shown.sha256(), played.last()) {
            (Some(shown), Some(last)) if shown == last.sha256 => SourceFinding::Same,
            (Some(_), Some(_)) => SourceFinding::Other,
            _ => SourceFinding::Unknown,
        };
        Findings { event, shown, played, source, build: None, games: Vec::new(), alike: Vec::new() }
    }

    /// What has to be built to be compared with what is shown: only another source that was kept.
    pub(super) fn to_build(&self) -> Option<Parcel> {
        let last = self.played.last().filter(|_| self.source == SourceFinding::Other)?;
        last.kept.clone()
    }

    /// What it comes to.
    pub(super) fn verdict(&self) -> HearingVerdict {
        let any = |wanted: fn(&Behaviour) -> bool| {
            self.games.iter().any(|game| game.came.as_ref().is_ok_and(wanted))
        };
        // A program that does not play the same twice anywhere is not held to what it plays elsewhere.
        let is_unsteady = any(|came| matches!(came, Behaviour::Unsteady(_)));
        let is_other = !is_unsteady && any(|came| matches!(came, Behaviour::Other(_)));
        let is_same = any(|came| matches!(came, Behaviour::Same(_)));
        match (self.source, self.build) {
            // The stage started these very bytes: if they act otherwise now, that is the machine's doing or the clock's.
            (SourceFinding::Same, _) | (SourceFinding::Other, Some(BuildComparison::Same)) => {
                HearingVerdict::Agrees
            }
            (SourceFinding::Other, _) => HearingVerdict::Differs,
            (SourceFinding::Unknown, _) if is_other => HearingVerdict::Differs,
            (SourceFinding::Unknown, _) if is_same => HearingVerdict::Agrees,
            (SourceFinding::Unknown, _) => HearingVerdict::NotComparable,
        }
    }
}
