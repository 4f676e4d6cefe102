//! Playing by the API: what the pages at `/play` let a person do, for a program that acts in that person's name with a
//! token of the scope `play`. A seat belongs to the person, in the browser and here alike; its address has its key.

use crate::address::{Address, By, at};
use crate::api::call::Call;
use crate::api::typed_response::{Created, Events, TypedAnswer, TypedResponse, one_of};
use crate::asked::Asked;
use crate::face::face;
use crate::people::signed_in::{Me, SignedIn};
use crate::play::{ENOUGH, FOLLOWS, owner};
use crate::play_choice;
use crate::play_partners::rival;
use crate::reader::{Asking, query};
use crate::refusal::Refused;
use crate::site::Site;
use axum::body::{Body, Bytes};
use axum::extract::Path;
use axum::http::{HeaderValue, Response, StatusCode, Uri, header};
use futures_util::stream::unfold;
use leitai_core::{Clock, Lang, Seat, sentence};
use leitai_draw::{Terminal, terminal};
use leitai_hall::{PlayRefused, PlayWish, SeatShown, TakenSeat};
use leitai_pages::{ChosenPlay, Face};
use leitai_store::Scope;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How often a stream at which nothing happens sends a comment.
const BREATH: Duration = Duration::from_secs(15);

/// How a call for a seat is refused.
pub(crate) const NO_SEAT: &[(StatusCode, &str)] = &[
    (StatusCode::NOT_FOUND, "there is no such table, or the key is of none of its seats"),
    (StatusCode::UNPROCESSABLE_ENTITY, "nothing was played: `error` says why"),
];

pub(crate) fn routes() -> Vec<Address> {
    let begin_call =
        Call::new("play", sentence!("Begins a game at a table of the site.", "在本站对局台开局。"))
            .query("game", "The game, as `games` names it.")
            .query(
                "rival",
                "A built-in level; `entry:EVENT/NAME`, the current program of an entry whose owner allows it, or your own; \
                 `person` or `program`: of whoever has the address in `invites`; `oneself`: both sides.",
            )
            .option("by", "`person` (default), or `program`: one that takes the seat by its `line`.")
            .option("seat", "`first`, `second` or `any` (default).")
            .option("preset", "A named rule set of the game.")
            .option(
                "options",
                "Options of the rules, `name=value`, separated by commas, instead of a preset.",
            )
            .option("clock", "The clock of all who play but built-in players, as `game=5m,inc=3s`.")
            .option("opening", "Acts or a position with which the game begins.")
            .bodiless()
            .refuses(&[
                (
                    StatusCode::TOO_MANY_REQUESTS,
                    "all tables are taken, or you have enough. Who asks again within 30 s keeps the place in the queue.",
                ),
                (StatusCode::UNPROCESSABLE_ENTITY, "no such game: `error` says why"),
                (StatusCode::SERVICE_UNAVAILABLE, "no game can begin now"),
            ]);
    let seat_call = Call::new(
        "seat",
        sentence!(
            "A seat and what it may know. Whoever asks first takes it.",
            "座位及其所能知道的内容；先取用者得座。"
        ),
    )
    .option("by", "`program` takes no seat at which a person plays.")
    .refuses(NO_SEAT);
    let watch_call = Call::new(
        "watch",
        sentence!("The seat, at once and after each change.", "座位的当前情形及此后的每次变化。"),
    )
    .refuses(NO_SEAT);
    let act_call = Call::new("act", sentence!("Plays acts of one turn.", "走一步（或一步中的几着）。"))
        .query("version", "The seat's `version` at which they were chosen: at any other nothing is played.")
        .query("acts", "The acts in the game's notation, separated by blanks.")
        .bodiless()
        .refuses(NO_SEAT);
    let (people, play) = (By::People, Scope::Play);
    vec![
        at("/api/v1/play").takes(people, play, begin, begin_call),
        at("/api/v1/play/{id}/{key}").answers_in(people, play, seat, seat_call),
        at("/api/v1/play/{id}/{key}/watch").answers_in(people, play, watch, watch_call),
        at("/api/v1/play/{id}/{key}/act").takes(people, play, act, act_call),
    ]
}

