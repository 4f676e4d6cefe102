//! A scene as a set of drawn elements, each in its layer.

use crate::text::escape;
use std::collections::BTreeMap;

/// The layers, from the bottom up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Layer {
    Ground,
    Places,
    Lines,
    Points,
    Labels,
    Pieces,
    Marks,
    Tray,
    Text,
}

impl Layer {
    /// The layers of a board, from the bottom up.
    pub(crate) const BOARD: [Layer; 7] = [
        Layer::Ground,
        Layer::Places,
        Layer::Lines,
        Layer::Points,
        Layer::Labels,
        Layer::Pieces,
        Layer::Marks,
    ];

    /// Its name in sheets and patches.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Layer::Ground => "ground",
            Layer::Places => "places",
            Layer::Lines => "lines",
            Layer::Points => "points",
            Layer::Labels => "labels",
            Layer::Pieces => "pieces",
            Layer::Marks => "marks",
            Layer::Tray => "tray",
            Layer::Text => "text",
        }
    }
}

/// A rectangle in hundredths of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) left: i64,
    pub(crate) top: i64,
    pub(crate) right: i64,
    pub(crate) bottom: i64,
}

impl Bounds {
    /// The smallest rectangle around both.
    pub(crate) fn with(self, other: Bounds) -> Bounds {
        Bounds {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub(crate) fn around(x: i32, y: i32, half_width: i64, half_height: i64) -> Bounds {
        let (x, y) = (i64::from(x), i64::from(y));
        Bounds { left: x - half_width, top: y - half_height, right: x + half_width, bottom: y + half_height }
    }

    pub(crate) fn grown(self, by: i64) -> Bounds {
        Bounds { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    /// The `viewBox` of a drawing.
    pub(crate) fn view(self) -> String {
        format!("{} {} {} {}", self.left, self.top, self.width(), self.height())
    }

    pub(crate) fn width(self) -> i64 {
        self.right - self.left
    }

    pub(crate) fn height(self) -> i64 {
        self.bottom - self.top
    }
}

/// Everything drawn for one scene.
pub(crate) struct Picture {
    /// The board with its coordinates.
    pub(crate) bounds: Bounds,
    /// The font size of coordinates.
    pub(crate) label_size: i64,
    /// Elements in drawing order within their layer.
    pub(crate) elements: Vec<(Layer, String)>,
    /// The looks used, by name.
    pub(crate) looks: BTreeMap<String, String>,
    /// The space for the pieces in hand.
    pub(crate) tray: Tray,
}

/// The space that the pieces in hand fill, from (0, 0).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tray {
    pub(crate) width: i64,
    pub(crate) height: i64,
}

impl Tray {
    /// The smallest tray that holds both.
    pub(crate) fn with(self, other: Tray) -> Tray {
        Tray { width: self.width.max(other.width), height: self.height.max(other.height) }
    }

    /// `None` if nothing is in hand.
    pub(crate) fn bounds(self) -> Option<Bounds> {
        let bounds = Bounds { left: 0, top: 0, right: self.width, bottom: self.height };
        (self.height > 0).then_some(bounds)
    }

    /// The tray's position under a board, and the bounds of both together.
    pub(crate) fn under(self, board: Bounds) -> ((i64, i64), Bounds) {
        let corner = (board.left, board.bottom + 20);
        let bottom = self.bounds().map_or(board.bottom, |tray| corner.1 + tray.bottom);
        (corner, Bounds { bottom, ..board })
    }
}

impl Picture {
    pub(crate) fn add(&mut self, layer: Layer, element: String) {
        self.elements.push((layer, element));
    }

    /// Adds a text centred on a point. The height of a capital is 0.7 of the font size in every font that we name.
    pub(crate) fn text(&mut self, layer: Layer, (x, y): (i64, i64), size: i64, text: &str) {
        let text = escape(text);
        self.add(layer, format!(r#"<text x="{x}" y="{}">{text}</text>"#, y + size * 35 / 100));
    }
}
