//! Changing an event's file while the event is running: only the limits on submissions, or every field that may
//! still change.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::site::Site;
use crate::site_event::SiteEvent;
use axum::extract::Path;
use axum::http::StatusCode;
use leitai_core::{Sentence, sentence};
use leitai_hall::{Edited, EditedField, EventForm, Reach, Trouble};
use leitai_pages::EditView;
use leitai_store::Actor;
use std::sync::Arc;

pub(super) fn routes() -> Vec<Address> {
    let edit = |path, reach: Reach| {
        let read = move |path: Path<String>, me: Me, asked: Asked| page(reach, path, me, asked);
        let change = move |path: Path<String>, me: Me, asked: Asked, posted: Posted| {
            change(reach, path, me, asked, posted)
        };
        at(path).read(By::Organisers, read).change(By::Organisers, change)
    };
    vec![edit("/organise/{id}/limits", Reach::Limits), edit("/organise/{id}/edit", Reach::All)]
}

/// The last part of the page's address.
const fn name(reach: Reach) -> &'static str {
    match reach {
        Reach::Limits => "limits",
        Reach::All => "edit",
    }
}

/// What to show besides the form.
#[derive(Default)]
struct Shown {
    status: StatusCode,
    /// The fields as typed, in place of those of the file.
    typed: Option<Vec<EditedField>>,
    trouble: Option<Sentence>,
    troubles: Vec<Trouble>,
}

async fn show(
    asked: &Asked,
    me: &Arc<SignedIn>,
    event: &Arc<SiteEvent>,
    reach: Reach,
    shown: Shown,
) -> Answer {
    let form = move |site: &Site, _: Actor<'_>, event: &SiteEvent| {
        Ok(site.events.shared().event_form(&event.file(), &event.source, reach)?)
    };
    let EventForm { fields, fixed, shut } = match asked.asks(me, event, form).await? {
        Ok(form) => form,
        Err(why) => EventForm { fields: Vec::new(), fixed: Vec::new(), shut: Some(why) },
    };
    let done = query(&asked.uri, "done")
        .filter(|_| shown.status == StatusCode::OK)
        .map(|_| sentence!("The change is saved and a notice is posted.", "已修改，并已发布通知。"));
    let here = format!("/organise/{}/{}", event.id, name(reach));
    let view = EditView {
        id: &event.id,
        event: &event.name,
        here: &here,
        has_all: reach == Reach::All,
        token: &me.token.form(),
        fields: shown.typed.as_ref().unwrap_or(&fields),
        fixed: &fixed,
        troubles: &shown.troubles,
        shut: shut.as_ref(),
        trouble: shown.trouble.as_ref(),
        done: done.as_ref(),
    };
    let reader = leitai_pages::Reader { here: &here, ..asked.asking.reader() };
    Ok(Content::html(leitai_pages::edit_event(&reader, &view)).answer(shown.status, &asked.headers))
}

async fn page(reach: Reach, Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let event = asked.site.event(&id)?;
    show(&asked, &me, &event, reach, Shown::default()).await
}

async fn change(reach: Reach, Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let event = asked.site.event(&id)?;
    let sent = reach.fields().map(|field| EditedField {
        field,
        // Browsers and files end lines differently.
        typed: posted.text(field.path).replace("\r\n", "\n"),
        was: posted.text(&format!("was:{}", field.path)),
    });
    let sent: Vec<_> = sent.collect();
    let edit = move |site: &Site, by: Actor<'_>, event: &SiteEvent| {
        let edited =
            site.events.shared().edit_event(by, (&event.file(), &event.source), reach, (sent, &site.zone))?;
        if matches!(edited, Edited::Saved) {
            event.is_edited();
            site.show_notices(event)?;
        }
        Ok(edited)
    };
    let shown = match asked.asks(&me, &event, edit).await? {
        Ok(Edited::Saved) => return Ok(leads_to(&format!("/organise/{id}/{0}?done={0}", name(reach)))),
        Ok(Edited::NotSaved { fields, why, troubles, is_late }) => {
            let status = if is_late { StatusCode::CONFLICT } else { StatusCode::UNPROCESSABLE_ENTITY };
            Shown { status, typed: Some(fields), trouble: why, troubles }
        }
        Err(why) => {
            Shown { status: StatusCode::UNPROCESSABLE_ENTITY, trouble: Some(why), ..Shown::default() }
        }
    };
    show(&asked, &me, &event, reach, shown).await
}
