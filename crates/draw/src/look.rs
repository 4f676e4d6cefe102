//! The looks of pieces, each drawn once and used many times. All are centred on (0, 0), in hundredths of a cell. Sides
//! also differ by rim and inlay, never by colour alone. Symbols are paths: no font is trusted.

use crate::palette::{
    self, BURNT, CINNABAR, GOLD, INK, ON_DARK, ON_LIGHT, PAPER, Paint, fill, outline, stroke,
};
use crate::text::{cut, escape, width};
use leitai_core::{Form, Shape, Tone, Words};
use std::fmt::Write as _;

/// A look, and the id by which a picture refers to it.
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
        (Form::Bar, Shape::Upright) => ("upright", bar(tone, 8, 40)),
        (Form::Bar, _) => ("across", bar(tone, 40, 8)),
        (Form::Stone, Shape::Crossing | Shape::Star) => ("stone", stone(tone, 46)),
        (Form::Stone, _) => ("small-stone", stone(tone, 43)),
        (Form::Man, _) => ("man", man(tone)),
        (Form::King, _) => ("king", king(tone)),
        (Form::Box, _) => ("box", owned_box(tone)),
        (Form::Amazon, _) => ("amazon", amazon(tone)),
        (Form::Arrow, _) => ("arrow", arrow()),
        (Form::Cube(number), _) => (&*format!("cube-{number}"), cube(tone, number)),
        (Form::Die(number), _) => (&*format!("die-{number}"), die(tone, number)),
        (Form::Tablet(words), _) => (&*tablet_id(words), tablet(tone, words)),
    };
    Look { id: format!("lt-{tone_id}-{form_id}"), body }
}

