//! The organiser's page of one event: its state, pausing and resuming, its file.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::organise::columns;
use crate::organise::new_event::download;
use crate::organise::rule::kinds;
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use axum::extract::Path;
use axum::http::StatusCode;
use leitai_arena::now_ms;
use leitai_core::{Sentence, sentence};
use leitai_hall::DeedError;
use leitai_pages::ManageView;
use leitai_store::{Actor, EventSwitch};
use std::fs;
use std::sync::Arc;

/// How many notices the page lists.
const LISTED: usize = 20;

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/organise/{id}").read(By::Organisers, page),
        at("/organise/{id}/event.toml").read(By::Organisers, file),
        at("/organise/{id}/{deed}").change(By::Organisers, change),
    ]
}

async fn show(
    asked: &Asked,
    me: &SignedIn,
    event: &Arc<SiteEvent>,
    typed: [&str; 2],
    trouble: Option<&Sentence>,
) -> Answer {
    let done = match query(&asked.uri, "done").as_deref() {
        Some("open") => Some(sentence!("The event is open.", "赛事已新建。")),
        Some("pause") => Some(sentence!("The event is paused.", "已暂停。")),
        Some("resume") => Some(sentence!("The event is resumed.", "已恢复。")),
        Some("freeze") => Some(sentence!("The public tables are frozen.", "已封榜。")),
        Some("reveal") => Some(sentence!("The public tables are up to date again.", "已揭榜。")),
        Some("rule") => Some(sentence!("The ruling is made.", "裁决已生效。")),
        Some("notice") => Some(sentence!("The notice is posted.", "通知已发布。")),
        Some("withdraw") => Some(sentence!("The notice is withdrawn.", "通知已撤回。")),
        _ => None,
    };
    let notices = asked.site.notices.of(Some(&event.id), &asked.site.events, LISTED);
    let halted = event.trouble();
    let rulings = if event.known().is_some() { kinds(event) } else { Vec::default() };
    let its = Arc::clone(event);
    // The file may have been moved in the meantime; the site's copy stays valid.
    let (card, file, questions) = asked
        .aside(move |site, _| {
            let waiting =
                site.events.shared().questions_waiting().map_err(|error| Refused::halted(&error))?;
            let questions = waiting.get(&its.name).copied().unwrap_or_default();
            Ok((its.card(), fs::read_to_string(&its.source).unwrap_or_default(), questions))
        })
        .await?;
    let view = ManageView {
        card: &card,
        token: &me.token.form(),
        halted: halted.as_ref(),
        takes_programs: event.takes_programs(),
        is_paused: event.is_paused(),
        is_frozen: event.published.frozen().is_some(),
        file: &file,
        rulings: &rulings,
        questions,
        notices: &notices,
        typed,
        trouble,
        done: done.as_ref(),
    };
    let status = if trouble.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let here = format!("/organise/{}", event.id);
    let reader = leitai_pages::Reader { here: &here, ..asked.asking.reader() };
    Ok(Content::html(leitai_pages::manage(&reader, &view)).answer(status, &asked.headers))
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let event = asked.site.event(&id)?;
    show(&asked, &me, &event, ["", ""], None).await
}

async fn file(Path(id): Path<String>, asked: Asked) -> Answer {
    let event = asked.site.event(&id)?;
    let text = fs::read_to_string(&event.source).map_err(|error| {
        let why = error.to_string();
        Refused::failed(sentence!("The event's file cannot be read: {why}", "赛事文件无法读取：{why}"))
    })?;
    Ok(download(&asked, &event.name, &text))
}

async fn change(
    Path((id, deed)): Path<(String, String)>,
    Me(me): Me,
    asked: Asked,
    posted: Posted,
) -> Answer {
    let event = asked.site.event(&id)?;
    let texts = ["en", "zh"].map(|name| posted.text(name).replace("\r\n", "\n"));
    let (what, typed, notice) = (deed.clone(), texts.clone(), posted.text("notice"));
    let change = move |site: &Site, by: Actor<'_>, event: &SiteEvent| {
        let (shared, name) = (site.events.shared(), event.name.as_str());
        // Sent twice, each has the same result.
        match what.as_str() {
            "pause" | "resume" => {
                let on = what == "pause";
                shared.turn(by, name, EventSwitch::Paused, on)?;
                event.pause(on);
            }
            "freeze" | "reveal" => {
                let on = what == "freeze";
                shared.turn(by, name, EventSwitch::Frozen, on)?;
                event.freeze(on.then(now_ms));
            }
            "notice" => {
                shared.give_notice(by, name, typed.each_ref().map(String::as_str))?;
                site.show_notices(event)?;
            }
            "withdraw" => {
                shared.withdraw_notice(by, name, notice.parse().map_err(|_| DeedError::Nothing)?)?;
                site.show_notices(event)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    };
    match asked.asks(&me, &event, change).await? {
        Ok(true) => Ok(leads_to(&format!("/organise/{id}?done={deed}"))),
        Ok(false) => {
            let done = columns::change(&deed, &me, &asked, &event, &posted).await;
            done.unwrap_or_else(|| Err(Refused::no_page()))
        }
        Err(why) => show(&asked, &me, &event, texts.each_ref().map(String::as_str), Some(&why)).await,
    }
}
