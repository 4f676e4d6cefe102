//! The input of a handler, and its result.

use crate::answer::Content;
use crate::client;
use crate::off_thread::off_thread;
use crate::people::signed_in::SignedIn;
use crate::reader::{Asking, LANG, THEME, is_here, query};
use crate::refusal::Refused;
use crate::site::Site;
use crate::site_event::SiteEvent;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header};
use leitai_core::{Lang, Sentence, Words, sentence};
use leitai_hall::DeedError;
use leitai_pages::{Html, Nav};
use leitai_store::Actor;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// How long work may wait for its turn.
const BEGINS: Duration = Duration::from_secs(10);

/// What a handler needs from a request.
pub(crate) struct Asked {
    pub(crate) site: Arc<Site>,
    pub(crate) asking: Asking,
    pub(crate) uri: Uri,
    pub(crate) headers: HeaderMap,
    /// The address of the client, if it is known.
    pub(crate) client: Option<IpAddr>,
}

/// A response, or the reason for a refusal.
pub(crate) type Answer = Result<Response<Body>, Refused>;

impl axum::extract::FromRequestParts<Arc<Site>> for Asked {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        site: &Arc<Site>,
    ) -> Result<Asked, Self::Rejection> {
        let own = site.address.of(&parts.headers).text;
        let asking = Asking { own, ..Asking::of(&parts.uri, &parts.headers, (site.lang, &site.zone)) };
        let (site, uri, headers) = (Arc::clone(site), parts.uri.clone(), parts.headers.clone());
        let client = client::address(&parts.extensions);
        Ok(Asked { site, asking, uri, headers, client })
    }
}

impl Asked {
    pub(crate) fn answer(&self, content: &Content) -> Response<Body> {
        let mut answer = content.answer(StatusCode::OK, &self.headers);
        if self.asking.named {
            // A language chosen in the address is kept in a cookie.
            keep(answer.headers_mut(), LANG, self.asking.lang.to_string().as_str());
        }
        answer
    }

    /// Runs work that takes milliseconds, or waits for a disk or the store, off the threads that answer. Refused if so
    /// much of it is under way that it could not begin in time.
    pub(crate) async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Site, &Asking) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        let Ok(Ok(_turn)) = timeout(BEGINS, self.site.asides.acquire()).await else {
            return Err(Refused::busy());
        };
        let (site, asking) = (Arc::clone(&self.site), self.asking.clone());
        let done = off_thread(move || work(&site, &asking)).await;
        done.unwrap_or_else(|| {
            Err(Refused::failed(sentence!("This page could not be generated.", "这个页面生成失败。")))
        })
    }

    /// Asks for a deed about an event in the caller's name; the inner error is what the caller is shown. Off the threads
    /// that answer, as [`Asked::aside`].
    pub(crate) async fn asks<T: Send + 'static>(
        &self,
        me: &Arc<SignedIn>,
        event: &Arc<SiteEvent>,
        deed: impl FnOnce(&Site, Actor<'_>, &SiteEvent) -> Result<T, DeedError> + Send + 'static,
    ) -> Result<Result<T, Sentence>, Refused> {
        let event = Arc::clone(event);
        self.asks_site(me, move |site, by| deed(site, by, &event)).await
    }

    /// As [`Asked::asks`], where the deed is about no event yet.
    pub(crate) async fn asks_site<T: Send + 'static>(
        &self,
        me: &Arc<SignedIn>,
        deed: impl FnOnce(&Site, Actor<'_>) -> Result<T, DeedError> + Send + 'static,
    ) -> Result<Result<T, Sentence>, Refused> {
        let me = Arc::clone(me);
        self.aside(move |site, _| match deed(site, me.actor()) {
            Ok(done) => Ok(Ok(done)),
            Err(DeedError::Refused(why) | DeedError::Meanwhile(why)) => Ok(Err(why)),
            Err(DeedError::Nothing) => Err(Refused::no_page()),
            Err(DeedError::Hall(error)) => Err(Refused::halted(&error)),
        })
        .await
    }
}

/// The title of a page about something of an event, or of a game.
pub(crate) fn titled(what: Words, of: &str, lang: Lang) -> String {
    format!("{} · {of}", what.to(lang))
}

/// A page in the site's frame.
pub(crate) fn framed(asking: &Asking, title: &str, nav: Nav, body: &Html) -> Content {
    Content::html(leitai_pages::frame(&asking.reader(), title, nav, body))
}

/// The file name under which a browser saves the response; it contains names that teams chose.
pub(crate) fn save_as(headers: &mut HeaderMap, name: &str) {
    let encoded = leitai_pages::percent_encoded(name);
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename*=UTF-8''{encoded}")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
}

/// Sets a cookie that is kept for a year.
pub(crate) fn keep(headers: &mut HeaderMap, name: &str, value: &str) {
    let cookie = format!("{name}={value}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        headers.append(header::SET_COOKIE, cookie);
    }
}

/// Keeps the theme or the language that the query names, and redirects back.
pub(crate) fn keeps_choice(uri: &Uri) -> Answer {
    let back = query(uri, "back").filter(|back| is_here(back)).unwrap_or_else(|| "/".to_owned());
    let mut answer = leads_to(&back);
    let headers = answer.headers_mut();
    match query(uri, "theme").as_deref() {
        Some(theme @ ("dark" | "light" | "system")) => keep(headers, THEME, theme),
        Some(_) => {
            return Err(Refused::unclear(
                sentence!("There is no such theme.", "没有这种配色。"),
                sentence!("It is `dark`, `light` or `system`.", "可用：`dark`、`light`、`system`。"),
            ));
        }
        None => {}
    }
    if let Some(lang @ ("en" | "zh")) = query(uri, "lang").as_deref() {
        keep(headers, LANG, lang);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(answer)
}

/// Redirects to another page of the site; what was posted is not sent again.
pub(crate) fn leads_to(place: &str) -> Response<Body> {
    let mut answer = Response::new(Body::empty());
    *answer.status_mut() = StatusCode::SEE_OTHER;
    let place = HeaderValue::from_str(place).unwrap_or(HeaderValue::from_static("/"));
    answer.headers_mut().insert(header::LOCATION, place);
    answer
}
