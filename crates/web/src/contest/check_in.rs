//! Check-in at the hall.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::contest::found::serves;
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::refusal::Refused;
use crate::site_contests::SiteContest;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Response, StatusCode};
use leitai_core::sentence;
use leitai_pages::{CheckInView, FieldTrouble};
use leitai_tournament::contest::{CheckIn, ContestDeed, TeamId};

pub(super) fn routes() -> Vec<Address> {
    vec![
        at("/contests/{id}/check-in").read(By::People, page).change(By::People, check_in),
        at("/contests/{id}/slips").read(By::People, slips),
    ]
}

fn show(
    asked: &Asked,
    me: &SignedIn,
    found: &SiteContest,
    typed: Option<(TeamId, &CheckIn)>,
    troubles: &[FieldTrouble],
) -> Response<Body> {
    let done = query(&asked.uri, "done").map(|_| sentence!("The team is here.", "已检录。"));
    let view = CheckInView {
        id: &found.id,
        contest: &found.kept.contest,
        token: &me.token.form(),
        typed,
        troubles,
        done: done.as_ref().filter(|_| troubles.is_empty()),
    };
    let here = format!("/contests/{}/check-in", found.id);
    let reader = leitai_pages::Reader { here: &here, ..asked.asking.reader() };
    let status = if troubles.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    Content::html(leitai_pages::check_in(&reader, &view)).answer(status, &asked.headers)
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let found = asked.contest(&id).await?;
    serves(&found.kept.contest, &me)?;
    Ok(show(&asked, &me, &found, None, &[]))
}

async fn slips(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let found = asked.contest(&id).await?;
    serves(&found.kept.contest, &me)?;
    let own = asked.site.address.of(&asked.headers).text;
    let page = leitai_pages::team_slips(&asked.asking.reader(), &id, &found.kept.contest, &own);
    Ok(asked.answer(&Content::html(page)))
}

async fn check_in(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let found = asked.contest(&id).await?;
    serves(&found.kept.contest, &me)?;
    let team: TeamId = posted.text("team").parse().map_err(|_| Refused::no_page())?;
    let field = |name: &str| {
        let text = posted.text(&format!("{team}-{name}"));
        text.chars().take(100).collect::<String>()
    };
    let with = CheckIn { machine: field("machine"), program: field("program"), operator: field("operator") };
    let (name, deed) = (found.name.clone(), ContestDeed::CheckIn { team, with: with.clone() });
    let done =
        asked.asks_site(&me, move |site, by| site.events.shared().do_in_contest(by, &name, &deed, None));
    match done.await? {
        Ok(()) => Ok(leads_to(&format!("/contests/{id}/check-in?done=check-in"))),
        Err(what) => {
            let trouble = FieldTrouble { field: "machine".to_owned(), what };
            Ok(show(&asked, &me, &found, Some((team, &with)), &[trouble]))
        }
    }
}
