//! What organisers do in their browsers: open and pause events, make rulings, give notices.

mod columns;
mod edit;
#[cfg(test)]
mod edited;
mod event;
mod from_roster;
pub(crate) mod likeness;
#[cfg(test)]
mod marked;
mod marks;
mod new_event;
mod notices;
mod rule;
#[cfg(test)]
mod tests;
mod workers;

#[cfg(test)]
pub(crate) use edited::edits;

use crate::address::Address;

/// The addresses of organisers, and those of notices.
pub(crate) fn routes() -> Vec<Address> {
    [
        new_event::routes(),
        event::routes(),
        edit::routes(),
        likeness::routes(),
        rule::routes(),
        notices::routes(),
        workers::routes(),
    ]
    .concat()
}
