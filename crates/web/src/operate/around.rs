//! Wraps every request to the window: whose it is, and the headers and refusals of every answer.

use super::window::Window;
use crate::answer::{Content, guard};
use crate::around::{is_short, number};
use crate::reader::Asking;
use crate::refusal::Refused;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::Next;
use axum::response::IntoResponse as _;
use std::sync::Arc;

/// Lets through what is asked of this machine, by its port, with the key, and where something is to be done from a page of
/// the window itself.
pub(super) async fn around(
    State(window): State<Arc<Window>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let meant = is_short(request.uri()).and_then(|()| is_meant(&window, &request));
    answered(&window, meant, request, next).await
}

/// Lets through what another machine asks of the other screens.
pub(super) async fn around_open(
    State(window): State<Arc<Window>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let meant = is_short(request.uri()).and_then(|()| {
        let is_host = one_host(&request).is_some_and(|host| window.is_open_host(host));
        if is_host { Ok(()) } else { Err(Refused::not_this_screen()) }
    });
    answered(&window, meant, request, next).await
}

async fn answered(
    window: &Window,
    meant: Result<(), Refused>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let number = number();
    let (uri, headers, method) = (request.uri().clone(), request.headers().clone(), request.method().clone());
    let is_short = !matches!(&meant, Err(refused) if refused.status == StatusCode::URI_TOO_LONG);
    let mut answer = match meant {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    let refused = answer.extensions_mut().remove::<Refused>();
    // For an address that is not valid text the router responds itself, in its own words.
    let unread = || (answer.status() == StatusCode::BAD_REQUEST).then(Refused::no_text);
    if let Some(refused) = refused.or_else(unread) {
        let uri = if is_short { uri } else { axum::http::Uri::from_static("/") };
        let asking = Asking::of(&uri, &headers, (window.lang, &window.zone));
        let page = leitai_pages::desk_refused(&asking.reader(), &refused.what, &refused.advice);
        answer = Content::html(page).answer(refused.status, &headers);
    }
    guard(answer.headers_mut(), &number);
    let headers = answer.headers_mut();
    if headers.get(header::CACHE_CONTROL).is_none_or(|kept| kept == "no-cache") {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if method == Method::HEAD {
        *answer.body_mut() = Body::empty();
    }
    answer
}

/// The one `Host` of a request that names nothing else.
fn one_host(request: &Request) -> Option<&HeaderValue> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let (host, second) = (hosts.next(), hosts.next());
    host.filter(|_| second.is_none() && request.uri().authority().is_none())
}

/// Whether a request is for this window, and from it where it changes something.
fn is_meant(window: &Window, request: &Request) -> Result<(), Refused> {
    let (headers, uri) = (request.headers(), request.uri());
    if !one_host(request).is_some_and(|host| window.is_host(host)) {
        return Err(Refused::not_this_window());
    }
    let mut parts = uri.path().split('/').skip(1);
    if parts.next() == Some("desk") && !parts.next().is_some_and(|key| window.is_key(key)) {
        return Err(Refused::no_window());
    }
    let reads = [Method::GET, Method::HEAD].contains(request.method());
    if !reads && !is_from_here(headers) {
        return Err(Refused::elsewhere());
    }
    Ok(())
}

/// Whether a request comes from a page of the window: a browser says so whenever something is sent.
fn is_from_here(headers: &HeaderMap) -> bool {
    let said = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let (origin, host) = (said(header::ORIGIN), said(header::HOST));
    let origin = origin.and_then(|origin| origin.strip_prefix("http://"));
    origin.is_some() && origin == host
}
