//! Signing a team up.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::contest::found::{barred_among, organises};
use crate::contest::team_form::{field_troubles, team_form};
use crate::people::form::Posted;
use crate::people::signed_in::{Me, SignedIn};
use crate::reader::query;
use crate::site_contests::SiteContest;
use axum::extract::Path;
use axum::http::StatusCode;
use leitai_arena::now_ms;
use leitai_core::{Sentence, sentence};
use leitai_pages::{FieldTrouble, SignUpView};
use leitai_tournament::contest::{ContestDeed, TeamForm};

pub(super) fn routes() -> Vec<Address> {
    vec![at("/contests/{id}/sign-up").read(By::People, page).change(By::People, sign_up)]
}

async fn show(
    asked: &Asked,
    me: &SignedIn,
    found: &SiteContest,
    form: &TeamForm,
    (troubles, trouble): (&[FieldTrouble], Option<&Sentence>),
) -> Answer {
    let (of, number) = (found.clone(), me.person.line.number.clone());
    let barred = asked.aside(move |site, _| {
        let own = of.kept.contest.teams().iter().filter(|team| team.account.as_deref() == Some(&number));
        barred_among(site, &of, own)
    });
    let barred = barred.await?;
    let is_wrong = !troubles.is_empty() || trouble.is_some();
    let done = query(&asked.uri, "done").map(|_| sentence!("The team has signed up.", "已报名。"));
    let view = SignUpView {
        id: &found.id,
        contest: &found.kept.contest,
        account: &me.person.line.number,
        organises: organises(me),
        barred: &barred,
        token: &me.token.form(),
        form,
        troubles,
        trouble,
        done: done.as_ref().filter(|_| !is_wrong),
        now_ms: now_ms(),
    };
    let here = format!("/contests/{}/sign-up", found.id);
    let reader = leitai_pages::Reader { here: &here, ..asked.asking.reader() };
    let status = if is_wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(Content::html(leitai_pages::sign_up(&reader, &view)).answer(status, &asked.headers))
}

async fn page(Path(id): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let found = asked.contest(&id).await?;
    show(&asked, &me, &found, &TeamForm::default(), (&[], None)).await
}

async fn sign_up(Path(id): Path<String>, Me(me): Me, asked: Asked, posted: Posted) -> Answer {
    let found = asked.contest(&id).await?;
    let typed = team_form(&posted, found.kept.contest.terms());
    let form = match typed.clone().read(found.kept.contest.terms()) {
        Ok(form) => form,
        Err(troubles) => {
            return show(&asked, &me, &found, &typed, (&field_troubles(troubles), None)).await;
        }
    };
    let deed = ContestDeed::SignUp { form, account: Some(me.person.line.number.clone()) };
    let name = found.name.clone();
    let done =
        asked.asks_site(&me, move |site, by| site.events.shared().do_in_contest(by, &name, &deed, None));
    match done.await? {
        Ok(()) => Ok(leads_to(&format!("/contests/{id}/sign-up?done=sign-up"))),
        Err(why) => show(&asked, &me, &found, &typed, (&[], Some(&why))).await,
    }
}
