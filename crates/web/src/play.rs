//! Playing in the browser: a table against a built-in player or an invited person.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::people::cookies::{FORM, keep, own};
use crate::people::form::Posted;
use crate::people::secret::Token;
use crate::people::signed_in::{Caller, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use axum::Extension;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderValue, Response, header};
use leitai_catalog::{GAMES, ListedGame, Setup};
use leitai_core::{ContentHash, Preset, Seat, Sentence, Words, sentence};
use leitai_hall::{PlayRefused, PlayWish, Rival, SeatShown, TakenSeat};
use leitai_pages::{ChosenPlay, PlaySeatView, PlayView};
use std::time::Duration;
use tokio::time::timeout;

/// How long a request waits for something new at a table.
const WAITS: Duration = Duration::from_secs(20);
/// How long a page without script waits for what follows from its act.
pub(crate) const FOLLOWS: Duration = Duration::from_millis(1500);
/// How many games a visitor may have at one time, and somebody who has signed in.
pub(crate) const ENOUGH: [usize; 2] = [1, 4];
/// The name of a person without another.
pub(crate) const VISITOR: Words = Words::new("guest", "访客");
/// The name of whoever has the invitation.
pub(crate) const INVITED: Words = Words::new("invited guest", "受邀者");
/// The last choice, kept in the browser.
const CHOICE: &str = "lt-play";

