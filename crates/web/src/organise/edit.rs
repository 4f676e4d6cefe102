//! Changing an event's file while the event is running: only the limits on submissions, or every field that may
//! still change.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::organise::created::replaced;
use crate::people::accounts::away;
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Response, StatusCode};
use leitai_core::{ContentHash, Lang, Sentence, Words, sentence};
use leitai_draw::clean;
use leitai_hall::{
    Begun, EventFile, FIELDS, FileField, HallError, NOT_SHOWN, Reached, Trouble, fields_of, fixed,
    with_fields,
};
use leitai_pages::{EditView, EditedField};
use leitai_store::Deed;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

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

/// The fields that a page changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// The limits on submissions.
    Limits,
    All,
}

impl Reach {
    /// The last part of the page's address.
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

/// Serialises those who change a file.
static DOOR: Mutex<()> = Mutex::new(());

fn unread(error: &io::Error) -> Refused {
    let why = error.to_string();
    Refused::failed(sentence!("The event's file cannot be read or written: {why}", "赛事文件无法读写：{why}"))
}

/// The fields of a file that may change here, with their current values.
fn standing(event: &SiteEvent, reach: Reach, text: &str) -> Vec<EditedField> {
    let all = fields_of(text).into_iter().filter(|(field, _)| reach.has(field));
    let open = all.filter(|(field, typed)| why_fixed(event, field).is_none() && is_readable(field, typed));
    open.map(|(field, typed)| EditedField { field, was: mark(field, &typed), typed }).collect()
}

/// Whether text of several lines survives being shown on a page: characters that pages make harmless would not.
fn is_readable(field: &FileField, text: &str) -> bool {
    !field.kind.has_lines() || text.lines().all(|line| clean(line) == line)
}

/// The value by which a change by somebody else is noticed: the text, or its hash if the field has several lines.
fn mark(field: &FileField, text: &str) -> String {
    if field.kind.has_lines() { ContentHash::of(text.as_bytes()).to_string() } else { text.to_owned() }
}

/// How far an event has come, given how it began.
fn reached<'b>(event: &SiteEvent, begun: Option<&'b Begun>) -> Reached<'b> {
    let Some(begun) = begun else { return Reached::Nothing };
    let file = event.file();
    let is_ahead = event.known().as_ref().is_some_and(|known| known.history.is_ahead(&file));
    if is_ahead { Reached::Begun } else { Reached::Due(begun) }
}

/// Why a field of the event may not change.
fn why_fixed(event: &SiteEvent, field: &FileField) -> Option<Words> {
    let is_closed = || event.known().as_ref().is_some_and(|known| known.history.event.is_closed());
    let closed = is_limit(field) && event.takes_programs() && is_closed();
    fixed(field, reached(event, event.current.begun().as_deref())).or(closed.then_some(CLOSED))
}

/// How many names a notice lists.
const NAMED: usize = 20;

const CLOSED: Words = Words::new(
    "Submissions were closed by a ruling: once that is taken back, this can be changed again.",
    "提交已由裁决截止：撤销该裁决后可再修改。",
);

