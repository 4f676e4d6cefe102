//! All addresses of the site, and the layers around them.

use crate::asked::{Answer, Asked};
use crate::refusal::Refused;
use crate::site::Site;
use axum::Router;
use axum::middleware;
use std::sync::Arc;

/// Every address of the site.
pub(crate) fn routes(site: Arc<Site>) -> Router {
    Router::new()
        .merge(crate::game_routes::routes())
        .merge(crate::own_notes::routes())
        .merge(crate::house_routes::routes())
        .merge(crate::event_routes::routes())
        .merge(crate::board_routes::routes())
        .merge(crate::api::routes())
        .merge(crate::course::routes())
        .merge(crate::organise::routes())
        .merge(crate::score_board::routes())
        .merge(crate::people::routes())
        .merge(crate::submit::routes())
        .fallback(nowhere)
        .method_not_allowed_fallback(only_read)
        .layer(middleware::from_fn_with_state(Arc::clone(&site), crate::people::access::guard))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), crate::around::around))
        .with_state(site)
}

async fn nowhere(asked: Asked) -> Answer {
    let path = asked.uri.path().to_owned();
    let near = asked.aside(move |site, _| Ok(site.nearest(&path))).await?;
    Err(Refused::no_page().near(near))
}

async fn only_read() -> Answer {
    Err(Refused::only_read())
}
