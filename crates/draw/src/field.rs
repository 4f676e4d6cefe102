//! The board itself: its ground, its places and its lines.

use crate::palette::{
    CAMP, FADED, GRAIN, INK, JADE, PAPER, Paint, RIM, SQUARES, STATION, TEAL, WOOD, WOOD_RIM, fill, piece,
    stroke as line,
};
use crate::picture::{Bounds, Layer, Picture};
use leitai_core::{Ground, Place, Scene, Shape, Stroke, Tone};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The bounds of the field including every whole place.
pub(crate) fn outline(scene: &Scene) -> Bounds {
    let field = Bounds { left: 0, top: 0, right: scene.width.into(), bottom: scene.height.into() };
    scene.places.iter().fold(field, |bounds, place| {
        let (half_width, half_height) = match place.shape {
            Shape::Hexagon => (52, 60),
            Shape::Across => (60, 10),
            Shape::Upright => (10, 60),
            Shape::Station | Shape::Round | Shape::Arch => (64, 40),
            _ => (50, 50),
        };
        bounds.with(Bounds::around(place.x, place.y, half_width, half_height))
    })
}

/// Draws the board into the picture.
pub(crate) fn draw(scene: &Scene, board: Bounds, picture: &mut Picture) {
    ground(scene.ground, board, picture);
    let mut dots = BTreeSet::new();
    for place in &scene.places {
        draw_place(scene.ground, place, picture);
        match place.shape {
            Shape::Across => dots.extend([(place.x - 50, place.y), (place.x + 50, place.y)]),
            Shape::Upright => dots.extend([(place.x, place.y - 50), (place.x, place.y + 50)]),
            _ => {}
        }
    }
    for (x, y) in dots {
        picture.add(Layer::Points, format!(r#"<circle cx="{x}" cy="{y}" r="11"{}/>"#, fill(INK)));
    }
    lines(scene, board, picture);
}

fn ground(ground: Ground, board: Bounds, picture: &mut Picture) {
    let (bounds, radius, inside, rim) = match ground {
        Ground::Wood => (board.grown(14), 20, WOOD, WOOD_RIM),
        Ground::Squares => (board.grown(5), 8, SQUARES[0], RIM),
        Ground::Paper => return,
    };
    picture.bounds = picture.bounds.with(bounds.grown(4));
    picture.add(
        Layer::Ground,
        format!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{radius}"{} stroke-width="8"/>"#,
            bounds.left,
            bounds.top,
            bounds.width(),
            bounds.height(),
            fill(inside).rim(rim)
        ),
    );
}

fn draw_place(ground: Ground, place: &Place, picture: &mut Picture) {
    let (x, y) = (place.x, place.y);
    let is_dark = matches!(place.tone, Tone::Shaded | Tone::Black);
    let tint = fill(SQUARES[usize::from(is_dark)]);
    let (layer, element) = match place.shape {
        Shape::Crossing => return,
        // The ground under all squares is the light tone.
        Shape::Square if !is_dark => return,
        Shape::Square => (
            Layer::Places,
            format!(r#"<rect x="{}" y="{}" width="100" height="100"{tint}/>"#, x - 50, y - 50),
        ),
        Shape::Star => (Layer::Points, format!(r#"<circle cx="{x}" cy="{y}" r="11"{}/>"#, fill(GRAIN))),
        Shape::Hexagon => (
            Layer::Places,
            format!(
                r#"<path d="M{x} {}l50 29v58l-50 29l-50-29v-58z"{} stroke-width="4"/>"#,
                y - 58,
                tint.rim(RIM)
            ),
        ),
        Shape::Across => (Layer::Places, guide(x - 50, y, 'h')),
        Shape::Upright => (Layer::Places, guide(x, y - 50, 'v')),
        // Stations lie over the roads that lead to them.
        // A piece in a camp leaves a rim of it visible on all sides.
        Shape::Round => (
            Layer::Points,
            format!(
                r#"<rect x="{}" y="{}" width="132" height="76" rx="38"{} stroke-width="5"/>"#,
                x - 66,
                y - 38,
                fill(CAMP).rim(JADE)
            ),
        ),
        Shape::Station => (
            Layer::Points,
            format!(
                r#"<rect x="{}" y="{}" width="100" height="48" rx="5"{} stroke-width="4"/>"#,
                x - 50,
                y - 24,
                station(ground)
            ),
        ),
        Shape::Arch => (
            Layer::Points,
            format!(
                r#"<path d="M{} {}v-36a64 40 0 0 1 128 0v36z"{} stroke-width="5"/>"#,
                x - 64,
                y + 38,
                station(ground)
            ),
        ),
    };
    picture.add(layer, element);
}

fn station(ground: Ground) -> Paint {
    let inside = if ground == Ground::Wood { STATION } else { SQUARES[0] };
    fill(inside).rim(FADED)
}

/// Where an edge may be drawn later.
fn guide(x: i32, y: i32, direction: char) -> String {
    let ink = line(RIM);
    format!(r#"<path d="M{x} {y}{direction}100"{ink} stroke-width="3" stroke-dasharray="3 9"/>"#)
}

fn lines(scene: &Scene, board: Bounds, picture: &mut Picture) {
    let size = board.width().max(board.height());
    // Fine on a small board, and still visible when a large one is shown small.
    let thin = (size / 50).clamp(24, 40);
    let ink = if scene.ground == Ground::Wood { GRAIN } else { INK };
    let by_hand = by_hand(scene);
    let railway = scene.places.iter().any(|place| place.shape == Shape::Station);
    for (i, stroke) in scene.strokes.iter().enumerate() {
        let shaded = stroke.tone == Tone::Shaded;
        let owned = stroke.tone != Tone::Plain && !shaded;
        let width = match (by_hand, stroke.thick) {
            (true, _) => 70,
            (_, true) if owned => 180,
            (_, true) if railway => 110,
            (_, true) => thin * 2,
            (_, false) => thin,
        };
        let d = if by_hand { bow(stroke, i) } else { path(stroke) };
        let ink = line(match stroke.tone {
            _ if shaded => TEAL,
            Tone::Plain => ink,
            owner => piece(owner)[0],
        });
        picture.add(
            Layer::Lines,
            format!(r#"<path d="{d}"{ink} stroke-width="{}.{}"/>"#, width / 10, width % 10),
        );
        if stroke.thick && owned && stroke.tone == Tone::Blue {
            // Split along its length, like blue bars.
            let inlay = line(piece(stroke.tone)[2]);
            picture.add(Layer::Lines, format!(r#"<path d="{d}"{inlay} stroke-width="4"/>"#));
        } else if stroke.thick && railway {
            let tie = line(PAPER);
            picture.add(
                Layer::Lines,
                format!(
                    r#"<path d="{d}"{tie} stroke-width="6" stroke-dasharray="13 12" stroke-linecap="butt"/>"#
                ),
            );
        }
    }
}

/// Whether lines are drawn between squares on paper, as in tic-tac-toe.
fn by_hand(scene: &Scene) -> bool {
    scene.ground == Ground::Paper
        && scene.places.iter().all(|place| place.shape == Shape::Square)
        && scene.strokes.iter().all(|stroke| stroke.points.len() == 2 && stroke.around.is_none())
}

/// The stroke's way as the `d` of a path.
pub(crate) fn path(stroke: &Stroke) -> String {
    let mut d = String::new();
    for (i, to) in stroke.points.iter().enumerate() {
        let from = i.checked_sub(1).map(|before| stroke.points[before]);
        let _ = match (from, stroke.around) {
            (None, _) => write!(d, "M{} {}", to.0, to.1),
            (Some(_), None) => write!(d, "L{} {}", to.0, to.1),
            (Some(from), Some(centre)) => arc(from, *to, centre, &mut d),
        };
    }
    d
}

/// Appends an arc, clockwise around a centre.
fn arc(from: (i32, i32), to: (i32, i32), centre: (i32, i32), d: &mut String) -> std::fmt::Result {
    let arm =
        |(x, y): (i32, i32)| (i128::from(x) - i128::from(centre.0), i128::from(y) - i128::from(centre.1));
    let (a, b) = (arm(from), arm(to));
    let radius = (a.0 * a.0 + a.1 * a.1).isqrt();
    // With y pointing down, the cross product is negative beyond half a turn.
    let far = u8::from(a.0 * b.1 < a.1 * b.0);
    write!(d, "A{radius} {radius} 0 {far} 1 {} {}", to.0, to.1)
}

/// A straight line as drawn by hand: slightly bent, and slightly past its end.
fn bow(stroke: &Stroke, index: usize) -> String {
    let [(x1, y1), (x2, y2)] =
        [stroke.points[0], stroke.points[1]].map(|(x, y)| (i64::from(x), i64::from(y)));
    let length = (x2 - x1).abs().max((y2 - y1).abs()).max(1);
    let bend = [5, -4, 4, -6][index % 4];
    // Perpendicular to the line, to the right of its direction.
    let (across_x, across_y) = ((y1 - y2) * bend / length, (x2 - x1) * bend / length);
    let (mx, my) = (i64::midpoint(x1, x2) + across_x * 2, i64::midpoint(y1, y2) + across_y * 2);
    format!("M{} {}Q{mx} {my} {} {}", x1 - across_x, y1 - across_y, x2 - across_x / 2, y2 - across_y / 2)
}
