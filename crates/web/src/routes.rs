//! All addresses of the site, and the layers around them.

use crate::address::{Address, Addresses};
use crate::api::description::Description;
use crate::asked::{Answer, Asked};
use crate::refusal::Refused;
use crate::robots::Shut;
use crate::site::Site;
use axum::extract::MatchedPath;
use axum::middleware;
use axum::{Extension, Router};
use std::sync::Arc;

/// Every address of the site, as declared beside its handlers.
pub(crate) fn all() -> Vec<Address> {
    [
        crate::game_routes::routes(),
        crate::own_notes::routes(),
        crate::house_routes::routes(),
        crate::event_routes::routes(),
        crate::board_routes::routes(),
        crate::api::routes(),
        crate::people::routes(),
        crate::submit::routes(),
        crate::course::routes(),
        crate::organise::routes(),
        crate::contest::routes(),
        crate::questions::routes(),
        crate::play::routes(),
        crate::play_api::routes(),
        crate::play_deeds_api::routes(),
        crate::play_line::routes(),
        crate::score_board::routes(),
        crate::robots::routes(),
    ]
    .concat()
}

/// What answers at them.
pub(crate) fn routes(site: Arc<Site>) -> Router {
    let all = all();
    let (description, shut) = (Arc::new(Description::new(&all)), Arc::new(Shut::new(&all)));
    let addresses = Arc::new(Addresses::new(&all));
    let router = addresses.router().fallback(nowhere).method_not_allowed_fallback(other_method);
    let guarded = (Arc::clone(&site), Arc::clone(&addresses));
    router
        .layer(Extension(addresses))
        .layer(Extension(description))
        .layer(Extension(shut))
        .layer(middleware::from_fn_with_state(guarded, crate::people::access::guard))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), crate::around::around))
        .with_state(site)
}

async fn nowhere(asked: Asked) -> Answer {
    let path = asked.uri.path().to_owned();
    let near = asked.aside(move |site, _| Ok(site.nearest(&path))).await?;
    Err(Refused::no_page().near(near))
}

async fn other_method(Extension(addresses): Extension<Arc<Addresses>>, path: MatchedPath) -> Answer {
    Err(addresses
        .of(&path)
        .map_or_else(Refused::no_page, |address| Refused::other_method(&address.methods())))
}
