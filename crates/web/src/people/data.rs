//! A person's data: export and removal.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to, save_as};
use crate::people::accounts::away;
use crate::people::cookies::browser;
use crate::people::form::Posted;
use crate::people::person::{find, last, manages};
use crate::people::sign_in::{Whence, too_often};
use crate::people::signed_in::{Me, SignedIn};
use crate::refusal::Refused;
use crate::renaming;
use crate::site::Site;
use crate::submit::trial_api::Trial as OrderedTrial;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Response, StatusCode};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use leitai_core::{Lang, Sentence, sentence};
use leitai_pages::{DataView, Reader};
use leitai_store::{Audit, Person, Removed};
use serde_json::{Value, json};

pub(crate) fn routes() -> Vec<Address> {
    vec![
        at("/account/data").read(By::People, page).change(By::People, leave),
        at("/account/export.json").read(By::People, own),
        at("/person/{number}/export.json").read(By::Organisers, of_person),
    ]
}

fn show(asked: &Asked, me: &SignedIn, trouble: Option<(StatusCode, &Sentence)>) -> Response<Body> {
    let status = trouble.map_or(StatusCode::OK, |(status, _)| status);
    let token = me.token.form();
    let view = DataView { token: &token, trouble: trouble.map(|(_, said)| said) };
    let reader = Reader { here: "/account/data", ..asked.asking.reader() };
    Content::html(leitai_pages::data(&reader, &view)).answer(status, &asked.headers)
}

async fn page(Me(me): Me, asked: Asked) -> Answer {
    Ok(show(&asked, &me, None))
}

/// Leaving requires the password; those who guess it must wait as at the sign-in.
async fn leave(Me(me): Me, Whence(from): Whence, asked: Asked, posted: Posted) -> Answer {
    let (accounts, number) = (&asked.site.accounts, &me.person.line.number);
    let refused = |status, said: &Sentence| Ok(show(&asked, &me, Some((status, said))));
    let late = |wait| refused(StatusCode::TOO_MANY_REQUESTS, &too_often(wait));
    let browser = browser(&asked.headers);
    let attempt = match accounts.attempts.may_try(number, from, browser.as_ref()) {
        Ok(attempt) => attempt,
        Err(wait) => return late(wait),
    };
    let known = accounts.people.credentials(number).await.map_err(|error| away(&error))?;
    let Some(hash) = known.and_then(|known| known.hash) else { return Err(Refused::no_page()) };
    let typed = posted.typed("password");
    match accounts.hashing.work(attempt.lane, move |hasher| hasher.is_password(&typed, &hash)).await {
        Ok(true) => attempt.succeeded(browser.as_ref()),
        Ok(false) => {
            let said =
                sentence!("The password is wrong; nothing was removed.", "密码不正确；未删除任何内容。");
            return refused(StatusCode::UNPROCESSABLE_ENTITY, &said);
        }
        Err(wait) => {
            attempt.was_none();
            return late(wait);
        }
    }
    match accounts.people.remove(me.actor(), number).await.map_err(|error| away(&error))? {
        Removed::Done | Removed::Nobody => {
            renaming::changed(&asked).await;
            Ok(leads_to("/"))
        }
        Removed::LastAdministrator => refused(StatusCode::UNPROCESSABLE_ENTITY, &last()),
    }
}

async fn own(Me(me): Me, asked: Asked) -> Answer {
    let person = me.person.clone();
    export(&asked, &me, &person).await
}

async fn of_person(Path(number): Path<String>, Me(me): Me, asked: Asked) -> Answer {
    let person = find(&asked, &number).await?;
    if !manages(&me, &person) {
        return Err(Refused::no_page());
    }
    export(&asked, &me, &person).await
}

