//! The look of the board: six lines each way, and the eight arcs at its corners that join them into tracks.

use crate::notation::GRID;
use crate::{Board, Ply, Point, ways};
use leitai_board::{BLACK_AND_WHITE, stone};
use leitai_core::{
    Ground, Label, Mark, MarkKind, Place, Played, Say, Scene, Seat, Shape, State, Stroke, Tone,
};

/// The width and height of the field: the arcs reach two cells beyond the corners.
const FIELD: i32 = 960;
const LAST: u8 = Point::SIDE - 1;

pub(crate) fn draw(board: &Board, last: &[Played<Ply>]) -> Scene {
    let pieces = Point::all().filter_map(|point| Some(stone(board.at(point)?, point.index().into())));
    let mark = |point: Point, kind| Mark { at: u16::from(point.index()), kind };
    let marks =
        last.iter().flat_map(|Played { m, .. }| [mark(m.from, MarkKind::Trail), mark(m.to, MarkKind::Last)]);
    Scene {
        width: FIELD,
        height: FIELD,
        ground: Ground::Wood,
        seats: BLACK_AND_WHITE,
        places: Point::all().map(place).collect(),
        strokes: lines().chain(arcs()).collect(),
        labels: labels(),
        pieces: pieces.collect(),
        marks: marks.collect(),
        way: last.iter().flat_map(|Played { m, .. }| way(board, *m)).collect(),
        tray: Vec::new(),
        buttons: Vec::new(),
        numbers: None,
        score: None,
        says: says(board),
    }
}

/// The line of a step, or the track of a capture. It was a capture if no plies have passed since the last
/// one.
fn way(board: &Board, ply: Ply) -> Vec<Stroke> {
    let captured = board.quiet_len() == 0;
    let occupied = board.stones(Seat::First) | board.stones(Seat::Second) | ply.from.bit();
    let track = if captured { ways::track_of(ply, occupied) } else { None };
    let line = |points: &[Point]| {
        let points = points.iter().map(|point| (centre(point.x()), centre(point.y())));
        Stroke { points: points.collect(), thick: true, tone: Tone::Plain, around: None }
    };
    let Some(lines) = track else { return vec![line(&[ply.from, ply.to])] };
    let arcs = lines.windows(2).filter_map(|pair| Some((*pair[0].last()?, *pair[1].first()?)));
    let arcs: Vec<_> = arcs.map(|(a, b)| arc(a, b)).collect();
    lines.iter().map(|points| line(points)).chain(arcs).collect()
}

/// The arc that joins two points of the rim, clockwise around the corner between them.
fn arc(a: Point, b: Point) -> Stroke {
    let at = |point: Point| (centre(point.x()), centre(point.y()));
    // One point lies on the upper or lower rim, the other on a side.
    let is_level = |point: Point| matches!(point.y(), 0 | LAST);
    let (level, side) = if is_level(a) { (a, b) } else { (b, a) };
    let (x, y) = (centre(side.x()), centre(level.y()));
    // Clockwise, the arcs at the upper left and at the lower right go from side to level, the others the
    // other way.
    let ends = if (side.x() == 0) == (level.y() == 0) { [side, level] } else { [level, side] };
    Stroke { points: ends.map(at).to_vec(), thick: true, tone: Tone::Plain, around: Some((x, y)) }
}

/// The centre of a column or row.
fn centre(n: u8) -> i32 {
    100 * i32::from(n) + 230
}

fn place(point: Point) -> Place {
    let name = GRID.name(point.x(), point.y());
    let (x, y) = (centre(point.x()), centre(point.y()));
    Place { name, x, y, shape: Shape::Crossing, tone: Tone::Plain }
}

/// The tone of a track by its distance from the rim: the inner track is shaded.
const fn track(from_rim: u8) -> Tone {
    if from_rim == 1 { Tone::Shaded } else { Tone::Plain }
}

/// The lines of the board. Those of the tracks are thick; those of the rim lead nowhere.
fn lines() -> impl Iterator<Item = Stroke> {
    let (near, far) = (centre(0), centre(LAST));
    (0..Point::SIDE).flat_map(move |n| {
        let line = |points: [(i32, i32); 2]| Stroke {
            points: points.to_vec(),
            thick: n != 0 && n != LAST,
            tone: track(n.min(LAST - n)),
            around: None,
        };
        [line([(near, centre(n)), (far, centre(n))]), line([(centre(n), near), (centre(n), far)])]
    })
}

/// A small and a large arc around each corner.
fn arcs() -> impl Iterator<Item = Stroke> {
    let (near, far) = (centre(0), centre(LAST));
    [1, 2].into_iter().flat_map(move |from_rim| {
        let radius = 100 * i32::from(from_rim);
        let corners = [
            ((near, near), (0, radius), (radius, 0)),
            ((far, near), (-radius, 0), (0, radius)),
            ((far, far), (0, -radius), (-radius, 0)),
            ((near, far), (radius, 0), (0, -radius)),
        ];
        corners.map(|(at, from, to)| Stroke {
            points: [from, to].map(|end| (at.0 + end.0, at.1 + end.1)).to_vec(),
            thick: true,
            tone: track(from_rim),
            around: Some(at),
        })
    })
}

fn labels() -> Vec<Label> {
    let label = |n: u8| {
        let letter = Label { text: GRID.column(n).to_string(), x: centre(n), y: FIELD + 45 };
        let number = Label { text: (Point::SIDE - n).to_string(), x: -45, y: centre(n) };
        [letter, number]
    };
    (0..Point::SIDE).flat_map(label).collect()
}

fn says(board: &Board) -> Vec<Say> {
    let [black, white] = Seat::BOTH.map(|seat| board.count(seat));
    let (quiet, limit) = (board.quiet_len(), board.rules().no_capture_plies());
    let stones =
        Say { en: format!("black {black}, white {white}"), zh: format!("黑 {black} 子，白 {white} 子") };
    let calm = (quiet > 0).then(|| Say {
        en: format!("{quiet} of {limit} plies without a capture"),
        zh: format!("已连续 {quiet} 步无吃子，上限 {limit} 步"),
    });
    let end = board.turn().outcome().map(|outcome| Say {
        en: outcome.why.text(leitai_core::Lang::En).to_owned(),
        zh: outcome.why.text(leitai_core::Lang::Zh).to_owned(),
    });
    [stones].into_iter().chain(calm).chain(end).collect()
}
