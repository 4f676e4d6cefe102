//! Courses: teams whose captains submit a program and a report, and the teacher's overview of what is submitted.

mod api;
mod handed_in;
mod report;
#[cfg(test)]
mod secret;
pub(crate) mod team;
mod team_rows;
mod teams;
#[cfg(test)]
pub(crate) mod tests;

use crate::address::Address;

/// The addresses for teams and their teacher.
pub(crate) fn routes() -> Vec<Address> {
    [report::routes(), teams::routes(), api::routes()].concat()
}
