//! The notices of a site, cached in memory so that no page waits for the store.

use crate::site_events::SiteEvents;
use jiff::Timestamp;
use leitai_arena::now_ms;
use leitai_core::{Lang, Sentence, sentence};
use leitai_hall::{HallError, SharedStore};
use leitai_pages::NoticeView;
use leitai_store::{Actor, Database, Notice, Notices, StoreError};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

/// The maximum number of notices in memory and in a list.
const MOST: u32 = 200;
/// The maximum length of one text in characters.
const LONGEST: usize = 2_000;
/// How many notices the hall shows, and for how long.
const IN_THE_HALL: usize = 3;
const LATE: Duration = Duration::from_hours(14 * 24);

/// The notices given.
pub(crate) struct NoticeBoard {
    store: Notices,
    known: RwLock<Vec<Notice>>,
    /// Serialises those who give a notice, so that duplicates are found.
    door: tokio::sync::Mutex<()>,
}

impl NoticeBoard {
    /// The notice board of a database; nothing is loaded yet.
    pub(crate) fn new(database: &Database) -> NoticeBoard {
        NoticeBoard {
            store: Notices::new(database.clone()),
            known: RwLock::default(),
            door: tokio::sync::Mutex::default(),
        }
    }

    /// Loads the notices. Waits for the store.
    pub(crate) fn load(&self, shared: &SharedStore) -> Result<(), HallError> {
        let known = shared.notices(MOST)?;
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = known;
        Ok(())
    }

    async fn reload(&self) -> Result<(), StoreError> {
        let known = self.store.newest(MOST).await?;
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = known;
        Ok(())
    }

    /// What is wrong with the two texts of a notice.
    pub(crate) fn check(en: &str, zh: &str) -> Result<(), Sentence> {
        if en.is_empty() && zh.is_empty() {
            return Err(sentence!("The notice is empty.", "通知内容为空。"));
        }
        if [en, zh].iter().any(|text| text.chars().count() > LONGEST) {
            return Err(sentence!(
                "A notice has at most {LONGEST} characters.",
                "通知至多 {LONGEST} 个字符。"
            ));
        }
        Ok(())
    }

    /// Gives a notice about an event; it is visible to everybody from now on.
    pub(crate) async fn give(
        &self,
        by: Actor<'_>,
        event: &str,
        en: &str,
        zh: &str,
    ) -> Result<(), StoreError> {
        self.store.give(by, event, en, zh).await?;
        self.reload().await
    }

    /// Gives a notice that somebody typed. If it is sent twice, by a slip or by the browser's back button, it is
    /// given once: nothing happens if it already is the newest about its event.
    pub(crate) async fn give_typed(
        &self,
        by: Actor<'_>,
        event: &str,
        en: &str,
        zh: &str,
    ) -> Result<(), StoreError> {
        let _door = self.door.lock().await;
        let is_there = {
            let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
            let newest = known.iter().find(|one| one.event == event);
            let [first, second] = if en.is_empty() {
                [zh, zh]
            } else if zh.is_empty() {
                [en, en]
            } else {
                [en, zh]
            };
            newest.is_some_and(|one| {
                one.author == by.name() && one.said.to(Lang::En) == first && one.said.to(Lang::Zh) == second
            })
        };
        if is_there { Ok(()) } else { self.give(by, event, en, zh).await }
    }

    /// Withdraws one.
    pub(crate) async fn withdraw(&self, by: Actor<'_>, notice: i64) -> Result<(), StoreError> {
        self.store.withdraw(by, notice).await?;
        self.reload().await
    }

    /// Whether a notice is about that event.
    pub(crate) fn is_of(&self, notice: i64, event: &str) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.iter().any(|one| one.id == notice && one.event == event)
    }

    /// The newest notices for display: all, or those of the event with an address.
    pub(crate) fn of(
        &self,
        event: Option<&str>,
        events: &SiteEvents,
        lang: Lang,
        most: usize,
    ) -> Vec<NoticeView> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let views = known.iter().map(|notice| view(notice, events, lang));
        let is_wanted = |view: &NoticeView| {
            event.is_none_or(|wanted| view.event.as_ref().is_some_and(|(id, _)| id == wanted))
        };
        views.filter(is_wanted).take(most).collect()
    }

    /// All that are kept, the newest first.
    pub(crate) fn all(&self, events: &SiteEvents, lang: Lang) -> Vec<NoticeView> {
        self.of(None, events, lang, MOST as usize)
    }

    /// The notices that the hall shows.
    pub(crate) fn of_late(&self, events: &SiteEvents, lang: Lang) -> Vec<NoticeView> {
        let oldest = now_ms() - LATE.as_millis() as i64;
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let late = known.iter().filter(|notice| notice.at_ms >= oldest);
        late.take(IN_THE_HALL).map(|notice| view(notice, events, lang)).collect()
    }

    /// Marks notices as read by a person, up to this one.
    pub(crate) async fn read(&self, number: &str, last: i64) -> Result<(), StoreError> {
        self.store.read(number, last).await
    }

    /// The notices that a person has not read.
    pub(crate) async fn unread(
        &self,
        number: &str,
        events: &SiteEvents,
        lang: Lang,
    ) -> Result<Vec<NoticeView>, StoreError> {
        let unread = self.store.unread(number, MOST).await?;
        Ok(unread.iter().map(|notice| view(notice, events, lang)).collect())
    }
}

fn view(notice: &Notice, events: &SiteEvents, lang: Lang) -> NoticeView {
    let event = (!notice.event.is_empty()).then(|| (events.address(&notice.event), notice.event.clone()));
    let stamp = Timestamp::from_millisecond(notice.at_ms).unwrap_or_default();
    NoticeView {
        id: notice.id,
        event,
        at: crate::time::said(notice.at_ms, lang),
        stamp: stamp.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        said: notice.said.clone(),
    }
}
