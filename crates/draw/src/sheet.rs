//! The sheet on which a board is drawn: title above, caption below, and the surrounding XML.

use crate::palette::{Colour, FADED, INK, PAPER, fill};
use crate::picture::{Bounds, Layer};
use crate::text::{clean, cut, escape, width, wrap};
use leitai_core::Lang;
use std::fmt::Write as _;

const FONTS: &str = "system-ui,-apple-system,'Segoe UI','Noto Sans','Noto Sans SC','PingFang SC','Microsoft YaHei',sans-serif";

/// The most lines into which one line of a caption is wrapped.
const MOST: usize = 3;

/// The positions of title and caption around a picture.
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

    /// The lines of a caption, wrapped to the width of this board.
    pub(crate) fn wrapped(board: Bounds, lines: &[String]) -> Vec<String> {
        let sheet = Sheet::new(board, false, 0);
        let columns = sheet.columns(sheet.caption_size());
        lines.iter().flat_map(|line| wrap(&clean(line), columns, MOST)).collect()
    }

    /// The number of columns that fit at this font size. A column is about 0.56 of the size; Latin letters are
    /// narrower.
    fn columns(self, size: i64) -> usize {
        (self.board.width() * 100 / (56 * size)) as usize
    }

    fn title_size(self) -> i64 {
        (self.board.width() / 18).clamp(18, 90)
    }

    fn caption_size(self) -> i64 {
        (self.board.width() / 24).clamp(14, 66)
    }

    pub(crate) fn bounds(self) -> Bounds {
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

    /// One centred line that fits the sheet: it is made smaller, down to half its size, and then cut.
    fn line(self, text: &str, y: i64, size: i64, ink: Colour, weight: u32) -> String {
        let room = self.board.width();
        let text = cut(&clean(text), 2 * self.columns(size));
        let size = size.min(room * 100 / (56 * (width(&text) as i64).max(1)));
        let x = i64::midpoint(self.board.left, self.board.right);
        format!(
            r#"<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}"{}>{}</text>"#,
            fill(ink),
            escape(&text)
        )
    }
}

/// An `svg` element ready to be written: a separate file with its own paper, or a part of a page.
pub(crate) struct Document<'a> {
    pub(crate) bounds: Bounds,
    pub(crate) lang: Lang,
    pub(crate) title: &'a str,
    pub(crate) desc: &'a str,
    pub(crate) css: &'a str,
    /// One of our own scripts; it contains neither `<` nor `&`.
    pub(crate) script: &'a str,
    /// Ids and bodies; `None` where another drawing of the page has them.
    pub(crate) looks: Option<&'a [(String, String)]>,
    pub(crate) label_size: i64,
    /// For a part of a page: its layers, each of which is written under its name, even if empty.
    pub(crate) layers: Option<&'a [Layer]>,
    /// The position of the tray's corner.
    pub(crate) tray: Option<(i64, i64)>,
    pub(crate) elements: Vec<(Layer, String)>,
}

impl Document<'_> {
    pub(crate) fn write(mut self) -> String {
        let lang = if self.lang == Lang::Zh { "zh-CN" } else { "en" };
        let (view, title) = (self.bounds.view(), escape(self.title));
        let page = self.layers.is_some();
        let name = if page { format!(r#" aria-label="{title}""#) } else { String::new() };
        let mut out = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" role="img"{name} lang="{lang}" font-family="{FONTS}" text-anchor="middle">"#
        );
        out.push('\n');
        if !page {
            let _ = writeln!(out, "<title>{title}</title>");
        }
        if !self.desc.is_empty() {
            let _ = writeln!(out, "<desc>{}</desc>", escape(self.desc));
        }
        if !self.css.is_empty() {
            let _ = writeln!(out, "<style>{}</style>", self.css);
        }
        if !self.script.is_empty() {
            let _ = writeln!(out, "<script>{}</script>", self.script);
        }
        if let Some(looks) = self.looks.filter(|looks| page || !looks.is_empty()) {
            out.push_str("<defs>\n");
            for (id, body) in looks {
                let _ = writeln!(out, r#"<g id="{id}">{body}</g>"#);
            }
            out.push_str("</defs>\n");
        }
        if !page {
            let (left, top, wide, high) =
                (self.bounds.left, self.bounds.top, self.bounds.width(), self.bounds.height());
            let paper = fill(PAPER);
            let _ = writeln!(out, r#"<rect x="{left}" y="{top}" width="{wide}" height="{high}"{paper}/>"#);
        }
        self.elements.sort_by_key(|(layer, _)| *layer);
        match self.layers {
            Some(layers) => {
                for layer in layers {
                    let of_it = self.elements.iter().filter(|(of, _)| of == layer);
                    self.layer(*layer, of_it, &mut out);
                }
            }
            None => {
                for elements in self.elements.chunk_by(|a, b| a.0 == b.0) {
                    self.layer(elements[0].0, elements.iter(), &mut out);
                }
            }
        }
        out.push_str("</svg>\n");
        out
    }

    fn layer<'e>(&self, layer: Layer, elements: impl Iterator<Item = &'e (Layer, String)>, out: &mut String) {
        let name =
            if self.layers.is_some() { format!(r#" data-l="{}""#, layer.name()) } else { String::new() };
        let _ = writeln!(out, "<g{name}{}>", self.attributes(layer));
        for (_, element) in elements {
            out.push_str(element);
            out.push('\n');
        }
        out.push_str("</g>\n");
    }

    /// The attributes that all elements of a layer share.
    fn attributes(&self, layer: Layer) -> String {
        match layer {
            // Avoids seams between squares.
            Layer::Places => r#" shape-rendering="geometricPrecision""#.to_owned(),
            Layer::Lines => r#" fill="none" stroke-linecap="round" stroke-linejoin="round""#.to_owned(),
            Layer::Labels => format!(r#" font-size="{}"{}"#, self.label_size, fill(FADED)),
            Layer::Marks => r#" font-weight="600""#.to_owned(),
            Layer::Tray => {
                self.tray.map_or(String::new(), |(x, y)| format!(r#" transform="translate({x} {y})""#))
            }
            Layer::Ground | Layer::Points | Layer::Pieces | Layer::Text => String::new(),
        }
    }
}
