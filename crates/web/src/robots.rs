//! What search engines are told: which addresses are for people, and which pages there are.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::asked::{Answer, Asked};
use axum::Extension;
use axum::http::StatusCode;
use leitai_catalog::GAMES;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

pub(crate) fn routes() -> Vec<Address> {
    vec![at("/robots.txt").bare(robots), at("/sitemap.xml").bare(sitemap)]
}

/// Addresses that are no pages, but that pages are read with, and these two lists.
const OPEN: [&str; 4] = ["/a/{hash}/{file}", "/favicon.ico", "/robots.txt", "/sitemap.xml"];

/// The addresses at which a search engine finds nothing: those that are not everybody's, calls of the API, streams, and what
/// is no page.
pub(crate) struct Shut(String);

impl Shut {
    pub(crate) fn new(all: &[Address]) -> Shut {
        let is_open = |address: &Address| {
            let is_page = !address.is_bare && !address.is_api() && address.path != "/live";
            is_page && address.reads == Some(By::Everybody) || OPEN.contains(&address.path)
        };
        let shut = all.iter().filter(|address| !is_open(address)).map(|address| pattern(address.path));
        let mut lines = "User-agent: *\n".to_owned();
        for pattern in shut.collect::<BTreeSet<_>>() {
            let _ = writeln!(lines, "Disallow: {pattern}");
        }
        Shut(lines)
    }
}

/// A declared path as `robots.txt` writes it: a star for each part that varies; `$` ends it.
fn pattern(path: &str) -> String {
    let parts = path.split('/').map(|part| if part.starts_with('{') { "*" } else { part });
    let path = parts.collect::<Vec<_>>().join("/");
    if path.ends_with('*') { path } else { format!("{path}$") }
}

async fn robots(Extension(shut): Extension<Arc<Shut>>, asked: Asked) -> Answer {
    let text = format!("{}\nSitemap: {}/sitemap.xml\n", shut.0, asked.asking.own);
    Ok(Content::new("text/plain; charset=utf-8", text).answer(StatusCode::OK, &asked.headers))
}

/// The pages that stay: of games there are too many, and events lead to them.
async fn sitemap(asked: Asked) -> Answer {
    let own = asked.asking.own.clone();
    let content = asked.aside(move |site, _| {
        let mut pages: Vec<String> =
            ["/", "/events", "/ladders", "/docs", "/notices"].map(str::to_owned).into();
        let events = site.events.all();
        for event in events.iter().filter(|event| event.known().is_some()) {
            pages.extend(["", "/board", "/results"].map(|page| format!("/events/{}{page}", event.id)));
        }
        pages.extend(GAMES.iter().map(|game| format!("/ladders/{}", game.facts().id)));
        pages.extend(leitai_pages::documents().map(|slug| format!("/docs/{slug}")));
        let map = leitai_pages::sitemap(&own, &pages);
        Ok(Content::new("application/xml; charset=utf-8", map.into_string()))
    });
    Ok(content.await?.answer(StatusCode::OK, &asked.headers))
}

#[cfg(test)]
mod tests {
    use crate::course::tests::course;
    use crate::people::tests::{HOST, Tried};
    use axum::http::StatusCode;

    #[test]
    fn a_search_engine_is_told_the_pages_and_each_is_there() {
        let tried = Tried::open();
        let course = course(&tried, "2999-10-22 24:00 +08:00");
        let mut visitor = tried.visitor();
        let map = visitor.get("/sitemap.xml");
        let places = map.text.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next());
        let pages: Vec<String> = places.map(str::to_owned).collect();
        let own = format!("http://{HOST}");
        for page in &pages {
            let path = page.strip_prefix(&own).unwrap_or_else(|| panic!("{page} is not here"));
            assert_eq!(visitor.get(path).status, StatusCode::OK, "{path}");
        }
        for wanted in
            [format!("{own}/events/{}", course.id), format!("{own}/ladders/hex"), format!("{own}/docs/sau")]
        {
            assert!(pages.contains(&wanted), "{wanted}: {pages:?}");
        }
        let robots = visitor.get("/robots.txt").text;
        assert!(robots.ends_with(&format!("\nSitemap: {own}/sitemap.xml\n")), "{robots}");
        for shut in ["/account$", "/me$", "/live$", "/events/*/submit$", "/games/*/own$", "/api/v1/events/*"]
        {
            assert!(robots.contains(&format!("Disallow: {shut}\n")), "{shut}: {robots}");
        }
        for page in pages {
            let path = page.replace(&own, "");
            assert!(!robots.contains(&format!("Disallow: {path}$\n")), "{path} is shut");
        }
        for open in ["Disallow: /events/*\n", "Disallow: /games/*\n", "Disallow: /docs", "Disallow: /a/"] {
            assert!(!robots.contains(open), "{open}");
        }
    }
}
