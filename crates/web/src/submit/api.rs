//! Submitting in the API, and following the progress, in the same words as on the pages.

use super::entrant::{entrant_of, hall_away, not_taken};
use super::form::take;
use super::own_submission::own;
use crate::address::{Address, By, Shows, at};
use crate::api::call::{Call, NOT_THEIRS};
use crate::api::typed_response::{Created, TypedAnswer, one_of};
use crate::asked::Asked;
use crate::people::in_force::in_force;
use crate::people::signed_in::Me;
use crate::people::upload::{UploadKind, arrived};
use crate::reader::query;
use crate::refusal::Refused;
use axum::extract::{Path, Request};
use axum::http::StatusCode;
use leitai_core::{Lang, Tell, sentence};
use leitai_hall::{Finding, Findings, SharedStore};
use leitai_store::{Scope, SubmissionState};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value};

/// The maximum size read before an event's own limit is checked, which is at most a third of it.
const MOST: usize = 3 << 20;

pub(crate) fn routes() -> Vec<Address> {
    let list_call =
        Call::new("submissions", sentence!("Your own submissions to an event.", "本人向该赛事的提交。"))
            .refuses(NOT_THEIRS);
    let submit = Call::new(
        "submit",
        sentence!("Hands in a program: the body is its source.", "提交程序：请求体为源代码。"),
    )
    .query(
        "language",
        "The name under which it is compiled, and a standard behind a blank: `main.cpp c++20`.",
    )
    .refuses(&[
        (StatusCode::NOT_FOUND, "there is no such event"),
        (StatusCode::PAYLOAD_TOO_LARGE, "the source is too large"),
        (StatusCode::UNPROCESSABLE_ENTITY, "the program is not taken: `error` says why"),
    ]);
    let said = sentence!("A submission of your own, and what became of it.", "本人的一次提交及其结果。");
    let one_call = Call::new("submission", said).refuses(NOT_THEIRS);
    vec![
        at("/api/v1/events/{id}/submissions").answers(By::People, list, list_call).takes(
            By::People,
            Scope::Submit,
            hand_in,
            submit,
        ),
        at("/api/v1/submissions/{number}").answers(By::People, one, one_call).shows(Shows::Submission),
    ]
}

#[derive(Serialize, JsonSchema)]
struct Submissions {
    submissions: Vec<Submission>,
}

#[derive(Serialize, JsonSchema)]
struct Submission {
    id: i64,
    event: String,
    entry: String,
    file: String,
    standard: Option<String>,
    bytes: u64,
    at_ms: i64,
    #[schemars(schema_with = "states")]
    state: &'static str,
    why: Option<String>,
    compiler: Option<String>,
    #[schemars(with = "Vec<Map<String, Value>>")]
    findings: Vec<Finding>,
}

fn states(_: &mut SchemaGenerator) -> Schema {
    one_of(SubmissionState::ALL.map(SubmissionState::name))
}

impl Submission {
    fn of(one: leitai_store::Submission, lang: Lang) -> Submission {
        let findings = Findings::of(&one);
        Submission {
            why: SharedStore::refusal(&one).map(|why| why.told(lang)),
            id: one.id,
            event: one.event,
            entry: one.entry,
            file: one.name,
            standard: one.standard,
            bytes: one.bytes,
            at_ms: one.at_ms,
            state: one.state.name(),
            compiler: one.log.filter(|log| !log.trim().is_empty()),
            findings: if lang == Lang::Zh { findings.zh } else { findings.en },
        }
    }
}

/// The caller's own submissions to an event.
async fn list(Path(id): Path<String>, Me(me): Me, asked: Asked) -> TypedAnswer<Submissions> {
    let told = asked.json_aside(move |site, asking| {
        let event = site.event(&id)?;
        let all = match entrant_of(&event, &me).entry {
            Some(entry) => {
                let of_entry = site.events.shared().submitted(&event.name, Some(&entry.name));
                of_entry.map_err(|error| hall_away(&error))?
            }
            None => Vec::new(),
        };
        let submissions = all.into_iter().map(|one| Submission::of(one, asking.lang)).collect();
        Ok(Submissions { submissions })
    });
    told.await
}

async fn one(Path(number): Path<String>, Me(me): Me, asked: Asked) -> TypedAnswer<Submission> {
    let told = asked.json_aside(move |site, asking| {
        let (_, submission) = own(site, &me, &number)?;
        Ok(Submission::of(submission, asking.lang))
    });
    told.await
}

/// The body is the source; `language` is the name under which it is compiled, optionally followed by a blank and a
/// standard.
async fn hand_in(
    Path(id): Path<String>,
    Me(me): Me,
    asked: Asked,
    request: Request,
) -> TypedAnswer<Created<Submission>> {
    let number = &me.person.line.number;
    let (most, _room) = asked.site.uploads.room(&asked.headers, number, MOST, UploadKind::Form).await?;
    let contents = arrived(request.into_body(), most).await?;
    in_force(&asked.site, &me).await?;
    let choice = query(&asked.uri, "language").unwrap_or_default();
    let made = asked.created_aside(move |site, asking| {
        let event = site.event(&id)?;
        let number = take(site, &event, &me, &choice, &contents)?.map_err(not_taken)?;
        let taken = site.events.shared().submission(number).map_err(|error| hall_away(&error))?;
        let taken = taken.ok_or_else(Refused::no_page)?;
        Ok(Submission::of(taken, asking.lang))
    });
    made.await
}
