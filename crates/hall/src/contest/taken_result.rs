//! A result as it comes back from a desk without a network.

use leitai_core::{GameName, VerdictName};
use leitai_tournament::GameId;
use serde::{Deserialize, Serialize};

/// The result of a game that was taken along.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TakenResult {
    /// The table at which it was played, from 1.
    pub table: u32,
    /// The game's id.
    #[serde(rename = "game")]
    pub of_game: GameName<'static>,
    /// Which game of its event.
    pub of: GameId,
    /// The referee who answers for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub referee: Option<String>,
    /// What shows it.
    pub shown: TakenShown,
}

/// What shows how a game went that was taken along.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum TakenShown {
    /// The record that a desk kept, and that of the other desk of a relayed table.
    #[serde(rename_all = "kebab-case")]
    Record {
        /// The record, whole.
        text: String,
        /// The record of the other desk, whole.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other: Option<String>,
    },
    /// A sheet that both sides signed.
    #[serde(rename_all = "kebab-case")]
    Sheet {
        /// Who won.
        winner: SheetWinner,
        /// How it ended.
        how: VerdictName,
        /// The referee's words; may be empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        said: String,
    },
}

/// Who won by a signed sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SheetWinner {
    /// Who moved first.
    First,
    /// Who moved second.
    Second,
    /// Nobody: it is a draw.
    Draw,
    /// Nobody: both lose.
    Nobody,
}
