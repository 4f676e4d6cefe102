//! Contests: set-up, sign-up, lots, check-in, tables.

#[cfg(test)]
mod award_tests;
mod awards;
mod away;
#[cfg(test)]
mod away_tests;
mod check_in;
mod dossier;
#[cfg(test)]
mod draw_tests;
mod draws;
mod face;
mod found;
mod manage;
mod meeting;
mod mine;
mod new;
mod objected;
mod objection;
mod plan;
#[cfg(test)]
mod plan_tests;
mod result;
mod rule;
#[cfg(test)]
mod ruling_tests;
mod sign_up;
#[cfg(test)]
mod speed_tests;
mod tables;
mod team;
mod team_form;
mod teams;
#[cfg(test)]
pub(crate) mod tests;

use crate::address::Address;

/// The addresses of contests.
pub(crate) fn routes() -> Vec<Address> {
    [
        face::routes(),
        new::routes(),
        manage::routes(),
        sign_up::routes(),
        team::routes(),
        teams::routes(),
        draws::routes(),
        dossier::routes(),
        check_in::routes(),
        meeting::routes(),
        plan::routes(),
        awards::routes(),
        mine::routes(),
        objection::routes(),
        rule::routes(),
        tables::routes(),
        away::routes(),
        result::routes(),
    ]
    .concat()
}
