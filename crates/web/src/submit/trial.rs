//! Test games on demand: the form, an order's page, and the logs of its games.

use super::entrant::{entrant_of, hall_away, troubles_of};
use super::form::{compiled, languages, shown_again, source_of};
use super::own_log::private_log;
use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to, save_as};
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::play_partners::OF_AN_ENTRY;
use crate::reader::Asking;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use axum::extract::Path;
use axum::http::StatusCode;
use leitai_core::{DialectName, Lang, Level, Noun, Seat, Sentence, Words, sentence};
use leitai_hall::{
    GameStands, MOST_TRIAL_GAMES, SubmitError, TrialGame, TrialGames, TrialOpponent, TrialProgram,
    TrialRequest, TrialSide, Trouble,
};
use leitai_pages::{TrialRow, TrialView, TrialsView, TypedTrial, ValidationView};
use leitai_store::{SubmissionState, Trial};
use std::sync::Arc;

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/events/{id}/try").read(By::People, page).change(By::People, order),
        at("/events/{id}/try/partner").change(By::People, allow),
        at("/trials/{number}").read(By::People, one).change(By::People, call_off),
        at("/trials/{number}/{what}").read(By::People, log),
    ]
}

/// Whether the person ordered these test games; for all others, organisers too, there are none.
pub(crate) fn has_ordered(me: &SignedIn, trial: &Trial) -> bool {
    trial.account == me.person.line.number
}

fn own(site: &Site, me: &SignedIn, number: &str) -> Result<(Arc<SiteEvent>, Trial), Refused> {
    let number: i64 = number.parse().map_err(|_| Refused::no_page())?;
    let found = site.events.shared().trial(number).map_err(|error| hall_away(&error))?;
    let trial = found.filter(|trial| has_ordered(me, trial)).ok_or_else(Refused::no_page)?;
    let event = site.events.named(&trial.event).ok_or_else(Refused::no_page)?;
    Ok((event, trial))
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let content = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        let level = sparring(&event).to_string();
        let typed =
            TypedTrial { opponent: level, side: "both".into(), games: "2".into(), ..TypedTrial::default() };
        show(site, asking, &event, &me, &typed, &[])
    });
    Ok(asked.answer(&content.await?))
}

/// The opponent that is suggested.
fn sparring(event: &SiteEvent) -> Level {
    let levels = event.file().game.facts().levels;
    if levels.contains(&Level::Easy) { Level::Easy } else { levels[0] }
}

fn show(
    site: &Site,
    asking: &Asking,
    event: &SiteEvent,
    me: &SignedIn,
    typed: &TypedTrial,
    troubles: &[Trouble],
) -> Result<Content, Refused> {
    let (shared, file) = (site.events.shared(), event.file());
    let entrant = entrant_of(event, me);
    let all = match &entrant.entry {
        Some(entry) => shared.submitted(&event.name, Some(&entry.name)).map_err(|error| hall_away(&error))?,
        None => Vec::new(),
    };
    let has_current = all.iter().any(|one| one.state == SubmissionState::Accepted);
    let allowed = shared.trial_partners(&event.name).map_err(|error| hall_away(&error))?;
    let own_name = entrant.entry.as_ref().map(|entry| entry.name.as_str());
    let partners: Vec<_> = allowed
        .iter()
        .filter(|name| Some(name.as_str()) != own_name)
        .map(|name| (format!("{OF_AN_ENTRY}{name}"), event.shown_name(name)))
        .collect();
    let facts = file.game.facts();
    let levels: Vec<_> = facts.levels.iter().map(|level| (level.to_string(), level.to_string())).collect();
    let dialect: DialectName = file.dialect.unwrap_or(facts.dialects[0]);
    let orders = shared.trials(&event.name, &me.person.line.number).map_err(|error| hall_away(&error))?;
    let row = |trial: &Trial| {
        let games = shared.trial_games(trial).map_err(|error| hall_away(&error))?;
        Ok::<_, Refused>(TrialRow {
            number: trial.id,
            called: called(&games),
            stands: stands(&games),
            at: asking.zone.at(trial.at_ms),
        })
    };
    let rows = orders.iter().map(row).collect::<Result<Vec<_>, _>>()?;
    let allows = own_name.filter(|_| entrant.hands_in).map(|name| allowed.contains(name));
    let view = TrialsView {
        id: &event.id,
        event: &event.name,
        token: &me.token.form(),
        most: event.rules().size,
        most_games: MOST_TRIAL_GAMES,
        has_current,
        languages: &languages(),
        levels: &levels,
        partners: &partners,
        notation: (file.game.tells_opening(dialect) && !facts.hidden).then_some(facts.notation),
        typed,
        allows,
        rows: &rows,
        troubles,
    };
    Ok(Content::html(leitai_pages::trials(&asking.reader(), &view)))
}

