//! Built-in players: what they are given and what they give back.

use crate::{Budget, Level, NoShelf, Position, Seat, Shelf, State, View};

/// A built-in player of a game.
pub struct BuiltIn<P: Position> {
    /// Its strength.
    pub level: Level,
    /// Makes one. It has to be ready within 0.3 s: what takes longer is a table of the shelf.
    pub new: fn(&Means<'_>) -> Box<dyn Engine<P>>,
}

impl<P: Position> BuiltIn<P> {
    /// Their levels in the same order, the first of them as many as there are; the rest is `Random`.
    pub(crate) const fn levels(players: &[BuiltIn<P>]) -> [Level; Level::ALL.len()] {
        let mut levels = [Level::Random; Level::ALL.len()];
        let mut i = 0;
        while i < players.len() {
            levels[i] = players[i].level;
            i += 1;
        }
        levels
    }
}

/// What a player is made from.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// All its random choices follow from it: the same seed, position and limit of nodes give the same turn on every
    /// machine.
    pub seed: u64,
    /// Bytes that it may fill with tables of its own making.
    pub memory: u64,
    /// Tables that were built before.
    pub shelf: &'a dyn Shelf,
}

impl Means<'static> {
    /// Bytes where nothing else is said.
    pub const MEMORY: u64 = 128 << 20;

    /// This seed, the usual memory and an empty shelf.
    pub const fn seeded(seed: u64) -> Self {
        Means { seed, memory: Means::MEMORY, shelf: &NoShelf }
    }
}

/// What a player says of its thinking, for logs and graphs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info<M> {
    /// Depth reached, in the search's own unit.
    pub depth: u32,
    /// Nodes searched, or games played out.
    pub nodes: u64,
    /// The expected result for the seat: 0 is a loss, 0.5 a draw, 1 a win.
    pub expected: f32,
    /// The result that is certain under best play, where one was found.
    pub proved: Option<Proved>,
    /// The principal variation: the acts expected from here on, its own first. May be empty.
    pub line: Vec<M>,
}

/// A result that is certain under best play of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proved {
    /// Who wins; none: a draw.
    pub winner: Option<Seat>,
    /// Acts until the end at most, where the proof says so.
    pub acts: Option<u16>,
}

/// A built-in player of one game. It holds only what its seat knows: it cannot peek, by construction.
pub trait Engine<P: Position>: Send {
    /// Its seat was told something; `after` is what it knows now. Every report of a game comes once and in order, those of
    /// its own acts too: a belief may depend on more than what is left in the view.
    fn told(&mut self, _report: &<P::View as View>::Report, _after: &P::View) {}

    /// Appends the acts of its turn: in a game without secrets the whole turn, otherwise as many as it can decide
    /// before it hears an answer, at least one. Requires that `me` owes an act in `view`. Each act is legal in `view`
    /// after the acts before it.
    fn think(
        &mut self,
        me: Seat,
        view: &P::View,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<<P as State>::Move>),
        turn: &mut Vec<<P as State>::Move>,
    );
}
