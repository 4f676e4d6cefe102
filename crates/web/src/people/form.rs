//! Reading a form: completely, and only from a page of this site.

use crate::off_thread::off_thread;
use crate::people::cookies::visitors_token;
use crate::people::in_force::in_force;
use crate::people::secret::is_same;
use crate::people::signed_in::Caller;
use crate::people::upload::{Room, SMALL, UploadKind, arrived};
use crate::reader::decoded;
use crate::refusal::Refused;
use crate::site::Site;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, MatchedPath, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use futures_util::FutureExt as _;
use leitai_core::sentence;
use leitai_hall::{MOST_OF_DESCRIPTION, MOST_OF_REPORT, MOST_OF_RETURN};
use multer::{Multipart, parse_boundary};
use std::convert::Infallible;
use std::sync::Arc;

/// The maximum size of a form sent by somebody who has signed in, in bytes; one of a visitor is small.
const MOST: usize = 3 << 20;
/// The maximum number of fields: several times as many as in the largest form of the site, which has one for each entry.
const MOST_FIELDS: usize = 4000;

/// The addresses to which a form may bring a report, the description of a program or what a desk brings back, and the form's maximum size in bytes.
const WITH_REPORT: [(&str, usize); 4] = [
    ("/events/{id}/report", MOST_OF_REPORT + (64 << 10)),
    ("/contests/{id}/teams/{team}/description", MOST_OF_DESCRIPTION + (64 << 10)),
    ("/contests/{id}/teams/{team}/objection", MOST_OF_DESCRIPTION + (64 << 10)),
    ("/contests/{id}/back", MOST_OF_RETURN + (64 << 10)),
];

/// The maximum size of a form sent to this address by the caller, and the room it takes.
async fn room(site: &Site, parts: &Parts, caller: &Caller) -> Result<(usize, Option<Room>), Refused> {
    let path = parts.extensions.get::<MatchedPath>().map(MatchedPath::as_str);
    let Some(signed_in) = &caller.0 else { return Ok((SMALL, None)) };
    let large = WITH_REPORT.iter().find(|(known, _)| Some(*known) == path);
    let (most, kind) = large.map_or((MOST, UploadKind::Form), |(_, most)| (*most, UploadKind::Report));
    site.uploads.room(&parts.headers, &signed_in.person.line.number, most, kind).await
}

/// The name and the contents of a field.
type Field = (String, Bytes);

/// The fields of a form whose token was that of its page: every handler that changes something takes this, which
/// checks the token.
pub(crate) struct Posted {
    fields: Vec<Field>,
    _room: Option<Room>,
}

impl Posted {
    /// The text of a field, without surrounding blanks; empty if there is none.
    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8_lossy(self.bytes(name)).trim().to_owned()
    }

    /// The text of a field as it was typed.
    pub(crate) fn typed(&self, name: &str) -> String {
        String::from_utf8_lossy(self.bytes(name)).into_owned()
    }

    /// Whether the form has this field.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(field, _)| field == name)
    }

    /// The contents of every file chosen in a field.
    pub(crate) fn files(&self, name: &str) -> Vec<Vec<u8>> {
        let chosen = self.fields.iter().filter(|(field, value)| field == name && !value.is_empty());
        chosen.map(|(_, value)| value.to_vec()).collect()
    }

    /// The contents of a field or file; empty if there is none.
    pub(crate) fn bytes(&self, name: &str) -> &[u8] {
        self.fields
            .iter()
            .find(|(field, _)| field == name)
            .map(|(_, value)| value.as_ref())
            .unwrap_or_default()
    }
}

impl Posted {
    /// The fields of a small form. Whether it may change anything is the caller's to check.
    pub(crate) async fn small(body: Body) -> Result<Posted, Refused> {
        Ok(Posted { fields: read(arrived(body, SMALL).await?, None)?, _room: None })
    }

    /// The fields of a form that may bring one file, of at most this many bytes, and the name of that file where it was chosen.
    /// Whether it may change anything is the caller's to check.
    pub(crate) async fn with_file(
        body: Body,
        headers: &HeaderMap,
        most: usize,
    ) -> Result<(Posted, Option<String>), Refused> {
        let bytes = arrived(body, most + SMALL).await?;
        let boundary = boundary(headers);
        let file = boundary.clone().and_then(|boundary| file_name(bytes.clone(), boundary).now_or_never()?);
        Ok((Posted { fields: read(bytes, boundary)?, _room: None }, file))
    }

    /// The names of all fields with their texts.
    pub(crate) fn texts(&self) -> Vec<(String, String)> {
        let text = |value: &Bytes| String::from_utf8_lossy(value).into_owned();
        self.fields.iter().map(|(name, value)| (name.clone(), text(value))).collect()
    }
}

impl FromRequest<Arc<Site>> for Posted {
    type Rejection = Refused;

    async fn from_request(request: Request, site: &Arc<Site>) -> Result<Posted, Refused> {
        let (parts, body) = request.into_parts();
        let caller = parts.extensions.get::<Caller>().cloned().unwrap_or(Caller(None));
        let (most, room) = room(site, &parts, &caller).await?;
        let bytes = arrived(body, most).await?;
        if let Some(signed_in) = &caller.0 {
            in_force(site, signed_in).await?;
        }
        let boundary = boundary(&parts.headers);
        let fields = move || read(bytes, boundary);
        let fields = match &room {
            None => fields(),
            // A large one takes longer to read than others should wait.
            Some(_) => off_thread(fields).await.unwrap_or_else(|| Err(unreadable())),
        }?;
        let posted = Posted { fields, _room: room };
        let token = match &caller.0 {
            Some(signed_in) => Some(signed_in.token.form()),
            None => visitors_token(&parts.headers),
        };
        if token.is_some_and(|token| is_same(&token, &posted.text("t"))) {
            Ok(posted)
        } else {
            Err(Refused::stale())
        }
    }
}

