//! Addresses, and what answers at them.

use crate::answer::{Content, guard};
use crate::game_page::{PICTURES, ply_of};
use crate::log;
use crate::reader::{Asking, LANG, THEME, query};
use crate::refusal::Refused;
use crate::site::Site;
use crate::stream::Stream;
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::routing::get;
use leitai_core::{SheetName, sentence};
use leitai_hall::ShortId;
use leitai_pages::Nav;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// When what may be there soon is asked for again.
const SOON: HeaderValue = HeaderValue::from_static("1");
/// So many games and events one page may follow.
const MOST_FOLLOWED: usize = 24;

/// What a handler needs of a request.
pub(crate) struct Asked {
    pub(crate) site: Arc<Site>,
    pub(crate) asking: Asking,
    pub(crate) uri: Uri,
    pub(crate) headers: HeaderMap,
}

/// An answer, or why there is none.
pub(crate) type Answer = Result<Response<Body>, Refused>;

/// Every address of the site.
pub(crate) fn routes(site: Arc<Site>) -> Router {
    Router::new()
        .route("/", get(hall))
        .route("/games/{id}", get(game))
        .route("/games/{id}/{what}", get(of_game))
        .route("/live", get(live))
        .route("/docs", get(docs))
        .route("/docs/{slug}", get(doc))
        .route("/set", get(set))
        .route("/a/{hash}/{file}", get(asset))
        .route("/favicon.ico", get(favicon))
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .merge(crate::event_routes::routes())
        .merge(crate::board_routes::routes())
        .merge(crate::api::routes())
        .merge(crate::organise::routes())
        .merge(crate::score_board::routes())
        .merge(crate::people::routes())
        .merge(crate::submit::routes())
        .fallback(nowhere)
        .method_not_allowed_fallback(only_read)
        .layer(middleware::from_fn_with_state(Arc::clone(&site), crate::people::guard))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), around))
        .with_state(site)
}

impl axum::extract::FromRequestParts<Arc<Site>> for Asked {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        site: &Arc<Site>,
    ) -> Result<Asked, Self::Rejection> {
        let asking = Asking::of(&parts.uri, &parts.headers, site.lang);
        let (site, uri, headers) = (Arc::clone(site), parts.uri.clone(), parts.headers.clone());
        Ok(Asked { site, asking, uri, headers })
    }
}

impl Asked {
    pub(crate) fn answer(&self, content: &Content) -> Response<Body> {
        let mut answer = content.answer(StatusCode::OK, &self.headers);
        if self.asking.named {
            // Who chose a language keeps it.
            keep(answer.headers_mut(), LANG, self.asking.lang.to_string().as_str());
        }
        answer
    }

    /// Work that takes milliseconds, off the threads that carry streams.
    pub(crate) async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Site, &Asking) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        let (site, asking) = (Arc::clone(&self.site), self.asking.clone());
        let done = tokio::task::spawn_blocking(move || work(&site, &asking)).await;
        done.unwrap_or_else(|_| {
            Err(Refused::failed(sentence!("This page could not be made.", "这个页面生成失败。")))
        })
    }
}

