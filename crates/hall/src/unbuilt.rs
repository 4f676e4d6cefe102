//! Programs that their own source keeps from being started.

use leitai_core::Sentence;
use leitai_tournament::EntryId;

/// An entry whose source is to blame that its program cannot be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unbuilt {
    /// The entry.
    pub entry: EntryId,
    /// Why, with all that the compiler said.
    pub why: Sentence,
}
