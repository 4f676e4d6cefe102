//! An event's pages: its state, what was drawn, played and decided, and why.
//!
//! Pure functions of the contents of journals: equal input, equal bytes. Files, print and site are made of the same
//! parts: a [`Speech`] selects the languages, a [`Links`] the targets of links. Names, reasons and notes come from
//! strangers; in an [`Html`] they are text. The pages are public: of a game with secrets they show what its
//! event's `[watch] hidden` allows, and of a running game only that it is running.

mod against;
mod board;
mod bracket;
mod chronicle;
mod computed_event;
mod csv;
mod data;
mod folded;
mod games;
mod known;
mod ladder;
mod ladder_standing;
pub(crate) mod limits;
mod links;
mod matrix;
mod overview;
mod page;
mod program;
mod ratings;
mod results;
mod rounds;
mod rulings;
mod running;
mod seating;
mod speech;
mod standings;
mod typed_table;
mod view;

pub use board::{BoardColumn, BoardFacts, board, board_table, board_words, is_board};
pub use chronicle::{Chronicle, LongestMove, LongestMoves, Past, Shown, longest_moves};
pub use computed_event::ComputedEvent;
pub use known::KnownGame;
pub use links::{Form, Links, SiteLinks, To};
pub use page::{PARTS, TABLES};
pub use speech::Speech;
#[cfg(feature = "site")]
pub(crate) use typed_table::Said;
pub use typed_table::{Cell, Column, GameResult, SeatedGame, TypedTable};
pub use view::{EventView, Reasons, age};

use crate::html::Html;

/// The body of an event's page; `above` stands between its heading and the list of its [parts](PARTS).
pub fn event(view: &EventView<'_>, speech: Speech, above: &Html) -> Html {
    ComputedEvent::new(view, speech).page_body(above)
}

/// One of the [parts](PARTS) of an event's page: it replaces the element with that `data-part`. Returns `None` for an
/// unknown part.
pub fn part(view: &EventView<'_>, speech: Speech, part: &str) -> Option<Html> {
    PARTS.contains(&part).then(|| ComputedEvent::new(view, speech).part(part))
}

/// The body of an event's results sheet, to print and to sign.
pub fn results(view: &EventView<'_>, speech: Speech) -> Html {
    ComputedEvent::new(view, speech).results_sheet()
}

/// The body of an event's table plan: the games that can be played next, to print.
pub fn table_plan(view: &EventView<'_>, speech: Speech) -> Html {
    ComputedEvent::new(view, speech).table_plan()
}

/// A table of an event by its name, which is one of [`TABLES`].
pub fn table(view: &EventView<'_>, name: &str) -> Option<TypedTable> {
    ComputedEvent::new(view, Speech::Both).table(name)
}
