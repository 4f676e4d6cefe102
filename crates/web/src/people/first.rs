//! The first sign-in: choosing a password, then a nickname.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::people::accounts::away;
use crate::people::cookies::{browser, keep_session, new_session};
use crate::people::form::Posted;
use crate::people::hashing::Lane;
use crate::people::nickname::nickname;
use crate::people::password;
use crate::people::secret::Token;
use crate::people::sign_in::{Whence, too_often};
use crate::people::signed_in::{Me, SignedIn};
use crate::refusal::Refused;
use crate::renaming;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use leitai_core::{Sentence, sentence};
use leitai_hall::Trouble;
use leitai_pages::FirstView;
use leitai_store::{CredentialsVersion, Named};
use std::net::IpAddr;
use std::time::Duration;

pub(crate) fn routes() -> Vec<Address> {
    vec![at("/first").read(By::People, page).change(By::People, choose).of_first()]
}

/// Why something was refused, field by field, and the status of the response.
pub(crate) type Troubles = (StatusCode, Vec<Trouble>);

/// A refusal because of one field.
fn unfit(path: &'static str, what: Sentence) -> Troubles {
    (StatusCode::UNPROCESSABLE_ENTITY, vec![Trouble { path: Some(path), what }])
}

/// A refusal because too much was asked lately.
pub(crate) fn late(wait: Duration) -> Troubles {
    (StatusCode::TOO_MANY_REQUESTS, vec![Trouble { path: None, what: too_often(wait) }])
}

/// What is wrong with the new password in the fields `password` and `again`.
pub(crate) fn wrong_with_new(posted: &Posted, number: &str) -> Vec<Trouble> {
    let chosen = posted.typed("password");
    let wrong = |path, what| Trouble { path: Some(path), what };
    let unfit = password::unfit(&chosen, number).map(|why| wrong("password", why));
    let differs = (chosen != posted.typed("again"))
        .then(|| wrong("again", sentence!("The two passwords differ.", "两次输入的密码不一致。")));
    unfit.into_iter().chain(differs).collect()
}

fn show(asked: &Asked, me: &SignedIn, nickname: &str, troubles: Option<&Troubles>) -> Response<Body> {
    let form = FirstView {
        number: &me.person.line.number,
        token: &me.token.form(),
        wants_password: !me.person.has_password,
        nickname,
        troubles: troubles.map_or(&[], |(_, all)| all),
    };
    let page = leitai_pages::first(&asked.asking.reader(), &form);
    Content::html(page).answer(troubles.map_or(StatusCode::OK, |(status, _)| *status), &asked.headers)
}

async fn page(Me(me): Me, asked: Asked) -> Answer {
    if me.person.is_settled() {
        return Ok(leads_to("/account"));
    }
    Ok(show(&asked, &me, "", None))
}

async fn choose(Me(me): Me, Whence(from): Whence, asked: Asked, posted: Posted) -> Answer {
    if me.person.is_settled() {
        return Ok(leads_to("/account"));
    }
    if !me.person.has_password {
        // A person who already has a nickname is redirected from there.
        let taken = take_password(&asked, &me, &posted, from, me.person.version, "/first").await?;
        return Ok(taken.unwrap_or_else(|trouble| show(&asked, &me, "", Some(&trouble))));
    }
    let typed = posted.typed("nickname");
    match take_nickname(&asked, &me, &typed).await? {
        Ok(()) => Ok(leads_to("/account")),
        Err(trouble) => Ok(show(&asked, &me, &typed, Some(&trouble))),
    }
}

/// Takes the password in the fields `password` and `again` of somebody who was let in as of this version of the
/// credentials: all sessions end, and the response begins a new one and redirects.
pub(crate) async fn take_password(
    asked: &Asked,
    me: &SignedIn,
    posted: &Posted,
    from: Option<IpAddr>,
    as_of: CredentialsVersion,
    on: &str,
) -> Result<Result<Response<Body>, Troubles>, Refused> {
    let (number, chosen) = (&me.person.line.number, posted.typed("password"));
    let wrong = wrong_with_new(posted, number);
    if !wrong.is_empty() {
        return Ok(Err((StatusCode::UNPROCESSABLE_ENTITY, wrong)));
    }
    let accounts = &asked.site.accounts;
    let hash = match accounts.hashing.work(Lane::Usual, move |hasher| hasher.hash(&chosen)).await {
        Ok(hash) => hash,
        Err(wait) => return Ok(Err(late(wait))),
    };
    let session = Token::random();
    let new = new_session(&session, asked, from);
    let kept = accounts.people.choose_password(me.actor(), number, as_of, &hash, &new).await;
    if !kept.map_err(|error| away(&error))? {
        return Err(Refused::ended());
    }
    accounts.attempts.only(number, browser(&asked.headers).as_ref());
    let mut answer = leads_to(on);
    keep_session(&mut answer, asked, &session);
    Ok(Ok(answer))
}

/// Takes a nickname.
pub(crate) async fn take_nickname(
    asked: &Asked,
    me: &SignedIn,
    typed: &str,
) -> Result<Result<(), Troubles>, Refused> {
    let number = &me.person.line.number;
    let unfit = |said| Ok(Err(unfit("nickname", said)));
    let nickname = match nickname(typed, number) {
        Ok(nickname) => nickname,
        Err(why) => return unfit(why),
    };
    let people = &asked.site.accounts.people;
    let named = people.choose_nickname(me.actor(), number, &nickname).await;
    match named.map_err(|error| away(&error))? {
        Named::Done => {
            renaming::changed(asked).await;
            Ok(Ok(()))
        }
        Named::Taken => unfit(sentence!(
            "This nickname is already taken; choose another.",
            "这个昵称已有人使用；请换一个。"
        )),
        Named::Nobody => Err(Refused::no_page()),
    }
}
