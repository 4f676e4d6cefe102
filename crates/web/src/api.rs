//! The read-only API: the contents of the pages as JSON. Every caller gets what the public may see.

pub(crate) mod call;
pub(crate) mod description;
pub(crate) mod typed_response;

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::api::call::Call;
use crate::api::description::Description;
use crate::api::typed_response::{NdJson, TypedAnswer, TypedResponse, one_of};
use crate::asked::Asked;
use crate::lost_game::broken;
use crate::site_event::SiteEvent;
use axum::Extension;
use axum::extract::Path;
use axum::http::StatusCode;
use leitai_catalog::{Audience, Cut, GAMES};
use leitai_core::{Actor, Lang, Seat, sentence};
use leitai_pages::Stand;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;

/// How a call for an event is refused.
const NO_EVENT: &[(StatusCode, &str)] = &[(StatusCode::NOT_FOUND, "there is no such thing")];
/// How a call for a game is refused.
const NO_GAME: &[(StatusCode, &str)] = &[
    (StatusCode::NOT_FOUND, "there is no such game, or it has not begun"),
    (StatusCode::GONE, "its record was removed; `game` says its result"),
];

pub(crate) fn routes() -> Vec<Address> {
    vec![
        at("/api/v1/openapi.json").answers(
            By::Everybody,
            openapi,
            Call::new("openapi", sentence!("This description.", "本说明。")),
        ),
        at("/api/v1/games").answers(
            By::Everybody,
            games,
            Call::new(
                "games",
                sentence!("The kinds of games, with their levels and clocks.", "全部棋种及其级别、时限。"),
            ),
        ),
        at("/api/v1/live").answers(
            By::Everybody,
            live,
            Call::new("live", sentence!("The games that run now.", "正在进行的对局。")),
        ),
        at("/api/v1/events").answers(
            By::Everybody,
            events,
            Call::new("events", sentence!("All events.", "全部赛事。")),
        ),
        at("/api/v1/events/{id}").answers(
            By::Everybody,
            event,
            Call::new(
                "event",
                sentence!(
                    "An event with its entries and the names of its tables.",
                    "一项赛事：参赛者与各表名称。"
                ),
            )
            .refuses(NO_EVENT),
        ),
        at("/api/v1/events/{id}/{table}").answers(
            By::Everybody,
            table,
            Call::new("table", sentence!("A table of an event: columns and rows.", "赛事的一张表：列与行。"))
                .refuses(NO_EVENT),
        ),
        at("/api/v1/games/{id}").answers(
            By::Everybody,
            game,
            Call::new(
                "game",
                sentence!("A game: who plays, its moves, how it ended.", "一局：双方、着法与结果。"),
            )
            .refuses(NO_GAME),
        ),
        at("/api/v1/games/{id}/record").answers(
            By::Everybody,
            record,
            Call::new(
                "record",
                sentence!(
                    "The record as the public may have it, JSON lines.",
                    "可公开的对局记录（JSON 行）。"
                ),
            )
            .refuses(NO_GAME),
        ),
    ]
}

async fn openapi(
    Extension(description): Extension<Arc<Description>>,
    asked: Asked,
) -> TypedAnswer<Map<String, Value>> {
    Ok(TypedResponse::trusted(asked.answer(&description.content)))
}

#[derive(Serialize, JsonSchema)]
struct GameKinds {
    games: Vec<GameKind>,
}

#[derive(Serialize, JsonSchema)]
struct GameKind {
    id: &'static str,
    en: &'static str,
    zh: &'static str,
    hidden: bool,
    chance: bool,
    clock: String,
    levels: Vec<String>,
}

async fn games(asked: Asked) -> TypedAnswer<GameKinds> {
    let games = GAMES.iter().map(|game| {
        let facts = game.facts();
        GameKind {
            id: facts.id,
            en: facts.name.en,
            zh: facts.name.zh,
            hidden: facts.hidden,
            chance: facts.chance,
            clock: facts.clock.to_string(),
            levels: facts.levels.iter().map(ToString::to_string).collect(),
        }
    });
    Ok(asked.json(GameKinds { games: games.collect() }))
}