fn disc(tone: Tone, radius: i32) -> String {
    let [body, rim, _] = palette::piece(tone);
    // The rim is inside the radius, so that neighbours never touch.
    format!(r#"<circle r="{}"{} stroke-width="4"/>"#, radius - 2, fill(body).rim(rim))
}

fn stone(tone: Tone, radius: i32) -> String {
    let [_, _, inlay] = palette::piece(tone);
    let inlay = match tone {
        // A ring distinguishes blue from red where colours do not.
        Tone::Blue => {
            format!(r#"<circle r="{}"{} stroke-width="5"/>"#, radius - 14, outline(inlay))
        }
        // A gleam: a black stone must not look like a hole.
        Tone::Black => {
            let (far, near) = (radius * 70 / 100, radius * 22 / 100);
            format!(
                r#"<path d="M-{far} -{near}A{far} {far} 0 0 1 -{near} -{far}"{} stroke-width="4" stroke-linecap="round" opacity=".7"/>"#,
                outline(inlay)
            )
        }
        _ => String::new(),
    };
    disc(tone, radius) + &inlay
}

fn ridge(tone: Tone, radius: i32) -> String {
    let [_, _, inlay] = palette::piece(tone);
    format!(r#"<circle r="{radius}"{} stroke-width="2.5"/>"#, outline(inlay))
}

fn man(tone: Tone) -> String {
    let inner = if tone == Tone::Blue {
        format!(r#"<circle r="13"{}/>"#, fill(palette::piece(tone)[2]))
    } else {
        ridge(tone, 20)
    };
    disc(tone, 40) + &ridge(tone, 30) + &inner
}

fn king(tone: Tone) -> String {
    let crown = match tone {
        Tone::White | Tone::Plain => CINNABAR,
        _ => GOLD,
    };
    disc(tone, 40)
        + &if tone == Tone::Blue { String::new() } else { ridge(tone, 33) }
        + &format!(
            r#"<path d="M-18 10L-22 -13L-10 -3L0 -19L10 -3L22 -13L18 10ZM-18 14H18V19H-18Z"{} stroke-width="2" stroke-linejoin="round"/>"#,
            fill(crown).rim(crown)
        )
}

/// An edge between two dots; a blue one is split along its length.
fn bar(tone: Tone, half_width: i32, half_height: i32) -> String {
    let [body, rim, inlay] = palette::piece(tone);
    let mut bar = format!(
        r#"<rect x="-{half_width}" y="-{half_height}" width="{}" height="{}" rx="5"{} stroke-width="2"/>"#,
        2 * half_width,
        2 * half_height,
        fill(body).rim(rim)
    );
    if tone == Tone::Blue {
        let (x, y) = if half_width > half_height { (30, 0) } else { (0, 30) };
        let _ = write!(
            bar,
            r#"<path d="M-{x} -{y}L{x} {y}"{} stroke-width="4" stroke-linecap="round"/>"#,
            stroke(inlay)
        );
    }
    bar
}

fn pen(tone: Tone, d: &str) -> String {
    let colour = match tone {
        Tone::White | Tone::Plain => INK,
        _ => palette::piece(tone)[0],
    };
    format!(r#"<path d="{d}"{} stroke-width="10" stroke-linecap="round"/>"#, outline(colour))
}

fn cross(tone: Tone) -> String {
    pen(tone, "M-29 -31C-14 -18 8 4 30 29M28 -32C14 -14 -10 9 -31 28")
}

fn nought(tone: Tone) -> String {
    pen(tone, "M5 -32C-16 -37 -34 -20 -33 2C-32 24 -15 35 4 33C25 31 36 13 33 -6C31 -22 18 -33 -3 -31")
}

/// An owned box, slightly smaller than the space within its four edges.
fn owned_box(tone: Tone) -> String {
    let [body, rim, _] = palette::piece(tone);
    let ink = fill(if palette::is_dark(tone) { body } else { rim });
    let initial = match tone {
        Tone::Red => "R",
        Tone::Blue => "B",
        Tone::Black => "X",
        Tone::White => "O",
        Tone::Plain | Tone::Shaded => "",
    };
    let ground = fill(palette::tint(tone));
    format!(
        r#"<rect x="-39" y="-39" width="78" height="78" rx="4"{ground}/><text y="15" font-size="43" font-weight="600"{ink}>{initial}</text>"#
    )
}

/// A crown of four points, each with a pearl, on a disc.
fn amazon(tone: Tone) -> String {
    let crown = match tone {
        Tone::White | Tone::Plain => ON_LIGHT,
        _ => GOLD,
    };
    let mut amazon = disc(tone, 43);
    let _ = write!(
        amazon,
        r#"<path d="M-17 14L-26 -11L-13 1L-10 -19L0 -1L10 -19L13 1L26 -11L17 14ZM-17 19H17V23H-17Z"{} stroke-width="2.5" stroke-linejoin="round"/>"#,
        fill(crown).rim(crown)
    );
    for (x, y) in [(-26, -14), (-10, -22), (10, -22), (26, -14)] {
        let _ = write!(amazon, r#"<circle cx="{x}" cy="{y}" r="4.5"{}/>"#, fill(crown));
    }
    amazon
}

/// A burnt square.
fn arrow() -> String {
    format!(r#"<rect x="-45" y="-45" width="90" height="90" rx="8"{}/>"#, fill(BURNT))
}

/// The paint of writing on a piece of this tone.
fn figure(tone: Tone) -> Paint {
    fill(if palette::is_dark(tone) { ON_DARK } else { ON_LIGHT })
}

fn cube(tone: Tone, number: u8) -> String {
    let [body, rim, inlay] = palette::piece(tone);
    let mut cube = format!(
        r#"<rect x="-38" y="-38" width="76" height="76" rx="12"{} stroke-width="4"/>"#,
        fill(body).rim(rim)
    );
    if tone == Tone::Blue {
        let _ = write!(
            cube,
            r#"<rect x="-30" y="-30" width="60" height="60" rx="7"{} stroke-width="3.5"/>"#,
            outline(inlay)
        );
    }
    let figure = figure(tone);
    let _ = write!(cube, r#"<text y="18" font-size="50" font-weight="700"{figure}>{number}</text>"#);
    cube
}

/// A die with its pips, in the colour of the side that rolls it; blank before it is rolled.
fn die(tone: Tone, number: u8) -> String {
    let [body, _, _] = palette::piece(tone);
    let mut die = format!(
        r#"<rect x="-40" y="-40" width="80" height="80" rx="18"{} stroke-width="6"/>"#,
        fill(PAPER).rim(body)
    );
    let pips: &[(i32, i32)] = match number {
        1 => &[(0, 0)],
        2 => &[(-1, -1), (1, 1)],
        3 => &[(-1, -1), (0, 0), (1, 1)],
        4 => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5 => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        6 => &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
        _ => &[],
    };
    for (x, y) in pips {
        let _ = write!(die, r#"<circle cx="{}" cy="{}" r="8.5"{}/>"#, 21 * x, 21 * y, fill(body));
    }
    die
}

/// An id made from a tablet's characters, safe in XML.
fn tablet_id(words: Words) -> String {
    words.zh.chars().fold("tablet".to_owned(), |mut id, c| {
        let _ = write!(id, "-{:x}", u32::from(c));
        id
    })
}

/// A tablet with its characters, or face down.
fn tablet(tone: Tone, words: Words) -> String {
    let [body, rim, inlay] = palette::piece(tone);
    let mut tablet = format!(
        r#"<rect x="-56" y="-29" width="112" height="58" rx="8"{} stroke-width="4"/>"#,
        fill(body).rim(rim)
    );
    if tone == Tone::Blue {
        let _ = write!(
            tablet,
            r#"<rect x="-51" y="-24" width="102" height="48" rx="4"{} stroke-width="2.5"/>"#,
            outline(inlay)
        );
    }
    if words.zh.is_empty() {
        let _ = write!(
            tablet,
            r#"<path d="M-12 0L0 -12L12 0L0 12ZM-30 0L-24 -6L-18 0L-24 6ZM30 0L24 -6L18 0L24 6Z"{} stroke-width="3" stroke-linejoin="round"/>"#,
            outline(inlay)
        );
        return tablet;
    }
    let ink = figure(tone);
    let characters = cut(words.zh, 12);
    // Two characters are shown at full size; more are made smaller.
    let size = 176 / (width(&characters) as i32).max(4);
    let _ = write!(
        tablet,
        r#"<text y="{}" font-size="{size}" font-weight="600"{ink}>{}</text>"#,
        size * 36 / 100,
        escape(&characters)
    );
    tablet
}
