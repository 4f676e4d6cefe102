//! Submitting in the API, and following the progress, in the same words as on the pages.

use super::entrant::{entrant_of, hall_away};
use super::form::take;
use super::own_submission::own;
use crate::address::{Address, By, Shows, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked};
use crate::people::in_force::in_force;
use crate::people::signed_in::Me;
use crate::people::upload::{UploadKind, arrived};
use crate::reader::query;
use crate::refusal::Refused;
use axum::extract::{Path, Request};
use axum::http::StatusCode;
use leitai_core::{Lang, Tell};
use leitai_hall::{Findings, SharedStore};
use leitai_store::Submission;
use serde_json::{Value, json};

/// The maximum size read before an event's own limit is checked, which is at most a third of it.
const MOST: usize = 3 << 20;

pub(crate) fn routes() -> Vec<Address> {
    vec![
        at("/api/v1/events/{id}/submissions").read(By::People, list).change(By::People, hand_in),
        at("/api/v1/submissions/{number}").read(By::People, one).shows(Shows::Submission),
    ]
}

/// A submission in the format of the API.
fn told(one: &Submission, lang: Lang) -> Value {
    let findings = Findings::of(one);
    json!({
        "id": one.id, "event": one.event, "entry": one.entry, "file": one.name, "standard": one.standard,
        "bytes": one.bytes, "at_ms": one.at_ms, "state": one.state.name(),
        "why": SharedStore::refusal(one).map(|why| why.told(lang)),
        "compiler": one.log.as_deref().filter(|log| !log.trim().is_empty()),
        "findings": if lang == Lang::Zh { findings.zh } else { findings.en },
    })
}

/// The caller's own submissions to an event.
async fn list(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let content = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        let all = match entrant_of(&event, &me).entry {
            Some(entry) => {
                let of_entry = site.events.shared().submitted(&event.name, Some(&entry.name));
                of_entry.map_err(|error| hall_away(&error))?
            }
            None => Vec::new(),
        };
        let all: Vec<_> = all.iter().map(|one| told(one, asking.lang)).collect();
        Ok(Content::json(json!({ "submissions": all }).to_string()))
    });
    Ok(asked.answer(&content.await?))
}

async fn one(Path(number): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let content = asked.aside(move |site, asking| {
        let (_, submission) = own(site, &me, &number)?;
        Ok(Content::json(told(&submission, asking.lang).to_string()))
    });
    Ok(asked.answer(&content.await?))
}

/// The body is the source; `language` is the name under which it is compiled, optionally followed by a blank and a
/// standard.
async fn hand_in(Path(id): Path<String>, Me(me): Me, asked: Asked, request: Request) -> Answer {
    let number = &me.person.line.number;
    let (most, _room) = asked.site.uploads.room(&asked.headers, number, MOST, UploadKind::Form).await?;
    let contents = arrived(request.into_body(), most).await?;
    in_force(&asked.site, &me).await?;
    let choice = query(&asked.uri, "language").unwrap_or_default();
    let content = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        let number = take(site, &event, &me, &choice, &contents)?.map_err(Refused::not_taken)?;
        let taken = site.events.shared().submission(number).map_err(|error| hall_away(&error))?;
        let taken = taken.ok_or_else(Refused::no_page)?;
        Ok(Content::json(told(&taken, asking.lang).to_string()))
    });
    Ok(content.await?.answer(StatusCode::CREATED, &asked.headers))
}
