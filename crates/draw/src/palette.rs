//! The colours of the house, light theme: paper and ink.

use leitai_core::Tone;

pub(crate) const PAPER: &str = "#f7f4ee";
pub(crate) const INK: &str = "#1d1b18";
/// Ink for what steps back: coordinates, captions. 4.9:1 on paper.
pub(crate) const FADED: &str = "#6f675b";
pub(crate) const CINNABAR: &str = "#b3392f";
/// Cinnabar on black stones.
pub(crate) const BRIGHT: &str = "#f0806f";
pub(crate) const JADE: &str = "#2f7d6b";
pub(crate) const WOOD: &str = "#e6c692";
pub(crate) const WOOD_RIM: &str = "#c9a468";
/// Lines on wood.
pub(crate) const GRAIN: &str = "#5b4526";
/// Light and dark squares.
pub(crate) const SQUARES: [&str; 2] = ["#f1ecdf", "#7fa08f"];
/// A square burnt out, and what still glows in it.
pub(crate) const BURNT: [&str; 2] = ["#4a423a", "#c8643c"];
/// Under what may move now, and its rim.
pub(crate) const LIT: [&str; 2] = ["#f6d77e", "#8a6414"];
/// The rim around squares and hexagons.
pub(crate) const RIM: &str = "#a89d8a";

/// The body of a piece, its rim, and what is drawn upon it.
pub(crate) const fn piece(tone: Tone) -> [&'static str; 3] {
    match tone {
        Tone::Black => ["#262320", "#0f0e0c", "#8d867b"],
        Tone::White => ["#fdfcf8", "#3a362f", "#9a9284"],
        Tone::Red => [CINNABAR, "#74211a", "#f6d9d3"],
        Tone::Blue => ["#2c5f8e", "#173a5a", "#d5e4f1"],
        Tone::Plain => ["#e9e2d4", "#6f675b", "#6f675b"],
        Tone::Shaded => ["#8d867b", "#4b463e", "#e9e2d4"],
    }
}

/// The ground of a box that someone owns.
pub(crate) const fn tint(tone: Tone) -> &'static str {
    match tone {
        Tone::Red => "#efd2cb",
        Tone::Blue => "#cbdbe9",
        Tone::Black | Tone::Shaded => "#cfcabf",
        Tone::White | Tone::Plain => "#fdfcf8",
    }
}

/// Is a mark on a piece of this tone drawn bright?
pub(crate) const fn is_dark(tone: Tone) -> bool {
    matches!(tone, Tone::Black | Tone::Red | Tone::Blue | Tone::Shaded)
}
