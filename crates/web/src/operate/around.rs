//! Wraps every request to the window: whose it is, and the headers and refusals of every answer.

use super::window::Window;
use crate::around::is_short;
use crate::local_door::{answered, one_host};
use crate::refusal::Refused;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use axum::middleware::Next;
use std::sync::Arc;

/// Lets through what is asked of this machine, by its port, with the key, and where something is to be done from a page of
/// the window itself.
pub(super) async fn around(
    State(window): State<Arc<Window>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let meant = window.door.is_meant(&request);
    answered((window.lang, &window.zone), meant, request, next).await
}

/// Lets through what another machine asks of the other screens.
pub(super) async fn around_open(
    State(window): State<Arc<Window>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let meant = is_short(request.uri()).and_then(|()| {
        let is_host = one_host(&request).is_some_and(|host| window.is_open_host(host));
        if is_host { Ok(()) } else { Err(Refused::not_this_screen()) }
    });
    answered((window.lang, &window.zone), meant, request, next).await
}
