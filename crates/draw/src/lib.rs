//! Drawings of a [`Scene`](leitai_core::Scene): text for a terminal, an SVG file, an animated SVG file, and a drawing
//! for a page that changes step by step.
//!
//! Every drawing is a pure function of the scene and a style: equal input gives equal bytes. Texts in a scene or a
//! style may come from strangers; [`clean`] and XML escaping protect the output from them.

mod canvas;
mod compose;
mod field;
mod film;
mod glyph;
mod grid;
mod legend;
mod line;
mod look;
mod loops;
mod mark;
mod meaning;
mod numbers;
mod palette;
mod picture;
mod sheet;
mod steps;
mod svg;
mod terminal;
mod terminal_style;
mod text;
mod timeline;

pub use film::{Film, film};
pub use meaning::{legend, meaning, says};
pub use numbers::Numbers;
pub use steps::{Patch, Steps};
pub use svg::{Caption, Svg, svg};
pub use terminal::terminal;
pub use terminal_style::Terminal;
pub use text::{clean, cut, pad, width};
