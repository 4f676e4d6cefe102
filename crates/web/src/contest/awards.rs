//! The lists of awards: as they are published, for everybody; for organisers, with registry and certificates.

use crate::address::{Address, By, Shows, at};
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
use leitai_hall::{AwardedContest, DeedError};
use leitai_pages::event::Form;
use leitai_pages::{AwardList, AwardsToPublish, AwardsView};
use std::sync::Arc;

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/contests/{id}/awards").read(By::Everybody, page),
        at("/organise/contests/{id}/awards").read(By::Organisers, lists).change(By::Organisers, publish),
        at("/organise/contests/{id}/awards/registry.csv").read(By::Organisers, csv).shows(Shows::People),
        at("/organise/contests/{id}/awards/registry.json").read(By::Organisers, json).shows(Shows::People),
        at("/organise/contests/{id}/awards/certificates")
            .read(By::Organisers, certificates)
            .shows(Shows::People),
    ]
}

/// What is awarded in a contest by now. Waits for the store.
fn awarded(site: &Site, found: &SiteContest) -> Result<Arc<AwardedContest>, Refused> {
    let year = found.kept.year(&site.zone, now_ms());
    site.events.shared().awarded(&found.name, year).map_err(|error| match error {
        DeedError::Hall(error) => Refused::halted(&error),
        _ => Refused::no_page(),
    })
}

/// The lists that a contest has: of each game, or one over all of it. `is_shown`: whether the results of an event may be shown.
fn all(site: &Site, awarded: &AwardedContest, is_shown: impl Fn(&str) -> bool) -> Vec<AwardList> {
    let list = |game: Option<&GameName<'static>>, event: Option<&str>| AwardList {
        game: game.cloned(),
        stands: awarded.stands(game),
        event: event.and_then(|event| site.events.named(event)).map(|event| event.id.clone()),
    };
    let games = awarded.games.iter().filter(|own| is_shown(&own.event));
    let mut lists: Vec<_> = games.map(|own| list(Some(&own.game), Some(&own.event))).collect();
    if !awarded.kept.contest.terms().prizes_per_game {
        // Nationally trophies are given in each game all the same.
        lists.retain(|list| {
            list.game.as_ref().and_then(|game| awarded.of(game)).is_some_and(|own| own.trophies.is_some())
        });
        if awarded.games.iter().all(|own| is_shown(&own.event)) {
            lists.push(list(None, None));
        }
    }
    lists
}

async fn page(Path(id): Path<String>, asked: Asked) -> Answer {
    let content = asked.aside(move |site, asking| {
        let key = format!("contest awards {id}");
        site.cached(asking, &key, || {
            let found = site.contest(&id)?;
            let awarded = awarded(site, &found)?;
            // While an event is frozen, nothing is shown of what was played since.
            let is_shown =
                |event: &str| site.events.named(event).is_none_or(|event| event.published.frozen().is_none());
            let lists = all(site, &awarded, is_shown);
            let is_whole = awarded.games.iter().all(|own| is_shown(&own.event));
            let view = AwardsView { id: &id, awarded: &awarded, lists: &lists, is_whole, now_ms: now_ms() };
            Ok(Content::html(leitai_pages::contest_awards(&asking.reader(), &view)))
        })
    });
    Ok(asked.answer(&*content.await?))
}

async fn show(asked: &Asked, me: &Arc<SignedIn>, id: &str, trouble: Option<Sentence>) -> Answer {
    let done = query(&asked.uri, "done")
        .map(|_| sentence!("The list is published; its notice period runs.", "名单已公示，公示期开始。"));
    let (id, token, is_wrong) = (id.to_owned(), me.token.form(), trouble.is_some());
    let content = asked.aside(move |site, asking| {
        let found = site.contest(&id)?;
        let awarded = awarded(site, &found)?;
        let lists = all(site, &awarded, |_| true);
        let view = AwardsToPublish {
            id: &id,
            awarded: &awarded,
            lists: &lists,
            token: &token,
            trouble: trouble.as_ref(),
            done: done.as_ref().filter(|_| trouble.is_none()),
            now_ms: now_ms(),
        };
        let here = format!("/organise/contests/{id}/awards");
        let reader = leitai_pages::Reader { here: &here, ..asking.reader() };
        Ok(Content::html(leitai_pages::awards_to_publish(&reader, &view)))
    });
    let status = if is_wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(content.await?.answer(status, &asked.headers))
}

async fn lists(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    show(&asked, &me, &id, None).await
}

async fn publish(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let found = asked.contest(&id).await?;
    if posted.text("do") != "publish" {
        return Err(Refused::no_page());
    }
    let game = match posted.text("game").as_str() {
        "" => None,
        text => Some(GameName::try_from(text.to_owned()).map_err(|_| Refused::no_page())?),
    };
    let (name, mark) = (found.name.clone(), posted.text("shown"));
    let done = asked.asks_site(&me, move |site, by| {
        let of = (game.as_ref(), found.kept.year(&site.zone, now_ms()));
        site.events.shared().publish_awards(by, &name, of, &mark)
    });
    match done.await? {
        Ok(()) => Ok(leads_to(&format!("/organise/contests/{id}/awards?done=publish"))),
        Err(why) => show(&asked, &me, &id, Some(why)).await,
    }
}

async fn csv(Path(id): Path<String>, asked: Asked) -> Answer {
    registry(id, asked, Form::Csv).await
}

async fn json(Path(id): Path<String>, asked: Asked) -> Answer {
    registry(id, asked, Form::Json).await
}

async fn registry(id: String, asked: Asked, form: Form) -> Answer {
    let content = asked.aside(move |site, asking| {
        let found = site.contest(&id)?;
        let rows = awarded(site, &found)?.registry();
        Ok(Content::table(&leitai_pages::award_registry(&rows, asking.lang), form))
    });
    Ok(asked.answer(&content.await?))
}

async fn certificates(Path(id): Path<String>, asked: Asked) -> Answer {
    let content = asked.aside(move |site, asking| {
        let found = site.contest(&id)?;
        let awarded = awarded(site, &found)?;
        Ok(Content::html(leitai_pages::certificates(&asking.reader(), &id, &awarded, now_ms())))
    });
    Ok(asked.answer(&content.await?))
}
