//! The cookies of people.

use crate::asked::Asked;
use crate::people::peer;
use crate::people::secret::Token;
use crate::reader::cookie;
use crate::site::Site;
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
/// The cookie that says that somebody may be signed in here. Scripts read it, so that a visitor's pages need not ask.
const SIGNED_IN: &str = "lt-in";
/// How long a browser is remembered.
pub(crate) const BROWSER_LASTS: Duration = Duration::from_hours(24 * 366);

/// What the names of these cookies begin with behind https: browsers take such a cookie from this host alone, and from no
/// neighbour in its domain.
const OF_THIS_HOST: &str = "__Host-";

/// The value of a cookie of people: that which only this host can have set, if there is one.
pub(crate) fn own<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    cookie(headers, &format!("{OF_THIS_HOST}{name}")).or_else(|| cookie(headers, name))
}

/// The token of the session. Where all connections are encrypted, a neighbour's cookie is none.
pub(crate) fn session(site: &Site, headers: &HeaderMap) -> Option<Token> {
    let own = if site.accounts.is_always_encrypted() {
        cookie(headers, &format!("{OF_THIS_HOST}{SESSION}"))
    } else {
        own(headers, SESSION)
    };
    own.and_then(Token::read)
}

/// The token of a browser in which somebody has signed in.
pub(crate) fn browser(headers: &HeaderMap) -> Option<Token> {
    own(headers, BROWSER).and_then(Token::read)
}

/// The form token of a visitor who already has one.
pub(crate) fn visitors_token(headers: &HeaderMap) -> Option<String> {
    own(headers, FORM).and_then(Token::read).map(|token| token.form())
}

/// Sets a cookie that scripts cannot read and other sites cannot send.
pub(crate) fn keep(
    answer: &mut Response<Body>,
    asked: &Asked,
    name: &str,
    value: &str,
    lasting: Option<Duration>,
) {
    let (ahead, secure) =
        if asked.site.accounts.is_encrypted(&asked.headers) { (OF_THIS_HOST, "; Secure") } else { ("", "") };
    let lasting = lasting.map(|lasting| format!("; Max-Age={}", lasting.as_secs())).unwrap_or_default();
    let cookie = format!("{ahead}{name}={value}; Path=/; HttpOnly; SameSite=Lax{lasting}{secure}");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        answer.headers_mut().append(header::SET_COOKIE, cookie);
    }
}

/// Begins a session with this response.
pub(crate) fn keep_session(answer: &mut Response<Body>, asked: &Asked, token: &Token) {
    keep(answer, asked, SESSION, token.text(), Some(SESSION_LASTS));
    mark_signed_in(answer, "1", SESSION_LASTS);
}

/// Ends it in the browser.
pub(crate) fn drop_session(answer: &mut Response<Body>, asked: &Asked) {
    keep(answer, asked, SESSION, "", Some(Duration::ZERO));
    mark_signed_in(answer, "", Duration::ZERO);
}

fn mark_signed_in(answer: &mut Response<Body>, value: &str, lasting: Duration) {
    let cookie = format!("{SIGNED_IN}={value}; Path=/; SameSite=Lax; Max-Age={}", lasting.as_secs());
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        answer.headers_mut().append(header::SET_COOKIE, cookie);
    }
}

/// A session for the store.
pub(crate) fn new_session(token: &Token, asked: &Asked, from: Option<IpAddr>) -> NewSession {
    NewSession { token: token.digest(), place: peer::place(from, &asked.headers) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::site;
    use crate::tests::{CEILINGS, settings};

    #[test]
    fn behind_https_a_neighbours_cookie_is_no_session() {
        let [own, planted] = [(); 2].map(|()| Token::random());
        let headers = |pairs: &[(&str, &Token)]| {
            let pairs: Vec<_> =
                pairs.iter().map(|(name, token)| format!("{name}={}", token.text())).collect();
            HeaderMap::from_iter([(header::COOKIE, pairs.join("; ").parse().expect("a header"))])
        };
        for (address, plain) in [(Some("https://leitai.example"), false), (None, true)] {
            let folder = tempfile::tempdir().expect("a folder");
            let mut settings = settings(folder.path());
            settings.address = address.map(str::to_owned);
            let site = site(&settings, settings.listen, CEILINGS).expect("a folder of our own");
            let found = |pairs: &[(&str, &Token)]| {
                session(&site, &headers(pairs)).map(|token| token.text().to_owned())
            };
            let mine = Some(own.text().to_owned());
            assert_eq!(found(&[("lt-session", &planted), ("__Host-lt-session", &own)]), mine);
            assert_eq!(found(&[("__Host-lt-session", &own), ("lt-session", &planted)]), mine);
            assert_eq!(found(&[("lt-session", &planted)]).is_some(), plain, "{address:?}");
        }
    }
}
