//! The list of games, and the live table that refereed games run on.
//!
//! The list below is the only place that names the games: [`GAMES`] and [`visit`] are made of it. Everything above
//! this crate knows a game as a [`ListedGame`], one whose options are read and checked as a [`RuledGame`], a game in
//! progress as a [`Table`](leitai_core::Table) and a built-in player as a [`Program`].

mod analysis;
mod analyst;
mod atomic_turn;
mod audit;
mod conversation;
mod course;
mod cut;
mod eye_replay;
mod findings;
mod game_text;
mod interpreter;
mod listed;
mod listing;
mod live_table;
mod loss;
mod losses;
mod moment;
mod opening;
mod own_clock;
mod playback;
mod program;
mod promised_dice;
mod record_writer;
mod relived;
mod replay;
mod ruled;
mod setup;
mod sheet_record;
mod sheets;
mod truth;

pub use analysis::{Analysis, AnalysisError};
pub use analyst::{Analyst, Judgement};
pub use conversation::{Spoken, conversation};
pub use course::{Comparison, Course, CoursePlace};
pub use cut::{Audience, BadSecrets, Cut, Secrets};
pub use game_text::{GAME_TEXT, ReadGame, game_text, read_games, whole_games};
pub use interpreter::{Interpreted, Interpreter};
pub use listed::{ErasedGame, ListedGame, RuledGame};
pub use loss::{Cause, Loss, Slip, Turning};
pub use moment::{Moment, TURNING, turning, turning_words};
pub use opening::OpeningError;
pub use playback::{Ending, Playback, Step};
pub use program::{Aloud, Listener, Program};
pub use relived::{Relived, relive};
pub use replay::Replay;
pub use setup::{Setup, SetupError};
pub use sheet_record::record_of;
pub use sheets::{ReadSheet, WrittenSheet};
pub use truth::TRUTH_GAMES;

use leitai_core::{Game, SheetForm, errors};
use std::str::FromStr;

/// The list, written once: the erased and the typed form are both generated from it.
macro_rules! games {
    ($($game:ty),* $(,)?) => {
        /// Every game, in the order in which people are shown them. A static: of a constant, every crate that names it would
        /// compile all games anew.
        pub static GAMES: &[ListedGame] = &[$(ListedGame::of::<$game>()),*];

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

/// Code that runs for every game and needs its type, since a closure cannot be generic.
pub trait Visitor {
    /// Visits one game of the list.
    fn game<G: Game>(&mut self);
}

/// The game with that id.
pub fn find(id: &str) -> Option<ListedGame> {
    GAMES.iter().copied().find(|game| game.facts().id == id)
}

/// Recognises a text that holds a game: which, and in which form. A sheet's head is more certain than a public form.
pub fn recognise(text: &str) -> Option<(ListedGame, SheetForm)> {
    let known = GAMES.iter().filter_map(|game| Some((*game, game.form_of(text)?)));
    known.min_by_key(|(_, form)| matches!(form, SheetForm::Foreign(_)))
}

errors! {
    /// No game has this name.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct UnknownGame(pub name: String) => "unknown game `{name}`", "没有这种棋“{name}”";
}

impl FromStr for ListedGame {
    type Err = UnknownGame;
    fn from_str(text: &str) -> Result<ListedGame, UnknownGame> {
        find(text).ok_or_else(|| UnknownGame(text.to_owned()))
    }
}

impl TryFrom<String> for ListedGame {
    type Error = UnknownGame;
    fn try_from(text: String) -> Result<ListedGame, UnknownGame> {
        text.parse()
    }
}
