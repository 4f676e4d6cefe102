//! An event in a list, and the head of its standings.

use leitai_core::Facts;

/// How far an event is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stand {
    /// It has not begun.
    Ahead,
    /// Games are played.
    Running,
    /// The referee has to rule before it goes on.
    Waiting,
    /// Only games are left that no machine could play: an operator has to see to them.
    Stuck,
    /// An organiser lets it rest.
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
    /// What is played.
    pub game: &'static Facts,
    /// How far it is.
    pub stand: Stand,
    /// When, as it is to be read; may be empty.
    pub date: String,
    /// Where; may be empty.
    pub place: String,
    /// Games with a result.
    pub played: usize,
    /// Games in all, as far as they are drawn.
    pub total: usize,
    /// Games among them that no machine could play, and that wait for an operator.
    pub stuck: usize,
}

/// A late game of an entry, from its side.
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
    /// The rank; none while there is none.
    pub rank: Option<u32>,
    /// The entry's name.
    pub name: String,
    /// Its page.
    pub href: String,
    /// Its last games, the latest last; the page shows five.
    pub form: Vec<Recent>,
    /// Games played.
    pub games: usize,
    /// Points, as they are to be read.
    pub points: String,
}

/// The head of an event's standings.
#[derive(Clone, Debug)]
pub struct StandingsCard {
    /// The event's id in addresses.
    pub event: String,
    /// The event's name.
    pub name: String,
    /// From the top.
    pub rows: Vec<Standing>,
}
