//! The window as a whole.

use super::{DeskView, clock_forms, entry, frame, games, moves, other_side, referee, slip, table};
use crate::Reader;
use crate::html::Html;
use leitai_core::say;

/// The window as a page.
pub fn desk(reader: &Reader<'_>, view: &DeskView<'_>) -> Html {
    frame::frame(reader, view, &desk_now(reader, view))
}

/// The window alone, which the script puts in place of the one it shows.
pub fn desk_now(reader: &Reader<'_>, view: &DeskView<'_>) -> Html {
    let lang = reader.lang;
    let side = html! {
        section class="desk-side" aria-label=(say!(lang, "The game", "本局")) {
            (other_side::failed(view, lang))
            (other_side::rehearsed(view, lang))
            (referee::looks(view, lang))
            (referee::consent(view, lang))
            (moves::moves(view, lang))
            (clock_forms::clock_forms(view, lang))
            (slip::slip(view, lang))
            (games::ruling(view, lang))
            (games::games(view, lang))
            (referee::screens(view, lang))
        }
    };
    table::table(reader, view, &entry::to_do(view, lang), &entry::entry(view, lang), &side)
}
