//! Wraps every request: a request number, the time taken, headers, and error pages.

use crate::answer::{Content, guard};
use crate::api::call::RefusalJson;
use crate::client;
use crate::log;
use crate::lost_game::LostGame;
use crate::reader::Asking;
use crate::refusal::Refused;
use crate::site::Site;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::IntoResponse;
use serde_json::json;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// When to retry a request for something that may be available soon.
const SOON: HeaderValue = HeaderValue::from_static("1");

/// The longest path, in bytes: several times as long as the longest of the site.
const LONGEST_PATH: usize = 1024;
/// The longest query, in bytes. It may hold an address to return to.
const LONGEST_QUERY: usize = 8 << 10;

/// Passes a request to its handler and finishes the response.
pub(crate) async fn around(
    State(site): State<Arc<Site>>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let began = Instant::now();
    let number = number();
    let (uri, headers, method) = (request.uri().clone(), request.headers().clone(), request.method().clone());
    client::note(request.extensions_mut(), &headers, &site.proxies);
    // What is too long is in no page, not even in that which says so.
    let (mut answer, uri) = match is_short(&uri).and_then(|()| is_meant(&site, &uri, &headers)) {
        Ok(()) => (next.run(request).await, uri),
        Err(refused) => (refused.into_response(), Uri::from_static(kind_of(&uri))),
    };
    let refused = answer.extensions_mut().remove::<Refused>();
    // For an address that is not valid text the router responds itself, in its own words.
    let unread = || (answer.status() == StatusCode::BAD_REQUEST).then(Refused::no_text);
    if let Some(refused) = refused.or_else(unread) {
        // The handler that refused has set how long the refusal may be cached.
        let kept = answer.headers_mut().remove(header::CACHE_CONTROL);
        answer = refusal(&site, &refused, &uri, &headers, &number);
        if let Some(kept) = kept {
            answer.headers_mut().insert(header::CACHE_CONTROL, kept);
        }
        if refused.status == StatusCode::SERVICE_UNAVAILABLE {
            answer.headers_mut().insert(header::RETRY_AFTER, SOON);
            // Makes browsers reload, with script or without.
            answer.headers_mut().insert(header::REFRESH, SOON);
        }
    }
    guard(answer.headers_mut(), &number);
    if method == Method::HEAD {
        *answer.body_mut() = Body::empty();
    }
    let (status, took) = (answer.status().as_u16(), began.elapsed());
    site.metrics.answered(status, took);
    if status >= 500 {
        let (path, took) = (uri.path(), took.as_millis().to_string());
        log::warn("a request failed", &[("id", &number), ("path", path), ("took_ms", &took)]);
    }
    answer
}

/// The shortest address that is answered as this one is: in JSON or on a page.
fn kind_of(uri: &Uri) -> &'static str {
    match uri.path() {
        "/live" => "/live",
        path if path.starts_with("/api/") => "/api/",
        _ => "/",
    }
}

pub(crate) fn is_short(uri: &Uri) -> Result<(), Refused> {
    for (part, most) in [(uri.path(), LONGEST_PATH), (uri.query().unwrap_or_default(), LONGEST_QUERY)] {
        if part.len() > most {
            return Err(Refused::too_long(most));
        }
    }
    Ok(())
}

/// Whether a request is for this site. Whoever watches over servers asks them under any name.
fn is_meant(site: &Site, uri: &Uri, headers: &HeaderMap) -> Result<(), Refused> {
    if ["/health", "/ready", "/metrics"].contains(&uri.path()) {
        return Ok(());
    }
    let mut hosts = headers.get_all(header::HOST).iter();
    let (host, second) = (hosts.next(), hosts.next());
    let has = |host: &HeaderValue| host.to_str().is_ok_and(|host| site.names.has(host));
    let is_meant = host.is_none_or(has)
        && second.is_none()
        && uri.authority().is_none_or(|authority| site.names.has(authority.as_str()));
    is_meant.then_some(()).ok_or_else(Refused::misdirected)
}

impl IntoResponse for Refused {
    /// The page is rendered where the reader is known.
    fn into_response(self) -> Response<Body> {
        let mut answer = Response::new(Body::empty());
        *answer.status_mut() = self.status;
        answer.extensions_mut().insert(self);
        answer
    }
}

fn refusal(site: &Site, refused: &Refused, uri: &Uri, headers: &HeaderMap, number: &str) -> Response<Body> {
    let asking = Asking::of(uri, headers, (site.lang, &site.zone));
    if uri.path().starts_with("/api/") || uri.path() == "/live" {
        let told = RefusalJson {
            error: refused.what.to(asking.lang),
            advice: refused.advice.to(asking.lang),
            id: number,
            game: refused.known.as_ref().map(LostGame::of),
        };
        return Content::json(json!(told).to_string()).answer(refused.status, headers);
    }
    let page = leitai_pages::error(
        &asking.reader(),
        refused.status.as_u16(),
        &refused.what,
        &refused.advice,
        refused.known.as_ref(),
        number,
        refused.nearest.clone(),
    );
    Content::html(page).answer(refused.status, headers)
}

/// A number by which people can ask about a request.
pub(crate) fn number() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{:08x}", RandomState::new().hash_one(count) as u32)
}
