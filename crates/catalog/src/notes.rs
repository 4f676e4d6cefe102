//! What programs say besides playing, kept within bounds.

use leitai_core::{Line, Seat};
use leitai_protocol::cut;

/// Most bytes of notes of one seat that a record keeps.
const ROOM: usize = 64 << 10;
/// Longest single note.
const LONGEST: usize = 16 << 10;

/// The room left for each seat's notes.
pub(crate) struct Notes([usize; 2]);

impl Default for Notes {
    fn default() -> Self {
        Notes([ROOM; 2])
    }
}

impl Notes {
    /// Appends a note to the record, cut to what room is left; says once when there is none.
    pub(crate) fn keep(&mut self, seat: Seat, what: &'static str, text: &str, record: &mut Vec<u8>) {
        // How a program left is short, and told whatever else it said.
        if what == "exit" {
            return Line::Note { seat, what: what.into(), text: cut(text, LONGEST).into() }.write(record);
        }
        let room = &mut self.0[seat.index()];
        if *room == 0 {
            return;
        }
        let text = cut(text, LONGEST.min(*room));
        *room = room.saturating_sub(text.len() + 64);
        Line::Note { seat, what: what.into(), text: text.into() }.write(record);
        if *room == 0 {
            Line::Note { seat, what: what.into(), text: "(more is not kept)".into() }.write(record);
        }
    }
}
