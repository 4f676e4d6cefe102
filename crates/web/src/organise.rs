//! What organisers do in their browsers: open and pause events, make rulings, give notices.

mod columns;
mod created;
mod edit;
#[cfg(test)]
mod edited;
mod event;
mod from_roster;
mod new_event;
mod notices;
mod rule;
#[cfg(test)]
mod told;
mod workers;

#[cfg(test)]
pub(crate) use edited::edits;

use crate::site::Site;
use axum::Router;
use std::sync::Arc;

/// The addresses of organisers, and those of notices.
pub(crate) fn routes() -> Router<Arc<Site>> {
    new_event::routes()
        .merge(event::routes())
        .merge(edit::routes())
        .merge(rule::routes())
        .merge(notices::routes())
        .merge(workers::routes())
}
