//! People of the site: how they sign in, and what they may do.

pub(crate) mod access;
#[cfg(test)]
mod access_tests;
mod account;
pub(crate) mod accounts;
mod attempts;
mod bearer;
pub(crate) mod cookies;
mod data;
mod first;
pub(crate) mod form;
pub(crate) mod fresh;
mod hashing;
pub(crate) mod in_force;
#[cfg(test)]
mod meanwhile;
mod nickname;
mod organise;
mod password;
pub(crate) mod peer;
mod person;
mod reading;
pub(crate) mod readings;
#[cfg(test)]
mod readings_tests;
mod register;
mod roster_page;
#[cfg(test)]
mod roster_tests;
pub(crate) mod secret;
mod sign_in;
pub(crate) mod signed_in;
#[cfg(test)]
pub(crate) mod tests;
mod tokens;
#[cfg(test)]
mod tokens_tests;
mod tries;
pub(crate) mod upload;

pub use register::Register;
pub use secret::Code;

use crate::address::Address;

/// The addresses of people.
pub(crate) fn routes() -> Vec<Address> {
    [
        sign_in::routes(),
        first::routes(),
        account::routes(),
        data::routes(),
        tokens::routes(),
        organise::routes(),
        person::routes(),
        roster_page::routes(),
    ]
    .concat()
}
