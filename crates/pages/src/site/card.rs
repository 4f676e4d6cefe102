//! An event in a list, and the head of its standings.

use leitai_core::Facts;

/// The state of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stand {
    /// It has not started.
    Ahead,
    /// Its games begin once submissions are closed.
    Collecting,
    /// Submissions are open, and every game that is due has been played.
    Open,
    /// Games are being played.
    Running,
    /// The referee must rule before it continues.
    Waiting,
    /// The only games left are ones that no machine could play: an operator must deal with them.
    Stuck,
    /// An organiser has paused it.
    Paused,
    /// It is over.
    Over,
}

/// An event in a list.
#[derive(Clone, Debug)]
pub struct EventCard {
    /// Its id in addresses.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The game played.
    pub game: &'static Facts,
    /// Its state.
    pub stand: Stand,
    /// Its date in words; may be empty.
    pub date: String,
    /// Its place; may be empty.
    pub place: String,
    /// Games with a result.
    pub played: usize,
    /// All games, as far as they are drawn.
    pub total: usize,
    /// The games among them that no machine could play and that wait for an operator.
    pub stuck: usize,
}

/// A recent game of an entry, from the entry's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recent {
    /// Won.
    Won,
    /// Drawn.
    Drawn,
    /// Lost.
    Lost,
}

/// A line of standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The rank, if there is one.
    pub rank: Option<u32>,
    /// The entry's name.
    pub name: String,
    /// Its page.
    pub href: String,
    /// Its last games, oldest first; the page shows five.
    pub form: Vec<Recent>,
    /// Games played.
    pub games: usize,
    /// Points, formatted for readers.
    pub points: String,
}

/// The head of an event's standings.
#[derive(Clone, Debug)]
pub struct StandingsCard {
    /// The event's id in addresses.
    pub event: String,
    /// The event's name.
    pub name: String,
    /// The rows from the top.
    pub rows: Vec<Standing>,
}
