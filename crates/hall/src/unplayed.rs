//! Games for tests, which take no time.

use crate::assignment::Assignment;
use crate::history::{Details, Played};
use leitai_core::{Sentence, VerdictName};
use leitai_sandbox::SandboxLevel;
use leitai_tournament::{CountedOutcome, How, RecordedGame, Seat};

/// A game that this seat has won.
pub(crate) fn won(assignment: &Assignment, winner: Seat) -> Played {
    let [first, second] = assignment.seated.each_ref().map(|seated| seated.entry);
    let (outcome, how, faults) = (CountedOutcome::Win(winner), How::Played, [0; 2]);
    let result = RecordedGame { id: assignment.id, first, second, outcome, how, faults };
    Played { result, details: details() }
}

/// How a game went that took no time.
pub(crate) fn details() -> Details {
    Details {
        verdict: VerdictName::Law,
        reason: Sentence::default(),
        plies: 5,
        seconds: 0.1,
        record: None,
        replays: 0,
        disturbed_ms: None,
        programs: [None; 2],
        at_table: None,
        seal: None,
        used_ms: None,
        sandbox: SandboxLevel::Off,
        ended: 0,
    }
}

/// As [`won`], by the entry with the lower number.
pub(crate) fn won_by_the_better(assignment: &Assignment) -> Played {
    let [first, second] = assignment.seated.each_ref().map(|seated| seated.entry);
    won(assignment, if first < second { Seat::First } else { Seat::Second })
}
