//! The page of the API.

use crate::site::frame::{Frame, written};
use crate::site::texts::Texts;
use crate::{Nav, Reader};
use askama::Template;

#[derive(Template)]
#[template(path = "api.html")]
struct Api<'a> {
    t: Texts,
    addresses: &'a [(&'a str, &'a str)],
}

/// `/docs/api`: the addresses, each with what it returns, and the stream.
pub fn api(reader: &Reader<'_>, addresses: &[(&str, &str)]) -> String {
    let t = Texts(reader.lang);
    let body = written(&Api { t, addresses });
    Frame { title: t.nav_api(), nav: Nav::Docs, main: "page", body: &body, head: "" }.page(reader)
}
