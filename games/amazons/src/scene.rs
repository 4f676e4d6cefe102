//! What the board looks like: two-tone squares, the bottom right one light.

use crate::notation::{column, write_square};
use crate::position::NO_MOVE;
use crate::{Board, Move, Size, Square};
use leitai_core::{
    By, Form, Ground, Label, Mark, MarkKind, Piece, Place, Played, Say, Scene, Seat, Shape, State, Tone,
    Turn, Words,
};

const AMAZONS: [Words; 2] =
    [Words::new("black amazon", "黑方亚马逊"), Words::new("white amazon", "白方亚马逊")];
const TONES: [Tone; 2] = [Tone::Black, Tone::White];
const ARROW: Words = Words::new("arrow", "箭");

pub(crate) fn draw(board: &Board, last: &[Played<Move>]) -> Scene {
    let size = board.size();
    let side = i32::from(size.side());
    let amazons = Seat::BOTH.into_iter().flat_map(|seat| {
        let (tone, name) = (TONES[seat.index()], AMAZONS[seat.index()]);
        board.amazons(seat).map(move |at| Piece { at: place_of(size, at), tone, form: Form::Amazon, name })
    });
    let arrows = board.arrows().map(|at| Piece {
        at: place_of(size, at),
        tone: Tone::Plain,
        form: Form::Arrow,
        name: ARROW,
    });
    let marks = last.iter().flat_map(|Played { m, .. }| {
        let mark = |at: Square, kind| Mark { at: place_of(size, at), kind };
        let shown = [mark(m.to(), MarkKind::Last), mark(m.arrow(), MarkKind::Last)];
        // An arrow may lie on the square just left.
        let trail = (m.arrow() != m.from()).then(|| mark(m.from(), MarkKind::Trail));
        trail.into_iter().chain(shown)
    });
    Scene {
        width: 100 * side,
        height: 100 * side,
        ground: Ground::Squares,
        seats: TONES,
        places: places(size),
        strokes: Vec::new(),
        labels: labels(size),
        pieces: amazons.chain(arrows).collect(),
        marks: marks.collect(),
        tray: Vec::new(),
        buttons: Vec::new(),
        numbers: None,
        says: vec![says(board)],
    }
}

/// The number of a square's place: row by row from the top left.
pub(crate) fn place_of(size: Size, square: Square) -> u16 {
    u16::from(size.row(square)) * u16::from(size.side()) + u16::from(square.x())
}

fn places(size: Size) -> Vec<Place> {
    let mut squares: Vec<Square> = Square::all(size).collect();
    squares.sort_by_key(|square| place_of(size, *square));
    let place = |square: Square| {
        let mut name = String::new();
        write_square(square, &mut name);
        let row = size.row(square);
        let tone = if (row + square.x()).is_multiple_of(2) { Tone::Plain } else { Tone::Shaded };
        Place { name, x: centre(square.x()), y: centre(row), shape: Shape::Square, tone }
    };
    squares.into_iter().map(place).collect()
}

/// The centre of a column from the left or a row from the top.
fn centre(n: u8) -> i32 {
    100 * i32::from(n) + 50
}

fn labels(size: Size) -> Vec<Label> {
    let side = size.side();
    let below = 100 * i32::from(side) + 35;
    let columns = (0..side).map(|x| Label { text: column(x).to_string(), x: centre(x), y: below });
    let rows = (0..side).map(|y| Label { text: (side - y).to_string(), x: -35, y: centre(y) });
    columns.chain(rows).collect()
}

fn says(board: &Board) -> Say {
    match board.turn() {
        Turn::Of(By::Seat(Seat::First)) => Words::new("black to move", "黑方走").into(),
        Turn::Of(_) => Words::new("white to move", "白方走").into(),
        _ => NO_MOVE.into(),
    }
}
