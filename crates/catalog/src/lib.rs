//! The list of games, and the live table that refereed games run on.
//!
//! The list below is the only place that names the games: [`GAMES`] and [`visit`] are made of it. Everything above
//! this crate knows a game as a [`ListedGame`], one whose options are read and checked as a [`RuledGame`], a game in
//! progress as a [`Table`](leitai_core::Table) and a built-in player as a [`Program`].

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

use leitai_core::Game;

/// The list, said once: what is erased and what is not are made of it.
macro_rules! games {
    ($($game:ty),* $(,)?) => {
        /// Every game, in the order people are shown them.
        pub const GAMES: &[ListedGame] = &[$(ListedGame::of::<$game>()),*];

        /// Shows a visitor every game by its type, in the same order.
        pub fn visit(visitor: &mut impl Visitor) {
            $(visitor.game::<$game>();)*
        }
    };
}

games! {
    tictactoe::TicTacToe,
    gomoku::Gomoku,
    connect6::Connect6,
    dots::Dots,
    surakarta::Surakarta,
    amazons::Amazons,
    phantomgo::PhantomGo,
    nogo::NoGo,
    einstein::EinStein,
    luzhanqi::Luzhanqi,
    hex::Hex,
    draughts::Draughts,
}

/// Who has something to do with every game that needs its type: a closure cannot be generic.
pub trait Visitor {
    /// One game of the list.
    fn game<G: Game>(&mut self);
}

/// The game of that id.
pub fn find(id: &str) -> Option<ListedGame> {
    GAMES.iter().copied().find(|game| game.facts().id == id)
}
