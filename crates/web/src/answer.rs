//! Responses: content with the headers that every response has.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use flate2::Compression;
use flate2::write::GzEncoder;
use leitai_core::shown_json;
use leitai_pages::Html;
use leitai_pages::event::{Form, TypedTable};
use std::io::Write as _;

/// The content security policy of a page: it may load and do only what this site serves.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
     frame-ancestors 'none'";
/// The policy of a picture that is opened on its own: its inline style animates it.
pub(crate) const PICTURE_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// Bodies shorter than this cost more to compress than is saved.
const WORTH_IT: usize = 600;

/// Content ready to be sent, plain and compressed.
#[derive(Clone, Debug)]
pub(crate) struct Content {
    media: &'static str,
    plain: axum::body::Bytes,
    gzip: Option<axum::body::Bytes>,
}

impl Content {
    pub(crate) fn new(media: &'static str, text: impl Into<Vec<u8>>) -> Content {
        let plain: Vec<u8> = text.into();
        let gzip = (plain.len() >= WORTH_IT).then(|| compressed(&plain, Compression::new(6))).flatten();
        Content { media, plain: plain.into(), gzip: gzip.map(Into::into) }
    }

    /// Content that is large or already compressed, and is sent as it is.
    pub(crate) fn as_it_is(media: &'static str, bytes: Vec<u8>) -> Content {
        Content { media, plain: bytes.into(), gzip: None }
    }

    /// The length before compression.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.plain.len()
    }

    pub(crate) fn html(page: Html) -> Content {
        Content::new("text/html; charset=utf-8", page.into_string())
    }

    /// A page that is made for this one request: compressed only if that takes it, and quickly.
    pub(crate) fn html_once(page: Html, asked: &HeaderMap) -> Content {
        let plain = page.into_string().into_bytes();
        let gzip = takes_gzip(asked).then(|| compressed(&plain, Compression::fast())).flatten();
        Content { media: "text/html; charset=utf-8", plain: plain.into(), gzip: gzip.map(Into::into) }
    }

    pub(crate) fn json(text: String) -> Content {
        Content::new("application/json", shown_json(text))
    }

    /// A table as a file.
    pub(crate) fn table(table: &TypedTable, form: Form) -> Content {
        match form {
            Form::Csv => Content::new("text/csv; charset=utf-8", table.csv()),
            Form::Json => Content::json(table.json()),
        }
    }

    /// The response with this content to a request with these headers.
    pub(crate) fn answer(&self, status: StatusCode, asked: &HeaderMap) -> Response<Body> {
        let gzip = self.gzip.as_ref().filter(|_| takes_gzip(asked));
        let mut answer = Response::new(Body::from(gzip.unwrap_or(&self.plain).clone()));
        *answer.status_mut() = status;
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media));
        if gzip.is_some() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding, accept-language, cookie"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        answer
    }
}

fn takes_gzip(asked: &HeaderMap) -> bool {
    let named = asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    named.split(',').any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        name.trim() == "gzip" && weight.trim().replace(' ', "") != "q=0"
    })
}

fn compressed(plain: &[u8], how: Compression) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 4), how);
    encoder.write_all(plain).and_then(|()| encoder.finish()).ok()
}

/// Sets the headers that every response has.
pub(crate) fn guard(headers: &mut HeaderMap, number: &str) {
    let fixed: [(HeaderName, &'static str); 4] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if let Ok(number) = HeaderValue::from_str(number) {
        headers.insert(HeaderName::from_static("x-request-id"), number);
    }
}
