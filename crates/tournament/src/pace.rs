//! How long one game can take.

use serde::{Deserialize, Serialize};

use crate::Sentence;
use leitai_core::{Noun, sentence};

/// What determines how long a game can take, other than a side's time for it: the rest of its clock, its rules, and
/// how fast it may be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Pace {
    /// The most plies (turns of a side) that the rules allow in a game.
    pub plies: u32,
    /// What a side gets back after each of its turns, in milliseconds (Fischer).
    pub increment_ms: u64,
    /// The limit of a turn, in milliseconds.
    pub turn_ms: Option<u64>,
    /// Whether a side's time for a game is limited.
    pub limits_game: bool,
    /// Least time between two plies, for the spectators, in milliseconds.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub shown_ms: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it so")]
fn is_nothing(ms: &u64) -> bool {
    *ms == 0
}

impl Pace {
    /// The longest time of a game with `side_ms` per side, in milliseconds; `None` if nothing limits it. The time
    /// programs take to get ready is not counted.
    pub fn game_ms(&self, side_ms: u64) -> Option<u64> {
        let plies = u64::from(self.plies);
        let by_turns = self.turn_ms.map(|limit| limit.saturating_mul(plies));
        let given_back = self.increment_ms.saturating_mul(plies);
        let by_game = self.limits_game.then(|| side_ms.saturating_mul(2).saturating_add(given_back));
        let shown = self.shown_ms.saturating_mul(plies);
        by_turns.into_iter().chain(by_game).min().map(|played| played.saturating_add(shown))
    }

    /// How the estimate was made, in words.
    pub fn words(&self) -> Sentence {
        let mut said = sentence!(
            "the rules limit a game to {plies}",
            "按规则每局至多{plies}步"; plies = Noun::PLIES.of(self.plies)
        );
        let seconds = |ms: u64| ms as f64 / 1000.0;
        if self.increment_ms > 0 {
            let s = seconds(self.increment_ms);
            said = said.then(&sentence!(", each of which gives {s} s back", "，每步加时{s}秒"));
        }
        if let Some(limit) = self.turn_ms {
            let s = seconds(limit);
            said = said.then(&sentence!(", none longer than {s} s", "，每步限时{s}秒"));
        }
        if self.shown_ms > 0 {
            let s = seconds(self.shown_ms);
            said = said.then(&sentence!(", with {s} s between two of them", "，两步之间间隔{s}秒"));
        }
        said
    }
}
