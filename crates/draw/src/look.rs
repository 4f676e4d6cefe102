//! What pieces look like, each look drawn once and used many times. All are centred on (0, 0), in hundredths
//! of a cell. Sides differ by rim and inlay too, never by colour alone. Symbols are paths: no font is trusted.

use crate::palette;
use leitai_core::{Form, Shape, Tone};
use std::fmt::Write as _;

/// A look under the name by which a picture refers to it.
pub(crate) struct Look {
    pub(crate) id: String,
    pub(crate) body: String,
}

/// The look of a piece of this tone and form on a place of this shape.
pub(crate) fn look(tone: Tone, form: Form, shape: Shape) -> Look {
    let tone_id = match tone {
        Tone::Plain => "plain",
        Tone::Shaded => "shaded",
        Tone::Black => "black",
        Tone::White => "white",
        Tone::Red => "red",
        Tone::Blue => "blue",
    };
    let (form_id, body) = match (form, shape) {
        (Form::Cross, _) => ("cross", cross(tone)),
        (Form::Nought, _) => ("nought", nought(tone)),
        (_, Shape::Across) => ("across", bar(tone, 40, 8)),
        (_, Shape::Upright) => ("upright", bar(tone, 8, 40)),
        (Form::Stone, Shape::Crossing | Shape::Star) => ("stone", stone(tone, 46)),
        (Form::Stone, _) => ("small-stone", stone(tone, 39)),
        (Form::Man, _) => ("man", man(tone)),
        (Form::King, _) => ("king", king(tone)),
    };
    Look { id: format!("lt-{tone_id}-{form_id}"), body }
}

fn disc(tone: Tone, radius: i32) -> String {
    let [fill, rim, _] = palette::piece(tone);
    // The rim lies inside the radius, so that neighbours never touch.
    format!(r#"<circle r="{}" fill="{fill}" stroke="{rim}" stroke-width="4"/>"#, radius - 2)
}

fn stone(tone: Tone, radius: i32) -> String {
    let [_, _, inlay] = palette::piece(tone);
    let inlay = match tone {
        // A ring tells blue from red where colours do not.
        Tone::Blue => {
            format!(r#"<circle r="{}" fill="none" stroke="{inlay}" stroke-width="5"/>"#, radius - 14)
        }
        // A gleam: black stays a stone and does not become a hole.
        Tone::Black => {
            let (far, near) = (radius * 70 / 100, radius * 22 / 100);
            format!(
                r#"<path d="M-{far} -{near}A{far} {far} 0 0 1 -{near} -{far}" fill="none" stroke="{inlay}" stroke-width="4" stroke-linecap="round" opacity=".7"/>"#
            )
        }
        _ => String::new(),
    };
    disc(tone, radius) + &inlay
}

fn ridge(tone: Tone, radius: i32) -> String {
    let [_, _, inlay] = palette::piece(tone);
    format!(r#"<circle r="{radius}" fill="none" stroke="{inlay}" stroke-width="2.5"/>"#)
}

fn man(tone: Tone) -> String {
    let inner = if tone == Tone::Blue {
        format!(r#"<circle r="13" fill="{}"/>"#, palette::piece(tone)[2])
    } else {
        ridge(tone, 20)
    };
    disc(tone, 40) + &ridge(tone, 30) + &inner
}

fn king(tone: Tone) -> String {
    let crown = match tone {
        Tone::White | Tone::Plain => palette::CINNABAR,
        _ => "#f3c969",
    };
    disc(tone, 40)
        + &if tone == Tone::Blue { String::new() } else { ridge(tone, 33) }
        + &format!(
            r#"<path d="M-18 10L-22 -13L-10 -3L0 -19L10 -3L22 -13L18 10ZM-18 14H18V19H-18Z" fill="{crown}" stroke="{crown}" stroke-width="2" stroke-linejoin="round"/>"#
        )
}

/// An edge between two dots; blue's is split along its length.
fn bar(tone: Tone, half_width: i32, half_height: i32) -> String {
    let [fill, rim, inlay] = palette::piece(tone);
    let mut bar = format!(
        r#"<rect x="-{half_width}" y="-{half_height}" width="{}" height="{}" rx="5" fill="{fill}" stroke="{rim}" stroke-width="2"/>"#,
        2 * half_width,
        2 * half_height
    );
    if tone == Tone::Blue {
        let (x, y) = if half_width > half_height { (30, 0) } else { (0, 30) };
        let _ = write!(
            bar,
            r#"<path d="M-{x} -{y}L{x} {y}" stroke="{inlay}" stroke-width="4" stroke-linecap="round"/>"#
        );
    }
    bar
}

fn pen(tone: Tone, d: &str) -> String {
    let colour = match tone {
        Tone::White | Tone::Plain => palette::INK,
        _ => palette::piece(tone)[0],
    };
    format!(r#"<path d="{d}" fill="none" stroke="{colour}" stroke-width="10" stroke-linecap="round"/>"#)
}

fn cross(tone: Tone) -> String {
    pen(tone, "M-29 -31C-14 -18 8 4 30 29M28 -32C14 -14 -10 9 -31 28")
}

fn nought(tone: Tone) -> String {
    pen(tone, "M5 -32C-16 -37 -34 -20 -33 2C-32 24 -15 35 4 33C25 31 36 13 33 -6C31 -22 18 -33 -3 -31")
}