#[derive(Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a member of the answer")]
pub(crate) struct PlayedSeat {
    /// The path of its page.
    page: String,
    id: String,
    key: String,
    game: &'static str,
    /// The options of its rules that are not the game's own.
    options: BTreeMap<String, String>,
    #[schemars(schema_with = "seats")]
    seat: Seat,
    first: String,
    second: String,
    /// Grows with every change of the board or the acts.
    version: u64,
    plies: u32,
    /// The clock of all who play but built-in players; `null` for none.
    clock: Option<String>,
    /// What the clocks of First and Second show.
    clocks: [PlayedClock; 2],
    /// The board as text, as far as the seat knows it; `null` before the game begins.
    board: Option<String>,
    /// The acts that the seat may play now, as far as it knows; empty where it owes none.
    acts: Vec<String>,
    /// Why the last act was refused; nothing of it was played.
    refused: Option<String>,
    /// Whether the game may be left without a result.
    may_leave: bool,
    /// Whether the other side has been away for so long, while it is to move, that the game may be claimed.
    may_claim: bool,
    /// Whether a draw may be offered, or agreed to.
    may_draw: bool,
    /// Whether there is a turn of this side to take back.
    may_take_back: bool,
    offers: PlayedOffers,
    /// Where pieces are laid unseen: the acts of a layout of ours.
    layout: Option<String>,
    end: Option<PlayedEnd>,
    /// The path of this side's page in the game that the other side has begun after this one.
    next: Option<String>,
    /// The path of the WebSocket by which a program plays here; `null` where a person does.
    line: Option<String>,
    /// Whether that program has come, and whether its line is cut now.
    came: Option<bool>,
    cut: Option<bool>,
    /// How long lines to the programs of First and Second are on the way, there and back, in the middle of the last
    /// measurements.
    ways_ms: [Option<u64>; 2],
    /// The address of the other seat, while nobody has taken it.
    invites: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct PlayedClock {
    /// Whether the time of this seat is running.
    running: bool,
    /// What was used of this turn.
    turn_ms: u64,
    /// What was left for the whole game when the turn began; `null` without such a limit.
    left_ms: Option<u64>,
}

/// What one side offers the other.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlayedOffers {
    /// Who offers that nobody has won.
    #[schemars(schema_with = "winners")]
    draw: Option<Seat>,
    /// Who asks to take back its last turn.
    #[schemars(schema_with = "winners")]
    back: Option<Seat>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct PlayedEnd {
    #[schemars(schema_with = "winners")]
    winner: Option<Seat>,
    reason: String,
    /// Whether it was broken off, without a result.
    broken_off: bool,
    /// The path of the replay.
    replay: Option<String>,
}

fn seats(_: &mut SchemaGenerator) -> Schema {
    one_of(Seat::BOTH)
}

fn winners(_: &mut SchemaGenerator) -> Schema {
    one_of([Some(Seat::First), Some(Seat::Second), None])
}

impl PlayedSeat {
    pub(crate) fn of(
        site: &Site,
        asking: &Asking,
        [id, key]: [&str; 2],
        seat: &TakenSeat,
        shown: &SeatShown,
    ) -> Self {
        let lang = asking.lang;
        let style = Terminal { lang, ..Terminal::default() };
        let [first, second] = seat.seated().each_ref().map(|seated| seated.name.clone());
        let now = Instant::now();
        let clock = Some(seat.clock()).filter(|clock| *clock != Clock::NONE);
        let clocks = shown.clocks.map(|clock| {
            let Face { running, turn_ms, left_ms } = face(clock, now);
            PlayedClock { running, turn_ms, left_ms }
        });
        let end = shown.end.as_ref().map(|end| PlayedEnd {
            winner: end.winner,
            reason: end.reason.to(lang).to_owned(),
            broken_off: end.is_broken_off,
            replay: site.play.record(id).map(|_| format!("/games/{id}")),
        });
        let (may, offers) = (seat.may(), seat.offers());
        PlayedSeat {
            page: format!("/play/{id}/{key}"),
            id: id.to_owned(),
            key: key.to_owned(),
            game: seat.facts().id,
            options: seat.wish().options.iter().cloned().collect(),
            seat: seat.seat(),
            first,
            second,
            version: shown.version,
            plies: shown.plies,
            clock: clock.map(|clock| clock.to_string()),
            clocks,
            board: shown.scene.as_ref().map(|scene| terminal(scene, style)),
            acts: shown.choices.iter().map(|choice| choice.text.clone()).collect(),
            refused: shown.refused.as_ref().map(|why| why.to(lang).to_owned()),
            may_leave: may.leave,
            may_claim: seat.other_away().is_some_and(|away| away.may_be_claimed()),
            may_draw: may.draw,
            may_take_back: may.take_back,
            offers: PlayedOffers { draw: offers.draw, back: offers.back },
            layout: shown.layout.clone(),
            end,
            next: seat.next().map(|next| format!("/play/{}/{}", next.id, next.key)),
            line: seat.line().map(|_| format!("/api/v1/play/{id}/{key}/line")),
            came: seat.line().map(|line| line.has_come()),
            cut: seat.line().map(|line| line.is_cut()),
            ways_ms: seat.ways().map(|way| way.map(|way| way.as_millis() as u64)),
            invites: seat.invites().map(|key| format!("{}/play/{id}/{key}", asking.own)),
        }
    }
}

async fn begin(Me(me): Me, asked: Asked) -> TypedAnswer<Created<PlayedSeat>> {
    let uri = asked.uri.clone();
    let made = asked.created_aside(move |site, asking| {
        let wish = wish(site, &me, &uri, asking.lang).map_err(|why| Refused::at_table(&why))?;
        let owner = owner(&me);
        let begun = site.play.begin(&owner, ENOUGH[1], &wish);
        if begun == Err(PlayRefused::Full) {
            // For whoever asks again; where the queue is full too, that is as if nobody waited.
            let _ = site.play.queue_up(&owner, ENOUGH[1], &wish);
        }
        let begun = begun.map_err(|why| Refused::at_table(&why))?;
        let place = [begun.id.as_str(), &begun.key];
        let seat = taken(site, &me, place)?;
        Ok(PlayedSeat::of(site, asking, place, &seat, &seat.board().now()))
    });
    made.await
}

/// The game that is asked for.
fn wish(site: &Site, me: &SignedIn, uri: &Uri, lang: Lang) -> Result<PlayWish, PlayRefused> {
    let value = |name: &str| query(uri, name).unwrap_or_default();
    let wanted = value("game");
    let game = leitai_catalog::find(&wanted)
        .ok_or_else(|| PlayRefused::Setup(sentence!("there is no game `{wanted}`", "没有棋种“{wanted}”")))?;
    let by_program = match value("by").as_str() {
        "program" => true,
        "" | "person" => false,
        _ => {
            return Err(PlayRefused::Setup(sentence!(
                "a seat is by `person` or `program`",
                "座位由 `person` 或 `program` 执棋"
            )));
        }
    };
    let chosen = ChosenPlay::of(|field| value(if field == "side" { "seat" } else { field }));
    let entered = |named: &str| rival(site, Some(me), game, named);
    let wish = play_choice::wish(game, &chosen, me.person.nickname.as_deref(), lang, entered)?;
    Ok(PlayWish { by_program, ..wish })
}

/// The seat, which is the caller's, and a person's if it was free.
pub(crate) fn taken(site: &Site, me: &SignedIn, [id, key]: [&str; 2]) -> Result<TakenSeat, Refused> {
    found(site.play.seat(id, key, &owner(me)))
}

/// The seat, which is the caller's, and a program's if it was free.
pub(crate) fn taken_by_program(
    site: &Site,
    me: &SignedIn,
    [id, key]: [&str; 2],
) -> Result<TakenSeat, Refused> {
    found(site.play.seat_of_program(id, key, &owner(me)))
}

fn found(seat: Result<Option<TakenSeat>, PlayRefused>) -> Result<TakenSeat, Refused> {
    seat.map_err(|why| Refused::at_table(&why))?.ok_or_else(Refused::no_table)
}

async fn seat(Path((id, key)): Path<(String, String)>, Me(me): Me, asked: Asked) -> TypedAnswer<PlayedSeat> {
    let place = [id.as_str(), &key];
    let seat = if query(&asked.uri, "by").as_deref() == Some("program") {
        taken_by_program(&asked.site, &me, place)?
    } else {
        taken(&asked.site, &me, place)?
    };
    Ok(asked.json(PlayedSeat::of(&asked.site, &asked.asking, place, &seat, &seat.board().now())))
}

async fn act(Path((id, key)): Path<(String, String)>, Me(me): Me, asked: Asked) -> TypedAnswer<PlayedSeat> {
    let value = |name| query(&asked.uri, name).unwrap_or_default();
    let (version, acts) = (value("version").parse().unwrap_or(0), value("acts"));
    done(&asked, &me, [&id, &key], |seat| seat.act(version, &acts)).await
}

/// Does something at the seat; what it is shown then.
pub(crate) async fn done(
    asked: &Asked,
    me: &SignedIn,
    place: [&str; 2],
    deed: impl FnOnce(&TakenSeat) -> Result<(), PlayRefused>,
) -> TypedAnswer<PlayedSeat> {
    let seat = taken(&asked.site, me, place)?;
    let news = seat.board().news();
    if seat.board().now().end.is_none() {
        deed(&seat).map_err(|why| Refused::at_table(&why))?;
        let _ = timeout(FOLLOWS, seat.board().newer(news)).await;
    }
    let seat = taken(&asked.site, me, place)?;
    Ok(asked.json(PlayedSeat::of(&asked.site, &asked.asking, place, &seat, &seat.board().now())))
}

/// A seat that somebody watches.
struct Watching {
    site: Arc<Site>,
    asking: Asking,
    me: Arc<SignedIn>,
    place: [String; 2],
    /// How often there was something new when the seat was sent last.
    sent: Option<u64>,
    is_over: bool,
    _counted: crate::followers::Follower,
}

impl Watching {
    /// What is sent next; `None` once the game is over, or the site stops.
    async fn next(&mut self) -> Option<Bytes> {
        if self.is_over {
            return None;
        }
        let place = self.place.each_ref().map(String::as_str);
        // Whoever watches is there, and sits where something is to be done.
        let mut seat = taken(&self.site, &self.me, place).ok()?;
        seat.follows();
        if let Some(sent) = self.sent {
            let mut closing = self.site.closing.subscribe();
            tokio::select! {
                newer = timeout(BREATH, seat.board().newer(sent)) => if newer.is_err() {
                    return Some(Bytes::from_static(b": \n\n"));
                },
                _ = closing.wait_for(|closing| *closing) => return None,
            }
            seat = taken(&self.site, &self.me, place).ok()?;
        }
        // Before what is shown: what comes between is sent again, not lost.
        let (news, shown) = (seat.board().news(), seat.board().now());
        (self.sent, self.is_over) = (Some(news), shown.end.is_some());
        let data = json!(PlayedSeat::of(&self.site, &self.asking, place, &seat, &shown));
        Some(format!("data: {data}\n\n").into())
    }
}

async fn watch(
    Path((id, key)): Path<(String, String)>,
    Me(me): Me,
    asked: Asked,
) -> TypedAnswer<Events<PlayedSeat>> {
    taken(&asked.site, &me, [&id, &key])?;
    let counted = asked.site.streams.enter(asked.client).ok_or_else(Refused::busy)?;
    let watching = Watching {
        site: Arc::clone(&asked.site),
        asking: asked.asking.clone(),
        me,
        place: [id, key],
        sent: None,
        is_over: false,
        _counted: counted,
    };
    let body = Body::from_stream(unfold(watching, |mut watching| async move {
        let bytes = watching.next().await?;
        Some((Ok::<_, std::convert::Infallible>(bytes), watching))
    }));
    let mut answer = Response::new(body);
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    Ok(TypedResponse::trusted(answer))
}
