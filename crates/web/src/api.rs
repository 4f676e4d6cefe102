//! The read-only API: the contents of the pages as JSON. Every caller gets what the public may see.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked};
use crate::reader::Asking;
use crate::site_event::SiteEvent;
use axum::body::Body;
use axum::extract::Path;
use axum::http::Response;
use leitai_catalog::{Audience, Cut, GAMES};
use leitai_core::Lang;
use leitai_pages::Stand;
use serde_json::{Value, json};

/// The description of the API, in `OpenAPI` 3.1. A test checks it against the routes.
pub(crate) const OPENAPI: &str = include_str!("../assets/openapi.json");

/// The addresses of the API, as in its description.
pub(crate) const ADDRESSES: &[&str] = &[
    "/api/v1/openapi.json",
    "/api/v1/games",
    "/api/v1/live",
    "/api/v1/events",
    "/api/v1/events/{id}",
    "/api/v1/events/{id}/{table}",
    "/api/v1/games/{id}",
    "/api/v1/games/{id}/record",
    "/api/v1/account",
    "/api/v1/events/{id}/submissions",
    "/api/v1/submissions/{number}",
    "/api/v1/events/{id}/reports",
    "/api/v1/events/{id}/reports/{entry}",
];

pub(crate) fn routes() -> Vec<Address> {
    vec![
        at("/api/v1/openapi.json").read(By::Everybody, openapi),
        at("/api/v1/games").read(By::Everybody, games),
        at("/api/v1/live").read(By::Everybody, live),
        at("/api/v1/events").read(By::Everybody, events),
        at("/api/v1/events/{id}").read(By::Everybody, event),
        at("/api/v1/events/{id}/{table}").read(By::Everybody, table),
        at("/api/v1/games/{id}").read(By::Everybody, game),
        at("/api/v1/games/{id}/record").read(By::Everybody, record),
    ]
}

fn object(asked: &Asked, value: &Value) -> Response<Body> {
    asked.answer(&Content::json(value.to_string()))
}

async fn openapi(asked: Asked) -> Answer {
    Ok(asked.answer(&Content::json(OPENAPI.to_owned())))
}

/// The kinds of games.
async fn games(asked: Asked) -> Answer {
    let games = GAMES.iter().map(|game| {
        let facts = game.facts();
        let levels: Vec<_> = facts.levels.iter().map(ToString::to_string).collect();
        json!({
            "id": facts.id, "en": facts.name.en, "zh": facts.name.zh,
            "hidden": facts.hidden, "chance": facts.chance, "clock": facts.clock.to_string(), "levels": levels,
        })
    });
    Ok(object(&asked, &json!({ "games": games.collect::<Vec<_>>() })))
}

/// The running games. Of one with secrets only that it is running.
async fn live(asked: Asked) -> Answer {
    let games = asked.site.live.all().into_iter().filter(|game| !game.is_over());
    let games = games.map(|game| {
        let [first, second] = game.seats().map(|seat| seat.name);
        let event = game.belongs.event.as_ref().map(|(id, _)| id.clone());
        json!({
            "id": game.id, "game": game.facts().id, "event": event,
            "first": first, "second": second, "secret": game.is_secret(),
        })
    });
    Ok(object(&asked, &json!({ "games": games.collect::<Vec<_>>() })))
}

async fn events(asked: Asked) -> Answer {
    let events: Vec<_> = asked.site.events.all().iter().map(|event| summary(event)).collect();
    Ok(object(&asked, &json!({ "events": events })))
}

fn summary(event: &SiteEvent) -> Value {
    let card = event.card();
    let state = match card.stand {
        Stand::Ahead => "ahead",
        Stand::Running => "running",
        Stand::Waiting => "waiting",
        Stand::Stuck => "stuck",
        Stand::Paused => "paused",
        Stand::Over => "over",
    };
    json!({
        "id": card.id, "name": card.name, "game": card.game.id, "state": state,
        "date": card.date, "place": card.place, "played": card.played, "stuck": card.stuck, "version": event.version(),
    })
}

