//! Who sits in the seats of a record, and how they are spoken with.

use crate::{Clock, DialectName};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Who sits in a seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatInfo<'a> {
    /// The registered name of the entry.
    pub name: Cow<'a, str>,
    /// How the seat was spoken with.
    pub dialect: Spoken,
    /// The limits of this seat, if they differ from those of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Box<Clock>>,
    /// The settings of its own that its program was sent, name and value, in order.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub settings: Box<[(Cow<'a, str>, Cow<'a, str>)]>,
}

fn is_empty<T>(list: &[T]) -> bool {
    list.is_empty()
}

/// How a seat was spoken with. Serialised as the dialect's name, `person` or `relay`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spoken {
    /// A person sat there.
    #[default]
    Person,
    /// A program on a machine that this one does not reach; an operator types what it plays.
    Relay,
    /// A program, in this dialect.
    #[serde(untagged)]
    In(DialectName),
}

impl Spoken {
    /// Whether a person acts there, for themselves or for a program elsewhere.
    pub fn is_by_hand(self) -> bool {
        matches!(self, Spoken::Person | Spoken::Relay)
    }
}
