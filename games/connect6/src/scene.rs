//! What the board looks like: crossings of 19 lines each way, nine of them marked.

use crate::notation::{self, column};
use crate::position::{FULL_BOARD, SIX_IN_A_ROW};
use crate::{Board, Point, Stones};
use leitai_core::{
    By, Form, Ground, Label, Mark, MarkKind, Piece, Place, Played, Say, Scene, Seat, Shape, State, Stroke,
    Tone, Turn, Words,
};

const BLACK_STONE: Words = Words::new("black stone", "黑子");
const WHITE_STONE: Words = Words::new("white stone", "白子");
/// Width and height of the field.
const FIELD: i32 = 100 * Point::SIDE as i32;

pub(crate) fn draw(board: &Board, last: &[Played<Point>]) -> Scene {
    let pieces = Point::all().filter_map(|point| {
        let (tone, name) = match board.at(point)? {
            Seat::First => (Tone::Black, BLACK_STONE),
            Seat::Second => (Tone::White, WHITE_STONE),
        };
        Some(Piece { at: point.index(), tone, form: Form::Stone, name })
    });
    let mark = |kind| move |point: Point| Mark { at: point.index(), kind };
    let won = board.winner().map_or(Stones::default(), |winner| board.stones(winner).sixes());
    Scene {
        width: FIELD,
        height: FIELD,
        ground: Ground::Wood,
        seats: [Tone::Black, Tone::White],
        places: Point::all().map(place).collect(),
        strokes: strokes(),
        labels: labels(),
        pieces: pieces.collect(),
        marks: won
            .iter()
            .map(mark(MarkKind::Win))
            .chain(last.iter().map(|played| mark(MarkKind::Last)(played.m)))
            .collect(),
        tray: Vec::new(),
        buttons: Vec::new(),
        numbers: None,
        says: vec![says(board)],
    }
}

/// The centre of a column or row.
fn centre(n: u16) -> i32 {
    100 * i32::from(n) + 50
}

fn place(point: Point) -> Place {
    let mut name = String::new();
    notation::write(point, &mut name);
    let is_star = [point.x(), point.y()].into_iter().all(|n| matches!(n, 3 | 9 | 15));
    let shape = if is_star { Shape::Star } else { Shape::Crossing };
    Place { name, x: centre(point.x()), y: centre(point.y()), shape, tone: Tone::Plain }
}

fn strokes() -> Vec<Stroke> {
    let (start, end) = (centre(0), centre(Point::SIDE - 1));
    let line = |n, points: [(i32, i32); 2]| Stroke {
        points: points.to_vec(),
        thick: n == 0 || n == Point::SIDE - 1,
        tone: Tone::Plain,
        around: None,
    };
    let across = (0..Point::SIDE).map(|y| line(y, [(start, centre(y)), (end, centre(y))]));
    let upright = (0..Point::SIDE).map(|x| line(x, [(centre(x), start), (centre(x), end)]));
    across.chain(upright).collect()
}

fn labels() -> Vec<Label> {
    let columns =
        (0..Point::SIDE).map(|x| Label { text: column(x).to_string(), x: centre(x), y: FIELD + 50 });
    let rows = (0..Point::SIDE).map(|y| Label { text: (Point::SIDE - y).to_string(), x: -50, y: centre(y) });
    columns.chain(rows).collect()
}

fn says(board: &Board) -> Say {
    match board.turn() {
        Turn::Over(outcome) if outcome.winner.is_some() => SIX_IN_A_ROW.into(),
        Turn::Of(By::Seat(seat)) => {
            let left = board.stones_left();
            let (en, zh) = if seat == Seat::First { ("black", "黑方") } else { ("white", "白方") };
            let stones = if left == 1 { "stone" } else { "stones" };
            Say { en: format!("{en} has {left} {stones} to place"), zh: format!("{zh}还需下 {left} 子") }
        }
        _ => FULL_BOARD.into(),
    }
}
