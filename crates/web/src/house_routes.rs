//! Addresses that belong to no game and no event: the documentation, the reader's choices, assets, the server's
//! health.

use crate::address::{Address, By, at};
use crate::answer::Content;
use crate::api::description::Description;
use crate::asked::{Answer, Asked, keeps_choice};
use crate::health::Trouble;
use crate::reader::Asking;
use crate::refusal::Refused;
use crate::site::Site;
use axum::Extension;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderValue, Response, StatusCode, header};
use serde_json::{Value, json};
use std::sync::Arc;

pub(crate) fn routes() -> Vec<Address> {
    vec![
        at("/docs").read(By::Everybody, docs),
        at("/docs/{slug}").read(By::Everybody, doc),
        at("/docs/{slug}/{file}").read(By::Everybody, starter),
        at("/set").bare(set),
        at("/a/{hash}/{file}").bare(asset),
        at("/favicon.ico").bare(favicon),
        at("/health").bare(health),
        at("/ready").bare(ready),
        at("/metrics").bare(metrics),
    ]
}

async fn docs(asked: Asked) -> Answer {
    let content =
        asked.aside(|_, asking| Ok(Content::html(leitai_pages::docs_index(&asking.reader())))).await?;
    Ok(asked.answer(&content))
}

async fn doc(
    Path(slug): Path<String>,
    Extension(description): Extension<Arc<Description>>,
    asked: Asked,
) -> Answer {
    let made = move |_: &Site, asking: &Asking| {
        let page = if slug == "api" {
            Some(description.html(asking))
        } else {
            leitai_pages::doc(&asking.reader(), &slug)
        };
        page.map(Content::html).ok_or_else(Refused::no_page)
    };
    let content = asked.aside(made).await?;
    Ok(asked.answer(&content))
}

/// A starter program of a game, as a file.
async fn starter(Path((game, file)): Path<(String, String)>, asked: Asked) -> Answer {
    let game = leitai_catalog::find(&game).ok_or_else(Refused::no_page)?;
    let starter = game.starters().iter().find(|starter| starter.file == file);
    let starter = starter.ok_or_else(Refused::no_page)?;
    Ok(asked.answer(&Content::new("text/plain; charset=utf-8", starter.text)))
}

/// Keeps the theme or the language, and redirects back.
async fn set(asked: Asked) -> Answer {
    keeps_choice(&asked.uri)
}

async fn asset(Path((hash, file)): Path<(String, String)>, asked: Asked) -> Answer {
    asked.site.assets.file(&hash, &file, &asked.headers)
}

async fn favicon(asked: Asked) -> Answer {
    asked.site.assets.icon(&asked.headers)
}

/// What is wrong, for machines and in a sentence for people; 503 if nothing that needs it works.
async fn health(asked: Asked) -> Answer {
    let troubles = asked.site.troubles().await;
    let is_fatal = troubles.iter().any(|trouble| trouble.is_fatal);
    let status = match troubles.as_slice() {
        [] => "ok",
        _ if is_fatal => "failing",
        _ => "degraded",
    };
    let body = json!({
        "status": status,
        "troubles": troubles.iter().map(|trouble| trouble_json(&asked, trouble)).collect::<Vec<_>>(),
        "games": asked.site.live.running(),
        "streams": asked.site.streams.count(),
        "version": env!("CARGO_PKG_VERSION"),
    });
    Ok(for_machines(&asked, &body, is_fatal))
}

/// Whether visitors may be sent here.
async fn ready(asked: Asked) -> Answer {
    let why = asked.site.not_ready().await;
    let body = json!({ "ready": why.is_none(), "why": why.as_ref().map(|why| trouble_json(&asked, why)) });
    Ok(for_machines(&asked, &body, why.is_some()))
}

fn trouble_json(asked: &Asked, trouble: &Trouble) -> Value {
    json!({ "what": trouble.what, "said": trouble.said.to(asked.asking.lang) })
}

fn for_machines(asked: &Asked, body: &Value, is_failing: bool) -> Response<Body> {
    let status = if is_failing { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    let mut answer = Content::json(body.to_string()).answer(status, &asked.headers);
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

async fn metrics(asked: Asked) -> Answer {
    let store_is_there = asked.site.store_health.away(asked.site.events.shared().database()).await.is_none();
    let text = asked.site.metrics.text(&asked.site.now(store_is_there));
    let content = Content::new("text/plain; version=0.0.4; charset=utf-8", text);
    Ok(content.answer(StatusCode::OK, &asked.headers))
}