#[derive(Serialize, JsonSchema)]
struct RunningGames {
    games: Vec<RunningGame>,
}

#[derive(Serialize, JsonSchema)]
struct RunningGame {
    id: String,
    game: &'static str,
    event: Option<String>,
    first: String,
    second: String,
    secret: bool,
}

/// The running games. Of one with secrets only that it is running.
async fn live(asked: Asked) -> TypedAnswer<RunningGames> {
    let games = asked.site.watched().into_iter().filter(|game| !game.is_over()).map(|game| {
        let [first, second] = game.seats().map(|seat| seat.name);
        RunningGame {
            id: game.id.clone(),
            game: game.facts().id,
            event: game.belongs.event.as_ref().map(|(id, _)| id.clone()),
            first,
            second,
            secret: game.is_secret(),
        }
    });
    Ok(asked.json(RunningGames { games: games.collect() }))
}

#[derive(Serialize, JsonSchema)]
struct Events {
    events: Vec<EventSummary>,
}

#[derive(Serialize, JsonSchema)]
struct EventSummary {
    id: String,
    name: String,
    game: &'static str,
    #[serde(with = "State")]
    state: Stand,
    date: String,
    place: String,
    played: usize,
    stuck: usize,
    version: u64,
}

#[derive(Serialize, JsonSchema)]
#[serde(remote = "Stand", rename_all = "lowercase")]
#[schemars(rename = "EventState")]
enum State {
    Ahead,
    Collecting,
    Open,
    Running,
    Waiting,
    Stuck,
    Paused,
    Over,
}

impl EventSummary {
    fn of(event: &SiteEvent) -> EventSummary {
        let card = event.card();
        EventSummary {
            id: card.id,
            name: card.name,
            game: card.game.id,
            state: card.stand,
            date: card.date,
            place: card.place,
            played: card.played,
            stuck: card.stuck,
            version: event.shown_version(),
        }
    }
}

async fn events(asked: Asked) -> TypedAnswer<Events> {
    let events = asked.site.events.all();
    let events = events.iter().map(|event| EventSummary::of(event)).collect();
    Ok(asked.json(Events { events }))
}

#[derive(Serialize, JsonSchema)]
struct Event {
    #[serde(flatten)]
    summary: EventSummary,
    #[serde(flatten)]
    begun: Option<BegunEvent>,
}

#[derive(Serialize, JsonSchema)]
struct BegunEvent {
    entries: Vec<Entry>,
    tables: Vec<&'static str>,
}

#[derive(Serialize, JsonSchema)]
struct Entry {
    id: String,
    name: String,
}

async fn event(Path(id): Path<String>, asked: Asked) -> TypedAnswer<Event> {
    let event = asked.site.event(&id)?;
    let begun = event.public(|history| {
        let of = &history.event;
        let entry = |entry: &leitai_tournament::Entry| Entry {
            id: format!("{id}-{}", entry.id),
            name: of.name(entry.id).to_owned(),
        };
        BegunEvent {
            entries: of.entries().iter().map(entry).collect(),
            tables: leitai_pages::event::TABLES.into(),
        }
    });
    Ok(asked.json(Event { summary: EventSummary::of(&event), begun }))
}

// As `leitai_pages::event::TypedTable::json` writes it.
#[derive(Serialize, Deserialize, JsonSchema)]
struct EventTable {
    r#type: String,
    table: String,
    columns: Vec<Column>,
    rows: Vec<Map<String, Value>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Column {
    id: String,
    en: String,
    zh: String,
}

async fn table(Path((id, name)): Path<(String, String)>, asked: Asked) -> TypedAnswer<EventTable> {
    let content = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        site.kept(&event, &format!("api {name}"), asking, |view| {
            Some(Content::json(leitai_pages::event::table(view, &name)?.json()))
        })
    });
    Ok(TypedResponse::trusted(asked.answer(&*content.await?)))
}

