//! Creating an event: a form with every field of its file, which can be checked, shown, downloaded or opened.

use crate::address::{Address, By, Shows, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::organise::created::{NotCreated, create};
use crate::organise::from_roster::entries;
use crate::people::accounts::away;
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use leitai_core::{Sentence, sentence};
use leitai_hall::{CheckedDraft, EventDraft, FIELDS};
use leitai_pages::DraftView;
use leitai_store::Deed;

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/organise").read(By::Organisers, all),
        at("/organise/new")
            .read(By::Organisers, page)
            .change(By::Organisers, open)
            .shows(Shows::PeopleIf("people")),
    ]
}

async fn all(asked: Asked) -> Answer {
    let cards = asked.aside(|site, _| Ok(site.events.cards())).await?;
    Ok(asked.answer(&Content::html(leitai_pages::organise(&asked.asking.reader(), &cards))))
}

fn show(
    asked: &Asked,
    me: &SignedIn,
    draft: &EventDraft,
    checked: Option<&CheckedDraft>,
    trouble: Option<&Sentence>,
) -> Response<Body> {
    let is_wrong = trouble.is_some() || checked.is_some_and(|checked| checked.file.is_none());
    let status = if is_wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let view = DraftView { token: &me.token.form(), draft, checked, trouble };
    Content::html(leitai_pages::new_event(&asked.asking.reader(), &view)).answer(status, &asked.headers)
}

async fn page(Me(me): Me, asked: Asked) -> Answer {
    let mut draft = EventDraft::default();
    draft.fill("preset", "judge");
    let whom = query(&asked.uri, "people").unwrap_or_default();
    if matches!(whom.as_str(), "numbers" | "teams") {
        let people = asked.site.accounts.people.all().await.map_err(|error| away(&error))?;
        draft.fill("entries", &entries(&people, whom == "teams"));
        draft.fill("preset", "course");
    }
    Ok(show(&asked, &me, &draft, None, None))
}

async fn open(Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let mut draft = EventDraft::default();
    for field in FIELDS {
        draft.fill(field.path, &posted.text(field.path));
    }
    // The check looks for programs on the disk.
    let given = draft.clone();
    let checked = asked.aside(move |site, _| Ok(given.check(site.events.folder()))).await?;
    let Some(file) = &checked.file else { return Ok(show(&asked, &me, &draft, Some(&checked), None)) };
    match posted.text("do").as_str() {
        "file" => return Ok(download(&asked, &file.name, &checked.text)),
        "open" => {}
        _ => return Ok(show(&asked, &me, &draft, Some(&checked), None)),
    }
    let (name, text) = (file.name.clone(), checked.text.clone());
    let (audit, by) = (&asked.site.accounts.audit, me.actor());
    audit.begin(by, Deed::OpenEvent, &name).await.map_err(|error| away(&error))?;
    let created = asked.aside(move |site, _| Ok(create(&site.events, &name, &text))).await?;
    match created {
        Ok(id) => {
            let details = serde_json::json!({ "game": file.game.facts().id });
            audit.add(by, Deed::OpenEvent, &file.name, &details).await.map_err(|error| away(&error))?;
            Ok(leads_to(&format!("/organise/{id}?done=open")))
        }
        Err(NotCreated::Known) => {
            let trouble = sentence!(
                "There is already an event with this name: choose another one.",
                "已有同名赛事：请换一个名称。"
            );
            Ok(show(&asked, &me, &draft, Some(&checked), Some(&trouble)))
        }
        Err(NotCreated::Failed(why)) => Ok(show(&asked, &me, &draft, Some(&checked), Some(&why))),
    }
}

/// An event's file as a download.
pub(super) fn download(asked: &Asked, name: &str, text: &str) -> Response<Body> {
    let mut answer = asked.answer(&Content::new("application/toml; charset=utf-8", text));
    let name = leitai_pages::percent_encoded(&leitai_draw::clean(name).replace(['/', '\\'], "-"));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename*=UTF-8''{name}.toml")) {
        answer.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    answer
}