async fn event(Path(id): Path<String>, asked: Asked) -> Answer {
    let event = asked.site.event(&id)?;
    let mut value = summary(&event);
    if let Some(known) = event.known().as_ref() {
        let of = &known.history.event;
        let entry = |entry: &leitai_tournament::Entry| json!({ "id": format!("{id}-{}", entry.id), "name": of.name(entry.id) });
        value["entries"] = of.entries().iter().map(entry).collect();
        value["tables"] = leitai_pages::event::TABLES.iter().copied().collect();
    }
    Ok(object(&asked, &value))
}

async fn table(Path((id, name)): Path<(String, String)>, asked: Asked) -> Answer {
    let content = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        site.kept(&event, &format!("api {name}"), asking, |view| {
            Some(Content::json(leitai_pages::event::table(view, &name)?.json()))
        })
    });
    Ok(asked.answer(&*content.await?))
}

/// A game: who plays, how it ended, its moves, as far as the public may know them.
async fn game(Path(id): Path<String>, asked: Asked) -> Answer {
    let value = asked.aside(move |site, _| {
        let found = site.find(&id)?;
        let about = &found.record.about;
        let [first, second] = about.seats.each_ref().map(|seat| seat.name.to_string());
        let runs = site.live.get(&id).is_some_and(|game| !game.is_over());
        let mut value = json!({
            "id": id, "game": about.game.to_string(), "event": found.event.as_ref().map(|(event, _)| event),
            "first": first, "second": second, "clock": about.clock.to_string(), "running": runs,
        });
        let cut = Cut::of(found.record.clone(), Audience::Public, found.secrets, found.age);
        let cut = cut.map_err(|error| crate::lost_game::broken(&id, &error))?;
        value["open"] = cut.is_some().into();
        let Some(cut) = cut else { return Ok(value) };
        let broken = |error| crate::lost_game::broken(&id, &error);
        let mut playback = cut.playback().map_err(broken)?;
        let mut moves = Vec::new();
        while let Some(step) = playback.step().map_err(broken)? {
            moves.push(json!({ "by": step.by, "said": step.said, "us": step.us }));
        }
        if let Some(ending) = playback.ending().map_err(broken)? {
            value["ending"] = json!({
                "winner": ending.winner,
                "reason": ending.reason.to(Lang::En), "reason_zh": ending.reason.to(Lang::Zh),
                "in_question": ending.question,
            });
        }
        value["moves"] = moves.into();
        Ok(value)
    });
    let value = value.await?;
    Ok(object(&asked, &value))
}

async fn record(Path(id): Path<String>, asked: Asked) -> Answer {
    let content = asked.aside(move |site, _| site.game_record(&id)).await?;
    Ok(asked.answer(&content))
}

/// `/docs/api`.
pub(crate) fn page(asking: &Asking) -> String {
    let text: Value = serde_json::from_str(OPENAPI).unwrap_or_default();
    let zh = asking.lang == Lang::Zh;
    let rows = ADDRESSES.iter().map(|address| {
        let of = &text["paths"][*address]["get"];
        let said = if zh { &of["x-summary-zh"] } else { &of["summary"] };
        (*address, said.as_str().unwrap_or_default())
    });
    leitai_pages::api(&asking.reader(), &rows.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_has_every_address_and_no_other() {
        let text: Value = serde_json::from_str(OPENAPI).expect("JSON");
        let paths: Vec<_> = text["paths"].as_object().expect("paths").keys().map(String::as_str).collect();
        let mut known = ADDRESSES.to_vec();
        known.sort_unstable();
        let mut described = paths;
        described.sort_unstable();
        assert_eq!(described, known);
        for (path, of) in text["paths"].as_object().expect("paths") {
            let get = &of["get"];
            for said in ["summary", "x-summary-zh", "operationId"] {
                assert!(get[said].as_str().is_some_and(|text| !text.is_empty()), "{path}: {said}");
            }
            let named: Vec<_> = path.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
            let parameters = get["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
            let parameters: Vec<_> = parameters.iter().filter_map(|it| it["name"].as_str()).collect();
            assert_eq!(parameters, named, "{path}");
            assert!(get["responses"]["200"]["content"].is_object(), "{path}");
        }
    }
}
