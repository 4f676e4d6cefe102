//! Addresses of events, score boards and entries.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, framed, titled};
use crate::hall_page::on_boards;
use crate::reader::{Asking, query};
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use axum::extract::Path;
use leitai_arena::now_ms;
use leitai_core::{Words, sentence};
use leitai_pages::event::{EventView, Form, Speech, is_board};
use leitai_pages::{Html, Nav, ProjectorView};
use leitai_tournament::EntryId;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How many notices the page of an event shows.
const NOTICES: usize = 5;
/// How long a page is served before it is made again, whatever has changed.
const FRESH: Duration = Duration::from_secs(1);

pub(crate) fn routes() -> Vec<Address> {
    vec![
        at("/events").read(By::Everybody, events),
        at("/events/{id}").read(By::Everybody, event),
        at("/events/{id}/start").read(By::Everybody, start),
        at("/events/{id}/{what}").read(By::Everybody, of_event),
        at("/projector/{id}").read(By::Everybody, projector),
    ]
}

async fn events(asked: Asked) -> Answer {
    if let Some(content) = asked.site.ready(&asked.asking, None, "events") {
        return Ok(asked.answer(&content));
    }
    let content = asked.aside(|site, asking| {
        let make = || {
            let contests = site.contests.cards(&site.events);
            let page = leitai_pages::events(&asking.reader(), &contests, &site.events.cards());
            Ok(Content::html(page))
        };
        site.cached(asking, "events", make)
    });
    Ok(asked.answer(&*content.await?))
}

impl Site {
    /// The event of an address.
    pub(crate) fn event(&self, id: &str) -> Result<Arc<SiteEvent>, Refused> {
        self.events.get(id).ok_or_else(|| {
            Refused::nothing(
                sentence!("There is no such event.", "没有这个赛事。"),
                sentence!("/events lists all of them.", "全部赛事见 /events。"),
            )
        })
    }

    /// A page that belongs to no event, made at most once a second.
    pub(crate) fn cached(
        &self,
        asking: &Asking,
        what: &str,
        make: impl FnOnce() -> Result<Content, Refused>,
    ) -> Result<Arc<Content>, Refused> {
        // The content changes all the time.
        let version = now_ms() as u64;
        let key = asking.key(what);
        let (content, kept) = self.pages.get(&key, version, FRESH, make)?;
        let counter = if kept { &self.metrics.kept } else { &self.metrics.drawn };
        counter.fetch_add(1, Ordering::Relaxed);
        Ok(content)
    }

    /// A page, of this event if one is given, that need not be made: it is served at once, without another thread.
    pub(crate) fn ready(&self, asking: &Asking, event: Option<&str>, what: &str) -> Option<Arc<Content>> {
        let key = asking.key(what);
        let content = match event {
            None => self.pages.ready(&key, now_ms() as u64, FRESH),
            Some(event) => self.events.get(event)?.ready(&key),
        }?;
        self.metrics.kept.fetch_add(1, Ordering::Relaxed);
        Some(content)
    }

    /// A page of an event, cached for later requests.
    pub(crate) fn kept(
        &self,
        event: &SiteEvent,
        what: &str,
        asking: &Asking,
        make: impl FnOnce(&EventView<'_>) -> Option<Content>,
    ) -> Result<Arc<Content>, Refused> {
        let key = asking.key(what);
        let made = event.cached(&key, || event.view(now_ms(), make).flatten());
        let (content, kept) = made.ok_or_else(|| {
            if event.known().is_some() {
                return Refused::no_page();
            }
            match event.trouble() {
                Some(why) => {
                    Refused::nothing(sentence!("This event has not begun.", "这项赛事尚未开始。"), why)
                }
                None => Refused::not_read_yet(),
            }
        })?;
        let counter = if kept { &self.metrics.kept } else { &self.metrics.drawn };
        counter.fetch_add(1, Ordering::Relaxed);
        Ok(content)
    }
}

/// How to take part with a program.
async fn start(Path(id): Path<String>, asked: Asked) -> Answer {
    let content = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        Ok(Content::html(leitai_pages::start_page(&asking.reader(), &id, &event.file())))
    });
    Ok(asked.answer(&content.await?))
}

