//! A scene as a set of drawn things, each in its layer. A film compares them from frame to frame.

use crate::text::escape;
use std::collections::BTreeMap;

/// What lies over what.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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

/// A rectangle in hundredths of a cell.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) left: i64,
    pub(crate) top: i64,
    pub(crate) right: i64,
    pub(crate) bottom: i64,
}

impl Bounds {
    /// The least rectangle around both.
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

    pub(crate) fn width(self) -> i64 {
        self.right - self.left
    }

    pub(crate) fn height(self) -> i64 {
        self.bottom - self.top
    }
}

/// Everything drawn of one scene.
pub(crate) struct Picture {
    /// Board, coordinates and tray.
    pub(crate) bounds: Bounds,
    /// The size of coordinates.
    pub(crate) label_size: i64,
    /// Elements in drawing order within their layer.
    pub(crate) elements: Vec<(Layer, String)>,
    /// The looks used, by name.
    pub(crate) looks: BTreeMap<String, String>,
}

impl Picture {
    pub(crate) fn add(&mut self, layer: Layer, element: String) {
        self.elements.push((layer, element));
    }

    /// A text centred on a point. The height of a capital is 0.7 of the size in every font we name.
    pub(crate) fn text(&mut self, layer: Layer, (x, y): (i64, i64), size: i64, text: &str) {
        let text = escape(text);
        self.add(layer, format!(r#"<text x="{x}" y="{}">{text}</text>"#, y + size * 35 / 100));
    }
}
