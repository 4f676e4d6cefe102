//! A team's report and the members' shares of the work, submitted by its captain and replaceable until submissions
//! close.

use super::handed_in::theirs;
use super::team::{people_of, too_wide};
use crate::address::{Address, By, Shows, at};
use crate::answer::Content;
use crate::api::typed_response::{ReportFile, TypedAnswer, TypedResponse};
use crate::asked::{Answer, Asked, leads_to, save_as};
use crate::people::accounts::away;
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::{Asking, query};
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use crate::submit::entrant::{entrant_of, hall_away, troubles_of};
use axum::extract::Path;
use axum::http::StatusCode;
use leitai_core::{Sentence, Words, sentence};
use leitai_hall::{MOST_OF_REPORT, SubmittedReport, Trouble};
use leitai_pages::ReportView;
use leitai_store::{Person, Report};
use leitai_tournament::Entry;
use std::collections::BTreeMap;

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/events/{id}/report").read(By::People, page).change(By::People, hand_in),
        at("/events/{id}/report/{entry}").read(By::People, file).shows(Shows::Report),
    ]
}

/// The shares as typed, by number.
type Typed = BTreeMap<String, String>;

/// The people of the reader's team; only the reader if they take part alone.
fn members<'p>(entry: &Entry, me: &SignedIn, people: &'p [Person]) -> Vec<&'p Person> {
    let all = people_of(entry, people);
    if !all.is_empty() {
        return all;
    }
    people.iter().filter(|person| person.line.number == me.person.line.number).collect()
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let people = asked.site.accounts.people.all().await.map_err(|error| away(&error))?;
    let done = query(&asked.uri, "done").map(|_| sentence!("The report was taken.", "报告已提交。"));
    let content = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        show(site, asking, &event, &me, &people, None, (&[], done.as_ref()))
    });
    Ok(asked.answer(&content.await?))
}

fn show(
    site: &Site,
    asking: &Asking,
    event: &SiteEvent,
    me: &SignedIn,
    people: &[Person],
    typed: Option<&Typed>,
    (troubles, done): (&[Trouble], Option<&Sentence>),
) -> Result<Content, Refused> {
    let entrant = entrant_of(event, me);
    let shut =
        site.events.shared().report_refusal(&event.file(), &entrant).map_err(|error| hall_away(&error))?;
    let (shut, entry) = (shut.map(|why| Sentence::of(&why)), entrant.entry);
    let stands = match &entry {
        Some(entry) => standing(site, event, &entry.name)?,
        None => None,
    };
    let closes = event.rules().closes.map(|closes| closes.said_in(&asking.zone));
    let mut facts = Vec::new();
    if let Some(closes) = closes {
        facts.push((Words::new("Closes", "截止时间"), closes));
    }
    if let Some(report) = &stands {
        let (at, bytes) = (asking.zone.at(report.at_ms), report.bytes);
        facts.push((Words::new("Handed in", "提交时间"), at.said()));
        facts.push((Words::new("Size", "大小"), sentence!("{bytes} bytes", "{bytes} 字节")));
    }
    let team = entry.as_ref().map(|entry| members(entry, me, people)).unwrap_or_default();
    let share = |person: &&Person| {
        let number = &person.line.number;
        let kept = || Some(stands.as_ref()?.shares.get(number)?.to_string());
        let share = typed.map_or_else(kept, |typed| typed.get(number).cloned());
        let usual = if team.len() == 1 { "100" } else { "" };
        [number.clone(), person.line.name.clone(), share.unwrap_or_else(|| usual.to_owned())]
    };
    let shown: Vec<_> = team.iter().map(share).collect();
    let warning = entry.as_ref().and_then(|entry| too_wide(&entry.name));
    let href = entry.as_ref().filter(|_| stands.is_some());
    let href = href.map(|entry| format!("/events/{}/report/{}", event.id, entry.id));
    let view = ReportView {
        id: &event.id,
        event: &event.name,
        token: &me.token.form(),
        team: entry.as_ref().map(|entry| entry.name.as_str()),
        facts: &facts,
        members: &shown,
        most: MOST_OF_REPORT as u64,
        shut: shut.as_ref(),
        href: href.as_deref(),
        warning: warning.as_ref(),
        troubles,
        done,
    };
    Ok(Content::html(leitai_pages::report(&asking.reader(), &view)))
}

/// The submitted report of an entry.
fn standing(site: &Site, event: &SiteEvent, entry: &str) -> Result<Option<Report>, Refused> {
    let all = site.events.shared().reports(&event.name).map_err(|error| hall_away(&error))?;
    Ok({ all }.remove(entry))
}

async fn hand_in(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let people = asked.site.accounts.people.all().await.map_err(|error| away(&error))?;
    let here = format!("/events/{id}/report?done=report");
    let taken = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        match take(site, &event, &me, &people, &posted)? {
            Ok(()) => Ok(None),
            Err((typed, troubles)) => {
                show(site, asking, &event, &me, &people, Some(&typed), (&troubles, None)).map(Some)
            }
        }
    });
    Ok(match taken.await? {
        None => leads_to(&here),
        Some(page) => page.answer(StatusCode::UNPROCESSABLE_ENTITY, &asked.headers),
    })
}

/// Takes a report; the inner error returns what was typed, and all that is wrong with it.
fn take(
    site: &Site,
    event: &SiteEvent,
    me: &SignedIn,
    people: &[Person],
    posted: &Posted,
) -> Result<Result<(), (Typed, Vec<Trouble>)>, Refused> {
    let entrant = entrant_of(event, me);
    let team = entrant.entry.as_ref().map(|entry| members(entry, me, people)).unwrap_or_default();
    let numbers = team.iter().map(|person| person.line.number.clone());
    let typed: Typed =
        numbers.map(|number| (number.clone(), posted.text(&format!("share-{number}")))).collect();
    event.take_up();
    let what = SubmittedReport { by: me.actor(), contents: posted.bytes("file"), shares: &typed };
    match site.events.shared().hand_in_report(&event.file(), &entrant, &what) {
        Ok(()) => Ok(Ok(())),
        Err(wrong) => troubles_of(wrong).map(|troubles| Err((typed, troubles))),
    }
}

/// The submitted report of an entry, for its team and for organisers: on a page and in the API.
pub(super) async fn file(
    Path((id, number)): Path<(String, String)>,
    Me(me): Me,
    asked: Asked,
) -> TypedAnswer<ReportFile> {
    let made = asked.aside(move |site, _| {
        let event = site.event(&id)?;
        let kept = theirs(site, &event, &me)?.into_iter().find(|kept| kept.entry.id.to_string() == number);
        let kept = kept.ok_or_else(Refused::no_page)?;
        let (bytes, form) = kept.read(site)?;
        Ok((format!("report-{id}-{number}.{}", form.ending), Content::as_it_is(form.media, bytes)))
    });
    let (name, content) = made.await?;
    let mut answer = asked.answer(&content);
    save_as(answer.headers_mut(), &name);
    Ok(TypedResponse::trusted(answer))
}
