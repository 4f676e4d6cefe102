//! Marks: the last move, where it came from, the winning line, numbers on stones.

use crate::palette::{
    self, BRIGHT, CINNABAR, INK, JADE, LIT, ON_DARK, ON_LIGHT, PAPER, fill, outline, stroke,
};
use crate::picture::{Layer, Picture};
use crate::text::escape;
use leitai_core::{Form, Lang, MarkKind, Piece, Place, Scene, Shape, Tone, Words};
use std::fmt::Write as _;

/// What the mark of the last move says.
pub(crate) const LAST: Words = Words::new("last move", "最后一手");

/// Draws the marks of a scene and the numbers asked for; with spoken names in `lang`, if one is given.
pub(crate) fn draw(scene: &Scene, numbers: &[(u16, u32)], lang: Option<Lang>, picture: &mut Picture) {
    let place = |at: u16| scene.places.get(usize::from(at));
    for mark in &scene.marks {
        if let Some((layer, drawn)) = place(mark.at).and_then(|place| notice(mark.kind, place, lang)) {
            picture.add(layer, drawn);
        }
    }
    let marked = |kind| scene.marks.iter().filter(move |mark| mark.kind == kind);
    for mark in marked(MarkKind::Trail) {
        picture.elements.extend(place(mark.at).map(|place| (Layer::Marks, trail(place))));
    }
    let won: Vec<&Place> = marked(MarkKind::Win).filter_map(|mark| place(mark.at)).collect();
    if !won.is_empty() {
        win(scene, &won, !numbers.is_empty(), picture);
    }
    for mark in marked(MarkKind::Last) {
        let Some(place) = place(mark.at) else { continue };
        let piece = scene.pieces.iter().rfind(|piece| piece.at == mark.at);
        // A number in cinnabar marks the stone already.
        let numbered = piece.is_some() && numbers.iter().any(|(at, _)| *at == mark.at);
        if !numbered || !on_crossing(place) {
            picture.add(Layer::Marks, last(place, piece, lang));
        }
    }
    for (at, number) in numbers {
        let piece = scene.pieces.iter().rfind(|piece| piece.at == *at);
        if let (Some(place), Some(piece)) = (place(*at), piece) {
            let is_last = marked(MarkKind::Last).any(|mark| mark.at == *at);
            picture.add(Layer::Marks, figure(place, *number, piece.tone, is_last));
        }
    }
}

fn on_crossing(place: &Place) -> bool {
    matches!(place.shape, Shape::Crossing | Shape::Star | Shape::Round | Shape::Arch)
}

