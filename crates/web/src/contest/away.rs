//! Tables that desks without a network take along, and what they bring back.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to, save_as};
use crate::contest::found::{organises, serves, serves_at};
use crate::contest::tables::show;
use crate::people::form::Posted;
use crate::people::signed_in::Me;
use crate::refusal::Refused;
use axum::extract::Path;
use leitai_core::{Sentence, sentence};
use leitai_hall::{BroughtBack, DESK_FILE, DeedError, Wanted, game_folder};
use leitai_tournament::contest::{ContestDeed, TakingId};

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/contests/{id}/away").change(By::People, take),
        at("/contests/{id}/away/{taking}").read(By::People, file).change(By::People, change),
        at("/contests/{id}/back").change(By::People, back),
    ]
}

/// The tables that were typed, divided by commas or blanks.
fn tables(typed: &str) -> Result<Vec<u32>, Sentence> {
    let parts = typed.split([',', '，', '、', ' ']).map(str::trim).filter(|part| !part.is_empty());
    let numbers: Vec<Option<u32>> = parts.map(|part| part.parse().ok()).collect();
    match numbers.iter().copied().collect::<Option<Vec<u32>>>() {
        Some(tables) if !tables.is_empty() => Ok(tables),
        _ => Err(sentence!("Write the tables as numbers: 3, 4.", "请填写棋桌号，例如 3, 4。")),
    }
}

async fn take(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let found = asked.contest(&id).await?;
    serves(&found.kept.contest, &me)?;
    let round = posted.text("round");
    let typed = tables(&posted.text("tables")).and_then(|tables| match round.parse::<u16>() {
        _ if round.is_empty() => Ok((tables, None)),
        Ok(round) => Ok((tables, Some(round))),
        Err(_) => Err(sentence!("Write the round as a number.", "请用数字填写轮次。")),
    });
    let (tables, round) = match typed {
        Ok(typed) => typed,
        Err(why) => return show(&asked, &me, &id, Some(why), None).await,
    };
    if !tables.iter().all(|table| serves_at(&found.kept.contest, &me, *table)) {
        return Err(Refused::no_page());
    }
    let (name, with) = (found.name.clone(), posted.text("with"));
    let taken = asked.asks_site(&me, move |site, by| {
        let wanted = Wanted { with: &with, tables: &tables, round };
        site.events.shared().take_along(by, &name, &wanted)
    });
    match taken.await? {
        Ok(taken) => Ok(leads_to(&format!("/contests/{id}/tables?done=take&taking={}", taken.taking))),
        Err(why) => show(&asked, &me, &id, Some(why), None).await,
    }
}

/// The file for the desk. It holds the key with which the desk seals what it brings back: whoever serves at all of its tables
/// may have it.
async fn file(Path((id, taking)): Path<(String, String)>, Me(me): Me, asked: Asked) -> Answer {
    let found = asked.contest(&id).await?;
    let contest = &found.kept.contest;
    serves(contest, &me)?;
    let taking: TakingId = taking.parse().map_err(|_| Refused::no_page())?;
    let known = contest.taking(&taking).ok_or_else(Refused::no_page)?;
    if !known.tables().into_iter().all(|table| serves_at(contest, &me, table)) {
        return Err(Refused::no_page());
    }
    let (name, id_of) = (found.name.clone(), taking.clone());
    let taken = asked.asks_site(&me, move |site, _| site.events.shared().taken_along(&name, &id_of)).await?;
    match taken {
        Ok(taken) => {
            let content = Content::new("application/octet-stream", taken.text());
            let mut answer = asked.answer(&content);
            save_as(answer.headers_mut(), &format!("{}-{taking}.{DESK_FILE}", found.name));
            Ok(answer)
        }
        Err(why) => show(&asked, &me, &id, Some(why), None).await,
    }
}

/// What was taken along is called off, or its results are expected for longer.
async fn change(
    Path((id, taking)): Path<(String, String)>,
    Me(me): Me,
    asked: Asked,
    posted: Posted,
) -> Answer {
    let found = asked.contest(&id).await?;
    let contest = &found.kept.contest;
    serves(contest, &me)?;
    let taking: TakingId = taking.parse().map_err(|_| Refused::no_page())?;
    let known = contest.taking(&taking).ok_or_else(Refused::no_page)?;
    if !known.tables().into_iter().all(|table| serves_at(contest, &me, table)) {
        return Err(Refused::no_page());
    }
    let name = found.name.clone();
    if posted.text("do") == "extend" {
        if !organises(&me) {
            return Err(Refused::no_page());
        }
        let done =
            asked.asks_site(&me, move |site, by| site.events.shared().extend_taking(by, &name, &taking));
        return match done.await? {
            Ok(_) => Ok(leads_to(&format!("/contests/{id}/tables?done=extend"))),
            Err(why) => show(&asked, &me, &id, Some(why), None).await,
        };
    }
    let why: String = posted.text("why").chars().take(200).collect();
    let deed = ContestDeed::Recall { taking, why };
    let done =
        asked.asks_site(&me, move |site, by| site.events.shared().do_in_contest(by, &name, &deed, None));
    match done.await? {
        Ok(()) => Ok(leads_to(&format!("/contests/{id}/tables?done=recall"))),
        Err(why) => show(&asked, &me, &id, Some(why), None).await,
    }
}

async fn back(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let found = asked.contest(&id).await?;
    serves(&found.kept.contest, &me)?;
    let (name, bytes) = (found.name.clone(), posted.bytes("back").to_vec());
    if bytes.is_empty() {
        let why = sentence!("Choose the file.", "请选择文件。");
        return show(&asked, &me, &id, Some(why), None).await;
    }
    let brought = asked.asks_site(&me, move |site, by| {
        let folder = |event: &str, game: &leitai_core::GameName<'_>| {
            let known = site.events.named(event).map(|event| event.folder());
            known.unwrap_or_else(|| game_folder(site.events.folder(), &name, game))
        };
        let brought = site.events.shared().bring_back(by, Some(&name), &bytes, &folder);
        brought.map_err(|error| match error {
            DeedError::Nothing => {
                DeedError::Refused(sentence!("there is nothing of it here", "这里没有相应的内容"))
            }
            error => error,
        })
    });
    match brought.await? {
        Ok(back) => show(&asked, &me, &id, refusals(&back), Some(back.said())).await,
        Err(why) => show(&asked, &me, &id, Some(why), None).await,
    }
}

/// The results that do not count, each with why.
fn refusals(back: &BroughtBack) -> Option<Sentence> {
    let wrong = back.results.iter().filter_map(|result| {
        let why = result.brought.as_ref().err()?;
        let (table, of) = (result.table, result.of.to_string());
        Some(sentence!("table {table}, {of}: {why}", "{table} 号桌 {of}：{why}"; table, of, why))
    });
    wrong.reduce(|all, next| all.then(&sentence!("; {next}", "；{next}"; next)))
}
