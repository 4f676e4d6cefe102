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
use leitai_pages::FirstView;
use leitai_store::{CredentialsVersion, Named};
use std::net::IpAddr;

pub(crate) fn routes() -> Vec<Address> {
    vec![at("/first").read(By::People, page).change(By::People, choose).of_first()]
}

/// Why something was refused, and the status of the response.
pub(crate) type Trouble = (StatusCode, Sentence);

fn show(asked: &Asked, me: &SignedIn, nickname: &str, trouble: Option<&Trouble>) -> Response<Body> {
    let form = FirstView {
        number: &me.person.line.number,
        token: &me.token.form(),
        wants_password: !me.person.has_password,
        nickname,
        trouble: trouble.map(|(_, said)| said),
    };
    let page = leitai_pages::first(&asked.asking.reader(), &form);
    Content::html(page).answer(trouble.map_or(StatusCode::OK, |(status, _)| *status), &asked.headers)
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
) -> Result<Result<Response<Body>, Trouble>, Refused> {
    let (number, chosen) = (&me.person.line.number, posted.typed("password"));
    let unfit = |said| Ok(Err((StatusCode::UNPROCESSABLE_ENTITY, said)));
    if let Some(why) = password::unfit(&chosen, number) {
        return unfit(why);
    }
    if chosen != posted.typed("again") {
        return unfit(sentence!("The two passwords differ.", "两次输入的密码不一致。"));
    }
    let accounts = &asked.site.accounts;
    let hash = match accounts.hashing.work(Lane::Usual, move |hasher| hasher.hash(&chosen)).await {
        Ok(hash) => hash,
        Err(wait) => return Ok(Err((StatusCode::TOO_MANY_REQUESTS, too_often(wait)))),
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
) -> Result<Result<(), Trouble>, Refused> {
    let number = &me.person.line.number;
    let unfit = |said| Ok(Err((StatusCode::UNPROCESSABLE_ENTITY, said)));
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
