//! Lines between places: the winning line, and the path of the last move.

use crate::field::path;
use crate::palette::{CINNABAR, JADE, PAPER, outline, stroke};
use crate::picture::{Layer, Picture};
use leitai_core::{Form, Ground, Place, Scene, Shape};
use std::fmt::Write as _;

/// Draws the winning line: a lane under its stones, wider than they are, so that it hides none.
pub(crate) fn win(scene: &Scene, won: &[&Place], picture: &mut Picture) {
    let (is_tablet, is_hand) = scene.pieces.iter().fold((false, false), |(tablet, hand), piece| {
        let is_hand = matches!(piece.form, Form::Cross | Form::Nought);
        (tablet || matches!(piece.form, Form::Tablet(_)), hand || is_hand)
    });
    let jade = stroke(JADE);
    if is_hand {
        // Under the pen strokes: over them, a line along an arm of a cross would hide it.
        let d = line(won, 32);
        picture.add(Layer::Lines, format!(r#"<path d="{d}"{jade} stroke-width="34" stroke-opacity=".3"/>"#));
        return;
    }
    let width = match won[0].shape {
        Shape::Crossing | Shape::Star => 110,
        Shape::Hexagon => 100,
        shape => {
            let (wide, high) = if is_tablet && shape != Shape::Square { (136, 84) } else { (98, 98) };
            let frame = |place: &&Place| {
                format!(
                    r#"<rect x="{}" y="{}" width="{wide}" height="{high}" rx="16"{} stroke-width="9"/>"#,
                    place.x - wide / 2,
                    place.y - high / 2,
                    outline(JADE)
                )
            };
            picture.elements.extend(won.iter().map(|place| (Layer::Points, frame(place))));
            return;
        }
    };
    let d = line(won, 0);
    let ends = r#"fill="none" stroke-linecap="round" stroke-linejoin="round""#;
    picture.add(Layer::Points, format!(r#"<path d="{d}"{jade} {ends} stroke-width="{width}"/>"#));
}

/// Draws the path of the last move, under the pieces; what joins stones goes over those in between.
pub(crate) fn way(scene: &Scene, picture: &mut Picture) {
    let ends = r#"fill="none" stroke-linecap="round" stroke-linejoin="round""#;
    for part in scene.way.iter().filter(|part| part.points.len() > 1) {
        let d = path(part);
        let (paper, red) = (stroke(PAPER), stroke(CINNABAR));
        let over = |halo: u32, width: u32| {
            format!(
                r#"<g {ends}><path d="{d}"{paper} stroke-width="{halo}"/><path d="{d}"{red} stroke-width="{width}"/></g>"#
            )
        };
        let (layer, drawn) = match (part.thick, scene.ground) {
            (true, _) => (Layer::Points, over(17, 9)),
            (false, Ground::Wood) => (Layer::Marks, over(13, 7)),
            (false, _) => (
                Layer::Points,
                format!(r#"<path d="{d}"{red} {ends} stroke-width="7" stroke-dasharray="1 17"/>"#),
            ),
        };
        picture.add(layer, drawn);
    }
}

/// A single line, extended by `past` at both ends, if the places are collinear; otherwise links between neighbours (a
/// chain of hexagons).
fn line(places: &[&Place], past: i64) -> String {
    let mut points: Vec<(i64, i64)> =
        places.iter().map(|place| (i64::from(place.x), i64::from(place.y))).collect();
    points.sort_unstable();
    let mut d = String::new();
    let (Some(start), Some(end)) = (points.first(), points.last()) else { return d };
    let (dx, dy) = (end.0 - start.0, end.1 - start.1);
    if points.iter().all(|(x, y)| (x - start.0) * dy == (y - start.1) * dx) {
        let length = dx.abs().max(dy.abs()).max(1);
        let (ex, ey) = (dx * past / length, dy * past / length);
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
