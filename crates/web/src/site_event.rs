//! The events of a site.

use crate::game_page::Found;
use crate::refusal::Refused;
use tokio::sync::watch;

/// All events, by their addresses.
#[derive(Default)]
pub(crate) struct SiteEvents {}

impl SiteEvents {
    /// A game of an event by its address; none if no event has it.
    pub(crate) fn game(&self, _id: &str) -> Option<Result<Found, Refused>> {
        None
    }
    pub(crate) fn changes(&self, _id: &str) -> Option<watch::Receiver<u64>> {
        None
    }
    pub(crate) fn cards(&self) -> Vec<leitai_pages::EventCard> {
        Vec::new()
    }
    pub(crate) fn standings(&self) -> Option<leitai_pages::StandingsCard> {
        None
    }
    pub(crate) fn count(&self) -> usize {
        0
    }
    pub(crate) fn due(&self) -> usize {
        0
    }
    pub(crate) fn store_is_there(&self) -> bool {
        true
    }
}
