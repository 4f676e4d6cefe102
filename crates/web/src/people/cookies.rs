//! The cookies of people.

use crate::asked::Asked;
use crate::people::peer;
use crate::people::secret::Token;
use crate::reader::cookie;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, header};
use leitai_store::{NewSession, SESSION_LASTS};
use std::net::IpAddr;
use std::time::Duration;

/// The cookie of a session.
pub(crate) const SESSION: &str = "lt-session";
/// The cookie that ties a visitor's form to a page served to that visitor.
pub(crate) const FORM: &str = "lt-form";
/// The cookie of a browser in which somebody has signed in: it admits nobody, and the guesses of others do not
/// count there.
pub(crate) const BROWSER: &str = "lt-browser";
/// How long a browser is remembered.
pub(crate) const BROWSER_LASTS: Duration = Duration::from_hours(24 * 366);

/// The token of a browser in which somebody has signed in.
pub(crate) fn browser(headers: &HeaderMap) -> Option<Token> {
    cookie(headers, BROWSER).and_then(Token::read)
}

/// The form token of a visitor who already has one.
pub(crate) fn visitors_token(headers: &HeaderMap) -> Option<String> {
    cookie(headers, FORM).and_then(Token::read).map(|token| token.form())
}

/// Sets a cookie that scripts cannot read and other sites cannot send.
pub(crate) fn keep(
    answer: &mut Response<Body>,
    asked: &Asked,
    name: &str,
    value: &str,
    lasting: Option<Duration>,
) {
    let secure = if asked.site.accounts.is_encrypted(&asked.headers) { "; Secure" } else { "" };
    let lasting = lasting.map(|lasting| format!("; Max-Age={}", lasting.as_secs())).unwrap_or_default();
    let cookie = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax{lasting}{secure}");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        answer.headers_mut().append(header::SET_COOKIE, cookie);
    }
}

/// Begins a session with this response.
pub(crate) fn keep_session(answer: &mut Response<Body>, asked: &Asked, token: &Token) {
    keep(answer, asked, SESSION, token.text(), Some(SESSION_LASTS));
}

/// A session for the store.
pub(crate) fn new_session(token: &Token, asked: &Asked, from: Option<IpAddr>) -> NewSession {
    NewSession { token: token.digest(), place: peer::place(from, &asked.headers) }
}
