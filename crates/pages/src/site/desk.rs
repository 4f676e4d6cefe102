//! The operator's window: a relayed match on one page.

mod clock_forms;
mod entry;
mod form;
mod frame;
mod games;
mod moves;
mod other_side;
mod signed;
mod slip;
mod table;

use crate::html::Html;
use crate::{Face, Reader};
use leitai_core::{Seat, Sentence};
use leitai_hall::{DeskSetup, DeskShown, DeskState};

pub use frame::desk_refused;
pub use signed::{SignedGame, signed_game};

/// What the window shows.
pub struct DeskView<'a> {
    /// Its path, with the key.
    pub address: &'a str,
    /// What the desk is set up for.
    pub setup: &'a DeskSetup,
    /// What is shown there.
    pub shown: &'a DeskShown,
    /// What is to be done now.
    pub to_do: &'a Sentence,
    /// What the clocks show now.
    pub faces: [Face; 2],
    /// What was shown last: other texts are other news.
    pub news: &'a str,
    /// Whether the game that is due was broken off, and goes on where it stood.
    pub stands_again: bool,
    /// Why what was done last was refused.
    pub refusal: Option<DeskRefusal<'a>>,
}

impl DeskView<'_> {
    /// Whether a game is being played, though it may stand.
    fn is_played(&self) -> bool {
        matches!(self.shown.state, DeskState::Runs | DeskState::Stopped(_) | DeskState::Failed(..))
    }

    /// The seat that this machine's program has in the game whose board and moves are shown: between two games, the one that is
    /// over.
    fn seat(&self) -> Seat {
        let is_between = matches!(self.shown.state, DeskState::Waits | DeskState::Over) && !self.stands_again;
        let last = self.shown.results.last().filter(|_| is_between && !self.shown.moves.is_empty());
        last.map_or(self.shown.seat, |last| last.seat)
    }
}

/// Why what was done last was refused.
pub struct DeskRefusal<'a> {
    /// The reason.
    pub why: &'a Sentence,
    /// The fields of the form, with what was typed in them.
    pub fields: &'a [(String, String)],
}

/// The window as a page.
pub fn desk(reader: &Reader<'_>, view: &DeskView<'_>) -> Html {
    frame::frame(reader, view, &desk_now(reader, view))
}

/// The window alone, which the script puts in place of the one it shows.
pub fn desk_now(reader: &Reader<'_>, view: &DeskView<'_>) -> Html {
    let lang = reader.lang;
    let side = html! {
        section class="desk-side" aria-label=(leitai_core::say!(lang, "The game", "本局")) {
            (other_side::failed(view, lang))
            (other_side::rehearsed(view, lang))
            (moves::moves(view, lang))
            (clock_forms::clock_forms(view, lang))
            (slip::slip(view, lang))
            (games::ruling(view, lang))
            (games::games(view, lang))
        }
    };
    table::window(reader, view, &entry::to_do(view, lang), &entry::entry(view, lang), &side)
}
