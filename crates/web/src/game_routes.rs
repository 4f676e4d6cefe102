//! Addresses of the hall and of games, and the streams that follow them.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, save_as};
use crate::game_page::{PICTURES, ply_of};
use crate::people::signed_in::Caller;
use crate::reader::query;
use crate::refusal::Refused;
use crate::stream::Stream;
use axum::Extension;
use axum::extract::Path;
use axum::http::{HeaderValue, Response, StatusCode, header};
use leitai_core::{SheetName, sentence};
use leitai_hall::ShortId;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// How many games and events one page may follow.
const MOST_FOLLOWED: usize = 24;

pub(crate) fn routes() -> Vec<Address> {
    vec![
        at("/").read(By::Everybody, hall),
        at("/games/{id}").read(By::Everybody, game),
        at("/games/{id}/{what}").read(By::Everybody, of_game),
        at("/live").read(By::Everybody, live),
    ]
}

async fn hall(asked: Asked) -> Answer {
    let boards_only = query(&asked.uri, "part").as_deref() == Some("boards");
    let what = if boards_only { "boards" } else { "hall" };
    if let Some(content) = asked.site.ready(&asked.asking, None, what) {
        return Ok(asked.answer(&content));
    }
    let content = asked.aside(move |site, asking| {
        // If the page is slightly old, its stream brings it up to date.
        site.cached(asking, what, || site.hall_page(asking, boards_only))
    });
    Ok(asked.answer(&*content.await?))
}

async fn game(Path(id): Path<String>, asked: Asked) -> Answer {
    let ply = ply_of(&asked.uri)?;
    let is_card = query(&asked.uri, "part").as_deref() == Some("card");
    let content = asked.aside(move |site, asking| {
        let make = || site.game_page(&id, asking, ply, is_card);
        let is_held = site.events.held_back(&id).is_some();
        if is_held || site.live.get(&id).is_some() || site.events.awaited(&id).is_some() {
            return make().map(Arc::new);
        }
        site.cached(asking, &format!("game {id} {ply:?} {is_card}"), make)
    });
    Ok(asked.answer(&*content.await?))
}

async fn of_game(Path((id, what)): Path<(String, String)>, asked: Asked) -> Answer {
    if what == "live" {
        let last = asked.headers.get("last-event-id").and_then(|value| value.to_str().ok());
        let from = last.map(str::to_owned).or_else(|| query(&asked.uri, "from")).unwrap_or_default();
        id.parse::<ShortId>().map_err(|_| Refused::no_game())?;
        let asked_for = id.clone();
        asked.aside(move |site, _| site.is_there(&asked_for)).await?;
        return stream(&asked, &format!("{id}@{from}"), ("", false), None);
    }
    if what == "record.jsonl" {
        let content = asked.aside(move |site, _| site.game_record(&id)).await?;
        return Ok(asked.answer(&content));
    }
    if what == "play" {
        let ply = ply_of(&asked.uri)?;
        return asked.aside(move |site, _| site.play_from(&id, ply)).await;
    }
    if what == "analysis" {
        let content = asked.aside(move |site, asking| site.analysis_page(&id, asking)).await?;
        return Ok(asked.answer(&content));
    }
    if what == "preview.png" {
        let ply = ply_of(&asked.uri)?;
        let content = asked.aside(move |site, _| site.game_preview(&id, ply)).await?;
        return Ok(asked.answer(&content));
    }
    if what == "places" {
        let ply = ply_of(&asked.uri)?;
        let content = asked.aside(move |site, asking| site.game_places(&id, asking, ply)).await?;
        return Ok(asked.answer(&content));
    }
    if let Some(name) = what.strip_prefix("sheet.") {
        let form: SheetName = name.parse().map_err(|()| Refused::no_page())?;
        let (name, content) = asked.aside(move |site, _| site.game_sheet(&id, form)).await?;
        let mut answer = asked.answer(&content);
        save_as(answer.headers_mut(), &name);
        return Ok(answer);
    }
    let Some(name) = what.strip_suffix(".svg") else { return Err(Refused::no_page()) };
    let at = if name == "film" { None } else { Some(name.parse().map_err(|_| Refused::no_page())?) };
    let content = asked.aside(move |site, asking| site.game_picture(&id, at, asking.lang)).await?;
    let mut answer = asked.answer(&content);
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PICTURES));
    Ok(answer)
}

async fn live(caller: Extension<Caller>, asked: Asked) -> Answer {
    let value = |name| query(&asked.uri, name).unwrap_or_default();
    let hall = query(&asked.uri, "hall").map(|text| text.parse().unwrap_or(0));
    let all = caller.0.0.is_some();
    stream(&asked, &value("games"), (&value("events"), all), hall)
}

/// A stream of these games (`ID@LIFE.N`, separated by commas), events (`ID@SEQ`) with all their changes or only those
/// that the public sees and, if its version is given, of the hall.
fn stream(asked: &Asked, games: &str, (events, all): (&str, bool), hall: Option<u64>) -> Answer {
    let site = &asked.site;
    let listed = |text: &str| -> Vec<(String, String)> {
        let all = text.split(',').filter(|one| !one.is_empty());
        all.map(|one| one.split_once('@').unwrap_or((one, "")))
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .collect()
    };
    let (games, events) = (listed(games), listed(events));
    let is_address = |(id, _): &(String, String)| id.parse::<ShortId>().is_ok();
    let are_addresses = games.iter().chain(&events).all(is_address);
    if !are_addresses
        || games.len() + events.len() > MOST_FOLLOWED
        || (games.is_empty() && events.is_empty() && hall.is_none())
    {
        return Err(Refused::unclear(
            sentence!(
                "A stream follows 1 to {MOST_FOLLOWED} games and events.",
                "一个事件流可跟随 1 至 {MOST_FOLLOWED} 个对局或赛事。"
            ),
            sentence!(
                "Write /live?games=ID@LIFE.N,… (see /docs/api).",
                "写法：/live?games=ID@LIFE.N,…（见 /docs/api）。"
            ),
        ));
    }
    let Some(counted) = site.streams.enter(asked.client) else {
        let mut answer = Content::html(leitai_pages::full(&asked.asking.reader(), 10))
            .answer(StatusCode::SERVICE_UNAVAILABLE, &asked.headers);
        answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("10"));
        return Ok(answer);
    };
    let scatter = 1_000 + RandomState::new().hash_one(0) % 4_000;
    let mut stream = Stream::new(site, counted, asked.asking.lang, scatter);
    for (id, mark) in games {
        // A malformed mark counts as that of another life, so that the page fetches its board.
        stream.game(id, mark.parse().unwrap_or_default());
    }
    for (id, version) in events {
        if let Some(changes) = site.events.changes(&id, all) {
            stream.event(id, changes, version.parse().unwrap_or(0));
        }
    }
    if let Some(version) = hall {
        stream.hall(site.live.changes(), version);
    }
    let mut answer = Response::new(stream.into_body());
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    Ok(answer)
}
