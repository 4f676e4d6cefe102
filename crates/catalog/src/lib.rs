//! The list of games, and the live table that refereed games run on.
//!
//! [`GAMES`] is the only place that names the games. Everything above this crate knows a game as a
//! [`ListedGame`], one whose options are read and checked as a [`RuledGame`], a game in progress as a
//! [`Table`](leitai_core::Table) and a built-in player as a [`Program`].

mod atomic_turn;
mod eye_replay;
mod listed;
mod live_table;
mod program;
mod record_writer;
mod replay;
mod ruled;
mod sheets;

pub use eye_replay::EyeReplay;
pub use listed::{ErasedGame, ListedGame, Setup, SetupError, UnknownGame};
pub use program::Program;
pub use replay::Replay;
pub use ruled::RuledGame;
pub use sheets::{ReadSheet, WrittenSheet, recognise, record_of};

/// Every game, in the order people are shown them.
pub const GAMES: &[ListedGame] = &[
    ListedGame::of::<tictactoe::TicTacToe>(),
    ListedGame::of::<gomoku::Gomoku>(),
    ListedGame::of::<connect6::Connect6>(),
    ListedGame::of::<dots::Dots>(),
    ListedGame::of::<surakarta::Surakarta>(),
    ListedGame::of::<amazons::Amazons>(),
    ListedGame::of::<phantomgo::PhantomGo>(),
    ListedGame::of::<nogo::NoGo>(),
    ListedGame::of::<einstein::EinStein>(),
    ListedGame::of::<luzhanqi::Luzhanqi>(),
    ListedGame::of::<hex::Hex>(),
    ListedGame::of::<draughts::Draughts>(),
];

/// The game of that id.
pub fn find(id: &str) -> Option<ListedGame> {
    GAMES.iter().copied().find(|game| game.facts().id == id)
}