/// What separates the parts of a form with files.
fn boundary(headers: &HeaderMap) -> Option<String> {
    let media = headers.get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok()).unwrap_or_default();
    parse_boundary(media).ok()
}

fn unreadable() -> Refused {
    Refused::unclear(
        sentence!("This form cannot be read.", "这个表单无法读取。"),
        sentence!("Go back, reload the page and send it again.", "请返回并刷新页面后重新提交。"),
    )
}

/// The fields of a form. With a boundary it is one with files.
fn read(bytes: Bytes, boundary: Option<String>) -> Result<Vec<Field>, Refused> {
    let fields = match boundary {
        // It is all there, so nothing is waited for.
        Some(boundary) => of_parts(bytes, boundary).now_or_never().flatten().ok_or_else(unreadable)?,
        None => of_pairs(&String::from_utf8_lossy(&bytes)),
    };
    if fields.len() > MOST_FIELDS {
        return Err(Refused::too_many_fields(MOST_FIELDS));
    }
    Ok(fields)
}

/// `name=value&name=value`, at most one field more than there may be.
fn of_pairs(text: &str) -> Vec<Field> {
    let pairs = text.split('&').filter(|pair| !pair.is_empty()).take(MOST_FIELDS + 1);
    let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    pairs.map(|(name, value)| (decoded(name), decoded(value).into())).collect()
}

/// The parts of a form with files (RFC 7578), at most one more than there may be. File names are ignored.
async fn of_parts(bytes: Bytes, boundary: String) -> Option<Vec<Field>> {
    let whole = futures_util::stream::iter([Ok::<_, Infallible>(bytes)]);
    let (mut parts, mut fields) = (Multipart::new(whole, boundary), Vec::new());
    while let Some(part) = parts.next_field().await.ok()? {
        fields.push((part.name()?.to_owned(), part.bytes().await.ok()?));
        if fields.len() > MOST_FIELDS {
            break;
        }
    }
    Some(fields)
}

/// The name of the first file of a form with files, as the browser gives it.
async fn file_name(bytes: Bytes, boundary: String) -> Option<String> {
    let whole = futures_util::stream::iter([Ok::<_, Infallible>(bytes)]);
    let mut parts = Multipart::new(whole, boundary);
    while let Some(part) = parts.next_field().await.ok()? {
        if let Some(name) = part.file_name() {
            return Some(name.to_owned());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn multipart(fields: &[(String, Vec<u8>)], boundary: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (name, value) in fields {
            let head = format!(
                "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"x\"\r\n\r\n"
            );
            bytes.extend([head.as_bytes(), value, b"\r\n"].concat());
        }
        [bytes, format!("--{boundary}--\r\n").into_bytes()].concat()
    }

    fn parts(bytes: &[u8], boundary: &str) -> Option<Vec<Field>> {
        let read = of_parts(bytes.to_vec().into(), boundary.to_owned());
        read.now_or_never().expect("nothing is waited for")
    }

    #[test]
    fn a_form_is_read_in_both_of_its_forms() {
        let read = of_pairs("number=2501&name=%E7%8E%8B+x&empty&a=b=c");
        let read: Vec<_> = read
            .iter()
            .map(|(name, value)| (name.as_str(), std::str::from_utf8(value).expect("text")))
            .collect();
        assert_eq!(read, [("number", "2501"), ("name", "王 x"), ("empty", ""), ("a", "b=c")]);
        for broken in
            [&b""[..], b"--x", b"--x\r\n", b"--x\r\nno head\r\n--x--", b"--x\r\na\r\n\r\nno name\r\n--x--"]
        {
            assert_eq!(parts(broken, "x"), None, "{broken:?}");
        }
        assert_eq!(parts(b"--x--\r\n", "x"), Some(Vec::new()));
    }

    #[test]
    fn a_form_has_as_many_fields_as_any_of_the_site_and_no_more() {
        let (x, pairs) = (|| Some("x".to_owned()), |count| "a=b&".repeat(count).into_bytes());
        let parts = |count| multipart(&vec![("a".to_owned(), Vec::new()); count], "x");
        for most in [1, MOST_FIELDS] {
            for (bytes, boundary) in [(pairs(most), None), (parts(most), x())] {
                assert_eq!(read(bytes.into(), boundary).map(|fields| fields.len()).ok(), Some(most));
            }
        }
        for (bytes, boundary) in
            [(pairs(MOST_FIELDS + 1), None), (pairs(780_000), None), (parts(MOST_FIELDS + 1), x())]
        {
            let refused = read(bytes.into(), boundary).err().map(|refused| refused.status);
            assert_eq!(refused, Some(axum::http::StatusCode::PAYLOAD_TOO_LARGE));
        }
    }

    proptest! {
        #[test]
        fn files_come_as_they_are(
            fields in proptest::collection::vec(("[a-z]{1,8}", proptest::collection::vec(any::<u8>(), 0..80)), 0..5),
        ) {
            let boundary = "----b0undary";
            let read = parts(&multipart(&fields, boundary), boundary).expect("a form");
            let read: Vec<_> = read.into_iter().map(|(name, value)| (name, value.to_vec())).collect();
            prop_assert_eq!(read, fields);
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = parts(&bytes, "x");
            let _ = parts(&[b"--x\r\n", bytes.as_slice()].concat(), "x");
            let _ = of_pairs(&String::from_utf8_lossy(&bytes));
        }
    }
}
