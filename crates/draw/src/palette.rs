//! The colours of the house, light theme: paper and ink. Each has a name, so that a style sheet can change it.

use leitai_core::Tone;
use std::fmt;

/// A colour: the name by which a style sheet can change it, and its default value.
#[derive(Clone, Copy)]
pub(crate) struct Colour {
    name: &'static str,
    hex: &'static str,
}

const fn colour(name: &'static str, hex: &'static str) -> Colour {
    Colour { name, hex }
}

pub(crate) const PAPER: Colour = colour("paper", "#f7f4ee");
pub(crate) const INK: Colour = colour("ink", "#1d1b18");
/// Ink for secondary text: coordinates, captions. 4.9:1 on paper.
pub(crate) const FADED: Colour = colour("faded", "#6f675b");
pub(crate) const CINNABAR: Colour = colour("cinnabar", "#b3392f");
/// A brighter cinnabar for marks on black stones.
pub(crate) const BRIGHT: Colour = colour("bright", "#f0806f");
pub(crate) const JADE: Colour = colour("jade", "#2f7d6b");
pub(crate) const WOOD: Colour = colour("wood", "#e6c692");
pub(crate) const WOOD_RIM: Colour = colour("wood-rim", "#c9a468");
/// Lines on wood.
pub(crate) const GRAIN: Colour = colour("grain", "#5b4526");
/// Stations on wood.
pub(crate) const STATION: Colour = colour("station", "#f0d9af");
/// Light and dark squares.
pub(crate) const SQUARES: [Colour; 2] = [colour("square", "#f1ecdf"), colour("square-dark", "#7fa08f")];
/// A burnt square.
pub(crate) const BURNT: Colour = colour("burnt", "#4a423a");
/// The second kind of lines on wood.
pub(crate) const TEAL: Colour = colour("teal", "#1d6f74");
/// The ground of a camp.
pub(crate) const CAMP: Colour = colour("camp", "#dbe7dc");
/// The ground under pieces that may move now, and its rim.
pub(crate) const LIT: [Colour; 2] = [colour("lit", "#f6d77e"), colour("lit-rim", "#8a6414")];
/// The rim around squares and hexagons.
pub(crate) const RIM: Colour = colour("rim", "#a89d8a");
/// Writing on a piece that [is dark](is_dark), and on one that is not.
pub(crate) const ON_DARK: Colour = colour("on-dark", PAPER.hex);
pub(crate) const ON_LIGHT: Colour = colour("on-light", INK.hex);
/// A crown on a dark piece.
pub(crate) const GOLD: Colour = colour("gold", "#f3c969");

/// The body of a piece, its rim, and the lines drawn on it.
pub(crate) const fn piece(tone: Tone) -> [Colour; 3] {
    const fn colours(names: [&'static str; 3], hexes: [&'static str; 3]) -> [Colour; 3] {
        [colour(names[0], hexes[0]), colour(names[1], hexes[1]), colour(names[2], hexes[2])]
    }
    match tone {
        Tone::Black => colours(["black", "black-rim", "black-inlay"], ["#262320", "#0f0e0c", "#8d867b"]),
        Tone::White => colours(["white", "white-rim", "white-inlay"], ["#fdfcf8", "#3a362f", "#9a9284"]),
        Tone::Red => colours(["red", "red-rim", "red-inlay"], [CINNABAR.hex, "#74211a", "#f6d9d3"]),
        Tone::Blue => colours(["blue", "blue-rim", "blue-inlay"], ["#2c5f8e", "#173a5a", "#d5e4f1"]),
        Tone::Plain => colours(["plain", "plain-rim", "plain-inlay"], ["#e9e2d4", "#6f675b", "#6f675b"]),
        Tone::Shaded => colours(["shaded", "shaded-rim", "shaded-inlay"], ["#8d867b", "#4b463e", "#e9e2d4"]),
    }
}

/// The ground of a box that someone owns.
pub(crate) const fn tint(tone: Tone) -> Colour {
    match tone {
        Tone::Red => colour("red-tint", "#efd2cb"),
        Tone::Blue => colour("blue-tint", "#cbdbe9"),
        Tone::Black | Tone::Shaded => colour("black-tint", "#cfcabf"),
        Tone::White | Tone::Plain => colour("white-tint", "#fdfcf8"),
    }
}

/// Whether a mark on a piece of this tone is drawn in a bright colour.
pub(crate) const fn is_dark(tone: Tone) -> bool {
    matches!(tone, Tone::Black | Tone::Red | Tone::Blue | Tone::Shaded)
}

/// The attributes that colour an element, with a blank before each: the classes `f-NAME` for its fill and `s-NAME` for
/// its stroke, and the colours themselves, which any rule of a style sheet overrides.
#[derive(Clone, Copy)]
pub(crate) struct Paint {
    fill: Option<Colour>,
    stroke: Option<Colour>,
    is_open: bool,
}

/// A filled shape.
pub(crate) const fn fill(colour: Colour) -> Paint {
    Paint { fill: Some(colour), stroke: None, is_open: false }
}

/// A line, with nothing stated about its fill.
pub(crate) const fn stroke(colour: Colour) -> Paint {
    Paint { fill: None, stroke: Some(colour), is_open: false }
}

/// An outline without a fill.
pub(crate) const fn outline(colour: Colour) -> Paint {
    Paint { is_open: true, ..stroke(colour) }
}

impl Paint {
    /// Adds a rim.
    pub(crate) const fn rim(self, colour: Colour) -> Paint {
        Paint { stroke: Some(colour), ..self }
    }
}

impl fmt::Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.fill, self.stroke) {
            (Some(fill), Some(stroke)) => {
                let (inside, around) = (fill.name, stroke.name);
                write!(f, r#" class="f-{inside} s-{around}" fill="{}" stroke="{}""#, fill.hex, stroke.hex)
            }
            (Some(fill), None) => write!(f, r#" class="f-{}" fill="{}""#, fill.name, fill.hex),
            (None, Some(stroke)) => {
                let open = if self.is_open { r#" fill="none""# } else { "" };
                write!(f, r#" class="s-{}"{open} stroke="{}""#, stroke.name, stroke.hex)
            }
            (None, None) => Ok(()),
        }
    }
}
