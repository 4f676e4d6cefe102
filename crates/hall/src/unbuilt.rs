//! Programs that cannot be started because of their own source.

use leitai_core::Sentence;
use leitai_tournament::EntryId;

/// An entry whose program cannot be started because of its source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unbuilt {
    /// The entry.
    pub entry: EntryId,
    /// The reason, with the compiler's full output.
    pub why: Sentence,
}
