//! The submitted reports, for those who may read them: on pages, in the API, and all of an event as an archive.

use super::team_rows::tables;
use crate::asked::{Answer, Asked, save_as};
use crate::log;
use crate::people::signed_in::SignedIn;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use crate::submit::archive::Zip;
use crate::submit::entrant::{entrant_of, hall_away};
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Response, header};
use leitai_store::{Person, Report, Role};
use leitai_tournament::Entry;
use std::io;
use std::sync::Arc;
use tokio::sync::mpsc;

/// A submitted report, and the entry it belongs to.
pub(super) struct KeptReport {
    pub(super) entry: Entry,
    pub(super) report: Report,
}

/// The type of a report, as far as its first bytes show it.
pub(super) struct ReportForm {
    pub(super) media: &'static str,
    pub(super) ending: &'static str,
}

impl KeptReport {
    /// Its contents, read from the store.
    pub(super) fn read(&self, site: &Site) -> Result<(Vec<u8>, ReportForm), Refused> {
        let bytes = site.events.shared().report(&self.report).map_err(|error| hall_away(&error))?;
        let form = if bytes.starts_with(b"%PDF-") {
            ReportForm { media: "application/pdf", ending: "pdf" }
        } else {
            ReportForm { media: "application/octet-stream", ending: "bin" }
        };
        Ok((bytes, form))
    }
}

/// The reports of an event that a person may read, in the order of its entries: their team's, or all for
/// organisers.
pub(super) fn theirs(site: &Site, event: &SiteEvent, me: &SignedIn) -> Result<Vec<KeptReport>, Refused> {
    let own = entrant_of(event, me).entry;
    let is_his = |entry: &Entry| {
        me.person.role >= Role::Organiser || own.as_ref().is_some_and(|own| own.id == entry.id)
    };
    Ok(all(site, event)?.into_iter().filter(|kept| is_his(&kept.entry)).collect())
}

/// All reports of an event, in the order of its entries.
fn all(site: &Site, event: &SiteEvent) -> Result<Vec<KeptReport>, Refused> {
    let mut reports = site.events.shared().reports(&event.name).map_err(|error| hall_away(&error))?;
    let known = event.known();
    let entries = known.as_ref().map_or(&[][..], |known| known.history.event.entries());
    let kept =
        |entry: &Entry| Some(KeptReport { report: reports.remove(&entry.name)?, entry: entry.clone() });
    Ok(entries.iter().filter_map(kept).collect())
}

/// Every report of an event with the lists of its teams and their members, as one archive that is sent while it is
/// made: memory holds only one report at a time.
pub(super) async fn archive(id: String, people: Vec<Person>, asked: &Asked) -> Answer {
    let wanted = id.clone();
    let (all, tables) = asked
        .aside(move |site, _| {
            let event = site.event(&wanted)?;
            Ok((all(site, &event)?, tables(site, &event, &people)?))
        })
        .await?;
    let (sender, receiver) = mpsc::channel::<io::Result<Bytes>>(1);
    let site = Arc::clone(&asked.site);
    tokio::task::spawn_blocking(move || {
        // If the client has gone, nothing more is made.
        let send = |part: io::Result<Bytes>| sender.blocking_send(part).is_ok();
        let mut zip = Zip::default();
        for (name, table) in &tables {
            let Some(part) = zip.file(name, table.as_bytes()) else { return };
            if !send(Ok(part.into())) {
                return;
            }
        }
        for kept in &all {
            let part = kept
                .read(&site)
                .ok()
                .and_then(|(bytes, form)| zip.file(&format!("{}.{}", kept.entry.id, form.ending), &bytes));
            let Some(part) = part else {
                // The transfer is aborted, so that the client sees that the file is incomplete.
                log::warn("an archive of reports broke off", &[("entry", &kept.entry.name)]);
                send(Err(io::Error::other("a report could not be read")));
                return;
            };
            if !send(Ok(part.into())) {
                return;
            }
        }
        send(Ok(zip.end().into()));
    });
    let parts = futures_util::stream::unfold(receiver, |mut receiver: mpsc::Receiver<_>| async move {
        let part = receiver.recv().await?;
        Some((part, receiver))
    });
    let mut answer = Response::new(Body::from_stream(parts));
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/zip"));
    save_as(answer.headers_mut(), &format!("reports-{id}.zip"));
    Ok(answer)
}