/// "against easy, 4 games".
fn called(games: &TrialGames) -> Sentence {
    let (opponent, number) = (&games.opponent, Noun::GAMES.of(games.games.len()));
    sentence!("against {opponent}, {number}", "对 {opponent}，{number} 局"; opponent, number)
}

/// The score, and what is still to come.
fn stands(games: &TrialGames) -> Sentence {
    let [won, drawn, lost] = games.score;
    let score = sentence!("{won} won, {drawn} drawn, {lost} lost", "{won} 胜 {drawn} 和 {lost} 负");
    if games.are_over() {
        return score;
    }
    let played = won + drawn + lost;
    let left = games.games.len() as u32 - played;
    let said = sentence!("{score}; {left} to come", "{score}；尚余 {left} 局"; score, left);
    match games.ahead {
        Some(ahead) if played == 0 => {
            let place = ahead + 1;
            sentence!("waiting: {place} in the queue", "等待中：排队第 {place} 位")
        }
        _ => said,
    }
}

async fn order(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let taken = asked.aside(move |site, asking| {
        let event = site.event(&id)?;
        let contents = source_of(&posted);
        let mut typed = TypedTrial {
            language: posted.text("language"),
            text: String::new(),
            opponent: posted.text("opponent"),
            side: posted.text("side"),
            games: posted.text("games"),
            opening: posted.text("opening"),
        };
        match take(site, &event, &me, &typed, &contents)? {
            Ok(number) => Ok(Ok(number)),
            Err(troubles) => {
                typed.text = shown_again(contents, event.rules().size);
                Ok(Err(show(site, asking, &event, &me, &typed, &troubles)?))
            }
        }
    });
    Ok(match taken.await? {
        Ok(number) => leads_to(&format!("/trials/{number}")),
        Err(page) => page.answer(StatusCode::UNPROCESSABLE_ENTITY, &asked.headers),
    })
}

/// Orders test games; an inner error is all that is wrong with the order.
pub(super) fn take(
    site: &Site,
    event: &SiteEvent,
    me: &SignedIn,
    typed: &TypedTrial,
    contents: &[u8],
) -> Result<Result<i64, Vec<Trouble>>, Refused> {
    if event.known().is_none() {
        return troubles_of([SubmitError::NotBegun]).map(Err);
    }
    let program = if contents.iter().all(u8::is_ascii_whitespace) {
        TrialProgram::Current
    } else {
        TrialProgram::Source { of: compiled(&typed.language), contents }
    };
    let opponent = match typed.opponent.strip_prefix(OF_AN_ENTRY) {
        Some(entry) => TrialOpponent::Entry(entry),
        None => typed.opponent.parse().map_or(TrialOpponent::Unknown(&typed.opponent), TrialOpponent::Level),
    };
    let side = match typed.side.as_str() {
        "first" => TrialSide::First,
        "second" => TrialSide::Second,
        _ => TrialSide::Both,
    };
    let request = TrialRequest {
        by: me.actor(),
        entrant: &entrant_of(event, me),
        nickname: me.person.nickname.as_deref().filter(|name| !name.is_empty()).unwrap_or("test"),
        program,
        opponent,
        side,
        opening: &typed.opening,
        games: typed.games.parse().unwrap_or(0),
    };
    match site.events.shared().try_program(&event.file(), &request) {
        Ok(number) => Ok(Ok(number)),
        Err(wrong) => troubles_of(wrong).map(Err),
    }
}

async fn allow(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let done = asked.aside(move |site, _| {
        let event = site.event(&id)?;
        let allows = posted.text("allows") == "yes";
        let set =
            site.events.shared().allow_trials(me.actor(), &event.name, &entrant_of(&event, &me), allows);
        match set {
            Ok(()) => Ok(format!("/events/{}/try", event.id)),
            Err(SubmitError::Hall(error)) => Err(hall_away(&error)),
            Err(error) => Err(Refused::not_taken(Sentence::of(&error))),
        }
    });
    Ok(leads_to(&done.await?))
}