/// Around every request: a number, the time, the headers, and pages for what went wrong.
async fn around(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response<Body> {
    let began = Instant::now();
    let number = number();
    let (uri, headers, method) = (request.uri().clone(), request.headers().clone(), request.method().clone());
    let mut answer = next.run(request).await;
    let refused = answer.extensions_mut().remove::<Refused>();
    // Of an address that is no text the router says so, in its own words.
    let unread = || (answer.status() == StatusCode::BAD_REQUEST).then(Refused::no_text);
    if let Some(refused) = refused.or_else(unread) {
        // How long it may be kept was said where it was refused.
        let kept = answer.headers_mut().remove(header::CACHE_CONTROL);
        answer = refusal(&site, &refused, &uri, &headers, &number);
        if let Some(kept) = kept {
            answer.headers_mut().insert(header::CACHE_CONTROL, kept);
        }
        if refused.status == StatusCode::SERVICE_UNAVAILABLE {
            answer.headers_mut().insert(header::RETRY_AFTER, SOON);
            // For a browser, with script or without.
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

impl axum::response::IntoResponse for Refused {
    /// The page is made where the reader is known.
    fn into_response(self) -> Response<Body> {
        let mut answer = Response::new(Body::empty());
        *answer.status_mut() = self.status;
        answer.extensions_mut().insert(self);
        answer
    }
}

fn refusal(site: &Site, refused: &Refused, uri: &Uri, headers: &HeaderMap, number: &str) -> Response<Body> {
    let asking = Asking::of(uri, headers, site.lang);
    if uri.path().starts_with("/api/") || uri.path() == "/live" {
        let (what, advice) = (refused.what.to(asking.lang), refused.advice.to(asking.lang));
        let mut body = serde_json::json!({ "error": what, "advice": advice, "id": number });
        if let Some(known) = &refused.known {
            body["game"] = crate::lost_game::json(known);
        }
        return Content::json(body.to_string()).answer(refused.status, headers);
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

/// A number by which a person can ask about a request.
fn number() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{:08x}", RandomState::new().hash_one(count) as u32)
}

async fn nowhere(asked: Asked) -> Answer {
    Err(Refused::no_page().near(asked.site.nearest(asked.uri.path())))
}

async fn only_read() -> Answer {
    Err(Refused::only_read())
}

async fn hall(asked: Asked) -> Answer {
    let boards_only = query(&asked.uri, "part").as_deref() == Some("boards");
    let what = if boards_only { "boards" } else { "hall" };
    if let Some(content) = asked.site.ready(&asked.asking, None, what) {
        return Ok(asked.answer(&content));
    }
    let content = asked.aside(move |site, asking| {
        // What a page shows late its stream brings up to date.
        site.page(asking, what, || site.hall_page(asking, boards_only))
    });
    Ok(asked.answer(&*content.await?))
}

async fn game(Path(id): Path<String>, asked: Asked) -> Answer {
    let ply = ply_of(&asked.uri)?;
    let is_card = query(&asked.uri, "part").as_deref() == Some("card");
    let content = asked.aside(move |site, asking| {
        let make = || site.game_page(&id, asking, ply, is_card);
        if site.live.get(&id).is_some() || site.events.awaited(&id).is_some() {
            return make().map(Arc::new);
        }
        site.page(asking, &format!("game {id} {ply:?} {is_card}"), make)
    });
    Ok(asked.answer(&*content.await?))
}

async fn of_game(Path((id, what)): Path<(String, String)>, asked: Asked) -> Answer {
    if what == "live" {
        let last = asked.headers.get("last-event-id").and_then(|value| value.to_str().ok());
        let from = last.map(str::to_owned).or_else(|| query(&asked.uri, "from")).unwrap_or_default();
        id.parse::<ShortId>().map_err(|_| Refused::no_game())?;
        let asked_for = id.clone();
        asked.aside(move |site, _| site.is_there(&asked_for)).await?;
        return stream(&asked, &format!("{id}@{from}"), "", None);
    }
    if what == "record.jsonl" {
        let content = asked.aside(move |site, _| site.game_record(&id)).await?;
        return Ok(asked.answer(&content));
    }
    if what == "places" {
        let ply = ply_of(&asked.uri)?;
        let content = asked.aside(move |site, asking| site.game_places(&id, asking, ply)).await?;
        return Ok(asked.answer(&content));
    }
    if let Some(name) = what.strip_prefix("sheet.") {
        let form: SheetName = name.parse().map_err(|()| Refused::no_page())?;
        let (name, content) = asked.aside(move |site, _| site.game_sheet(&id, form)).await?;
        let mut answer = asked.answer(&content);
        save_as(answer.headers_mut(), &name);
        return Ok(answer);
    }
    let Some(name) = what.strip_suffix(".svg") else { return Err(Refused::no_page()) };
    let at = if name == "film" { None } else { Some(name.parse().map_err(|_| Refused::no_page())?) };
    let content = asked.aside(move |site, asking| site.game_picture(&id, at, asking.lang)).await?;
    let mut answer = asked.answer(&content);
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PICTURES));
    Ok(answer)
}

/// The name under which a browser saves it; it holds what teams call themselves.
pub(crate) fn save_as(headers: &mut HeaderMap, name: &str) {
    let encoded = leitai_pages::percent_encoded(name);
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename*=UTF-8''{encoded}")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
}

async fn live(asked: Asked) -> Answer {
    let value = |name| query(&asked.uri, name).unwrap_or_default();
    let hall = query(&asked.uri, "hall").map(|text| text.parse().unwrap_or(0));
    stream(&asked, &value("games"), &value("events"), hall)
}

/// A stream of these games (`ID@LIFE.N`, by commas), events (`ID@SEQ`) and, where its version is given, of the hall.
fn stream(asked: &Asked, games: &str, events: &str, hall: Option<u64>) -> Answer {
    let site = &asked.site;
    let listed = |text: &str| -> Vec<(String, String)> {
        let all = text.split(',').filter(|one| !one.is_empty());
        all.map(|one| one.split_once('@').unwrap_or((one, "")))
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .collect()
    };
    let (games, events) = (listed(games), listed(events));
    let is_address = |(id, _): &(String, String)| id.parse::<ShortId>().is_ok();
    let are_addresses = games.iter().chain(&events).all(is_address);
    if !are_addresses
        || games.len() + events.len() > MOST_FOLLOWED
        || (games.is_empty() && events.is_empty() && hall.is_none())
    {
        return Err(Refused::unclear(
            sentence!(
                "A stream follows 1 to {MOST_FOLLOWED} games and events.",
                "一个事件流可跟随 1 至 {MOST_FOLLOWED} 个对局或赛事。"
            ),
            sentence!(
                "Write /live?games=ID@LIFE.N,… (see /docs/api).",
                "写法：/live?games=ID@LIFE.N,…（见 /docs/api）。"
            ),
        ));
    }
    if *site.streams.borrow() >= site.most_streams {
        let mut answer = Content::html(leitai_pages::full(&asked.asking.reader(), 10))
            .answer(StatusCode::SERVICE_UNAVAILABLE, &asked.headers);
        answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("10"));
        return Ok(answer);
    }
    let scatter = 1_000 + RandomState::new().hash_one(0) % 4_000;
    let mut stream = Stream::new(site, asked.asking.lang, scatter);
    for (id, mark) in games {
        // A mark that nobody gave is of another life: the page is to fetch its board.
        stream.game(id, mark.parse().unwrap_or_default());
    }
    for (id, version) in events {
        if let Some(changes) = site.events.changes(&id) {
            stream.event(id, changes, version.parse().unwrap_or(0));
        }
    }
    if let Some(version) = hall {
        stream.hall(site.live.changes(), version);
    }
    let mut answer = Response::new(stream.into_body());
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    Ok(answer)
}

async fn docs(asked: Asked) -> Answer {
    let content =
        asked.aside(|_, asking| Ok(Content::html(leitai_pages::docs_index(&asking.reader())))).await?;
    Ok(asked.answer(&content))
}

async fn doc(Path(slug): Path<String>, asked: Asked) -> Answer {
    let made = move |_: &Site, asking: &Asking| {
        let page = if slug == "api" {
            Some(crate::api::page(asking))
        } else {
            leitai_pages::doc(&asking.reader(), &slug)
        };
        page.map(Content::html).ok_or_else(Refused::no_page)
    };
    let content = asked.aside(made).await?;
    Ok(asked.answer(&content))
}

/// Keeps the theme or the language, and leads back.
async fn set(asked: Asked) -> Answer {
    let back = query(&asked.uri, "back").filter(|back| is_here(back)).unwrap_or_else(|| "/".to_owned());
    let mut answer = Response::new(Body::empty());
    *answer.status_mut() = StatusCode::SEE_OTHER;
    let headers = answer.headers_mut();
    match query(&asked.uri, "theme").as_deref() {
        Some(theme @ ("dark" | "light" | "system")) => keep(headers, THEME, theme),
        Some(_) => {
            return Err(Refused::unclear(
                sentence!("There is no such theme.", "没有这种配色。"),
                sentence!("It is `dark`, `light` or `system`.", "可用：`dark`、`light`、`system`。"),
            ));
        }
        None => {}
    }
    if let Some(lang @ ("en" | "zh")) = query(&asked.uri, "lang").as_deref() {
        keep(headers, LANG, lang);
    }
    let back = HeaderValue::from_str(&back).unwrap_or(HeaderValue::from_static("/"));
    headers.insert(header::LOCATION, back);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(answer)
}

/// Is it an address of this site, and of no other?
pub(crate) fn is_here(back: &str) -> bool {
    let plain = back.bytes().all(|b| b.is_ascii_graphic() && b != b'\\');
    plain && back.starts_with('/') && !back.starts_with("//")
}

fn keep(headers: &mut HeaderMap, name: &str, value: &str) {
    let cookie = format!("{name}={value}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        headers.append(header::SET_COOKIE, cookie);
    }
}

async fn asset(Path((hash, file)): Path<(String, String)>, asked: Asked) -> Answer {
    let found = leitai_pages::ASSETS.iter().find(|asset| asset.name == file);
    let asset = found.filter(|_| hash == leitai_pages::assets_hash()).ok_or_else(Refused::no_page)?;
    let mut answer = asked.site.asset(asset).answer(StatusCode::OK, &asked.headers);
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    answer.headers_mut().insert(header::CACHE_CONTROL, forever);
    Ok(answer)
}

async fn favicon(asked: Asked) -> Answer {
    let icon = leitai_pages::ASSETS.iter().find(|asset| asset.media == "image/svg+xml");
    let icon = icon.ok_or_else(Refused::no_page)?;
    Ok(asked.site.asset(icon).answer(StatusCode::OK, &asked.headers))
}

async fn health(asked: Asked) -> Answer {
    let is_up = asked.site.events.store_is_there();
    let status = if is_up { "ok" } else { "the store does not answer" };
    let body = serde_json::json!({
        "status": status,
        "games": asked.site.live.running(),
        "streams": *asked.site.streams.borrow(),
        "version": env!("CARGO_PKG_VERSION"),
    });
    let code = if is_up { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    Ok(Content::json(body.to_string()).answer(code, &asked.headers))
}

async fn metrics(asked: Asked) -> Answer {
    let text = asked.site.metrics.text(&asked.site.now());
    let content = Content::new("text/plain; version=0.0.4; charset=utf-8", text);
    Ok(content.answer(StatusCode::OK, &asked.headers))
}

/// A page in the site's frame.
pub(crate) fn framed(asking: &Asking, title: &str, nav: Nav, body: &str) -> Content {
    Content::html(leitai_pages::frame(&asking.reader(), title, nav, body))
}

#[cfg(test)]
mod tests {
    use super::is_here;

    #[test]
    fn nobody_is_led_elsewhere() {
        for (back, here) in [
            ("/", true),
            ("/games/k7f2?ply=3", true),
            ("//evil.example", false),
            ("/\\evil.example", false),
            ("https://evil.example", false),
            ("", false),
            ("/a\r\nset-cookie: x", false),
        ] {
            assert_eq!(is_here(back), here, "{back:?}");
        }
    }
}
