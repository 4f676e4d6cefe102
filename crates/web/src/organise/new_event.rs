//! Creating an event: a form with every field of its file, which can be checked, shown, downloaded or opened.

use crate::address::{Address, By, Shows, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::organise::from_roster::entries;
use crate::people::accounts::away;
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use leitai_core::Sentence;
use leitai_hall::{CheckedDraft, EventDraft, FIELDS};
use leitai_pages::DraftView;

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
    let content = asked.aside(|site, asking| {
        let waiting = site.events.shared().questions_waiting().map_err(|error| Refused::halted(&error))?;
        let contests = site.contests.cards(&site.events);
        let cards = site.events.cards();
        Ok(Content::html(leitai_pages::organise(&asking.reader(), &cards, &waiting, &contests)))
    });
    Ok(asked.answer(&content.await?))
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
    let checked = asked.aside(move |site, _| Ok(given.check(site.events.folder(), &site.zone))).await?;
    let Some(file) = &checked.file else { return Ok(show(&asked, &me, &draft, Some(&checked), None)) };
    match posted.text("do").as_str() {
        "file" => return Ok(download(&asked, &file.name, &checked.text)),
        "open" => {}
        _ => return Ok(show(&asked, &me, &draft, Some(&checked), None)),
    }
    let (file, text) = (file.clone(), checked.text.clone());
    let created = asked.asks_site(&me, move |site, by| {
        let events = &site.events;
        let (id, folder) = (events.address(&file.name), events.folder());
        let known = || events.all().iter().map(|event| event.name.clone()).collect();
        events.shared().open_event(by, folder, (&file, &text), &id, known)?;
        events.look();
        Ok(id)
    });
    match created.await? {
        Ok(id) => Ok(leads_to(&format!("/organise/{id}?done=open"))),
        Err(why) => Ok(show(&asked, &me, &draft, Some(&checked), Some(&why))),
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
