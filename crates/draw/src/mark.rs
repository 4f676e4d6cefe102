//! Marks: the last move, where it came from, what the rules say about a place, numbers on stones.

use crate::line::{way, win};
use crate::meaning::meaning;
use crate::palette::{self, BRIGHT, CINNABAR, INK, LIT, ON_DARK, ON_LIGHT, PAPER, fill, outline, stroke};
use crate::picture::{Layer, Picture};
use crate::text::escape;
use leitai_core::{Form, Lang, MarkKind, Piece, Place, Say, Scene, Shape, Tone, Words};
use std::fmt::Write as _;

/// The spoken name of the mark of the last move.
pub(crate) const LAST: Words = Words::new("last move", "最后一手");

/// Draws the marks of a scene and the requested numbers, with spoken names in `lang` if one is given.
pub(crate) fn draw(scene: &Scene, numbers: &[(u16, u32)], lang: Option<Lang>, picture: &mut Picture) {
    let place = |at: u16| scene.places.get(usize::from(at));
    for mark in &scene.marks {
        let piece = scene.pieces.iter().rfind(|piece| piece.at == mark.at);
        if let Some((layer, drawn)) = place(mark.at).and_then(|place| notice(mark.kind, place, piece, lang)) {
            picture.add(layer, drawn);
        }
    }
    way(scene, picture);
    let marked = |kind| scene.marks.iter().filter(move |mark| mark.kind == kind);
    // A number that was asked for comes before the scene's own.
    let own = scene.marks.iter().filter_map(|mark| Some((mark.at, mark.number()?)));
    let own = own.filter(|(at, _)| !numbers.iter().any(|(known, _)| known == at));
    let numbers: Vec<(u16, u32)> = numbers.iter().copied().chain(own).collect();
    for mark in marked(MarkKind::Trail) {
        picture.elements.extend(place(mark.at).map(|place| (Layer::Marks, trail(place))));
    }
    let won: Vec<&Place> = marked(MarkKind::Win).filter_map(|mark| place(mark.at)).collect();
    if !won.is_empty() {
        win(scene, &won, picture);
    }
    for mark in marked(MarkKind::Last) {
        let Some(place) = place(mark.at) else { continue };
        let piece = scene.pieces.iter().rfind(|piece| piece.at == mark.at);
        // A number in cinnabar already marks the stone.
        let numbered = piece.is_some() && numbers.iter().any(|(at, _)| *at == mark.at);
        if !numbered || !on_crossing(place) {
            picture.add(Layer::Marks, last(place, piece, lang));
        }
    }
    for (at, number) in &numbers {
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
    // A red stone, or a blue one with its ring, gets a paper-coloured dot.
    let dot = fill(match piece.map(|piece| piece.tone) {
        Some(Tone::Red | Tone::Blue) => ON_DARK,
        Some(tone) if palette::is_dark(tone) => BRIGHT,
        _ => CINNABAR,
    });
    let red = outline(CINNABAR);
    let drawn = match place.shape {
        // Around a tablet, because its characters are on it.
        _ if piece.is_some_and(|piece| matches!(piece.form, Form::Tablet(_))) => format!(
            r#"<rect x="{}" y="{}" width="126" height="72" rx="13"{red} stroke-width="8""#,
            x - 63,
            y - 36
        ),
        _ if piece.is_some_and(|piece| piece.form == Form::Arrow) => format!(
            r#"<rect x="{}" y="{}" width="84" height="84" rx="8"{} stroke-width="8""#,
            x - 42,
            y - 42,
            outline(BRIGHT)
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
            let around =
                format!(r#"<path d="M{x} {}l44 25v50l-44 25l-44-25v-50z"{red} stroke-width="7"/>"#, y - 50);
            let dot = format!(r#"<circle cx="{x}" cy="{y}" r="15"{dot}/>"#);
            let name = spoken(lang, |lang| LAST.to(lang).to_owned());
            return format!("<g{name}>{around}{dot}</g>");
        }
        // Around the bar, which has its owner's colour.
        Shape::Across | Shape::Upright => {
            let (wide, high) = if place.shape == Shape::Across { (88, 24) } else { (24, 88) };
            let bar = format!(
                r#"<rect x="{}" y="{}" width="{wide}" height="{high}" rx="10" fill="none""#,
                x - wide / 2,
                y - high / 2
            );
            let (rim, lit) = (stroke(LIT[1]), stroke(LIT[0]));
            let name = spoken(lang, |lang| LAST.to(lang).to_owned());
            return format!(r#"<g{name}>{bar}{rim} stroke-width="8"/>{bar}{lit} stroke-width="5"/></g>"#);
        }
        _ => format!(r#"<circle cx="{x}" cy="{y}" r="17"{dot}"#),
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

/// What the rules say about a place.
fn notice(
    kind: MarkKind,
    place: &Place,
    piece: Option<&Piece>,
    lang: Option<Lang>,
) -> Option<(Layer, String)> {
    let (x, y) = (place.x, place.y);
    let name = spoken(lang, |lang| format!("{} {}", place.name, kind_name(kind, lang)));
    let (red, lit) = (outline(CINNABAR), fill(LIT[0]).rim(LIT[1]));
    Some(match kind {
        MarkKind::Forbidden(_) => (
            Layer::Marks,
            // Less prominent than the last move, because there may be many.
            format!(
                r#"<path d="M{} {}l22 22m0 -22l-22 22"{red} stroke-width="6" stroke-linecap="round"{name}/>"#,
                x - 11,
                y - 11
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
        // On a stone, a small one at its side: a turn may have been refused on as many places as there are stones.
        MarkKind::Refused if piece.is_some() => (
            Layer::Marks,
            format!(
                r#"<circle cx="{}" cy="{}" r="11"{} stroke-width="5"{name}/>"#,
                x + 30,
                y - 30,
                fill(PAPER).rim(CINNABAR)
            ),
        ),
        MarkKind::Refused => {
            (Layer::Marks, format!(r#"<circle cx="{x}" cy="{y}" r="17"{red} stroke-width="6"{name}/>"#))
        }
        MarkKind::Taken => (
            Layer::Marks,
            format!(
                r#"<circle cx="{x}" cy="{y}" r="34"{red} stroke-width="5" stroke-dasharray="10 11"{name}/>"#
            ),
        ),
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
        MarkKind::Able if piece.is_some_and(|piece| matches!(piece.form, Form::Tablet(_))) => (
            Layer::Points,
            format!(
                r#"<rect x="{}" y="{}" width="124" height="70" rx="12"{lit} stroke-width="3"{name}/>"#,
                x - 62,
                y - 35
            ),
        ),
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
        // Under the edges around it.
        MarkKind::Ripe => (
            Layer::Points,
            format!(
                r#"<rect x="{}" y="{}" width="74" height="74" rx="6"{lit} stroke-width="2"{name}/>"#,
                x - 37,
                y - 37
            ),
        ),
        MarkKind::Last | MarkKind::Trail | MarkKind::Win | MarkKind::Numbered(_) => return None,
    })
}

/// The text of a notice, for those who cannot see it.
fn kind_name(kind: MarkKind, lang: Lang) -> String {
    let Say { en, zh } = meaning(kind);
    if lang == Lang::Zh { zh } else { en }
}

/// The letter of an offered stone.
pub(crate) fn letter(n: u8) -> char {
    char::from(b'A' + n % 26)
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
