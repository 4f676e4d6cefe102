//! The participants of an event.

use serde::{Deserialize, Serialize};

use crate::Decimal;

/// An entry's place in the event's list of entries, from 0, in the order of sign-up. Text: `e0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EntryId(pub u32);

impl EntryId {
    /// The place in the list, for indexing.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One team, contestant or program of an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Its place in the list.
    pub id: EntryId,
    /// The registered name, unique in its event.
    pub name: String,
    /// The score by which entries are seeded, highest first (field `seed_score`); entries without one come last.
    pub seed_score: Option<Decimal>,
    /// The class (班) it belongs to, where the plan plays by classes.
    pub class: Option<String>,
    /// The school or college that it plays for: entries of one are kept apart where groups are drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub school: Option<String>,
    /// The group of the first stage, from 1, in which it is placed without a lot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<u16>,
}

impl Entry {
    /// An entry of which only the name is known.
    pub fn new(id: u32, name: impl Into<String>) -> Self {
        let name = name.into();
        Entry { id: EntryId(id), name, seed_score: None, class: None, school: None, group: None }
    }
}
