//! What may be handed in to an event, how often and until when: changed by its organiser while it runs.

use crate::answer::Content;
use crate::asked::{Answer, Asked};
use crate::organise::created::replaced;
use crate::people::{Me, Posted, SignedIn, away, leads_to};
use crate::reader::query;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use axum::Router;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Response, StatusCode};
use axum::routing::get;
use leitai_core::{Lang, Sentence, sentence};
use leitai_hall::{FileField, limits_of, with_limits};
use leitai_pages::LimitsView;
use leitai_store::Deed;
use std::fs;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

pub(super) fn routes() -> Router<Arc<Site>> {
    Router::new().route("/organise/{id}/limits", get(page).post(change))
}

/// The fields with what stands in them.
type Fields = Vec<(&'static FileField, String)>;

/// Two who change a file come one after the other.
static DOOR: Mutex<()> = Mutex::new(());

fn unread(error: &io::Error) -> Refused {
    let why = error.to_string();
    Refused::failed(sentence!("The event's file cannot be read or written: {why}", "赛事文件无法读写：{why}"))
}

fn show(
    asked: &Asked,
    me: &SignedIn,
    event: &SiteEvent,
    fields: &Fields,
    trouble: Option<&Sentence>,
) -> Response<Body> {
    let done = query(&asked.uri, "done")
        .map(|_| sentence!("It is changed, and a notice is given.", "已修改，并已发布通知。"));
    let shut = shut(event);
    let view = LimitsView {
        id: &event.id,
        event: &event.file.name,
        token: &me.token.form(),
        fields,
        shut: shut.as_ref(),
        trouble,
        done: done.as_ref().filter(|_| trouble.is_none()),
    };
    let status = if trouble.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let here = format!("/organise/{}/limits", event.id);
    let reader = leitai_pages::Reader { here: &here, ..asked.asking.reader() };
    Content::html(leitai_pages::limits(&reader, &view)).answer(status, &asked.headers)
}

/// Why nothing can be changed.
fn shut(event: &SiteEvent) -> Option<Sentence> {
    if !event.takes_programs() {
        return Some(sentence!("This event takes no programs from people.", "本赛事不接受个人提交程序。"));
    }
    let is_closed = event.known().as_ref().is_some_and(|known| known.history.event.is_closed());
    is_closed.then(|| {
        sentence!(
            "Submissions are closed by a ruling: where that is taken back, this can be changed again.",
            "提交已由裁决截止：撤销该裁决后可再修改。"
        )
    })
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let event = asked.site.event(&id)?;
    let its = Arc::clone(&event);
    // The file may have been moved meanwhile; what the site knows of it stands.
    let read = move |_: &Site, _: &_| Ok(limits_of(&fs::read_to_string(&its.source).unwrap_or_default()));
    let fields = asked.aside(read).await?;
    Ok(show(&asked, &me, &event, &fields, None))
}

/// What became of a change.
enum Changed {
    /// Nothing is otherwise.
    Not,
    /// It would be no event's file.
    Wrong(Sentence),
    /// The file says it; how it was, and in words what is otherwise.
    Done(String, Sentence),
}

async fn change(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let event = asked.site.event(&id)?;
    let fields: Fields =
        limits_of("").into_iter().map(|(field, _)| (field, posted.text(field.path))).collect();
    if shut(&event).is_some() {
        return Ok(show(&asked, &me, &event, &fields, None));
    }
    let (its, typed) = (Arc::clone(&event), fields.clone());
    match asked.aside(move |_, _| write(&its, &typed)).await? {
        Changed::Not => {}
        Changed::Wrong(why) => return Ok(show(&asked, &me, &event, &fields, Some(&why))),
        Changed::Done(before, what) => {
            let (by, name) = (&me.person.line.number, &event.file.name);
            let [en, zh] = [Lang::En, Lang::Zh].map(|lang| what.to(lang).to_owned());
            if let Err(error) = asked.site.notices.give(by, name, &en, &zh).await {
                // Nothing is changed of which nobody is told.
                let its = Arc::clone(&event);
                asked
                    .aside(move |_, _| replaced(&its.source, &before).map_err(|error| unread(&error)))
                    .await?;
                return Err(away(&error));
            }
            let details = serde_json::json!({ "en": en, "zh": zh });
            let noted = asked.site.accounts.audit.add(by, Deed::Limits, name, &details).await;
            noted.map_err(|error| away(&error))?;
            event.touch();
        }
    }
    Ok(leads_to(&format!("/organise/{id}/limits?done=limits")))
}

/// Writes what was typed into the event's file.
fn write(event: &SiteEvent, typed: &Fields) -> Result<Changed, Refused> {
    let _door = DOOR.lock().unwrap_or_else(PoisonError::into_inner);
    let before = fs::read_to_string(&event.source).map_err(|error| unread(&error))?;
    let was = limits_of(&before);
    let changes: Vec<_> = was.iter().zip(typed).filter(|((_, was), (_, is))| was != is).collect();
    if changes.is_empty() {
        return Ok(Changed::Not);
    }
    let after = match with_limits(&before, typed) {
        Ok(after) => after,
        Err(error) => return Ok(Changed::Wrong(error.what)),
    };
    let said = |text: &str| {
        if text.is_empty() { Sentence::new("none", "无") } else { Sentence::quoted(text.to_owned()) }
    };
    let one = |((field, was), (_, is)): &(&(&'static FileField, String), &(&'static FileField, String))| {
        let (title, was, is) = (field.title, said(was), said(is));
        sentence!("{title}: {was} → {is}", "{title}：{was} → {is}"; title, was, is)
    };
    let all = changes.iter().map(one);
    let all = all.reduce(|all, one| sentence!("{all}; {one}", "{all}；{one}"; all, one)).unwrap_or_default();
    let what = sentence!("What may be handed in is changed. {all}", "提交限制已修改。{all}"; all);
    replaced(&event.source, &after).map_err(|error| unread(&error))?;
    Ok(Changed::Done(before, what))
}
