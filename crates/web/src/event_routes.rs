//! Addresses of events.

use crate::site::Site;
use axum::Router;
use std::sync::Arc;

pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
}
