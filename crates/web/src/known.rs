//! The known state of an event of a site.

use leitai_hall::{History, RunningGames, StuckGames};

/// The contents of the journal.
pub(crate) struct Known {
    pub(crate) history: History,
    pub(crate) running: RunningGames,
    pub(crate) stuck: StuckGames,
}