#[derive(Serialize, JsonSchema)]
struct PublicGame {
    id: String,
    game: String,
    event: Option<String>,
    first: String,
    second: String,
    clock: String,
    running: bool,
    /// Whether the public may know its moves.
    open: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Move>")]
    moves: Option<Vec<Move>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Ending")]
    ending: Option<Ending>,
}

#[derive(Serialize, JsonSchema)]
struct Move {
    #[schemars(schema_with = "actors")]
    by: Option<Actor>,
    said: Vec<String>,
    us: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
struct Ending {
    #[schemars(schema_with = "winners")]
    winner: Option<Seat>,
    reason: String,
    reason_zh: String,
    in_question: Option<String>,
}

fn actors(_: &mut SchemaGenerator) -> Schema {
    let [first, second] = Seat::BOTH.map(|seat| Some(Actor::Seat(seat)));
    one_of([first, second, Some(Actor::Chance), Some(Actor::Arbiter), None])
}

fn winners(_: &mut SchemaGenerator) -> Schema {
    one_of([Some(Seat::First), Some(Seat::Second), None])
}

/// A game: who plays, how it ended, its moves, as far as the public may know them.
async fn game(Path(id): Path<String>, asked: Asked) -> TypedAnswer<PublicGame> {
    asked
        .json_aside(move |site, _| {
            let found = site.find(&id)?;
            let running = site.live.get(&id).is_some_and(|game| !game.is_over());
            let about = &found.record.about;
            let [first, second] = about.seats.each_ref().map(|seat| seat.name.to_string());
            let (kind, clock) = (about.game.to_string(), about.clock.to_string());
            let broken = |error| broken(&id, &error);
            let cut = Cut::of(found.record, Audience::Public, found.secrets, found.age).map_err(broken)?;
            let (open, mut moves, mut ending) = (cut.is_some(), None, None);
            if let Some(cut) = cut {
                let mut playback = cut.playback().map_err(broken)?;
                let mut all = Vec::new();
                while let Some(step) = playback.step().map_err(broken)? {
                    all.push(Move { by: step.by, said: step.said, us: step.us });
                }
                moves = Some(all);
                ending = playback.ending().map_err(broken)?.map(|ending| Ending {
                    winner: ending.winner,
                    reason: ending.reason.to(Lang::En).to_owned(),
                    reason_zh: ending.reason.to(Lang::Zh).to_owned(),
                    in_question: ending.question,
                });
            }
            let event = found.event.map(|(event, _)| event);
            Ok(PublicGame { game: kind, event, first, second, clock, running, open, moves, ending, id })
        })
        .await
}

async fn record(Path(id): Path<String>, asked: Asked) -> TypedAnswer<NdJson> {
    let content = asked.aside(move |site, _| site.game_record(&id)).await?;
    Ok(TypedResponse::trusted(asked.answer(&content)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::tests::Tried;
    use leitai_hall::{EventFile, Hall};
    use leitai_tournament::Seed;
    use serde_json::json;
    use std::fs;

    /// The one answer that is not written from its type.
    #[test]
    fn a_table_is_as_its_type_says() {
        let tried = Tried::open();
        let entries =
            ["a", "b"].map(|name| format!("[[entries]]\nname = \"{name}\"\nprogram = \"random\"\n"));
        let text = format!("name = \"Cup\"\ngame = \"gomoku\"\n{}", entries.concat());
        fs::write(tried.folder.path().join("events/cup.toml"), text).expect("our folder");
        let event = tried.site.events.look().pop().expect("an event");
        let (file, shared) = (EventFile::clone(&event.file()), tried.site.events.shared());
        let hall = Hall::open_shared(file, shared, &event.folder(), true, || Seed::new("1"));
        event.know(&hall.unwrap_or_else(|error| panic!("{error}")));
        for name in leitai_pages::event::TABLES {
            let answer = tried.visitor().get(&format!("/api/v1/events/{}/{name}", event.id));
            let text: Value = serde_json::from_str(&answer.text).expect("JSON");
            let table: EventTable =
                serde_json::from_str(&answer.text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(json!(table), text, "it has nothing else");
            assert_eq!((table.r#type.as_str(), table.table.as_str()), ("table", name));
        }
    }
}
