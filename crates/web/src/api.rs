//! The read-only API.

use crate::reader::Asking;
use crate::site::Site;
use axum::Router;
use std::sync::Arc;

pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
}

impl Site {
    pub(crate) fn api_page(&self, _asking: &Asking) -> String {
        String::new()
    }
}
