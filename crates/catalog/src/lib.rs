//! The list of games, and the live table that refereed games run on.
//!
//! [`GAMES`] is the only place that names the games. Everything above this crate knows a game as an
//! [`Entry`], one whose options are read and checked as a [`RuledGame`], a game in progress as a [`Table`](leitai_core::Table) and a built-in player as a [`Program`].

mod book;
mod entry;
mod live;
mod program;
mod replay;
mod ruled;
mod sheets;
mod trial;
mod witness;

pub use entry::{Entry, Setup, SetupError};
pub use program::Program;
pub use replay::Replay;
pub use ruled::RuledGame;
pub use sheets::{Scored, Written, recognise, record_of};
pub use witness::Witness;

use entry::Of;

/// Every game, in the order people are shown them.
pub const GAMES: &[&dyn Entry] = &[
    &Of::<tictactoe::TicTacToe>::NEW,
    &Of::<gomoku::Gomoku>::NEW,
    &Of::<connect6::Connect6>::NEW,
    &Of::<dots::Dots>::NEW,
    &Of::<surakarta::Surakarta>::NEW,
    &Of::<amazons::Amazons>::NEW,
    &Of::<phantomgo::PhantomGo>::NEW,
    &Of::<nogo::NoGo>::NEW,
    &Of::<einstein::EinStein>::NEW,
    &Of::<luzhanqi::Luzhanqi>::NEW,
    &Of::<hex::Hex>::NEW,
    &Of::<draughts::Draughts>::NEW,
];

/// The game of that id.
pub fn find(id: &str) -> Option<&'static dyn Entry> {
    GAMES.iter().copied().find(|game| game.facts().id == id)
}
