//! What the board looks like: crossings of lines on wood; on 9×9 five of them are marked.

use crate::notation::{self, column};
use crate::position::NO_SAFE_POINT;
use crate::{Board, Point, Rules};
use leitai_core::{
    By, Form, Ground, Label, Mark, MarkKind, Piece, Place, Played, Say, Scene, Seat, Shape, State, Stroke,
    Tone, Turn, Words,
};

const BLACK_STONE: Words = Words::new("black stone", "黑子");
const WHITE_STONE: Words = Words::new("white stone", "白子");

pub(crate) fn draw(board: &Board, last: &[Played<Point>]) -> Scene {
    let rules = board.rules();
    let pieces = rules.board().iter().filter_map(|point| {
        let (tone, name) = match board.at(point)? {
            Seat::First => (Tone::Black, BLACK_STONE),
            Seat::Second => (Tone::White, WHITE_STONE),
        };
        Some(Piece { at: place_of(rules, point), tone, form: Form::Stone, name })
    });
    Scene {
        width: 100 * i32::from(rules.width()),
        height: 100 * i32::from(rules.height()),
        ground: Ground::Wood,
        seats: [Tone::Black, Tone::White],
        places: places(rules),
        strokes: strokes(rules),
        labels: labels(rules),
        pieces: pieces.collect(),
        marks: marks(board, last),
        tray: Vec::new(),
        buttons: Vec::new(),
        numbers: None,
        says: says(board),
    }
}

/// The last stone, and where the side on turn may not play; at the end, where it could not.
fn marks(board: &Board, last: &[Played<Point>]) -> Vec<Mark> {
    let mark = |kind| move |point: Point| Mark { at: place_of(board.rules(), point), kind };
    let forbidden = board.empty() - board.safe(board.mover());
    let last = last.iter().map(|played| played.m).map(mark(MarkKind::Last));
    last.chain(forbidden.iter().map(mark(MarkKind::Forbidden))).collect()
}

/// The place of a point: row by row from the top left.
pub(crate) fn place_of(rules: Rules, point: Point) -> u16 {
    u16::from(rules.width()) * u16::from(rules.height() - 1 - point.y()) + u16::from(point.x())
}

fn places(rules: Rules) -> Vec<Place> {
    let mut points: Vec<_> = rules.board().iter().collect();
    points.sort_unstable_by_key(|point| place_of(rules, *point));
    points.into_iter().map(|point| place(point, rules)).collect()
}

fn place(point: Point, rules: Rules) -> Place {
    let mut name = String::new();
    notation::write(point, &mut name);
    let is_star = rules == Rules::default() && matches!((point.x(), point.y()), (2 | 6, 2 | 6) | (4, 4));
    let shape = if is_star { Shape::Star } else { Shape::Crossing };
    Place { name, x: across(point.x()), y: down(point.y(), rules), shape, tone: Tone::Plain }
}

/// The centre of a column.
fn across(x: u8) -> i32 {
    100 * i32::from(x) + 50
}

/// The centre of a row.
fn down(y: u8, rules: Rules) -> i32 {
    across(rules.height() - 1 - y)
}

fn strokes(rules: Rules) -> Vec<Stroke> {
    let (right, top) = (rules.width() - 1, rules.height() - 1);
    let line = |thick, from: (u8, u8), to: (u8, u8)| Stroke {
        points: [from, to].map(|(x, y)| (across(x), down(y, rules))).to_vec(),
        thick,
        tone: Tone::Plain,
        around: None,
    };
    let rows = (0..=top).map(|y| line(y == 0 || y == top, (0, y), (right, y)));
    let columns = (0..=right).map(|x| line(x == 0 || x == right, (x, 0), (x, top)));
    rows.chain(columns).collect()
}

fn labels(rules: Rules) -> Vec<Label> {
    let below = 100 * i32::from(rules.height()) + 50;
    let columns = (0..rules.width()).map(|x| Label { text: column(x).to_string(), x: across(x), y: below });
    let rows = (0..rules.height()).map(|y| Label { text: (y + 1).to_string(), x: -50, y: down(y, rules) });
    columns.chain(rows).collect()
}

fn says(board: &Board) -> Vec<Say> {
    let [black, white] = Seat::BOTH.map(|seat| board.safe(seat).len());
    let turn = match board.turn() {
        Turn::Of(By::Seat(Seat::First)) => Words::new("black to move", "轮到黑方").into(),
        Turn::Of(_) => Words::new("white to move", "轮到白方").into(),
        _ => NO_SAFE_POINT.into(),
    };
    let safe = Say {
        en: format!("safe points: black {black}, white {white}"),
        zh: format!("可下点数：黑 {black}，白 {white}"),
    };
    vec![turn, safe]
}
