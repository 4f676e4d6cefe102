//! An event's file changed by its organiser while the event runs: what may be handed in, or every field that may still change.

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
use leitai_core::{Lang, Sentence, Words, sentence};
use leitai_draw::clean;
use leitai_hall::{FIELDS, FileField, Trouble, fields_of, fixed, with_fields};
use leitai_pages::{EditView, EditedField};
use leitai_store::Deed;
use std::fs;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

pub(super) fn routes() -> Router<Arc<Site>> {
    let edit = |reach: Reach| {
        get(move |path: Path<String>, me: Me, asked: Asked| page(reach, path, me, asked)).post(
            move |path: Path<String>, me: Me, asked: Asked, posted: Posted| {
                change(reach, path, me, asked, posted)
            },
        )
    };
    let limits = Router::new().route("/organise/{id}/limits", edit(Reach::Limits));
    limits.route("/organise/{id}/edit", edit(Reach::All))
}

/// Which fields a page changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// What may be handed in.
    Limits,
    All,
}

impl Reach {
    /// The last part of its address.
    const fn name(self) -> &'static str {
        match self {
            Reach::Limits => "limits",
            Reach::All => "edit",
        }
    }

    fn has(self, field: &FileField) -> bool {
        self == Reach::All || is_limit(field)
    }

    const fn deed(self) -> Deed {
        match self {
            Reach::Limits => Deed::Limits,
            Reach::All => Deed::Edit,
        }
    }
}

fn is_limit(field: &FileField) -> bool {
    field.path.starts_with("submit.")
}

/// Two who change a file come one after the other.
static DOOR: Mutex<()> = Mutex::new(());

fn unread(error: &io::Error) -> Refused {
    let why = error.to_string();
    Refused::failed(sentence!("The event's file cannot be read or written: {why}", "赛事文件无法读写：{why}"))
}

/// The fields of a file that may change here, as they stand in it.
fn standing(event: &SiteEvent, reach: Reach, text: &str) -> Vec<EditedField> {
    let all = fields_of(text).into_iter().filter(|(field, _)| reach.has(field));
    let open = all.filter(|(field, _)| why_fixed(event, field).is_none());
    open.map(|(field, was)| EditedField { field, typed: was.clone(), was }).collect()
}

/// Why a field of the event may not change.
fn why_fixed(event: &SiteEvent, field: &FileField) -> Option<Words> {
    let is_closed = || event.known().as_ref().is_some_and(|known| known.history.event.is_closed());
    let closed = is_limit(field) && event.takes_programs() && is_closed();
    fixed(field, event.current.begun().is_some()).or(closed.then_some(CLOSED))
}

const CLOSED: Words = Words::new(
    "Submissions are closed by a ruling: where that is taken back, this can be changed again.",
    "提交已由裁决截止：撤销该裁决后可再修改。",
);

/// Why a page changes nothing.
fn shut(event: &SiteEvent, reach: Reach) -> Option<Sentence> {
    if reach == Reach::Limits && !event.takes_programs() {
        return Some(sentence!("This event takes no programs from people.", "本赛事不接受个人提交程序。"));
    }
    let mut all = FIELDS.iter().filter(|field| reach.has(field));
    let is_open = all.any(|field| why_fixed(event, field).is_none());
    if is_open { None } else { Some(CLOSED.into()) }
}

fn show(
    asked: &Asked,
    me: &SignedIn,
    event: &SiteEvent,
    reach: Reach,
    fields: &[EditedField],
    (status, trouble, troubles): (StatusCode, Option<&Sentence>, &[Trouble]),
) -> Response<Body> {
    let done = query(&asked.uri, "done")
        .filter(|_| status == StatusCode::OK)
        .map(|_| sentence!("It is changed, and a notice is given.", "已修改，并已发布通知。"));
    let shut = shut(event, reach);
    let fixed: Vec<_> = FIELDS
        .iter()
        .filter(|field| reach.has(field))
        .filter_map(|field| Some((field, why_fixed(event, field)?)))
        .collect();
    let here = format!("/organise/{}/{}", event.id, reach.name());
    let view = EditView {
        id: &event.id,
        event: &event.name,
        here: &here,
        has_all: reach == Reach::All,
        token: &me.token.form(),
        fields,
        fixed: &fixed,
        troubles,
        shut: shut.as_ref(),
        trouble,
        done: done.as_ref(),
    };
    let reader = leitai_pages::Reader { here: &here, ..asked.asking.reader() };
    Content::html(leitai_pages::edit_event(&reader, &view)).answer(status, &asked.headers)
}

async fn page(reach: Reach, Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let event = asked.site.event(&id)?;
    let its = Arc::clone(&event);
    // The file may have been moved meanwhile; what the site knows of it stands.
    let read = move |_: &Site, _: &_| {
        Ok(standing(&its, reach, &fs::read_to_string(&its.source).unwrap_or_default()))
    };
    let fields = asked.aside(read).await?;
    Ok(show(&asked, &me, &event, reach, &fields, (StatusCode::OK, None, &[])))
}

/// What became of a change.
enum Changed {
    /// Nothing is otherwise.
    Not,
    /// It would be no file of this event.
    Wrong(Trouble),
    /// Somebody else was quicker: the fields as they are now, with what was typed, and what has changed.
    Meanwhile(Vec<EditedField>, Vec<Trouble>),
    /// The file says it: how it was, how it is, and in words what is otherwise.
    Done([String; 2], Sentence),
}