/// Why a page cannot change anything.
fn shut(event: &SiteEvent, reach: Reach) -> Option<Sentence> {
    if reach == Reach::Limits && !event.takes_programs() {
        return Some(sentence!("This event takes no submissions.", "本赛事不接受个人提交程序。"));
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
        .map(|_| sentence!("The change is saved and a notice is posted.", "已修改，并已发布通知。"));
    let shut = shut(event, reach);
    let fixed: Vec<_> = FIELDS
        .iter()
        .filter(|field| reach.has(field))
        .filter_map(|field| {
            let is_shown = || fields.iter().any(|shown| shown.field == field);
            let hidden = || (field.kind.has_lines() && !is_shown()).then_some(NOT_SHOWN);
            Some((field, why_fixed(event, field).or_else(hidden)?))
        })
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
    // The file may have been moved in the meantime; the site's copy stays valid.
    let read = move |_: &Site, _: &_| {
        Ok(standing(&its, reach, &fs::read_to_string(&its.source).unwrap_or_default()))
    };
    let fields = asked.aside(read).await?;
    Ok(show(&asked, &me, &event, reach, &fields, (StatusCode::OK, None, &[])))
}

/// The outcome of a change.
enum Changed {
    /// Nothing differs.
    Not,
    /// The result would not be a file of this event.
    Wrong(Trouble),
    /// Somebody else was faster: the current fields with what was typed, and what has changed.
    Meanwhile(Vec<EditedField>, Vec<Trouble>),
    /// The file is written: its text before and after, and the change in words.
    Done([String; 2], Sentence),
}

/// The name of the form field for the value that a field had when the form was made.
fn was(field: &FileField) -> String {
    format!("was:{}", field.path)
}

async fn change(reach: Reach, Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let event = asked.site.event(&id)?;
    // Fields that the form did not contain are not sent.
    let is_sent = |field: &FileField| !posted.text(&was(field)).is_empty() || !field.kind.has_lines();
    let all = FIELDS.iter().filter(|field| reach.has(field) && is_sent(field));
    let open = all.filter(|field| why_fixed(&event, field).is_none());
    let sent = |field: &'static FileField| EditedField {
        field,
        // Browsers and files end lines differently.
        typed: posted.text(field.path).replace("\r\n", "\n"),
        was: posted.text(&was(field)),
    };
    let fields: Vec<_> = open.map(sent).collect();
    let late = FIELDS.iter().filter(|field| reach.has(field)).map(sent).find_map(|sent| {
        let is_sent = !sent.typed.is_empty() || !sent.was.is_empty();
        let why = why_fixed(&event, sent.field).filter(|_| is_sent && !is_as_it_was(&sent))?;
        let title = sent.field.title;
        Some(sentence!(
            "Nothing was saved: \"{title}\" can no longer be changed. {why}",
            "您的修改未写入：“{title}”已不能修改。{why}"; title, why
        ))
    });
    if let Some(why) = late {
        return Ok(show(&asked, &me, &event, reach, &fields, (StatusCode::CONFLICT, Some(&why), &[])));
    }
    if shut(&event, reach).is_some() {
        return Ok(show(&asked, &me, &event, reach, &fields, (StatusCode::OK, None, &[])));
    }
    let (its, typed, writer) = (Arc::clone(&event), fields.clone(), Arc::clone(&me));
    match asked.aside(move |site, _| write(site, &its, (&writer, reach), &typed)).await? {
        Changed::Not => {}
        Changed::Wrong(why) => {
            let general = why.path.is_none().then(|| why.what.clone());
            let said = (StatusCode::UNPROCESSABLE_ENTITY, general.as_ref(), &[why][..]);
            return Ok(show(&asked, &me, &event, reach, &fields, said));
        }
        Changed::Meanwhile(fields, remarks) => {
            let why = sentence!(
                "Somebody else has changed this event in the meantime, so nothing was saved. What has changed is marked: check it, and send this again.",
                "期间已有人修改了本赛事，您的修改尚未写入。被改动的项目已标出：请核对后重新提交。"
            );
            let said = (StatusCode::CONFLICT, Some(&why), remarks.as_slice());
            return Ok(show(&asked, &me, &event, reach, &fields, said));
        }
        Changed::Done([before, after], what) => {
            let (by, name) = (me.actor(), &event.name);
            let [en, zh] = [Lang::En, Lang::Zh].map(|lang| what.to(lang).to_owned());
            if let Err(error) = asked.site.notices.give(by, name, &en, &zh).await {
                // A change that could not be announced is reverted.
                let its = Arc::clone(&event);
                asked.aside(move |site, _| take_back(site, &its, &before, &after)).await?;
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

/// Writes what was typed into the event's file, if its fields still have the values they had when the form was
/// made.
fn write(
    site: &Site,
    event: &SiteEvent,
    (me, reach): (&SignedIn, Reach),
    sent: &[EditedField],
) -> Result<Changed, Refused> {
    let _door = DOOR.lock().unwrap_or_else(PoisonError::into_inner);
    let before = fs::read_to_string(&event.source).map_err(|error| unread(&error))?;
    let now = standing(event, reach, &before);
    let both = || sent.iter().filter_map(|sent| Some((sent, now.iter().find(|is| is.field == sent.field)?)));
    let remarks: Vec<_> =
        both().filter(|(sent, is)| sent.was != clean(&is.was)).map(|(_, is)| meanwhile(is)).collect();
    if !remarks.is_empty() {
        let merged = both().map(|(sent, is)| {
            let typed = if is_as_it_was(sent) { &is.typed } else { &sent.typed };
            EditedField { typed: typed.clone(), ..is.clone() }
        });
        return Ok(Changed::Meanwhile(merged.collect(), remarks));
    }
    let changes: Vec<_> = both().filter(|(sent, _)| !is_as_it_was(sent)).collect();
    if changes.is_empty() {
        return Ok(Changed::Not);
    }
    let typed: Vec<_> = changes.iter().map(|(sent, _)| (sent.field, sent.typed.clone())).collect();
    let begun = event.current.begun();
    let after = match with_fields(&before, &typed, reached(event, begun.as_deref()), site.events.folder()) {
        Ok(after) => after,
        Err(why) => return Ok(Changed::Wrong(why)),
    };
    let all = changes.iter().map(|(sent, is)| said(sent, is));
    let all = all.reduce(|all, one| sentence!("{all}; {one}", "{all}；{one}"; all, one)).unwrap_or_default();
    let what = match reach {
        Reach::Limits => {
            sentence!("The limits on submissions were changed. {all}", "提交限制已修改。{all}"; all)
        }
        Reach::All => sentence!("The event was changed. {all}", "赛事设置已修改。{all}"; all),
    };
    // The file is not in the store: the line that says so comes first.
    let begun = site.accounts.audit.begin(me.actor(), reach.deed(), &event.name);
    tokio::runtime::Handle::current().block_on(begun).map_err(|error| away(&error))?;
    replaced(&event.source, &after).map_err(|error| unread(&error))?;
    // If the server is killed in between, whoever runs the event does this.
    match begin_anew(site, event) {
        Ok(()) => Ok(Changed::Done([before, after], what)),
        Err(error) => {
            replaced(&event.source, &before).map_err(|error| unread(&error))?;
            match error {
                HallError::Refused(refusal) => {
                    let path = match changes.as_slice() {
                        [(sent, _)] => Some(sent.field.path),
                        _ => None,
                    };
                    Ok(Changed::Wrong(Trouble { path, what: refusal.why }))
                }
                error => Err(Refused::halted(&error)),
            }
        }
    }
}

/// Makes the journal agree with the file, if the file now describes another beginning.
fn begin_anew(site: &Site, event: &SiteEvent) -> Result<(), HallError> {
    // It was read a moment ago; if it can no longer be read, nothing begins.
    let file = EventFile::read(&event.source).or_else(|_| EventFile::look(&event.source));
    file.map_or(Ok(()), |file| site.events.shared().begin_anew(&file).map(drop))
}

/// Restores a file, unless somebody has changed it again.
fn take_back(site: &Site, event: &SiteEvent, before: &str, after: &str) -> Result<(), Refused> {
    let _door = DOOR.lock().unwrap_or_else(PoisonError::into_inner);
    let now = fs::read_to_string(&event.source).map_err(|error| unread(&error))?;
    if now != after {
        return Ok(());
    }
    replaced(&event.source, before).map_err(|error| unread(&error))?;
    begin_anew(site, event).map_err(|error| Refused::halted(&error))
}

/// Whether the text typed is what the field had when the form was made.
fn is_as_it_was(sent: &EditedField) -> bool {
    mark(sent.field, &sent.typed) == sent.was
}

/// What somebody else has written into a field.
fn meanwhile(is: &EditedField) -> Trouble {
    if is.field.kind.has_lines() {
        let what = sentence!(
            "somebody else has changed these lines in the meantime: what you typed is shown here, and replaces theirs if you send it",
            "期间已有人修改了这几行：此处为您所填的内容，提交后将取代对方的修改"
        );
        return Trouble { path: Some(is.field.path), what };
    }
    let now = quoted(&is.was);
    let what = sentence!("this was changed in the meantime: {now}", "期间已改为：{now}"; now);
    Trouble { path: Some(is.field.path), what }
}

fn quoted(text: &str) -> Sentence {
    if text.is_empty() { Sentence::new("none", "无") } else { Sentence::quoted(text.to_owned()) }
}

/// A change in words, for the public.
fn said(sent: &EditedField, is: &EditedField) -> Sentence {
    let title = sent.field.title;
    if sent.field.path == "entries" {
        return entries(&is.typed, &sent.typed);
    }
    // A seed is secret until the event is over, and several lines are too long for a notice.
    if sent.field.path == "seed" || sent.field.kind.has_lines() {
        return title.into();
    }
    let (was, is) = (quoted(&sent.was), quoted(&sent.typed));
    sentence!("{title}: {was} → {is}", "{title}：{was} → {is}"; title, was, is)
}

/// What changed about the entries: who takes part. Other details, such as grades, are for the teacher only.
fn entries(was: &str, is: &str) -> Sentence {
    let names = |text: &str| -> BTreeSet<String> {
        let first = text.lines().filter_map(|line| line.split([',', '，', '\t']).next());
        first.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
    };
    let (was, is) = (names(was), names(is));
    let few = |names: Vec<&String>| {
        let rest = names.len().saturating_sub(NAMED);
        let named = names.into_iter().take(NAMED).map(|name| clean(name)).collect::<Vec<_>>().join(", ");
        if rest > 0 { format!("{named} (+{rest})") } else { named }
    };
    let (new, gone) = (few(is.difference(&was).collect()), few(was.difference(&is).collect()));
    match (new.is_empty(), gone.is_empty()) {
        (true, true) => sentence!("Entries", "参赛者"),
        (false, true) => sentence!("Entries: {new} added", "参赛者：新增 {new}"),
        (true, false) => sentence!("Entries: {gone} removed", "参赛者：移除 {gone}"),
        (false, false) => {
            sentence!("Entries: {new} added, {gone} removed", "参赛者：新增 {new}，移除 {gone}")
        }
    }
}
