//! What organisers read of other people leaves a line in the audit log, written before it is shown: sources, logs,
//! reports, marks, and lists of people. Decided here, for every address that declares it, before any handler.

use super::accounts::away;
use super::signed_in::{Caller, SignedIn};
use crate::address::Shows;
use crate::off_thread::off_thread;
use crate::reader::query;
use crate::refusal::Refused;
use crate::site::Site;
use crate::submit::entrant::hall_away;
use crate::submit::own_submission::is_author;
use axum::RequestExt;
use axum::extract::{RawPathParams, Request};
use leitai_core::sentence;
use leitai_store::{Deed, Role};
use serde_json::{Value, json};
use std::sync::Arc;

/// Notes that an organiser is about to read something of others, if the request asks for that. If it cannot be noted,
/// it cannot be read.
pub(crate) async fn note(
    site: &Arc<Site>,
    shows: Shows,
    request: &mut Request,
    caller: &Caller,
) -> Result<(), Refused> {
    let Some(me) = caller.0.clone().filter(|me| me.person.role >= Role::Organiser) else { return Ok(()) };
    let parts = request.extract_parts::<RawPathParams>().await;
    let part = |name: &str| {
        let found = parts.as_ref().ok().and_then(|parts| parts.iter().find(|(known, _)| *known == name));
        found.map(|(_, value)| value.to_owned()).unwrap_or_default()
    };
    let (deed, about, details) = match shows {
        Shows::Submission => match submission(site, &me, &part("number"), part("what")).await? {
            Some(read) => read,
            None => return Ok(()),
        },
        Shows::Sources => (Deed::ReadSource, event(site, &part("id")), json!({})),
        Shows::Report => (Deed::ReadReport, event(site, &part("id")), json!({ "entry": part("entry") })),
        Shows::Person => (Deed::ReadPeople, part("number"), json!({})),
        Shows::PeopleIf(name) if query(request.uri(), name).is_none_or(|value| value.is_empty()) => {
            return Ok(());
        }
        Shows::People | Shows::PeopleIf(_) => {
            (Deed::ReadPeople, event(site, &part("id")), json!({ "page": request.uri().path() }))
        }
    };
    let by = &me.person.line.number;
    // Whoever looks at what is their own reads nothing of others.
    if about == *by || !site.readings.is_new(by, deed, &about, &details) {
        return Ok(());
    }
    let noted = site.accounts.audit.add(me.actor(), deed, &about, &details).await;
    noted.map_err(|error| {
        site.readings.forget(by, deed, &about, &details);
        away(&error)
    })
}

/// The name of an event or a contest, by its address.
fn event(site: &Site, id: &str) -> String {
    let event = site.events.get(id).map(|event| event.name.clone());
    event.or_else(|| site.contests.seen(id)).unwrap_or_default()
}

/// Reading a submission of somebody else's; `None` if there is none, or it is the reader's own.
async fn submission(
    site: &Arc<Site>,
    me: &Arc<SignedIn>,
    number: &str,
    what: String,
) -> Result<Option<(Deed, String, Value)>, Refused> {
    let Ok(number) = number.parse::<i64>() else { return Ok(None) };
    let (site, me) = (Arc::clone(site), Arc::clone(me));
    let look = move || {
        let found = site.events.shared().submission(number).map_err(|error| hall_away(&error))?;
        Ok(found.and_then(|found| {
            let event = site.events.named(&found.event)?;
            (!is_author(&event, &me, &found)).then_some(found)
        }))
    };
    let failed = || Refused::failed(sentence!("This page could not be generated.", "这个页面生成失败。"));
    let found = off_thread(look).await.ok_or_else(failed)??;
    Ok(found.map(|found| {
        let deed = if what == "source" { Deed::ReadSource } else { Deed::ReadLog };
        // So that the line is among those about its author.
        let about = found.account.unwrap_or(found.entry);
        (deed, about, json!({ "submission": number, "event": found.event }))
    }))
}
