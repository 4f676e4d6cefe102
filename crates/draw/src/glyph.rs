//! The characters that stand for a piece in text.

use crate::text::{clean, cut};
use leitai_core::{Form, Piece, Scene, Tone};

/// The text of a piece: one character, or two or three for pieces that bear a number or a name. Sides differ by letter;
/// a crowned man is the capital letter of its side.
pub(crate) fn glyph(piece: &Piece) -> String {
    let one = match (piece.form, piece.tone) {
        (Form::Cross, _) | (Form::Stone, Tone::Black) => "X",
        (Form::Nought, _) | (Form::Stone, Tone::White) => "O",
        (Form::Stone | Form::King, Tone::Red) => "R",
        (Form::Stone | Form::King, Tone::Blue) | (Form::King | Form::Amazon, Tone::Black) => "B",
        (Form::Man, Tone::Black | Tone::Blue) => "b",
        (Form::Man, Tone::White) => "w",
        (Form::King | Form::Amazon, Tone::White) => "W",
        (Form::Man, Tone::Red) => "r",
        (Form::Stone, Tone::Plain | Tone::Shaded) | (Form::Arrow, _) => "#",
        (Form::Man, Tone::Plain | Tone::Shaded) => "o",
        (Form::King, Tone::Plain | Tone::Shaded) => "K",
        (Form::Amazon | Form::Box | Form::Bar, tone) => {
            return initial(tone).to_ascii_uppercase().to_string();
        }
        (Form::Cube(number) | Form::Die(number), tone) => {
            return format!("{}{}", initial(tone), number % 100);
        }
        (Form::Tablet(words), tone) => {
            let code = if words.en.is_empty() { "?".to_owned() } else { cut(&clean(words.en), 2) };
            return format!("{}{code}", initial(tone));
        }
    };
    one.to_owned()
}

/// The lower-case letter of a side.
pub(crate) fn initial(tone: Tone) -> char {
    match tone {
        Tone::Red => 'r',
        Tone::Blue => 'b',
        Tone::Black => 'x',
        Tone::White => 'o',
        Tone::Plain | Tone::Shaded => 'n',
    }
}

/// Whether the board needs room for more than one character per piece.
pub(crate) fn is_wide(scene: &Scene) -> bool {
    let wide = |piece: &Piece| matches!(piece.form, Form::Cube(_) | Form::Tablet(_));
    scene.pieces.iter().chain(&scene.tray).any(wide)
}

/// Whether a piece of this form needs no explanation.
pub(crate) const fn is_plain(form: Form) -> bool {
    matches!(form, Form::Bar | Form::Cube(_) | Form::Die(_))
}
