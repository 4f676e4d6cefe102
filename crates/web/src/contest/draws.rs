//! Drawing the games of a contest.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_contests::SiteContest;
use axum::extract::Path;
use axum::http::StatusCode;
use leitai_arena::now_ms;
use leitai_core::{GameName, Sentence, sentence};
use leitai_hall::DeedError;
use leitai_pages::{DrawsView, GameToDraw};
use leitai_tournament::DrawingOrder;
use leitai_tournament::contest::{ContestDeed, TeamId};
use std::sync::Arc;

pub(super) fn routes() -> Vec<Address> {
    vec![at("/organise/contests/{id}/draw").read(By::Organisers, page).change(By::Organisers, draw)]
}

/// A game with the plan that a draw would begin.
fn to_draw(site: &Site, found: &SiteContest, game: &GameName<'static>) -> Result<GameToDraw, Refused> {
    let kept = &found.kept;
    let drawn = kept.contest.drawn(game);
    let plan = match kept.contest.playing(game).count() {
        _ if drawn.is_some() => Ok(Vec::new()),
        count @ (0 | 1) => {
            Err(sentence!("{count} teams play it: a draw needs two", "{count} 队参赛：至少两队才能抽签"))
        }
        _ => match kept.foreseen(game, &site.zone) {
            Ok(file) => {
                let length = file.plan.length(&file.entries);
                Ok(vec![file.plan.form(), length.words()])
            }
            Err(error) => Err(Sentence::of(&error)),
        },
    };
    let event = drawn.and_then(|drawn| site.events.named(&drawn.event)).map(|event| event.id.clone());
    let ways = [DrawingOrder::Pinyin, DrawingOrder::Lot];
    let is_open = drawn.is_none() && kept.contest.playing(game).count() > 1;
    let orders = ways.into_iter().filter(|_| is_open).map(|how| kept.drawing_order(game, how)).collect();
    let mut seeds = Vec::new();
    if is_open {
        let proposed = site.events.shared().proposed_seeds(kept, game, (&site.zone, now_ms()));
        seeds = proposed.map_err(|error| match error {
            DeedError::Hall(error) => Refused::halted(&error),
            _ => Refused::no_page(),
        })?;
        seeds.retain(|seed| kept.contest.placed(game, seed.team).is_none());
    }
    Ok(GameToDraw { game: game.clone(), plan, orders, commitment: kept.commitment_of(game), seeds, event })
}

async fn show(asked: &Asked, me: &Arc<SignedIn>, id: &str, trouble: Option<Sentence>) -> Answer {
    let done = match query(&asked.uri, "done").as_deref() {
        Some("draw") => Some(sentence!("The game is drawn; its event begins.", "已抽签，赛事开始。")),
        Some("place") => Some(sentence!("The seed is placed.", "种子队已指定小组。")),
        Some("lot") => Some(sentence!("It is drawn by lot, as others.", "该队将与其他队伍一同抽签。")),
        Some("finish") => Some(sentence!("The draw is finished.", "抽签已完成。")),
        _ => None,
    };
    let (id, token, is_wrong) = (id.to_owned(), me.token.form(), trouble.is_some());
    let content = asked.aside(move |site, asking| {
        let found = site.contest(&id)?;
        let terms = found.kept.contest.terms();
        let games = terms.games.iter().map(|game| to_draw(site, &found, &game.game));
        let games: Vec<_> = games.collect::<Result<_, _>>()?;
        let view = DrawsView {
            id: &id,
            contest: &found.kept.contest,
            commitment: &found.kept.commitment(),
            games: &games,
            token: &token,
            trouble: trouble.as_ref(),
            done: done.as_ref().filter(|_| trouble.is_none()),
            now_ms: now_ms(),
        };
        let here = format!("/organise/contests/{id}/draw");
        let reader = leitai_pages::Reader { here: &here, ..asking.reader() };
        Ok(Content::html(leitai_pages::draws(&reader, &view)))
    });
    let status = if is_wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(content.await?.answer(status, &asked.headers))
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    show(&asked, &me, &id, None).await
}

/// What a form of the page asks for.
enum Does {
    /// To draw a game with the teams that were shown.
    Draw(GameName<'static>, Vec<TeamId>),
    /// To finish a draw that was interrupted.
    Finish,
    /// To place a seed, or to let it be drawn.
    Place(ContestDeed),
}

async fn draw(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let found = asked.contest(&id).await?;
    let does = posted.text("do");
    let game = GameName::try_from(posted.text("game"));
    let game = game.map_err(|_| Refused::no_page());
    let shown = posted.text("teams");
    let teams: Result<Vec<TeamId>, _> = shown.split_whitespace().map(str::parse).collect();
    let teams = teams.map_err(|_| Refused::no_page())?;
    let does_what = match does.as_str() {
        "draw" => Does::Draw(game?, teams),
        "finish" => Does::Finish,
        "place" | "lot" => {
            let team = posted.text("team").parse().map_err(|_| Refused::no_page())?;
            let group = match does.as_str() {
                // What is no number is no group.
                "place" => Some(posted.text("group").parse().unwrap_or(0)),
                _ => None,
            };
            Does::Place(ContestDeed::Place { game: game?, team, group })
        }
        _ => return Err(Refused::no_page()),
    };
    let name = found.name.clone();
    let done = asked.asks_site(&me, move |site, by| {
        let (shared, place) = (site.events.shared(), (site.events.folder(), &site.zone));
        match &does_what {
            Does::Draw(game, teams) => drop(shared.draw_game(by, (&name, game), teams, place)?),
            Does::Finish => drop(shared.finish_draws(&name, place.0, place.1)?),
            Does::Place(deed) => shared.do_in_contest(by, &name, deed, None)?,
        }
        site.events.look();
        Ok(())
    });
    match done.await? {
        Ok(()) => Ok(leads_to(&format!("/organise/contests/{id}/draw?done={does}"))),
        Err(why) => show(&asked, &me, &id, Some(why)).await,
    }
}
