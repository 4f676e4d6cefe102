//! What is known of an event of a site.

use leitai_hall::{History, RunningGames, StuckGames};

/// What the journal holds.
pub(crate) struct Known {
    pub(crate) history: History,
    pub(crate) running: RunningGames,
    pub(crate) stuck: StuckGames,
}
