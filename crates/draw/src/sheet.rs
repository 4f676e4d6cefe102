//! The sheet a board is drawn on: title above, caption below, and the XML around it all.

use crate::palette::{FADED, INK, PAPER};
use crate::picture::{Bounds, Layer};
use crate::text::{clean, cut, escape, width};
use leitai_core::Lang;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const FONTS: &str = "system-ui,-apple-system,'Segoe UI','Noto Sans','Noto Sans SC','PingFang SC','Microsoft YaHei',sans-serif";

/// Where title and caption stand around a picture.
#[derive(Clone, Copy)]
pub(crate) struct Sheet {
    board: Bounds,
    has_title: bool,
    caption_lines: usize,
}

impl Sheet {
    pub(crate) fn new(board: Bounds, has_title: bool, caption_lines: usize) -> Sheet {
        Sheet { board, has_title, caption_lines }
    }

    fn title_size(self) -> i64 {
        (self.board.width() / 18).clamp(18, 90)
    }

    fn caption_size(self) -> i64 {
        (self.board.width() / 24).clamp(14, 66)
    }

    fn bounds(self) -> Bounds {
        let mut bounds = self.board;
        if self.has_title {
            bounds.top -= self.title_size() * 18 / 10;
        }
        if self.caption_lines > 0 {
            bounds.bottom += self.caption_size() * (3 + 7 * self.caption_lines as i64) / 5;
        }
        bounds.grown((self.board.width() / 40).clamp(14, 40))
    }

    pub(crate) fn title(self, text: &str) -> String {
        let size = self.title_size();
        self.line(text, self.board.top - size * 8 / 10, size, INK, 600)
    }

    pub(crate) fn caption(self, line: usize, text: &str) -> String {
        let size = self.caption_size();
        self.line(text, self.board.bottom + size * (7 + 7 * line as i64) / 5, size, FADED, 400)
    }

    /// One centred line, made smaller, down to half, and then cut, so that it stays on the sheet.
    fn line(self, text: &str, y: i64, size: i64, fill: &str, weight: u32) -> String {
        let room = self.board.width();
        // A column is about 0.56 of the size; letters of Latin names are less.
        let text = cut(&clean(text), (room * 200 / (56 * size)) as usize);
        let size = size.min(room * 100 / (56 * (width(&text) as i64).max(1)));
        let x = i64::midpoint(self.board.left, self.board.right);
        format!(
            r#"<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{fill}">{}</text>"#,
            escape(&text)
        )
    }
}

/// A whole file, ready to be written.
pub(crate) struct Document<'a> {
    pub(crate) sheet: Sheet,
    pub(crate) lang: Lang,
    pub(crate) title: &'a str,
    pub(crate) desc: &'a str,
    pub(crate) css: &'a str,
    pub(crate) looks: &'a BTreeMap<String, String>,
    pub(crate) label_size: i64,
    pub(crate) elements: Vec<(Layer, String)>,
}

impl Document<'_> {
    pub(crate) fn write(mut self) -> String {
        let bounds = self.sheet.bounds();
        let lang = if self.lang == Lang::Zh { "zh-CN" } else { "en" };
        let (left, top, wide, high) = (bounds.left, bounds.top, bounds.width(), bounds.height());
        let mut out = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {wide} {high}" role="img" lang="{lang}" font-family="{FONTS}" text-anchor="middle">"#
        );
        out.push('\n');
        let _ = writeln!(out, "<title>{}</title>", escape(self.title));
        if !self.desc.is_empty() {
            let _ = writeln!(out, "<desc>{}</desc>", escape(self.desc));
        }
        if !self.css.is_empty() {
            let _ = writeln!(out, "<style>{}</style>", self.css);
        }
        if !self.looks.is_empty() {
            out.push_str("<defs>\n");
            for (id, body) in self.looks {
                let _ = writeln!(out, r#"<g id="{id}">{body}</g>"#);
            }
            out.push_str("</defs>\n");
        }
        let _ =
            writeln!(out, r#"<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="{PAPER}"/>"#);
        self.elements.sort_by_key(|(layer, _)| *layer);
        for layer in self.elements.chunk_by(|a, b| a.0 == b.0) {
            let _ = writeln!(out, "<g{}>", attributes(layer[0].0, self.label_size));
            for (_, element) in layer {
                out.push_str(element);
                out.push('\n');
            }
            out.push_str("</g>\n");
        }
        out.push_str("</svg>\n");
        out
    }
}

/// What all elements of a layer share.
fn attributes(layer: Layer, label_size: i64) -> String {
    match layer {
        // Squares without seams between them.
        Layer::Places => r#" shape-rendering="geometricPrecision""#.to_owned(),
        Layer::Lines => r#" fill="none" stroke-linecap="round" stroke-linejoin="round""#.to_owned(),
        Layer::Labels => format!(r#" font-size="{label_size}" fill="{FADED}""#),
        Layer::Marks => r#" font-weight="600""#.to_owned(),
        Layer::Ground | Layer::Points | Layer::Pieces | Layer::Tray | Layer::Text => String::new(),
    }
}