fn last(place: &Place, piece: Option<&Piece>, lang: Option<Lang>) -> String {
    let (x, y) = (place.x, place.y);
    let dot = fill(if piece.is_some_and(|piece| palette::is_dark(piece.tone)) { BRIGHT } else { CINNABAR });
    let red = outline(CINNABAR);
    let drawn = match place.shape {
        // Around a tablet: on it stand its characters.
        _ if piece.is_some_and(|piece| matches!(piece.form, Form::Tablet(_))) => format!(
            r#"<rect x="{}" y="{}" width="98" height="66" rx="12"{} stroke-width="6""#,
            x - 49,
            y - 33,
            outline(JADE)
        ),
        _ if piece.is_some_and(|piece| matches!(piece.form, Form::Cross | Form::Nought)) => {
            return named(
                &format!(
                    r#"<path d="M{} {}q10 -3 21 -1t19 -1"{red} stroke-width="4" stroke-linecap="round""#,
                    x - 20,
                    y + 42
                ),
                lang,
            );
        }
        Shape::Square => {
            format!(r#"<path d="{}"{red} stroke-width="7" stroke-linejoin="round""#, corners(x, y))
        }
        Shape::Hexagon => {
            format!(r#"<path d="M{x} {}l44 25v50l-44 25l-44-25v-50z"{red} stroke-width="6""#, y - 50)
        }
        Shape::Across | Shape::Upright => format!(r#"<circle cx="{x}" cy="{y}" r="5"{}"#, fill(ON_DARK)),
        _ => format!(r#"<circle cx="{x}" cy="{y}" r="13"{dot}"#),
    };
    named(&drawn, lang)
}

fn named(drawn: &str, lang: Option<Lang>) -> String {
    format!("{drawn}{}/>", spoken(lang, |lang| LAST.to(lang).to_owned()))
}

/// The attributes that give an element a spoken name.
pub(crate) fn spoken(lang: Option<Lang>, name: impl Fn(Lang) -> String) -> String {
    lang.map_or(String::new(), |lang| format!(r#" role="img" aria-label="{}""#, escape(&name(lang))))
}

/// The four corners of a square.
fn corners(x: i32, y: i32) -> String {
    let mut d = String::new();
    for (sx, sy) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
        let _ = write!(d, "M{} {}v{}h{}", x + 45 * sx, y + 23 * sy, 22 * sy, -22 * sx);
    }
    d
}

fn trail(place: &Place) -> String {
    let (x, y) = (place.x, place.y);
    format!(r#"<circle cx="{x}" cy="{y}" r="11"{} stroke-width="5"/>"#, outline(CINNABAR))
}

/// What the rules say of a place.
fn notice(kind: MarkKind, place: &Place, lang: Option<Lang>) -> Option<(Layer, String)> {
    let (x, y) = (place.x, place.y);
    let said = kind_name(kind)?;
    let name = spoken(lang, |lang| format!("{} {}", place.name, said.to(lang)));
    let (red, lit) = (outline(CINNABAR), fill(LIT[0]).rim(LIT[1]));
    Some(match kind {
        MarkKind::Forbidden => (
            Layer::Marks,
            format!(
                r#"<path d="M{} {}l26 26m0 -26l-26 26"{red} stroke-width="7" stroke-linecap="round"{name}/>"#,
                x - 13,
                y - 13
            ),
        ),
        MarkKind::Offered(n) => (
            Layer::Marks,
            format!(
                r#"<g{}{name}><circle cx="{x}" cy="{y}" r="42"{} fill-opacity=".55" stroke-width="4" stroke-dasharray="11 8"/><text x="{x}" y="{}" font-size="46">{}</text></g>"#,
                fill(INK),
                fill(PAPER).rim(INK),
                y + 16,
                letter(n)
            ),
        ),
        MarkKind::Refused => {
            (Layer::Marks, format!(r#"<circle cx="{x}" cy="{y}" r="24"{red} stroke-width="7"{name}/>"#))
        }
        // The piece fades but keeps its colour, and is struck out.
        MarkKind::Dead => (
            Layer::Marks,
            format!(
                r#"<g{name}><circle cx="{x}" cy="{y}" r="46"{} fill-opacity=".5"/><path d="M{} {}l34 34m0 -34l-34 34"{} stroke-width="8" stroke-linecap="round"/></g>"#,
                fill(PAPER),
                x - 17,
                y - 17,
                outline(INK)
            ),
        ),
        // Under the piece.
        MarkKind::Able if on_crossing(place) => {
            (Layer::Points, format!(r#"<circle cx="{x}" cy="{y}" r="50"{lit} stroke-width="3"{name}/>"#))
        }
        MarkKind::Able => (
            Layer::Points,
            format!(
                r#"<rect x="{}" y="{}" width="96" height="96" rx="14"{lit} stroke-width="3"{name}/>"#,
                x - 48,
                y - 48
            ),
        ),
        MarkKind::Last | MarkKind::Trail | MarkKind::Win => return None,
    })
}

/// The letter of an offered stone.
pub(crate) fn letter(n: u8) -> char {
    char::from(b'A' + n % 26)
}

/// What a notice says, for those who cannot see it.
pub(crate) const fn kind_name(kind: MarkKind) -> Option<Words> {
    match kind {
        MarkKind::Forbidden => Some(Words::new("forbidden", "禁手")),
        MarkKind::Offered(_) => Some(Words::new("offered", "备选打点")),
        MarkKind::Refused => Some(Words::new("refused", "被拒")),
        MarkKind::Able => Some(Words::new("may move", "可走")),
        MarkKind::Dead => Some(Words::new("dead", "死子")),
        MarkKind::Last | MarkKind::Trail | MarkKind::Win => None,
    }
}

fn win(scene: &Scene, won: &[&Place], numbered: bool, picture: &mut Picture) {
    let d = line(won);
    if scene.pieces.iter().any(|piece| matches!(piece.form, Form::Cross | Form::Nought)) {
        // Under the pen strokes, or a line along an arm of a cross would hide it.
        let line = format!(r#"<path d="{d}"{} stroke-width="34" stroke-opacity=".3"/>"#, stroke(JADE));
        picture.add(Layer::Lines, line);
    } else if numbered {
        // A line would strike out the numbers.
        picture.elements.extend(won.iter().map(|place| (Layer::Marks, ring(place))));
    } else {
        let line = format!(
            r#"<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="{d}"{} stroke-width="17" opacity=".85"/><path d="{d}"{} stroke-width="10"/></g>"#,
            stroke(PAPER),
            stroke(JADE)
        );
        picture.add(Layer::Marks, line);
    }
}

fn ring(place: &Place) -> String {
    format!(r#"<circle cx="{}" cy="{}" r="43"{} stroke-width="9"/>"#, place.x, place.y, outline(JADE))
}

/// One line if the places lie on one, else links between neighbours (a chain of hexagons).
fn line(places: &[&Place]) -> String {
    let mut points: Vec<(i64, i64)> =
        places.iter().map(|place| (i64::from(place.x), i64::from(place.y))).collect();
    points.sort_unstable();
    let mut d = String::new();
    let (Some(start), Some(end)) = (points.first(), points.last()) else { return d };
    let (dx, dy) = (end.0 - start.0, end.1 - start.1);
    if points.iter().all(|(x, y)| (x - start.0) * dy == (y - start.1) * dx) {
        // Past the centres of the outer places, by a third of a cell.
        let length = dx.abs().max(dy.abs()).max(1);
        let (ex, ey) = (dx * 32 / length, dy * 32 / length);
        let _ = write!(d, "M{} {}L{} {}", start.0 - ex, start.1 - ey, end.0 + ex, end.1 + ey);
    } else {
        links(&points, &mut d);
    }
    d
}

fn links(points: &[(i64, i64)], d: &mut String) {
    let square = |a: (i64, i64), b: (i64, i64)| (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2);
    let pairs = || points.iter().enumerate().flat_map(|(i, a)| points[i + 1..].iter().map(move |b| (*a, *b)));
    let nearest = pairs().map(|(a, b)| square(a, b)).filter(|far| *far > 0).min().unwrap_or(0);
    // Diagonal neighbours are the root of 2 apart; rows of hexagons are not quite one cell apart.
    for (a, b) in pairs().filter(|(a, b)| square(*a, *b) * 10 <= nearest * 21) {
        let _ = write!(d, "M{} {}L{} {}", a.0, a.1, b.0, b.1);
    }
}

fn figure(place: &Place, number: u32, tone: Tone, is_last: bool) -> String {
    let size = match number {
        0..=9 => 50,
        10..=99 => 46,
        100..=999 => 38,
        _ => 30,
    };
    let colour = match (palette::is_dark(tone), is_last) {
        (true, true) => BRIGHT,
        (true, false) => ON_DARK,
        (false, true) => CINNABAR,
        (false, false) => ON_LIGHT,
    };
    format!(
        r#"<text x="{}" y="{}" font-size="{size}"{}>{number}</text>"#,
        place.x,
        i64::from(place.y) + size * 35 / 100,
        fill(colour)
    )
}
