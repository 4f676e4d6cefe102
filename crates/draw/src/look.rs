//! What pieces look like, each look drawn once and used many times. All are centred on (0, 0), in hundredths
//! of a cell. Sides differ by rim and inlay too, never by colour alone. Symbols are paths: no font is trusted.

use crate::palette;
use leitai_core::{Form, Shape, Tone};

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
        (_, Shape::Across) => ("across", bar(tone, 100, 16)),
        (_, Shape::Upright) => ("upright", bar(tone, 16, 100)),
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
    disc(tone, 40) + &ridge(tone, 30) + &ridge(tone, 20)
}

fn king(tone: Tone) -> String {
    let crown = match tone {
        Tone::White | Tone::Plain => palette::CINNABAR,
        _ => "#f3c969",
    };
    disc(tone, 40)
        + &ridge(tone, 33)
        + &format!(
            r#"<path d="M-18 10L-22 -13L-10 -3L0 -19L10 -3L22 -13L18 10ZM-18 14H18V19H-18Z" fill="{crown}" stroke="{crown}" stroke-width="2" stroke-linejoin="round"/>"#
        )
}

fn bar(tone: Tone, width: i32, height: i32) -> String {
    let [fill, rim, _] = palette::piece(tone);
    let (width, height) = (width - 20, height.min(100) - if height > 16 { 20 } else { 0 });
    let (width, height) = (width.max(16), height.max(16));
    format!(
        r#"<rect x="-{}" y="-{}" width="{width}" height="{height}" rx="5" fill="{fill}" stroke="{rim}" stroke-width="2"/>"#,
        width / 2,
        height / 2
    )
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
