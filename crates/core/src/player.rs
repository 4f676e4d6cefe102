//! Built-in players: what they receive and what they return.

use crate::{Budget, Level, NoShelf, Position, Seat, Shelf, State, View};

/// A built-in player of a game.
pub struct BuiltIn<P: Position> {
    /// Its strength.
    pub level: Level,
    /// Makes one. It must be ready within 0.3 s; anything that takes longer belongs in a table of the shelf.
    pub new: fn(&Means<'_>) -> Box<dyn Engine<P>>,
}

impl<P: Position> BuiltIn<P> {
    /// Their levels in the same order, filling the first `players.len()` places; the rest are `Random`.
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
    /// The seed of all its random choices: the same seed, position and node limit give the same turn on every
    /// machine.
    pub seed: u64,
    /// Bytes that it may fill with tables it makes itself.
    pub memory: u64,
    /// Tables that were built in advance.
    pub shelf: &'a dyn Shelf,
}

impl Means<'static> {
    /// The default memory, in bytes.
    pub const MEMORY: u64 = 128 << 20;

    /// This seed, the default memory and an empty shelf.
    pub const fn seeded(seed: u64) -> Self {
        Means { seed, memory: Means::MEMORY, shelf: &NoShelf }
    }
}

/// A player's report on its thinking, for logs and graphs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info<M> {
    /// Depth reached, in the search's own unit.
    pub depth: u32,
    /// Nodes searched, or games played out.
    pub nodes: u64,
    /// The expected result for the seat: 0 is a loss, 0.5 a draw, 1 a win.
    pub expected: f32,
    /// The result that is certain under best play, if one was found.
    pub proved: Option<Proved>,
    /// The principal variation: the acts expected from here on, its own first. May be empty.
    pub line: Vec<M>,
}

/// A result that is certain under best play by both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proved {
    /// Who wins; `None` for a draw.
    pub winner: Option<Seat>,
    /// Most acts until the end, if the proof gives a bound.
    pub acts: Option<u16>,
}

/// A built-in player of one game. By construction it cannot peek: it holds only what its seat knows.
pub trait Engine<P: Position>: Send {
    /// Takes in a report that the seat received; `after` is what it knows now. Every report of a game arrives once
    /// and in order, those of its own acts included: a belief may depend on more than what remains in the view.
    fn observe(&mut self, _report: &<P::View as View>::Report, _after: &P::View) {}

    /// Appends the acts of its turn: the whole turn in a game without hidden information, otherwise as many acts as
    /// it can decide before it hears an answer, and at least one. Requires that `me` owes an act in `view`. Each
    /// act is legal in `view` after the acts before it.
    fn think(
        &mut self,
        me: Seat,
        view: &P::View,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<<P as State>::Move>),
        turn: &mut Vec<<P as State>::Move>,
    );
}
