//! The notices of a site, cached in memory so that no page waits for the store.

use crate::site_events::SiteEvents;
use leitai_arena::now_ms;
use leitai_hall::{CONTEST_PREFIX, HallError, SharedStore};
use leitai_pages::NoticeView;
use leitai_store::Notice;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

/// The maximum number of notices in memory and in a list.
const MOST: u32 = 200;
/// How many notices the hall shows, and for how long.
const IN_THE_HALL: usize = 3;
const LATE: Duration = Duration::from_hours(14 * 24);

/// The notices given.
#[derive(Default)]
pub(crate) struct NoticeBoard {
    known: RwLock<Vec<Notice>>,
}

impl NoticeBoard {
    /// Loads the notices. Waits for the store.
    pub(crate) fn load(&self, shared: &SharedStore) -> Result<(), HallError> {
        let known = shared.notices(MOST)?;
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = known;
        Ok(())
    }

    /// The newest notices for display: all, or those of the event or contest with an address.
    pub(crate) fn of(&self, event: Option<&str>, events: &SiteEvents, most: usize) -> Vec<NoticeView> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let views = known.iter().map(|notice| view(notice, events));
        let is_wanted = |view: &NoticeView| {
            event.is_none_or(|wanted| {
                view.event.as_ref().is_some_and(|(path, _)| path.rsplit('/').next() == Some(wanted))
            })
        };
        views.filter(is_wanted).take(most).collect()
    }

    /// All that are kept, the newest first.
    pub(crate) fn all(&self, events: &SiteEvents) -> Vec<NoticeView> {
        self.of(None, events, MOST as usize)
    }

    /// The notices that the hall shows.
    pub(crate) fn of_late(&self, events: &SiteEvents) -> Vec<NoticeView> {
        let oldest = now_ms() - LATE.as_millis() as i64;
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let late = known.iter().filter(|notice| notice.at_ms >= oldest);
        late.take(IN_THE_HALL).map(|notice| view(notice, events)).collect()
    }

    /// The notices that a person has not read. Waits for the store.
    pub(crate) fn unread(number: &str, events: &SiteEvents) -> Result<Vec<NoticeView>, HallError> {
        let unread = events.shared().unread_notices(number, MOST)?;
        Ok(unread.iter().map(|notice| view(notice, events)).collect())
    }
}

fn view(notice: &Notice, events: &SiteEvents) -> NoticeView {
    let address = events.address(&notice.event);
    let event = match notice.event.strip_prefix(CONTEST_PREFIX) {
        Some(contest) => Some((format!("/contests/{address}"), contest.to_owned())),
        None if notice.event.is_empty() => None,
        None => Some((format!("/events/{address}"), notice.event.clone())),
    };
    NoticeView { id: notice.id, event, at: events.zone().at(notice.at_ms), said: notice.said.clone() }
}
