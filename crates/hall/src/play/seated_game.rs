//! A game of people with everything that is needed to play it.

use super::peoples_game::PeoplesGame;
use leitai_arena::{Player, RecordFile};
use leitai_catalog::RuledGame;
use leitai_core::{SpentTime, Table};
use leitai_sandbox::system::LocalStream;
use std::sync::Arc;

/// The ends at which a game hears those who sit elsewhere.
pub(super) type Heard = [Option<LocalStream>; 2];

/// A table at its start, or as it stood.
pub(super) struct OpenedTable {
    pub(super) table: Box<dyn Table>,
    pub(super) record: RecordFile,
    pub(super) spent: SpentTime,
}

/// A game that is about to be played.
pub(super) struct SeatedGame {
    pub(super) game: Arc<PeoplesGame>,
    pub(super) ruled: Arc<dyn RuledGame>,
    /// The built-in player, if one plays.
    pub(super) player: Option<Player>,
    pub(super) heard: Heard,
    pub(super) opened: OpenedTable,
}
