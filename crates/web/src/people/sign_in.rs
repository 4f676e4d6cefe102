//! Signing in and out.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked, leads_to};
use crate::client;
use crate::people::accounts::{away, lets_in};
use crate::people::cookies::{
    BROWSER, BROWSER_LASTS, FORM, browser, drop_session, keep, keep_session, new_session, own,
};
use crate::people::form::Posted;
use crate::people::secret::Token;
use crate::people::signed_in::{Caller, Me};
use crate::reader::{is_here, query};
use crate::site::Site;
use axum::body::Body;
use axum::extract::{Extension, FromRequestParts};
use axum::http::{HeaderValue, Response, StatusCode, header};
use leitai_core::{Sentence, sentence};
use leitai_pages::SignInView;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

pub(crate) fn routes() -> Vec<Address> {
    vec![
        at("/sign-in").read(By::Everybody, page).change(By::Everybody, sign_in).of_first(),
        at("/sign-out").change(By::People, sign_out).of_first(),
    ]
}

/// The address from which a request comes.
pub(crate) struct Whence(pub(crate) Option<IpAddr>);

impl FromRequestParts<Arc<Site>> for Whence {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        _: &Arc<Site>,
    ) -> Result<Whence, Self::Rejection> {
        Ok(Whence(client::address(&parts.extensions)))
    }
}

/// The page again, with what was typed and why it failed.
fn again(
    asked: &Asked,
    status: StatusCode,
    form: &SignInView<'_>,
    after: Option<Duration>,
) -> Response<Body> {
    let page = leitai_pages::sign_in(&asked.asking.reader(), form);
    let mut answer = Content::html(page).answer(status, &asked.headers);
    if let Some(after) = after {
        answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(after.as_secs().max(1)));
    }
    answer
}

async fn page(Extension(caller): Extension<Caller>, asked: Asked) -> Answer {
    let back = query(&asked.uri, "back").filter(|back| is_here(back)).unwrap_or_default();
    if caller.0.is_some() {
        return Ok(leads_to("/account"));
    }
    let kept = own(&asked.headers, FORM).and_then(Token::read);
    let token = kept.clone().unwrap_or_else(Token::random);
    let form = SignInView { number: "", back: &back, token: &token.form(), trouble: None };
    let mut answer = again(&asked, StatusCode::OK, &form, None);
    if kept.is_none() {
        keep(&mut answer, &asked, FORM, token.text(), None);
    }
    Ok(answer)
}

/// A waiting time in words.
pub(crate) fn waits(wait: Duration) -> Sentence {
    let seconds = wait.as_secs().max(1);
    if seconds < 90 {
        return sentence!("{seconds} s", "{seconds} 秒");
    }
    let minutes = seconds.div_ceil(60);
    sentence!("{minutes} minutes", "{minutes} 分钟")
}

/// The message when somebody guesses too often, or too many people sign in at once.
pub(crate) fn too_often(wait: Duration) -> Sentence {
    let wait = waits(wait);
    sentence!("Too many tries; try again in {wait}.", "尝试次数过多；请在 {wait}后再试。"; wait)
}

/// The same sentence whatever is wrong, so that it does not reveal which numbers exist.
fn refused() -> Sentence {
    sentence!(
        "The number or password is wrong, or the first password has expired. The organiser can give you a code.",
        "学号或密码不正确，或初始密码已过期。可向组织者索取重置码。"
    )
}

async fn sign_in(Whence(from): Whence, asked: Asked, posted: Posted) -> Answer {
    let (number, typed, back) = (posted.text("number"), posted.typed("password"), posted.text("back"));
    let token = posted.text("t");
    let accounts = &asked.site.accounts;
    let say = |status, trouble: Sentence, after| -> Answer {
        let form = SignInView { number: &number, back: &back, token: &token, trouble: Some(&trouble) };
        Ok(again(&asked, status, &form, after))
    };
    let late = |wait| say(StatusCode::TOO_MANY_REQUESTS, too_often(wait), Some(wait));
    // A number that no account can have is not looked up; it is refused like any other.
    if number.is_empty() || number.len() > 64 || number.contains('\0') || typed.len() > 1024 {
        return say(StatusCode::UNAUTHORIZED, refused(), None);
    }
    let browser = browser(&asked.headers);
    let attempt = match accounts.attempts.may_try(&number, from, browser.as_ref()) {
        Ok(attempt) => attempt,
        Err(wait) => return late(wait),
    };
    let known = accounts.people.credentials(&number).await.map_err(|error| away(&error))?;
    let version = known.as_ref().map(|known| known.version).unwrap_or_default();
    let asked_for = number.clone();
    let found = accounts
        .hashing
        .work(attempt.lane, move |hasher| lets_in(hasher, &asked_for, &typed, known.as_ref()));
    let opener = match found.await {
        Ok(Ok(opener)) => opener,
        Ok(Err(())) => return say(StatusCode::UNAUTHORIZED, refused(), None),
        Err(wait) => {
            attempt.was_none();
            let trouble = waits(wait);
            let trouble = sentence!(
                "Many people are signing in right now; try again in {trouble}.",
                "现在登录的人很多；请在 {trouble}后再试。"; trouble
            );
            return say(StatusCode::TOO_MANY_REQUESTS, trouble, Some(wait));
        }
    };
    let session = Token::random();
    let new = new_session(&session, &asked, from);
    let let_in = accounts.people.sign_in(&number, opener, version, &new).await;
    if !let_in.map_err(|error| away(&error))? {
        return say(StatusCode::UNAUTHORIZED, refused(), None);
    }
    let browser = browser.unwrap_or_else(Token::random);
    attempt.succeeded(Some(&browser));
    let mut answer = leads_to(if is_here(&back) { &back } else { "/account" });
    keep_session(&mut answer, &asked, &session);
    keep(&mut answer, &asked, BROWSER, browser.text(), Some(BROWSER_LASTS));
    keep(&mut answer, &asked, FORM, "", Some(Duration::ZERO));
    Ok(answer)
}

async fn sign_out(Me(me): Me, asked: Asked, _: Posted) -> Answer {
    let people = &asked.site.accounts.people;
    let ended = people.end_session(me.actor(), &me.person.line.number, me.token.digest()).await;
    ended.map_err(|error| away(&error))?;
    let mut answer = leads_to("/");
    drop_session(&mut answer, &asked);
    Ok(answer)
}
