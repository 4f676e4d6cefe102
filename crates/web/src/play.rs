//! Playing in the browser: a table against a built-in player or an invited person.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::face::face;
use crate::people::cookies::{FORM, keep, own};
use crate::people::form::Posted;
use crate::people::secret::Token;
use crate::people::signed_in::{Caller, SignedIn};
use crate::play_choice::{keep as keep_choice, kept, presets, stated, wish};
use crate::play_partners::{partners, rival};
use crate::reader::query;
use crate::refusal::Refused;
use axum::Extension;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderValue, Response, StatusCode, header};
use leitai_catalog::{GAMES, ListedGame};
use leitai_core::{ContentHash, Sentence, Words};
use leitai_hall::{Invitation, PlayRefused, QueuePlace, Rival, TakenSeat};
use leitai_pages::{ChosenPlay, PlaySeatView, PlayView};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How long a request waits for something new at a table.
const WAITS: Duration = Duration::from_secs(20);
/// How long a page without script waits for what follows from its act.
pub(crate) const FOLLOWS: Duration = Duration::from_millis(1500);
/// How many games a visitor may have at one time, and somebody who has signed in.
pub(crate) const ENOUGH: [usize; 2] = [1, 4];
/// What whoever has no seat may do.
const BEGIN: Words = Words::new("Begin a game of your own at /play.", "可在 /play 自行开局。");

pub(crate) fn routes() -> Vec<Address> {
    vec![
        at("/play").read(By::Everybody, page).change(By::Everybody, begin),
        at("/play/{ticket}").read(By::Everybody, queued),
        at("/play/{id}/{key}").read(By::Everybody, seat).change(By::Everybody, act),
        at("/play/{id}/{key}/now").read(By::Everybody, now),
    ]
}

/// Who asks: the person who has signed in, or the visitor's browser.
struct Player {
    owner: String,
    enough: usize,
    name: Option<String>,
    /// The token of this browser's forms.
    form: String,
    /// A visitor's token that the browser does not have yet.
    fresh: Option<Token>,
}

impl Player {
    fn of(caller: &Caller, asked: &Asked) -> Player {
        if let Some(signed_in) = &caller.0 {
            let name = signed_in.person.nickname.clone();
            let (owner, form) = (owner(signed_in), signed_in.token.form());
            return Player { owner, enough: ENOUGH[1], name, form, fresh: None };
        }
        let kept = own(&asked.headers, FORM).and_then(Token::read);
        let token = kept.clone().unwrap_or_else(Token::random);
        let owner = format!("visitor {}", ContentHash::of(token.text().as_bytes()));
        let form = token.form();
        Player { owner, enough: ENOUGH[0], name: None, form, fresh: kept.is_none().then_some(token) }
    }

    /// The answer, with the token that the browser is to keep. It is this browser's alone.
    fn answer(&self, asked: &Asked, content: &Content) -> Response<Body> {
        let mut answer = asked.answer(content);
        answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(token) = &self.fresh {
            keep(&mut answer, asked, FORM, token.text(), None);
        }
        answer
    }
}

/// As whom the tables know a person, in a browser or by a program.
pub(crate) fn owner(signed_in: &SignedIn) -> String {
    format!("person {}", signed_in.person.line.number)
}

async fn page(Extension(caller): Extension<Caller>, asked: Asked) -> Answer {
    let player = Player::of(&caller, &asked);
    let game = query(&asked.uri, "game").and_then(|game| leitai_catalog::find(&game));
    let chosen = stated(&asked, game);
    choose(&asked, &caller, &player, game, &chosen, None).await
}

async fn choose(
    asked: &Asked,
    caller: &Caller,
    player: &Player,
    game: Option<ListedGame>,
    chosen: &ChosenPlay,
    trouble: Option<&Sentence>,
) -> Answer {
    let partners = match (caller.0.clone(), game) {
        (Some(me), Some(game)) => asked.aside(move |site, _| partners(site, &me, game)).await?,
        _ => Vec::new(),
    };
    let partners: Vec<_> =
        partners.iter().map(|partner| (partner.value.as_str(), partner.name.as_str())).collect();
    let games: Vec<_> = GAMES.iter().map(|game| game.facts()).collect();
    let presets: Vec<_> = game.map(presets).unwrap_or_default().iter().map(|preset| preset.name).collect();
    let last = kept(&asked.headers).0.map(|game| game.facts());
    let view = PlayView {
        last,
        games: &games,
        game: game.map(|game| game.facts()),
        presets: &presets,
        partners: &partners,
        token: &player.form,
        chosen,
        trouble,
    };
    Ok(player.answer(asked, &Content::html(leitai_pages::play(&asked.asking.reader(), &view))))
}