async fn change(reach: Reach, Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let event = asked.site.event(&id)?;
    let all = fields_of("").into_iter().filter(|(field, _)| reach.has(field));
    let open = all.filter(|(field, _)| why_fixed(&event, field).is_none());
    let sent = |field: &'static FileField| EditedField {
        field,
        typed: posted.text(field.path),
        was: posted.text(&format!("was:{}", field.path)),
    };
    let fields: Vec<_> = open.map(|(field, _)| sent(field)).collect();
    if shut(&event, reach).is_some() {
        return Ok(show(&asked, &me, &event, reach, &fields, (StatusCode::OK, None, &[])));
    }
    let (its, typed) = (Arc::clone(&event), fields.clone());
    match asked.aside(move |_, _| write(&its, reach, &typed)).await? {
        Changed::Not => {}
        Changed::Wrong(why) => {
            let general = why.path.is_none().then(|| why.what.clone());
            let said = (StatusCode::UNPROCESSABLE_ENTITY, general.as_ref(), &[why][..]);
            return Ok(show(&asked, &me, &event, reach, &fields, said));
        }
        Changed::Meanwhile(fields, remarks) => {
            let why = sentence!(
                "Somebody has changed this event meanwhile, so nothing of yours was written. What has changed is marked: look at it, and send this again.",
                "期间已有人修改了本赛事，您的修改尚未写入。被改动的项目已标出：请核对后重新提交。"
            );
            let said = (StatusCode::CONFLICT, Some(&why), remarks.as_slice());
            return Ok(show(&asked, &me, &event, reach, &fields, said));
        }
        Changed::Done([before, after], what) => {
            let (by, name) = (&me.person.line.number, &event.name);
            let [en, zh] = [Lang::En, Lang::Zh].map(|lang| what.to(lang).to_owned());
            if let Err(error) = asked.site.notices.give(by, name, &en, &zh).await {
                // Nothing is changed of which nobody is told.
                let its = Arc::clone(&event);
                asked.aside(move |_, _| take_back(&its, &before, &after)).await?;
                return Err(away(&error));
            }
            let its = Arc::clone(&event);
            asked
                .aside(move |_, _| {
                    its.is_edited();
                    Ok(())
                })
                .await?;
            let details = serde_json::json!({ "en": en, "zh": zh });
            let noted = asked.site.accounts.audit.add(by, reach.deed(), name, &details).await;
            noted.map_err(|error| away(&error))?;
        }
    }
    Ok(leads_to(&format!("/organise/{id}/{0}?done={0}", reach.name())))
}

/// Writes what was typed into the event's file, if that says what it said when the form was made.
fn write(event: &SiteEvent, reach: Reach, sent: &[EditedField]) -> Result<Changed, Refused> {
    let _door = DOOR.lock().unwrap_or_else(PoisonError::into_inner);
    let before = fs::read_to_string(&event.source).map_err(|error| unread(&error))?;
    let now = standing(event, reach, &before);
    let both = || sent.iter().filter_map(|sent| Some((sent, now.iter().find(|is| is.field == sent.field)?)));
    let remarks: Vec<_> =
        both().filter(|(sent, is)| sent.was != clean(&is.was)).map(|(_, is)| meanwhile(is)).collect();
    if !remarks.is_empty() {
        let merged = both().map(|(sent, is)| {
            let typed = if sent.typed == sent.was { &is.was } else { &sent.typed };
            EditedField { typed: typed.clone(), ..is.clone() }
        });
        return Ok(Changed::Meanwhile(merged.collect(), remarks));
    }
    let changes: Vec<_> = both().map(|(sent, _)| sent).filter(|sent| sent.typed != sent.was).collect();
    if changes.is_empty() {
        return Ok(Changed::Not);
    }
    let typed: Vec<_> = changes.iter().map(|sent| (sent.field, sent.typed.clone())).collect();
    let after = match with_fields(&before, &typed, event.current.begun().as_deref()) {
        Ok(after) => after,
        Err(why) => return Ok(Changed::Wrong(why)),
    };
    let all = changes.iter().map(|sent| said(sent));
    let all = all.reduce(|all, one| sentence!("{all}; {one}", "{all}；{one}"; all, one)).unwrap_or_default();
    let what = match reach {
        Reach::Limits => sentence!("What may be handed in is changed. {all}", "提交限制已修改。{all}"; all),
        Reach::All => sentence!("The event is changed. {all}", "赛事设置已修改。{all}"; all),
    };
    replaced(&event.source, &after).map_err(|error| unread(&error))?;
    Ok(Changed::Done([before, after], what))
}

/// Writes a file as it was, unless somebody has changed it again.
fn take_back(event: &SiteEvent, before: &str, after: &str) -> Result<(), Refused> {
    let _door = DOOR.lock().unwrap_or_else(PoisonError::into_inner);
    let now = fs::read_to_string(&event.source).map_err(|error| unread(&error))?;
    if now == after { replaced(&event.source, before).map_err(|error| unread(&error)) } else { Ok(()) }
}

/// What somebody else has written into a field.
fn meanwhile(is: &EditedField) -> Trouble {
    let now = quoted(&is.was);
    let what = sentence!("meanwhile this was changed: {now}", "期间已改为：{now}"; now);
    Trouble { path: Some(is.field.path), what }
}

fn quoted(text: &str) -> Sentence {
    if text.is_empty() { Sentence::new("none", "无") } else { Sentence::quoted(text.to_owned()) }
}

/// A change in words, for everybody.
fn said(sent: &EditedField) -> Sentence {
    let title = sent.field.title;
    if sent.field.path == "seed" {
        // Secret until the event is over.
        return title.into();
    }
    let (was, is) = (quoted(&sent.was), quoted(&sent.typed));
    sentence!("{title}: {was} → {is}", "{title}：{was} → {is}"; title, was, is)
}
