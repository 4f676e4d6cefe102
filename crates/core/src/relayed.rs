//! What is entered at a table that knows one seat's secrets only.

use crate::Actor;

/// An act that is entered at a table which knows one seat's secrets only, as it follows from an act at one that knows all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relayed<M> {
    /// In whose hand: the other seat's, or the referee's.
    pub by: Actor,
    /// The act.
    pub m: M,
    /// Whether it is left out where it is not open: another word has said it, or the table knows it itself.
    pub if_open: bool,
}

impl<M> Relayed<M> {
    /// An act that has to be entered.
    pub const fn due(by: Actor, m: M) -> Relayed<M> {
        Relayed { by, m, if_open: false }
    }

    /// An act that is left out where it is not open.
    pub const fn open(by: Actor, m: M) -> Relayed<M> {
        Relayed { by, m, if_open: true }
    }
}
