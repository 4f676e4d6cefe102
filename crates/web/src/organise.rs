//! What organisers do at their browsers: events are opened and paused, rulings made, notices given.

mod columns;
mod created;
mod event;
mod from_roster;
mod limits;
mod new_event;
mod notices;
mod rule;
#[cfg(test)]
mod told;
mod workers;

pub(crate) use notices::NoticeBoard;

use crate::site::Site;
use axum::Router;
use std::sync::Arc;

/// The addresses of organisers, and those of notices.
pub(crate) fn routes() -> Router<Arc<Site>> {
    new_event::routes()
        .merge(event::routes())
        .merge(limits::routes())
        .merge(rule::routes())
        .merge(notices::routes())
        .merge(workers::routes())
}
