//! A drawing of the house as pixels: of SVG only what the drawings here are made of.

use crate::site::strokes::strokes;
use roxmltree::{Document, Node};
use std::collections::HashMap;
use zeno::{Cap, Fill, Join, Mask, Stroke, Style, Transform};

/// A colour: red, green, blue.
type Rgb = [u8; 3];

/// A picture that is drawn on.
pub(crate) struct Raster {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Row by row from the top.
    pub(crate) pixels: Vec<Rgb>,
}

/// How an element is drawn, as far as it inherits that from those around it.
#[derive(Clone, Copy)]
struct Pen {
    at: Transform,
    fill: Option<Rgb>,
    stroke: Option<Rgb>,
    width: f32,
    cap: Cap,
    join: Join,
    /// Of the whole, of its inside and of its line.
    opacity: [f32; 3],
}

/// The elements that others refer to.
type Looks<'d> = HashMap<&'d str, Node<'d, 'd>>;

impl Raster {
    /// A picture of one colour, `#rrggbb`.
    pub(crate) fn new(width: u32, height: u32, ground: &str) -> Raster {
        let ground = colour(ground).unwrap_or_default();
        Raster { width, height, pixels: vec![ground; width as usize * height as usize] }
    }

    /// Draws a document as large as it fits, in the middle. Text is left out, except numbers and names on pieces: which
    /// fonts there are is not known here. Returns whether it is a drawing.
    pub(crate) fn draw(&mut self, document: &Document<'_>) -> bool {
        let root = document.root_element();
        let bounds: Vec<f32> = numbers(root.attribute("viewBox").unwrap_or_default()).collect();
        let [left, top, width, height] = bounds[..] else { return false };
        if width <= 0.0 || height <= 0.0 {
            return false;
        }
        let (own_width, own_height) = (self.width as f32, self.height as f32);
        let scale = (own_width / width).min(own_height / height);
        let middle = ((own_width - scale * width) / 2.0, (own_height - scale * height) / 2.0);
        let at =
            Transform::translation(-left, -top).then_scale(scale, scale).then_translate(middle.0, middle.1);
        let pen = Pen {
            at,
            fill: Some([0; 3]),
            stroke: None,
            width: 1.0,
            cap: Cap::Butt,
            join: Join::Miter,
            opacity: [1.0; 3],
        };
        let looks = document.descendants().filter_map(|node| Some((node.attribute("id")?, node))).collect();
        self.inside(root, pen, &looks, false);
        true
    }

    fn inside(&mut self, node: Node<'_, '_>, pen: Pen, looks: &Looks<'_>, is_look: bool) {
        for child in node.children().filter(Node::is_element) {
            self.element(child, pen, looks, is_look);
        }
    }

    fn element(&mut self, node: Node<'_, '_>, pen: Pen, looks: &Looks<'_>, is_look: bool) {
        if node.attribute("visibility") == Some("hidden") {
            return;
        }
        let pen = pen.of(node);
        let number = |name| node.attribute(name).and_then(|text| text.parse::<f32>().ok()).unwrap_or(0.0);
        match node.tag_name().name() {
            "g" => self.inside(node, pen, looks, is_look),
            // A look refers to no other, so that this ends.
            "use" if !is_look => {
                let look = node.attribute("href").and_then(|href| looks.get(href.strip_prefix('#')?));
                let at = Transform::translation(number("x"), number("y")).then(&pen.at);
                if let Some(look) = look {
                    self.element(*look, Pen { at, ..pen }, looks, true);
                }
            }
            "path" => self.shape(node.attribute("d").unwrap_or_default(), &pen, node),
            "rect" => {
                let (x, y, width, height) = (number("x"), number("y"), number("width"), number("height"));
                let r = number("rx").min(width / 2.0).min(height / 2.0);
                let (across, down) = (width - 2.0 * r, height - 2.0 * r);
                let path = format!(
                    "M{} {y}h{across}a{r} {r} 0 0 1 {r} {r}v{down}a{r} {r} 0 0 1 -{r} {r}h-{across}\
                     a{r} {r} 0 0 1 -{r} -{r}v-{down}a{r} {r} 0 0 1 {r} -{r}z",
                    x + r
                );
                let plain = format!("M{x} {y}h{width}v{height}h-{width}z");
                self.shape(if r > 0.0 { &path } else { &plain }, &pen, node);
            }
            "circle" => {
                let (x, y, r) = (number("cx"), number("cy"), number("r"));
                let (top, two) = (y - r, 2.0 * r);
                self.shape(&format!("M{x} {top}a{r} {r} 0 1 1 0 {two}a{r} {r} 0 1 1 0 -{two}z"), &pen, node);
            }
            "text" if is_look => self.written(node, &pen),
            _ => {}
        }
    }

    fn shape(&mut self, path: &str, pen: &Pen, node: Node<'_, '_>) {
        let [whole, inside, line] = pen.opacity;
        if let Some(colour) = pen.fill {
            self.paint(path, Fill::NonZero.into(), pen.at, colour, whole * inside);
        }
        if let Some(colour) = pen.stroke.filter(|_| pen.width > 0.0) {
            let dashes: Vec<f32> = numbers(node.attribute("stroke-dasharray").unwrap_or_default()).collect();
            let mut stroke = Stroke::new(pen.width);
            stroke.cap(pen.cap).join(pen.join);
            if dashes.iter().any(|dash| *dash > 0.0) {
                stroke.dash(&dashes, 0.0);
            }
            self.paint(path, stroke.into(), pen.at, colour, whole * line);
        }
    }

