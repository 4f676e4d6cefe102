//! A team's report and the members' shares of the work, submitted by its captain and replaceable until submissions
//! close.

use super::handed_in::theirs;
use super::team::{people_of, too_wide};
use crate::address::{Address, By, Shows, at};
use crate::answer::Content;
use crate::api::typed_response::{ReportFile, TypedAnswer, TypedResponse};
use crate::asked::{Answer, Asked, leads_to, save_as};
use crate::people::accounts::away;
use crate::people::form::{MOST_OF_REPORT, Posted};
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::{Asking, query};
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use crate::submit::entrant::{Entrant, entrant_of, hall_away};
use crate::submit::form::shut_for;
use crate::time;
use axum::extract::Path;
use axum::http::StatusCode;
use leitai_core::{Sentence, Words, sentence};
use leitai_hall::{SubmitError, lasting};
use leitai_pages::ReportView;
use leitai_store::{HandedInReport, Person, Report, ReportReceived};
use leitai_tournament::Entry;
use std::collections::BTreeMap;
use std::time::Duration;

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
        show(site, asking, &event, &me, &people, None, (None, done.as_ref()))
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
    (trouble, done): (Option<&Sentence>, Option<&Sentence>),
) -> Result<Content, Refused> {
    let Entrant { entry, hands_in } = entrant_of(event, me);
    let shut = shut(site, event, entry.as_ref(), hands_in)?;
    let stands = match &entry {
        Some(entry) => standing(site, event, &entry.name)?,
        None => None,
    };
    let closes = event.rules().closes.map(|closes| closes.said());
    let mut facts = Vec::new();
    if let Some(closes) = closes {
        facts.push((Words::new("Closes", "截止时间"), closes));
    }
    if let Some(report) = &stands {
        let (at, bytes) = (time::said(report.at_ms, asking.lang), report.bytes);
        facts.push((Words::new("Handed in", "提交时间"), Sentence::quoted(at)));
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
        trouble,
        done,
    };
    Ok(Content::html(leitai_pages::report(&asking.reader(), &view)))
}

/// Why the person cannot submit a report now.
fn shut(
    site: &Site,
    event: &SiteEvent,
    entry: Option<&Entry>,
    hands_in: bool,
) -> Result<Option<Sentence>, Refused> {
    if !event.file().begins_closed() {
        return Ok(Some(sentence!("This event takes no reports.", "本赛事不收报告。")));
    }
    if event.known().is_none() {
        return Ok(Some(sentence!("The event has not begun.", "赛事尚未开始。")));
    }
    if entry.is_none() {
        return Ok(Some(sentence!(
            "You are not in any team of this event: ask your teacher.",
            "您不在本赛事的任何队伍中：请联系老师。"
        )));
    }
    if !hands_in {
        return Ok(Some(sentence!(
            "The captain of your team hands in for the team.",
            "由队长代表队伍提交。"
        )));
    }
    shut_for(site, event)
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
            Err((typed, trouble)) => {
                show(site, asking, &event, &me, &people, Some(&typed), (Some(&trouble), None)).map(Some)
            }
        }
    });
    Ok(match taken.await? {
        None => leads_to(&here),
        Some(page) => page.answer(StatusCode::UNPROCESSABLE_ENTITY, &asked.headers),
    })
}

/// Takes a report; the inner error returns what was typed, and the reason.
fn take(
    site: &Site,
    event: &SiteEvent,
    me: &SignedIn,
    people: &[Person],
    posted: &Posted,
) -> Result<Result<(), (Typed, Sentence)>, Refused> {
    let Entrant { entry, hands_in } = entrant_of(event, me);
    let team = entry.as_ref().map(|entry| members(entry, me, people)).unwrap_or_default();
    let numbers = team.iter().map(|person| person.line.number.clone());
    let typed: Typed =
        numbers.map(|number| (number.clone(), posted.text(&format!("share-{number}")))).collect();
    let no = |why: Sentence| Ok(Err((typed.clone(), why)));
    if let Some(why) = shut(site, event, entry.as_ref(), hands_in)? {
        return no(why);
    }
    let Some(entry) = entry else { return Err(Refused::no_page()) };
    let shares = match shares(&typed) {
        Ok(shares) => shares,
        Err(why) => return no(why),
    };
    let shared = site.events.shared();
    let mut contents = posted.bytes("file").to_vec();
    if contents.len() > MOST_OF_REPORT {
        let most = MOST_OF_REPORT >> 20;
        return no(sentence!("A report has at most {most} MB.", "报告至多 {most} MB。"));
    }
    if contents.is_empty() {
        // To change only the shares, the file need not be chosen again.
        match standing(site, event, &entry.name)? {
            Some(report) => contents = shared.report(&report).map_err(|error| hall_away(&error))?,
            None => return no(sentence!("Choose the file of the report.", "请选择报告文件。")),
        }
    }
    let (event_name, name) = (event.name.as_str(), entry.name.as_str());
    let what = HandedInReport {
        event: event_name,
        entry: name,
        by: me.actor(),
        contents: &contents,
        shares: &shares,
    };
    let limits = event.rules().limits();
    match shared.receive_report(&what, limits).map_err(|error| hall_away(&error))? {
        ReportReceived::Taken => Ok(Ok(())),
        ReportReceived::TooEarly(wait) => {
            let wait = lasting(Duration::from_millis(wait.max(0) as u64));
            no(sentence!("submissions are not open yet: wait {wait}", "提交尚未开放：请等待 {wait}"; wait))
        }
        ReportReceived::Closed => no(Sentence::of(&SubmitError::Closed)),
    }
}

/// The shares as numbers: whole percentages from 0 to 100 that add up to 100.
fn shares(typed: &Typed) -> Result<BTreeMap<String, u8>, Sentence> {
    let figure = |text: &str| {
        let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u8>().ok().filter(|share| is_plain && *share <= 100)
    };
    let mut shares = BTreeMap::new();
    for (number, text) in typed {
        let Some(share) = figure(text) else {
            return Err(sentence!(
                "Give each member a share in whole percent, from 0 to 100, not `{text}`.",
                "请为每名成员填写 0 至 100 的整数百分比：“{text}”不是。"
            ));
        };
        shares.insert(number.clone(), share);
    }
    let all: u32 = shares.values().map(|share| u32::from(*share)).sum();
    if all != 100 {
        return Err(sentence!(
            "The shares add up to {all}, but must add up to 100.",
            "贡献合计为 {all}，应为 100。"
        ));
    }
    Ok(shares)
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

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Lang;

    #[test]
    fn shares_are_whole_percents_that_come_to_a_hundred() {
        let of = |all: &[&str]| {
            let typed = all.iter().enumerate().map(|(at, text)| (at.to_string(), (*text).to_owned()));
            shares(&typed.collect()).map_err(|why| why.to(Lang::En).to_owned())
        };
        assert_eq!(of(&["60", "0", "40"]).expect("fits")["2"], 40);
        for wrong in ["", "-1", "101", "33.3", "+5", "1e1", "300", "٣"] {
            assert!(of(&[wrong, "40"]).expect_err(wrong).contains("whole percent,"), "{wrong}");
        }
        assert!(of(&["60", "60"]).expect_err("more").contains("120"));
    }
}