async fn event(Path(id): Path<String>, asked: Asked) -> Answer {
    let (part, entry) = (query(&asked.uri, "part"), query(&asked.uri, "entry"));
    let entry = entry.and_then(|entry| entry.strip_prefix('e')?.parse().ok()).map(EntryId);
    let key = part.as_deref().map_or("page".to_owned(), |part| format!("part {part}"));
    if let Some(content) = asked.site.ready(&asked.asking, Some(&id), &key) {
        return Ok(asked.answer(&content));
    }
    let content = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        let speech = Speech::Only(asking.lang);
        // Made first: while the event is shown, nothing may ask it again.
        let (version, card) = (event.shown_version(), event.card());
        site.kept(&event, &key, asking, |view| {
            let (reader, view) = (asking.reader(), &EventView { unfolded: entry, ..*view });
            let [head, preview] = event.head(&reader, &card, view.history);
            if part.as_deref() == Some("head") {
                return Some(Content::html(head));
            }
            if let Some(part) = &part {
                return leitai_pages::event::part(view, speech, part).map(Content::html);
            }
            let notices = site.notices.of(Some(&id), &site.events, NOTICES);
            let above = [head, leitai_pages::notices_of(&reader, &notices)];
            let body = leitai_pages::event::event(view, speech, &Html::joined(above, &Html::default()));
            let from = entry.map(|entry| format!("/events/{id}?entry={entry}"));
            let page = leitai_pages::event_page(
                &reader,
                (&id, version, from.as_deref()),
                &event.name,
                preview,
                &body,
            );
            Some(Content::html(page))
        })
    });
    Ok(asked.answer(&*content.await?))
}

async fn of_event(Path((id, what)): Path<(String, String)>, asked: Asked) -> Answer {
    let content = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        if what == "preview.png" {
            return site.event_preview(&event);
        }
        if what == "results" {
            return site.kept(&event, "results", asking, |view| {
                let body = leitai_pages::event::results(view, Speech::Only(asking.lang));
                let title = titled(Words::new("Results sheet", "成绩单"), &event.name, asking.lang);
                Some(framed(asking, &title, Nav::Events, &body))
            });
        }
        if what == "seating" {
            return site.kept(&event, "seating", asking, |view| {
                let body = leitai_pages::event::table_plan(view, Speech::Only(asking.lang));
                let title = titled(Words::new("Table plan", "台次表"), &event.name, asking.lang);
                Some(framed(asking, &title, Nav::Events, &body))
            });
        }
        if what == "submissions" {
            return site.submissions_page(&event, asking);
        }
        if what == "board" || is_board(&what).is_some() {
            return site.public_board(&event, is_board(&what), asking);
        }
        let (name, form) = Form::of(&what).ok_or_else(Refused::no_page)?;
        if name == "submissions" {
            return site.submissions_file(&event, asking, form);
        }
        site.kept(&event, &what, asking, |view| {
            let table = leitai_pages::event::table(view, name)?;
            Some(Content::table(&table, form))
        })
    });
    Ok(asked.answer(&*content.await?))
}

async fn projector(Path(id): Path<String>, asked: Asked) -> Answer {
    let own = asked.site.address.of(&asked.headers).text;
    let content = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        let (card, standings, next, version) =
            (event.card(), event.standings(), event.next(), event.shown_version());
        let boards = site.boards_of(&event);
        let address = format!("{own}/events/{id}");
        on_boards(&boards, asking.lang, |views| {
            let view = ProjectorView {
                event: &card,
                version,
                boards: views,
                standings: standings.as_ref(),
                next: &next,
                address: &address,
            };
            Content::html(leitai_pages::projector(&asking.reader(), &view))
        })
    });
    Ok(asked.answer(&content.await?))
}
