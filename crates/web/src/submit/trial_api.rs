//! Test games in the API, in the same words as on the pages.

use super::entrant::{hall_away, not_taken};
use super::trial::{has_ordered, take};
use crate::address::{Address, By, at};
use crate::api::call::{Call, NOT_THEIRS};
use crate::api::typed_response::{Created, TypedAnswer, one_of};
use crate::asked::Asked;
use crate::people::in_force::in_force;
use crate::people::signed_in::Me;
use crate::people::upload::{UploadKind, arrived};
use crate::reader::query;
use crate::refusal::Refused;
use crate::site::Site;
use axum::extract::{Path, Request};
use axum::http::StatusCode;
use leitai_core::{Lang, Seat, Tell, sentence};
use leitai_hall::GameStands;
use leitai_pages::TypedTrial;
use leitai_store::Scope;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

/// The maximum size read before an event's own limit is checked, which is at most a third of it.
const MOST: usize = 3 << 20;

pub(crate) fn routes() -> Vec<Address> {
    let order = Call::new(
        "try",
        sentence!(
            "Orders test games: the body is the source, or empty for your current program.",
            "测试对局：请求体为源代码；为空则用当前程序。"
        ),
    )
    .option(
        "language",
        "The name under which it is compiled, and a standard behind a blank: `main.cpp c++20`.",
    )
    .query("opponent", "A built-in level, or `entry:` and the name of an entry that allows it.")
    .option("side", "`both` (default), `first` or `second`.")
    .option("games", "How many, 1 to 10 (default 2).")
    .option("opening", "Acts separated by blanks, or a position (default: the rules' start).")
    .refuses(&[
        (StatusCode::NOT_FOUND, "there is no such event"),
        (StatusCode::PAYLOAD_TOO_LARGE, "the source is too large"),
        (StatusCode::UNPROCESSABLE_ENTITY, "nothing is ordered: `error` says why"),
    ]);
    let said = sentence!("Test games that you ordered, and what became of them.", "本人的测试对局及其结果。");
    let one_call = Call::new("trial", said).refuses(NOT_THEIRS);
    let said = sentence!(
        "The test games that you ordered in an event, the newest first.",
        "本人在该赛事中的测试对局，最新的在前。"
    );
    let list_call = Call::new("trials", said).refuses(NOT_THEIRS);
    vec![
        at("/api/v1/events/{id}/trials").answers(By::People, list, list_call).takes(
            By::People,
            Scope::Submit,
            hand_in,
            order,
        ),
        at("/api/v1/trials/{number}").answers(By::People, one, one_call),
    ]
}

#[derive(Serialize, JsonSchema)]
struct Trials {
    trials: Vec<Trial>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Trial {
    id: i64,
    event: String,
    opponent: String,
    opening: Option<String>,
    at_ms: i64,
    is_over: bool,
    ahead: Option<u64>,
    won: u32,
    drawn: u32,
    lost: u32,
    games: Vec<Game>,
}

#[derive(Serialize, JsonSchema)]
struct Game {
    #[schemars(schema_with = "seats")]
    seat: Seat,
    #[schemars(schema_with = "states")]
    state: &'static str,
    said: Option<String>,
    page: Option<String>,
}

fn seats(_: &mut SchemaGenerator) -> Schema {
    one_of(["first", "second"])
}

fn states(_: &mut SchemaGenerator) -> Schema {
    one_of(["waiting", "running", "played", "off"])
}

impl Trial {
    pub(crate) fn of(site: &Site, trial: &leitai_store::Trial, lang: Lang) -> Result<Trial, Refused> {
        let event = site.events.named(&trial.event).ok_or_else(Refused::no_page)?;
        let games = site.events.shared().trial_games(trial).map_err(|error| hall_away(&error))?;
        let game = |game: &leitai_hall::TrialGame| {
            let (state, said) = match &game.stands {
                GameStands::Waiting => ("waiting", None),
                GameStands::Running => ("running", None),
                GameStands::Played(how) => ("played", Some(how.told(lang))),
                GameStands::Off(why) => ("off", Some(why.told(lang))),
            };
            let page = (state == "played").then(|| format!("/games/{}", event.game_address(game.id)));
            Game { seat: game.seat, state, said, page }
        };
        let [won, drawn, lost] = games.score;
        Ok(Trial {
            id: trial.id,
            event: trial.event.clone(),
            is_over: games.are_over(),
            games: games.games.iter().map(game).collect(),
            opponent: games.opponent,
            opening: games.opening,
            at_ms: trial.at_ms,
            ahead: games.ahead,
            won,
            drawn,
            lost,
        })
    }

    fn numbered(site: &Site, number: i64, me: &Me, lang: Lang) -> Result<Trial, Refused> {
        let found = site.events.shared().trial(number).map_err(|error| hall_away(&error))?;
        let trial = found.filter(|trial| has_ordered(&me.0, trial)).ok_or_else(Refused::no_page)?;
        Trial::of(site, &trial, lang)
    }
}

/// The caller's own orders in an event.
async fn list(Path(id): Path<String>, me: Me, asked: Asked) -> TypedAnswer<Trials> {
    let told = asked.json_aside(move |site, asking| {
        let event = site.event(&id)?;
        let orders = site.events.shared().trials(&event.name, &me.0.person.line.number);
        let orders = orders.map_err(|error| hall_away(&error))?;
        let trials =
            orders.iter().map(|trial| Trial::of(site, trial, asking.lang)).collect::<Result<_, _>>()?;
        Ok(Trials { trials })
    });
    told.await
}

async fn one(Path(number): Path<String>, me: Me, asked: Asked) -> TypedAnswer<Trial> {
    let told = asked.json_aside(move |site, asking| {
        let number = number.parse().map_err(|_| Refused::no_page())?;
        Trial::numbered(site, number, &me, asking.lang)
    });
    told.await
}

async fn hand_in(
    Path(id): Path<String>,
    me: Me,
    asked: Asked,
    request: Request,
) -> TypedAnswer<Created<Trial>> {
    let number = &me.0.person.line.number;
    let (most, _room) = asked.site.uploads.room(&asked.headers, number, MOST, UploadKind::Form).await?;
    let contents = arrived(request.into_body(), most).await?;
    in_force(&asked.site, &me.0).await?;
    let field = |name, usual: &str| query(&asked.uri, name).unwrap_or_else(|| usual.to_owned());
    let typed = TypedTrial {
        language: field("language", ""),
        text: String::new(),
        opponent: field("opponent", ""),
        side: field("side", "both"),
        games: field("games", "2"),
        opening: field("opening", ""),
    };
    let made = asked.created_aside(move |site, asking| {
        let event = site.event(&id)?;
        let number = take(site, &event, &me.0, &typed, &contents)?.map_err(not_taken)?;
        Trial::numbered(site, number, &me, asking.lang)
    });
    made.await
}
