//! A dialect in which a game is played: its name and both ends of the conversation.

use crate::{Client, Dialect, DialectName, Options, Position};

/// A dialect of a game, with constructors for both ends of a conversation. Each frame has one for a game's words:
/// `Sau::<Words>::SPOKEN`.
pub struct SpokenDialect<P: Position> {
    /// The dialect.
    pub name: DialectName,
    /// Opens the platform's end, for a game under these options.
    pub platform: fn(&Options) -> Box<dyn Dialect<P>>,
    /// Opens the program's end.
    pub program: fn() -> Box<dyn Client<P>>,
}

impl<P: Position> SpokenDialect<P> {
    /// Their names in the same order, filling the first `spoken.len()` places; the rest are `Native`.
    pub(crate) const fn names(spoken: &[SpokenDialect<P>]) -> [DialectName; DialectName::ALL.len()] {
        let mut names = [DialectName::Native; DialectName::ALL.len()];
        let mut i = 0;
        while i < spoken.len() {
            names[i] = spoken[i].name;
            i += 1;
        }
        names
    }
}
