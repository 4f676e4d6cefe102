//! The documents of the house: the law of each game and the pages of `docs`.

use crate::Reader;

/// `/docs`.
pub fn docs_index(reader: &Reader<'_>) -> String {
    let t = crate::texts::Texts(reader.lang);
    let body = format!("<h1>{}</h1>", t.docs());
    crate::frame(reader, t.docs(), crate::Nav::Docs, &body)
}

/// `/docs/SLUG`; none where there is no such document.
pub fn doc(_reader: &Reader<'_>, _slug: &str) -> Option<String> {
    None
}