async fn one(Path(number): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let content = asked.aside(move |site, asking| {
        let (event, trial) = own(site, &me, &number)?;
        let games = site.events.shared().trial_games(&trial).map_err(|error| hall_away(&error))?;
        Ok(Content::html(shown(asking, &me, &event, &trial, &games)))
    });
    Ok(asked.answer(&content.await?))
}

fn shown(
    asking: &Asking,
    me: &SignedIn,
    event: &SiteEvent,
    trial: &Trial,
    games: &TrialGames,
) -> leitai_pages::Html {
    let mut about = vec![
        (Words::new("Opponent", "对手"), Sentence::quoted(&*games.opponent)),
        (Words::new("Ordered", "提交时间"), asking.zone.at(trial.at_ms).said()),
    ];
    about
        .extend(games.opening.as_deref().map(|line| (Words::new("Opening", "开局"), Sentence::quoted(line))));
    let rows: Vec<_> = games.games.iter().map(|game| row(event, trial, game)).collect();
    let (form, is_over) = (me.token.form(), games.are_over());
    let view = TrialView {
        number: trial.id,
        id: &event.id,
        event: &event.name,
        token: (!is_over).then_some(form.as_str()),
        stands: &stands(games),
        about: &about,
        games: &rows,
        is_over,
    };
    leitai_pages::trial(&asking.reader(), &view)
}

fn row(event: &SiteEvent, trial: &Trial, game: &TrialGame) -> ValidationView {
    let address = event.game_address(game.id);
    let (stands, is_over) = match &game.stands {
        GameStands::Waiting => (Sentence::new("waiting", "等待"), false),
        GameStands::Running => (Sentence::new("being played", "进行中"), false),
        GameStands::Played(how) => (how.clone(), true),
        GameStands::Off(why) => (why.clone(), false),
    };
    let (number, side) = (game.id.number, event.file().game.facts().seat(game.seat));
    let order = match game.seat {
        Seat::First => Words::new("as First", "执先手"),
        Seat::Second => Words::new("as Second", "执后手"),
    };
    let (en, zh) = (side.to(Lang::En), side.to(Lang::Zh));
    let called = Sentence::new(format!("{} ({en})", order.en), format!("{}（{zh}）", order.zh));
    ValidationView {
        called,
        stands,
        href: is_over.then(|| format!("/games/{address}")),
        log: is_over.then(|| format!("/trials/{}/game-{number}.txt", trial.id)),
        own: is_over.then(|| format!("/games/{address}/own")),
    }
}

async fn call_off(Path(number): Path<String>, Me(me): Me, asked: Asked, _posted: Posted) -> Answer {
    let done = asked.aside(move |site, _| {
        let (_, trial) = own(site, &me, &number)?;
        site.events.shared().call_off_trial(me.actor(), &trial).map_err(|error| match error {
            leitai_hall::DeedError::Hall(error) => hall_away(&error),
            _ => Refused::no_page(),
        })?;
        Ok(format!("/trials/{}", trial.id))
    });
    Ok(leads_to(&done.await?))
}

/// The log of a game: what the program under test wrote.
async fn log(Path((number, what)): Path<(String, String)>, Me(me): Me, asked: Asked) -> Answer {
    let made = asked.aside(move |site, asking| {
        let (event, trial) = own(site, &me, &number)?;
        let game = what.strip_prefix("game-").and_then(|rest| rest.strip_suffix(".txt"));
        let game: u16 = game.and_then(|game| game.parse().ok()).ok_or_else(Refused::no_page)?;
        let shared = site.events.shared();
        let games = shared.trial_games(&trial).map_err(|error| hall_away(&error))?.games;
        let game = games.iter().find(|one| one.id.number == game).ok_or_else(Refused::no_page)?.id;
        let record = shared.trial_record(&event.name, game).map_err(|error| hall_away(&error))?;
        let log = private_log(&record.ok_or_else(Refused::no_page)?, game, event.file().secrets, asking.lang);
        Ok((format!("trial-{}-{what}", trial.id), log.ok_or_else(Refused::no_page)?.into_bytes()))
    });
    let (name, bytes) = made.await?;
    let mut answer = asked.answer(&Content::new("text/plain; charset=utf-8", bytes));
    save_as(answer.headers_mut(), &name);
    Ok(answer)
}