    /// A number or a name on a piece; anything else that is written there is left out.
    fn written(&mut self, node: Node<'_, '_>, pen: &Pen) {
        let text = node.text().unwrap_or_default();
        let Some(all) = text.chars().map(strokes).collect::<Option<Vec<_>>>() else { return };
        let number = |name| node.attribute(name).and_then(|text| text.parse::<f32>().ok()).unwrap_or(0.0);
        let (size, colour) = (number("font-size"), pen.fill.unwrap_or_default());
        let mut left = number("x") - size * all.iter().map(|it| it.step).sum::<f32>() / 2.0;
        for it in all {
            let (scale, step) = (size * it.height / 16.0, size * it.step);
            let inset = (step - it.width * scale) / 2.0;
            let top = number("y") + size * (it.below - it.height);
            let place = Transform::scale(scale, scale).then_translate(left + inset, top);
            let mut stroke = Stroke::new(it.line);
            stroke.cap(Cap::Round).join(Join::Round);
            self.paint(it.path, stroke.into(), place.then(&pen.at), colour, pen.opacity[0]);
            left += step;
        }
    }

    fn paint(&mut self, path: &str, style: Style<'_>, at: Transform, colour: Rgb, opacity: f32) {
        let (mask, placed) = Mask::new(path).style(style).transform(Some(at)).render();
        let rows = mask.chunks_exact(placed.width.max(1) as usize);
        for (y, row) in (placed.top..).zip(rows).filter(|(y, _)| (0..self.height as i32).contains(y)) {
            for (x, covered) in (placed.left..).zip(row).filter(|(x, _)| (0..self.width as i32).contains(x)) {
                let pixel = &mut self.pixels[y as usize * self.width as usize + x as usize];
                let share = f32::from(*covered) / 255.0 * opacity;
                for (was, is) in pixel.iter_mut().zip(colour) {
                    *was = (f32::from(*was) * (1.0 - share) + f32::from(is) * share).round() as u8;
                }
            }
        }
    }
}

impl Pen {
    /// The pen for an element under this one.
    fn of(self, node: Node<'_, '_>) -> Pen {
        let mut pen = self;
        let share = |name| node.attribute(name).and_then(|text| text.parse::<f32>().ok());
        let colour = |name, inherited| node.attribute(name).map_or(inherited, colour);
        (pen.fill, pen.stroke) = (colour("fill", pen.fill), colour("stroke", pen.stroke));
        pen.width = share("stroke-width").unwrap_or(pen.width);
        pen.opacity[0] *= share("opacity").unwrap_or(1.0);
        pen.opacity[1] = share("fill-opacity").unwrap_or(pen.opacity[1]);
        pen.opacity[2] = share("stroke-opacity").unwrap_or(pen.opacity[2]);
        pen.cap = match node.attribute("stroke-linecap") {
            Some("round") => Cap::Round,
            Some("square") => Cap::Square,
            Some(_) => Cap::Butt,
            None => pen.cap,
        };
        pen.join = match node.attribute("stroke-linejoin") {
            Some("round") => Join::Round,
            Some("bevel") => Join::Bevel,
            Some(_) => Join::Miter,
            None => pen.join,
        };
        if let Some(moved) = node.attribute("transform") {
            // The last of several is done first.
            for one in moved.split_inclusive(')') {
                pen.at = transform(one.trim()).then(&pen.at);
            }
        }
        pen
    }
}

/// `translate(…)`, `rotate(…)` or `scale(…)`; anything else changes nothing.
fn transform(text: &str) -> Transform {
    let (name, rest) = text.split_once('(').unwrap_or((text, ""));
    let values: Vec<f32> = numbers(rest.trim_end_matches(')')).collect();
    match (name, &values[..]) {
        ("translate", [x]) => Transform::translation(*x, 0.0),
        ("translate", [x, y]) => Transform::translation(*x, *y),
        ("scale", [by]) => Transform::scale(*by, *by),
        ("scale", [x, y]) => Transform::scale(*x, *y),
        ("rotate", [by]) => Transform::rotation(zeno::Angle::from_degrees(*by)),
        ("rotate", [by, x, y]) => Transform::translation(-x, -y)
            .then(&Transform::rotation(zeno::Angle::from_degrees(*by)))
            .then_translate(*x, *y),
        _ => Transform::IDENTITY,
    }
}

fn numbers(text: &str) -> impl Iterator<Item = f32> {
    text.split([' ', ',']).filter_map(|number| number.parse().ok())
}

/// `#rrggbb`; `none` and anything else is no colour.
fn colour(text: &str) -> Option<Rgb> {
    let hex = text.strip_prefix('#').filter(|hex| hex.len() == 6)?;
    let [_, red, green, blue] = u32::from_str_radix(hex, 16).ok()?.to_be_bytes();
    Some([red, green, blue])
}
