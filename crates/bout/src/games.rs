//! Games for tests, as if they had been played.

use leitai_arena::{Ended, SeriesGame};
use leitai_core::{Outcome, Sentence};
use std::time::Duration;

/// A game of a match that ended like this; A has the first seat in even ones.
pub(crate) fn ended(index: u32, outcome: Outcome) -> SeriesGame {
    let ended = Ended {
        outcome,
        reason: Sentence::default(),
        plies: 9,
        used: [(Duration::ZERO, Duration::ZERO); 2],
        cpu: [Duration::ZERO; 2],
        digest: index.to_string(),
        played: Duration::ZERO,
        late: None,
        given_back: [Duration::ZERO; 2],
        disturbed: None,
    };
    let a_first = index.is_multiple_of(2);
    SeriesGame { index, a_first, opening: None, ended, record: None, replays: 0, text: None }
}