/// Everything stored under a person's number, except what admits them.
async fn export(asked: &Asked, me: &SignedIn, person: &Person) -> Answer {
    let (site, line) = (&asked.site, &person.line);
    let number = line.number.clone();
    let people = &site.accounts.people;
    people.note_export(me.actor(), &number).await.map_err(|error| away(&error))?;
    let sessions = people.sessions(&number).await.map_err(|error| away(&error))?;
    let tokens = people.tokens(&number).await.map_err(|error| away(&error))?;
    let deeds = Audit::new(site.events.shared().database().clone()).of(&number).await;
    let deeds = deeds.map_err(|error| away(&error))?;
    let asked_for = number.clone();
    let (handed_in, trials, reports, questions) = asked
        .aside(move |site, _| {
            let number = asked_for.as_str();
            Ok((
                handed_in(site, number)?,
                trials(site, number)?,
                reports(site, number)?,
                questions(site, number)?,
            ))
        })
        .await?;
    let mut value = json!({
        "number": number, "name": line.name, "class": line.class, "team": line.team,
        "role": person.role.name(), "nickname": person.nickname,
        "signed_in_ms": person.signed_in_ms, "closed_ms": person.closed_ms, "removed_ms": person.removed_ms,
        "sessions": sessions.iter().map(|one| json!({
            "made_ms": one.made_ms, "seen_ms": one.seen_ms, "place": one.place,
        })).collect::<Vec<_>>(),
        "tokens": tokens.iter().map(|one| json!({
            "name": one.name, "scopes": one.scopes.iter().map(|scope| scope.name()).collect::<Vec<_>>(),
            "made_ms": one.made_ms, "ends_ms": one.ends_ms, "seen_ms": one.seen_ms,
        })).collect::<Vec<_>>(),
        "deeds": deeds.iter().map(|one| json!({
            "seq": one.seq, "at_ms": one.at_ms, "actor": one.actor, "deed": one.deed.name(), "about": one.about,
            "details": one.details,
        })).collect::<Vec<_>>(),
        "submissions": handed_in,
        "trials": trials,
        "reports": reports,
        "questions": questions,
    });
    // A grade is only for teachers.
    if me.person.line.number != number {
        value["seed_score"] = line.seed_score.clone().into();
    }
    let mut answer = asked.answer(&Content::json(value.to_string()));
    save_as(answer.headers_mut(), &format!("leitai-{number}.json"));
    Ok(answer)
}

/// The refusal when submissions cannot be read.
fn failed(error: &leitai_hall::HallError) -> Refused {
    crate::log::warn("what was handed in cannot be read", &[("why", &error.to_string())]);
    Refused::failed(sentence!("What was handed in cannot be read now.", "现在无法读取提交的内容。"))
}

/// A person's submissions to the events of this site, with the sources.
fn handed_in(site: &Site, number: &str) -> Result<Vec<Value>, Refused> {
    let shared = site.events.shared();
    let mut all = Vec::new();
    for event in site.events.all() {
        let of_event = shared.submitted(&event.name, None).map_err(|error| failed(&error))?;
        for one in of_event.iter().filter(|one| one.account.as_deref() == Some(number)) {
            let source = shared.source(one).ok();
            all.push(json!({
                "id": one.id, "event": one.event, "entry": one.entry, "file": one.name, "standard": one.standard,
                "bytes": one.bytes, "at_ms": one.at_ms, "state": one.state.name(), "sha256": one.sha256.to_string(),
                "log": one.log, "source": source.map(|source| String::from_utf8_lossy(&source).into_owned()),
            }));
        }
    }
    Ok(all)
}

/// A person's test games, with the sources that were tested.
fn trials(site: &Site, number: &str) -> Result<Vec<Value>, Refused> {
    let shared = site.events.shared();
    let mut all = Vec::new();
    for event in site.events.all() {
        for trial in shared.trials(&event.name, number).map_err(|error| failed(&error))? {
            let mut value =
                serde_json::to_value(OrderedTrial::of(site, &trial, Lang::En)?).unwrap_or_default();
            let source = shared.trial_source(&trial).ok();
            value["file"] = trial.name.into();
            value["standard"] = trial.standard.into();
            value["source"] = source.map(|source| String::from_utf8_lossy(&source).into_owned()).into();
            all.push(value);
        }
    }
    Ok(all)
}

/// What a person asked organisers, with the answers.
fn questions(site: &Site, number: &str) -> Result<Vec<Value>, Refused> {
    let all = site.events.shared().questions_by(number).map_err(|error| failed(&error))?;
    let one = all.into_iter().map(|one| {
        let (answered_ms, answer) = one.answer.unzip();
        json!({
            "event": one.event, "asked_ms": one.asked_ms, "question": one.question, "answered_ms": answered_ms,
            "answer": answer, "to_all": one.to_all,
        })
    });
    Ok(one.collect())
}

/// The reports that a person submitted, with their contents, and the person's shares in those of others.
fn reports(site: &Site, number: &str) -> Result<Vec<Value>, Refused> {
    let shared = site.events.shared();
    let mut all = Vec::new();
    for event in site.events.all() {
        let of_event = shared.reports(&event.name).map_err(|error| failed(&error))?;
        for (entry, report) in of_event {
            let (is_own, share) = (report.account == number, report.shares.get(number));
            if !is_own && share.is_none() {
                continue;
            }
            let mut value = json!({
                "event": event.name, "entry": entry, "bytes": report.bytes, "at_ms": report.at_ms,
                "sha256": report.sha256.to_string(), "share": share,
            });
            if is_own {
                let contents = shared.report(&report).map_err(|error| failed(&error))?;
                value["contents_base64"] = BASE64_STANDARD.encode(contents).into();
            }
            all.push(value);
        }
    }
    Ok(all)
}