async fn begin(Extension(caller): Extension<Caller>, asked: Asked, posted: Posted) -> Answer {
    let player = Player::of(&caller, &asked);
    let Some(game) = leitai_catalog::find(&posted.text("game")) else { return Err(Refused::no_page()) };
    let chosen = ChosenPlay::of(|field| posted.text(field));
    let (me, owner, enough, name) =
        (caller.0.clone(), player.owner.clone(), player.enough, player.name.clone());
    let wanted = chosen.clone();
    let begun = asked.aside(move |site, asking| {
        let entered = |named: &str| rival(site, me.as_deref(), game, named);
        let wish = wish(game, &wanted, name.as_deref(), asking.lang, entered);
        Ok(wish.and_then(|wish| match site.play.begin(&owner, enough, &wish) {
            Err(PlayRefused::Full) => {
                site.play.queue_up(&owner, enough, &wish).map(|ticket| format!("/play/{ticket}"))
            }
            begun => begun.map(|invitation| address(&invitation)),
        }))
    });
    match begun.await? {
        Ok(place) => {
            let mut answer = leads_to(&place);
            keep_choice(answer.headers_mut(), game, &chosen);
            Ok(answer)
        }
        Err(why) => refused(&asked, &caller, &player, game, &chosen, &why).await,
    }
}

/// The form with why no game began.
async fn refused(
    asked: &Asked,
    caller: &Caller,
    player: &Player,
    game: ListedGame,
    chosen: &ChosenPlay,
    why: &PlayRefused,
) -> Answer {
    let mut answer = choose(asked, caller, player, Some(game), chosen, Some(&Sentence::of(why))).await?;
    *answer.status_mut() = Refused::at_table(why).status;
    Ok(answer)
}

/// The address of a seat.
fn address(Invitation { id, key }: &Invitation) -> String {
    format!("/play/{id}/{key}")
}

/// The place in the queue, or the game that has begun.
async fn queued(Path(ticket): Path<String>, Extension(caller): Extension<Caller>, asked: Asked) -> Answer {
    let player = Player::of(&caller, &asked);
    match asked.site.play.queued(&ticket, &player.owner) {
        None => Err(Refused::no_table()),
        Some(Ok(QueuePlace::Begun(invitation))) => Ok(leads_to(&address(&invitation))),
        Some(Ok(QueuePlace::Behind(before))) => {
            let page = leitai_pages::play_wait(&asked.asking.reader(), before);
            Ok(player.answer(&asked, &Content::html(page)))
        }
        Some(Err(why)) => Err(Refused::unclear(Sentence::of(&why), BEGIN.into())),
    }
}

/// Who asks, and that seat, which is theirs.
fn taken(caller: &Caller, asked: &Asked, [id, key]: [&str; 2]) -> Result<(Player, TakenSeat), Refused> {
    let player = Player::of(caller, asked);
    match asked.site.play.seat(id, key, &player.owner) {
        Ok(Some(seat)) => Ok((player, seat)),
        Ok(None) => Err(Refused::no_table()),
        Err(why) => Err(Refused::unclear(Sentence::of(&why), BEGIN.into())),
    }
}

