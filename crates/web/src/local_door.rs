//! The door of what is served to the browser of this machine's own user alone: a key in the address that nobody guesses, the
//! machine's own name and port, and for whatever changes something a page that came from here.

use crate::answer::{Content, guard};
use crate::around::{is_short, number};
use crate::people::secret::is_same;
use crate::reader::Asking;
use crate::refusal::Refused;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::IntoResponse as _;
use leitai_core::{Lang, Sentence, sentence};
use leitai_hall::Zone;
use std::net::SocketAddr;

/// Where something is served, and the key without which nothing below it answers.
pub(crate) struct LocalDoor {
    /// The first part of its paths, after which the key comes.
    root: &'static str,
    key: String,
    at: SocketAddr,
}

impl LocalDoor {
    pub(crate) fn new(root: &'static str, key: String, at: SocketAddr) -> LocalDoor {
        LocalDoor { root, key, at }
    }

    /// The path of its page.
    pub(crate) fn address(&self) -> String {
        format!("/{}/{}", self.root, self.key)
    }

    /// The address of its page, as a browser takes it.
    pub(crate) fn whole_address(&self) -> String {
        format!("http://{}{}", self.at, self.address())
    }

    /// Whether a `Host` names this machine and the port at which it is: a page from elsewhere cannot give it another
    /// name, and then read it as if it were its own.
    fn is_host(&self, host: &HeaderValue) -> bool {
        let port = self.at.port();
        let names = ["localhost".to_owned(), "127.0.0.1".to_owned(), "[::1]".to_owned()];
        let Ok(host) = host.to_str() else { return false };
        names.iter().any(|name| host == format!("{name}:{port}") || (port == 80 && host == name))
    }

    /// Whether a request is for this door with its key, and from a page behind it where it changes something.
    pub(crate) fn is_meant(&self, request: &Request) -> Result<(), Refused> {
        is_short(request.uri())?;
        if !one_host(request).is_some_and(|host| self.is_host(host)) {
            return Err(Refused::not_this_window());
        }
        let mut parts = request.uri().path().split('/').skip(1);
        if parts.next() == Some(self.root) && !parts.next().is_some_and(|key| is_same(&self.key, key)) {
            return Err(Refused::no_window());
        }
        let reads = [Method::GET, Method::HEAD].contains(request.method());
        if !reads && !is_from_here(request.headers()) {
            return Err(Refused::elsewhere());
        }
        Ok(())
    }
}

/// The answer to a request that is `meant` for here, or the page that says why it is not, with the headers of every answer.
pub(crate) async fn answered(
    (lang, zone): (Lang, &Zone),
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
        let uri = if is_short { uri } else { Uri::from_static("/") };
        let asking = Asking::of(&uri, &headers, (lang, zone));
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
pub(crate) fn one_host(request: &Request) -> Option<&HeaderValue> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let (host, second) = (hosts.next(), hosts.next());
    host.filter(|_| second.is_none() && request.uri().authority().is_none())
}

/// Whether a request comes from a page of the same door: a browser says so whenever something is sent.
fn is_from_here(headers: &HeaderMap) -> bool {
    let said = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let (origin, host) = (said(header::ORIGIN), said(header::HOST));
    let origin = origin.and_then(|origin| origin.strip_prefix("http://"));
    origin.is_some() && origin == host
}

/// What to do where an address does not open.
fn whole() -> Sentence {
    sentence!("Open the address that was printed at the terminal, whole.", "请完整打开终端中给出的地址。")
}

impl Refused {
    /// Nothing is there, or the key is another one.
    pub(crate) fn no_window() -> Refused {
        Refused::nothing(sentence!("There is nothing at this address.", "此地址没有内容。"), whole())
    }

    /// The request is for another machine or another port.
    fn not_this_window() -> Refused {
        Refused::new(
            StatusCode::MISDIRECTED_REQUEST,
            sentence!("This window is opened on its own machine only.", "此窗口只能在本机打开。"),
            whole(),
        )
    }
}
