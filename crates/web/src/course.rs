//! A course: teams whose captains hand in a program and a report, and the teacher who sees who has.

mod api;
mod handed_in;
mod report;
#[cfg(test)]
mod secret;
pub(crate) mod team;
mod team_rows;
mod teams;
#[cfg(test)]
mod tried;

use crate::site::Site;
use axum::Router;
use std::sync::Arc;

/// The addresses of teams and of their teacher.
pub(crate) fn routes() -> Router<Arc<Site>> {
    report::routes().merge(teams::routes()).merge(api::routes())
}