pub(crate) fn routes() -> Vec<Address> {
    vec![
        at("/play").read(By::Everybody, page).change(By::Everybody, begin),
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

/// The rule sets of a game that need no referee.
pub(crate) fn presets(game: ListedGame) -> Vec<&'static Preset> {
    let needs_none = |preset: &&Preset| {
        game.open(&Setup::with(preset.options.iter().copied())).is_ok_and(|ruled| !ruled.is_refereed())
    };
    game.facts().presets.iter().filter(needs_none).collect()
}

async fn page(Extension(caller): Extension<Caller>, asked: Asked) -> Answer {
    let player = Player::of(&caller, &asked);
    let game = query(&asked.uri, "game").and_then(|game| leitai_catalog::find(&game));
    let kept = crate::reader::cookie(&asked.headers, CHOICE).unwrap_or_default().to_owned();
    let mut kept = kept.split('.').map(str::to_owned);
    let mut next =
        |other: &str| kept.next().filter(|one| !one.is_empty()).unwrap_or_else(|| other.to_owned());
    let chosen = ChosenPlay { rival: next("easy"), side: next("first"), preset: String::new() };
    Ok(choose(&asked, &player, game, &chosen, None))
}

fn choose(
    asked: &Asked,
    player: &Player,
    game: Option<ListedGame>,
    chosen: &ChosenPlay,
    trouble: Option<&Sentence>,
) -> Response<Body> {
    let games: Vec<_> = GAMES.iter().map(|game| game.facts()).collect();
    let presets: Vec<_> = game.map(presets).unwrap_or_default().iter().map(|preset| preset.name).collect();
    let view = PlayView {
        games: &games,
        game: game.map(|game| game.facts()),
        presets: &presets,
        token: &player.form,
        chosen,
        trouble,
    };
    player.answer(asked, &Content::html(leitai_pages::play(&asked.asking.reader(), &view)))
}

async fn begin(Extension(caller): Extension<Caller>, asked: Asked, posted: Posted) -> Answer {
    let player = Player::of(&caller, &asked);
    let Some(game) = leitai_catalog::find(&posted.text("game")) else { return Err(Refused::no_page()) };
    let [rival, side, preset] = ["rival", "side", "preset"].map(|field| posted.text(field));
    let chosen = ChosenPlay { rival: rival.clone(), side: side.clone(), preset: preset.clone() };
    let begun = wish(game, &chosen, &player, &asked)
        .and_then(|wish| asked.site.play.begin(&player.owner, player.enough, &wish));
    match begun {
        Ok(invitation) => {
            let mut answer = leads_to(&format!("/play/{}/{}", invitation.id, invitation.key));
            crate::asked::keep(answer.headers_mut(), CHOICE, &format!("{rival}.{side}"));
            Ok(answer)
        }
        Err(why) => {
            let said = Sentence::of(&why);
            let mut answer = choose(&asked, &player, Some(game), &chosen, Some(&said));
            *answer.status_mut() = Refused::at_table(&why).status;
            Ok(answer)
        }
    }
}

/// The game that is asked for.
fn wish(
    game: ListedGame,
    chosen: &ChosenPlay,
    player: &Player,
    asked: &Asked,
) -> Result<PlayWish, PlayRefused> {
    let rival = match chosen.rival.as_str() {
        "person" => Rival::Person,
        level => Rival::Level(
            level
                .parse()
                .map_err(|()| PlayRefused::Setup(sentence!("Choose an opponent.", "请选择对手。")))?,
        ),
    };
    let seat = match chosen.side.as_str() {
        "first" => Seat::First,
        "second" => Seat::Second,
        _ => Seat::BOTH[usize::from(Token::random().text().as_bytes()[0]) & 1],
    };
    let all = presets(game);
    let preset = all.iter().find(|preset| preset.name == chosen.preset).or(all.first());
    let options = preset.map_or(&[][..], |preset| preset.options);
    let lang = asked.asking.lang;
    let name = player.name.clone().unwrap_or_else(|| VISITOR.to(lang).to_owned());
    Ok(PlayWish {
        game,
        options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        rival,
        seat,
        by_program: false,
        names: [name, INVITED.to(lang).to_owned()],
    })
}

/// Who asks, and that seat, which is theirs.
fn taken(caller: &Caller, asked: &Asked, [id, key]: [&str; 2]) -> Result<(Player, TakenSeat), Refused> {
    let player = Player::of(caller, asked);
    match asked.site.play.seat(id, key, &player.owner) {
        Ok(Some(seat)) => Ok((player, seat)),
        Ok(None) => Err(Refused::no_table()),
        Err(why) => Err(Refused::unclear(
            Sentence::of(&why),
            sentence!("Begin a game of your own at /play.", "可在 /play 自行开局。"),
        )),
    }
}

/// The seat as it is shown now: the whole page, or what the script puts in place of it.
fn shown(
    asked: &Asked,
    player: &Player,
    [id, key]: [&str; 2],
    seat: &TakenSeat,
    shown: &SeatShown,
    is_part: bool,
) -> Response<Body> {
    let address = format!("/play/{id}/{key}");
    let invites = seat.invites().map(|key| format!("{}/play/{id}/{key}", asked.asking.own));
    let replay = asked.site.play.record(id).map(|_| format!("/games/{id}"));
    let names = seat.seated().each_ref().map(|seated| seated.name.as_str());
    let view = PlaySeatView {
        address: &address,
        facts: seat.facts(),
        seat: seat.seat(),
        names,
        shown,
        token: &player.form,
        invites: invites.as_deref(),
        replay: replay.as_deref().filter(|_| shown.end.is_some()),
        trouble: None,
    };
    let reader = asked.asking.reader();
    let page = if is_part {
        leitai_pages::play_now(&reader, &view)
    } else {
        leitai_pages::play_seat(&reader, &view)
    };
    player.answer(asked, &Content::html(page))
}

async fn seat(
    Path((id, key)): Path<(String, String)>,
    Extension(caller): Extension<Caller>,
    asked: Asked,
) -> Answer {
    let place = [id.as_str(), &key];
    let (player, seat) = taken(&caller, &asked, place)?;
    let now = seat.board().now();
    Ok(shown(&asked, &player, place, &seat, &now, false))
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
    let mut closing = asked.site.closing.subscribe();
    let newer = tokio::select! {
        newer = timeout(WAITS, seat.board().after(after)) => newer.unwrap_or_else(|_| seat.board().now()),
        _ = closing.wait_for(|closing| *closing) => seat.board().now(),
    };
    Ok(shown(&asked, &player, place, &seat, &newer, true))
}

async fn act(
    Path((id, key)): Path<(String, String)>,
    Extension(caller): Extension<Caller>,
    asked: Asked,
    posted: Posted,
) -> Answer {
    let place = [id.as_str(), &key];
    let (_, seat) = taken(&caller, &asked, place)?;
    let before = seat.board().now().version;
    let [act, typed] = ["act", "typed"].map(|field| posted.text(field));
    let done = match posted.text("do").as_str() {
        "resign" => seat.resign(),
        "leave" => seat.leave(),
        _ => {
            let act = if typed.is_empty() { &act } else { &typed };
            let version = posted.text("version").parse().unwrap_or(0);
            if act.is_empty() { Ok(()) } else { seat.act(version, act) }
        }
    };
    done.map_err(|why| {
        Refused::unclear(Sentence::of(&why), sentence!("Go back and type it again.", "请返回后重新输入。"))
    })?;
    // What follows is on the page that the browser asks for next; a script asks by itself.
    if !posted.has("script") {
        let _ = timeout(FOLLOWS, seat.board().after(before)).await;
    }
    Ok(leads_to(&format!("/play/{id}/{key}")))
}
