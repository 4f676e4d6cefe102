//! What everybody sees of a contest.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked};
use crate::published::HeldBack;
use crate::refusal::Refused;
use crate::site::Site;
use axum::extract::Path;
use leitai_arena::now_ms;
use leitai_core::GameName;
use leitai_pages::event::Form;
use leitai_pages::{CeremonyView, ContestFace, HallTable, HallView, PlanChoice, PlanRows};
use leitai_tournament::contest::{Contest, DrawnLot, SignUpStands, TableStands};
use leitai_tournament::table_plan::Fixture;

/// How many notices the page shows.
const NOTICES: usize = 5;

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/contests/{id}").read(By::Everybody, page),
        at("/contests/{id}/list.csv").read(By::Everybody, csv),
        at("/contests/{id}/list.json").read(By::Everybody, json),
        at("/contests/{id}/hall").read(By::Everybody, hall),
        at("/contests/{id}/draw/{game}").read(By::Everybody, draw),
    ]
}

/// Whether nothing will be drawn any more: every event is over, and no other can begin.
fn is_all_over(site: &Site, contest: &Contest, now_ms: i64) -> bool {
    let is_over = |event: &str| {
        let event = site.events.named(event);
        event.is_some_and(|event| event.public(|history| history.event.state().is_over()) == Some(true))
    };
    let is_closed = contest.sign_up(now_ms) == SignUpStands::Closed;
    contest.events().next().is_some()
        && contest.terms().games.iter().all(|game| match contest.drawn(&game.game) {
            Some(drawn) => is_over(&drawn.event),
            None => is_closed && contest.playing(&game.game).count() < 2,
        })
}

async fn page(Path(id): Path<String>, asked: Asked) -> Answer {
    let content = asked.aside(move |site, asking| {
        let key = format!("contest {id}");
        site.cached(asking, &key, || {
            let found = site.contest(&id)?;
            let (contest, now_ms) = (&found.kept.contest, now_ms());
            let is_over = is_all_over(site, contest, now_ms);
            let view = ContestFace {
                id: &id,
                contest,
                commitment: &found.kept.commitment(),
                seed: is_over.then(|| found.kept.revealed_seed()),
                events: &site.contest_events(contest),
                notices: &site.notices.of(Some(&id), &site.events, NOTICES),
                now_ms,
            };
            Ok(Content::html(leitai_pages::contest_page(&asking.reader(), &view)))
        })
    });
    Ok(asked.answer(&*content.await?))
}

async fn csv(Path(id): Path<String>, asked: Asked) -> Answer {
    table(id, asked, Form::Csv).await
}

async fn json(Path(id): Path<String>, asked: Asked) -> Answer {
    table(id, asked, Form::Json).await
}

async fn table(id: String, asked: Asked, form: Form) -> Answer {
    let content = asked.aside(move |site, asking| {
        let found = site.contest(&id)?;
        let table = leitai_pages::contest_teams(&asking.reader(), &found.kept.contest);
        Ok(Content::table(&table, form))
    });
    Ok(asked.answer(&content.await?))
}

/// Whether everybody may see that a match was called: not while its event is frozen and its pairing was drawn since.
fn is_public(site: &Site, contest: &Contest, stands: &TableStands) -> bool {
    let drawn = contest.drawn(&stands.game);
    let event = drawn.and_then(|drawn| site.events.named(&drawn.event));
    event.is_none_or(|event| event.published.held_back(stands.of.game(0)) != Some(HeldBack::Game))
}

async fn hall(Path(id): Path<String>, asked: Asked) -> Answer {
    let own = asked.site.address.of(&asked.headers).text;
    let content = asked.aside(move |site, asking| {
        let found = site.contest(&id)?;
        let contest = &found.kept.contest;
        let tables = contest.tables().filter(|(_, stands)| is_public(site, contest, stands));
        let tables: Vec<_> = tables.map(|(number, stands)| HallTable { number, stands }).collect();
        let address = format!("{own}/contests/{id}");
        let planned = site.announced_plan(&found)?;
        let is_hidden = |it: &Fixture| planned.as_ref().is_some_and(|plan| site.is_held_back(plan, it));
        let only = PlanChoice::default();
        let plan = planned.as_deref().map(|planned| PlanRows { planned, is_hidden: &is_hidden, only: &only });
        let view = HallView { id: &id, contest, tables: &tables, plan, address: &address, now_ms: now_ms() };
        Ok(Content::html(leitai_pages::contest_hall(&asking.reader(), &view)))
    });
    Ok(asked.answer(&content.await?))
}

async fn draw(Path((id, game)): Path<(String, String)>, asked: Asked) -> Answer {
    let content = asked.aside(move |site, asking| {
        let found = site.contest(&id)?;
        let game = GameName::try_from(game).map_err(|_| Refused::no_page())?;
        let drawn = found.kept.contest.drawn(&game).ok_or_else(Refused::no_page)?;
        let event = site.events.named(&drawn.event).ok_or_else(Refused::not_read_yet)?;
        let made = event.public(|history| {
            let (of, seed) = (&history.event, history.event.seed());
            let state = of.state();
            let stage = state.stages().first()?;
            let lots = DrawnLot::of_stage(stage, seed);
            let view = CeremonyView {
                id: &id,
                contest: &found.name,
                game: &game,
                event_id: &event.id,
                event: of,
                stage,
                lots: &lots,
                seed: state.is_over().then(|| seed.text()),
                commitment: &seed.commitment(),
            };
            Some(Content::html(leitai_pages::ceremony(&asking.reader(), &view)))
        });
        made.flatten().ok_or_else(Refused::not_read_yet)
    });
    Ok(asked.answer(&content.await?))
}