/// The seat as it is shown now: the whole page, or what the script puts in place of it.
fn shown(
    asked: &Asked,
    player: &Player,
    [id, key]: [&str; 2],
    seat: &TakenSeat,
    trouble: Option<&Sentence>,
    is_part: bool,
) -> Response<Body> {
    // Before what is shown: what comes between is shown again, not lost.
    let (news, shown) = (seat.board().news(), seat.board().now());
    let now = Instant::now();
    let address = format!("/play/{id}/{key}");
    let invites = seat.invites().map(|key| format!("{}/play/{id}/{key}", asked.asking.own));
    let replay = asked.site.play.record(id).map(|_| format!("/games/{id}"));
    let next = seat.next().map(|next| self::address(&next));
    let names = seat.seated().each_ref().map(|seated| seated.name.as_str());
    let view = PlaySeatView {
        address: &address,
        facts: seat.facts(),
        seat: seat.seat(),
        names,
        shown: &shown,
        token: &player.form,
        program: seat.other_program(),
        clock: seat.clock(),
        faces: shown.clocks.map(|clock| face(clock, now)),
        timed: seat.seated().each_ref().map(|seated| !seated.is_built_in),
        is_both: seat.wish().rival == Rival::Oneself,
        news,
        away: seat.other_away(),
        may: seat.may(),
        offers: seat.offers(),
        next: next.as_deref(),
        invites: invites.as_deref(),
        sheets: &seat.wish().game.sheets(),
        own: &asked.asking.own,
        replay: replay.as_deref().filter(|_| shown.end.is_some()),
        trouble,
    };
    let reader = asked.asking.reader();
    let page = if is_part {
        leitai_pages::play_now(&reader, &view)
    } else {
        leitai_pages::play_seat(&reader, &view)
    };
    player.answer(asked, &Content::html_once(page, &asked.headers))
}

async fn seat(
    Path((id, key)): Path<(String, String)>,
    Extension(caller): Extension<Caller>,
    asked: Asked,
) -> Answer {
    let place = [id.as_str(), &key];
    match taken(&caller, &asked, place) {
        Ok((player, seat)) => Ok(shown(&asked, &player, place, &seat, None, false)),
        // A game that is over stays at its table until the site is started anew; its record stays longer.
        Err(why) if why.status == StatusCode::NOT_FOUND && asked.site.play.record(&id).is_some() => {
            Ok(leads_to(&format!("/games/{id}")))
        }
        Err(why) => Err(why),
    }
}

/// What is new at the seat, once something is: `?after=VERSION`.
async fn now(
    Path((id, key)): Path<(String, String)>,
    Extension(caller): Extension<Caller>,
    asked: Asked,
) -> Answer {
    let place = [id.as_str(), &key];
    let (player, seat) = taken(&caller, &asked, place)?;
    let after = query(&asked.uri, "after").and_then(|after| after.parse().ok()).unwrap_or(0);
    seat.follows();
    let mut closing = asked.site.closing.subscribe();
    tokio::select! {
        _ = timeout(WAITS, seat.board().newer(after)) => {}
        _ = closing.wait_for(|closing| *closing) => {}
    }
    // Whoever plays both sides may have to look at the other now.
    let (_, seat) = taken(&caller, &asked, place)?;
    Ok(shown(&asked, &player, place, &seat, None, true))
}

async fn act(
    Path((id, key)): Path<(String, String)>,
    Extension(caller): Extension<Caller>,
    asked: Asked,
    posted: Posted,
) -> Answer {
    let place = [id.as_str(), &key];
    let (player, seat) = taken(&caller, &asked, place)?;
    let before = seat.board().news();
    let [act, typed] = ["act", "typed"].map(|field| posted.text(field));
    let done = match posted.text("do").as_str() {
        "resign" => seat.resign(),
        "leave" => seat.leave(),
        "layout" => seat.lay_out(),
        "claim" => seat.claim(),
        "draw" => seat.offer_draw(),
        "back" => seat.take_back(),
        "decline" => {
            seat.decline();
            Ok(())
        }
        again @ ("again" | "swap") => {
            let begun = asked.site.play.again(&seat, &player.owner, player.enough, again == "swap");
            match begun {
                Ok(invitation) => return Ok(leads_to(&self::address(&invitation))),
                Err(why) => Err(why),
            }
        }
        _ => {
            let act = if typed.is_empty() { &act } else { &typed };
            let version = posted.text("version").parse().unwrap_or(0);
            if posted.has("why") {
                let places =
                    posted.text("why").split(',').filter_map(|at| at.parse().ok()).collect::<Vec<_>>();
                seat.ask_why(version, &places)
            } else if act.is_empty() {
                Ok(())
            } else {
                seat.act(version, act)
            }
        }
    };
    if let Err(why) = done {
        let mut answer = shown(&asked, &player, place, &seat, Some(&Sentence::of(&why)), false);
        *answer.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
        return Ok(answer);
    }
    // What follows is on the page that the browser asks for next; a script asks by itself.
    if !posted.has("script") {
        let _ = timeout(FOLLOWS, seat.board().newer(before)).await;
    }
    Ok(leads_to(&format!("/play/{id}/{key}")))
}
