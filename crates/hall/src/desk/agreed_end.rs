//! How a game ends by consent of both sides.

use leitai_core::{Seat, Words};
use serde::{Deserialize, Serialize};

/// How a game ends by consent of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AgreedEnd {
    /// Nobody has won.
    Draw,
    /// No more is played, since neither side can change anything: both pass, and the board is counted (the school's text, 6.11).
    Stop,
}

impl AgreedEnd {
    /// What is proposed.
    pub const fn words(self) -> Words {
        match self {
            AgreedEnd::Draw => Words::new("a draw", "和棋"),
            AgreedEnd::Stop => Words::new("to stop and count", "停止行棋、数子"),
        }
    }
}

/// A proposal to end the game by consent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// Who proposes: a side, or the referee.
    pub by: Option<Seat>,
    /// What.
    pub end: AgreedEnd,
    /// Which sides have accepted it; whoever proposes has.
    pub accepted: [bool; 2],
    /// It lapses with the next act: so many had been played.
    pub(super) acts: usize,
}

impl Proposal {
    /// Whether both sides have accepted it.
    pub fn is_agreed(&self) -> bool {
        self.accepted == [true; 2]
    }
}
