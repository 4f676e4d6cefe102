//! The plan of a contest's tables: as it was announced, for everybody; before that, for organisers.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::published::HeldBack;
use crate::reader::query;
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_contests::SiteContest;
use axum::extract::Path;
use axum::http::{StatusCode, Uri};
use leitai_arena::now_ms;
use leitai_core::{GameName, Sentence, sentence};
use leitai_hall::{DeedError, PlannedContest};
use leitai_pages::event::Form;
use leitai_pages::{PlanChoice, PlanRows, PlanToAnnounce, PlanView};
use leitai_tournament::contest::ContestDeed;
use leitai_tournament::table_plan::{Fixture, Pairing};
use std::sync::Arc;

/// For this long what was shown of a plan can be announced, in milliseconds.
const FRESH: i64 = 3_600_000;

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/contests/{id}/plan").read(By::Everybody, page),
        at("/contests/{id}/plan.csv").read(By::Everybody, csv),
        at("/contests/{id}/plan.json").read(By::Everybody, json),
        at("/organise/contests/{id}/plan").read(By::Organisers, proposal).change(By::Organisers, announce),
    ]
}

impl Site {
    /// The plan that was announced, as it has to be by now; `None` if none was. Waits for the store.
    pub(super) fn announced_plan(&self, found: &SiteContest) -> Result<Option<Arc<PlannedContest>>, Refused> {
        if found.kept.contest.announced().is_none() {
            return Ok(None);
        }
        let planned = self.events.shared().planned(&found.name, &self.zone, now_ms());
        planned.map(Some).map_err(|error| stopped(&error))
    }

    /// Whether everybody may not know yet who plays a match: its event is frozen, and the pairing was drawn since.
    pub(super) fn is_held_back(&self, planned: &PlannedContest, fixture: &Fixture) -> bool {
        let Pairing::Drawn(of) = fixture.id.pairing else { return false };
        let game = planned.game(fixture.id.event);
        let drawn = game.and_then(|game| planned.kept.contest.drawn(&game));
        let event = drawn.and_then(|drawn| self.events.named(&drawn.event));
        event.is_some_and(|event| event.published.held_back(of.game(0)) == Some(HeldBack::Game))
    }
}

/// A page whose plan could not be made.
fn stopped(error: &DeedError) -> Refused {
    match error {
        DeedError::Hall(error) => Refused::halted(error),
        DeedError::Nothing => Refused::no_page(),
        DeedError::Refused(why) | DeedError::Meanwhile(why) => {
            Refused::nothing(sentence!("There is no plan of the tables.", "无法编排赛程。"), why.clone())
        }
    }
}

/// What the query asks to be shown; what names nothing is left out.
fn choice(uri: &Uri, found: &SiteContest) -> PlanChoice {
    let (contest, asked) = (&found.kept.contest, |name: &str| query(uri, name).unwrap_or_default());
    PlanChoice {
        team: asked("team").parse().ok().filter(|team| contest.team(*team).is_some()),
        table: asked("table").parse().ok().filter(|table| (1..=contest.terms().tables).contains(table)),
        game: GameName::try_from(asked("game")).ok().filter(|game| contest.terms().has(game)),
    }
}

async fn page(Path(id): Path<String>, asked: Asked) -> Answer {
    let uri = asked.uri.clone();
    let content = asked.aside(move |site, asking| {
        let found = site.contest(&id)?;
        let only = choice(&uri, &found);
        let key = format!("contest plan {id} {only:?}");
        site.cached(asking, &key, || {
            let planned = site.announced_plan(&found)?;
            let is_hidden = |it: &Fixture| planned.as_ref().is_some_and(|plan| site.is_held_back(plan, it));
            let rows =
                planned.as_deref().map(|planned| PlanRows { planned, is_hidden: &is_hidden, only: &only });
            let view = PlanView { id: &id, contest: &found.kept.contest, rows };
            Ok(Content::html(leitai_pages::contest_plan(&asking.reader(), &view)))
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
        let planned = site.announced_plan(&found)?.ok_or_else(|| {
            Refused::nothing(
                sentence!("The plan has not been announced yet.", "赛程尚未公布。"),
                sentence!("Its organiser announces it on the day or before.", "由组织者在比赛前公布。"),
            )
        })?;
        let (is_hidden, only) = (|it: &Fixture| site.is_held_back(&planned, it), PlanChoice::default());
        let rows = PlanRows { planned: &planned, is_hidden: &is_hidden, only: &only };
        Ok(Content::table(&leitai_pages::plan_table(&asking.reader(), &id, &rows), form))
    });
    Ok(asked.answer(&content.await?))
}

async fn show(asked: &Asked, me: &Arc<SignedIn>, id: &str, trouble: Option<Sentence>) -> Answer {
    let done = query(&asked.uri, "done").map(|_| sentence!("The plan is announced.", "赛程已公布。"));
    let (id, token, is_wrong) = (id.to_owned(), me.token.form(), trouble.is_some());
    let content = asked.aside(move |site, asking| {
        let found = site.contest(&id)?;
        let at_ms = now_ms();
        let planned = site.events.shared().proposed_plan(&found.name, &site.zone, at_ms);
        let planned = planned.map_err(|error| stopped(&error))?;
        let view = PlanToAnnounce {
            id: &id,
            rows: PlanRows { planned: &planned, is_hidden: &|_| false, only: &PlanChoice::default() },
            mark: &planned.mark(),
            at_ms,
            token: &token,
            trouble: trouble.as_ref(),
            done: done.as_ref().filter(|_| trouble.is_none()),
        };
        let here = format!("/organise/contests/{id}/plan");
        let reader = leitai_pages::Reader { here: &here, ..asking.reader() };
        Ok(Content::html(leitai_pages::plan_to_announce(&reader, &view)))
    });
    let status = if is_wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(content.await?.answer(status, &asked.headers))
}

async fn proposal(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    show(&asked, &me, &id, None).await
}

async fn announce(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let found = asked.contest(&id).await?;
    if posted.text("do") != "announce" {
        return Err(Refused::no_page());
    }
    let at_ms: i64 = posted.text("at").parse().map_err(|_| Refused::no_page())?;
    let (name, shown) = (found.name.clone(), posted.text("shown"));
    let done = asked.asks_site(&me, move |site, by| {
        let shared = site.events.shared();
        let not_as_shown = || {
            DeedError::Meanwhile(sentence!(
                "Something has changed since this plan was made: here it is anew.",
                "编排之后情况有变：以下为最新赛程。"
            ))
        };
        if !(now_ms() - FRESH..=now_ms()).contains(&at_ms) {
            return Err(not_as_shown());
        }
        let planned = shared.proposed_plan(&name, &site.zone, at_ms)?;
        if planned.mark() != shown {
            return Err(not_as_shown());
        }
        shared.do_in_contest(by, &name, &ContestDeed::Plan { matches: planned.matches() }, None)
    });
    match done.await? {
        Ok(()) => Ok(leads_to(&format!("/organise/contests/{id}/plan?done=announce"))),
        Err(why) => show(&asked, &me, &id, Some(why)).await,
    }
}
