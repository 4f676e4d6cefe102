//! The look of the board.

use crate::position::{FULL_BOARD, THREE};
use crate::{Board, Cell};
use leitai_core::{
    Form, Ground, Mark, MarkKind, Piece, Place, Played, Scene, Seat, Shape, State, Stroke, Tone, Turn, Words,
};

const X: Words = Words::new("X", "X");
const O: Words = Words::new("O", "O");

pub(crate) fn draw(board: &Board, last: &[Played<Cell>]) -> Scene {
    let places = Cell::all().map(|cell| Place {
        name: cell.index().to_string(),
        x: i32::from(cell.index() % 3) * 100 + 50,
        y: i32::from(cell.index() / 3) * 100 + 50,
        shape: Shape::Square,
        tone: Tone::Plain,
    });
    let line = |points: [(i32, i32); 2]| Stroke {
        points: points.to_vec(),
        thick: true,
        tone: Tone::Plain,
        around: None,
    };
    let pieces = Cell::all().filter_map(|cell| {
        let (tone, form, name) = match board.at(cell)? {
            Seat::First => (Tone::Red, Form::Cross, X),
            Seat::Second => (Tone::Blue, Form::Nought, O),
        };
        Some(Piece { at: u16::from(cell.index()), tone, form, name })
    });
    let mark = |kind| move |cell: Cell| Mark { at: u16::from(cell.index()), kind };
    let won = Seat::BOTH.into_iter().find_map(|seat| board.line(seat)).unwrap_or(0);
    let winning = Cell::all().filter(move |cell| won >> cell.index() & 1 == 1);
    let says = match board.turn() {
        Turn::Over(outcome) if outcome.winner.is_some() => Some(THREE),
        Turn::Over(_) => Some(FULL_BOARD),
        _ => None,
    };
    Scene {
        width: 300,
        height: 300,
        ground: Ground::Paper,
        seats: [Tone::Red, Tone::Blue],
        places: places.collect(),
        strokes: vec![
            line([(100, 0), (100, 300)]),
            line([(200, 0), (200, 300)]),
            line([(0, 100), (300, 100)]),
            line([(0, 200), (300, 200)]),
        ],
        labels: Vec::new(),
        pieces: pieces.collect(),
        marks: winning
            .map(mark(MarkKind::Win))
            .chain(last.iter().map(|played| mark(MarkKind::Last)(played.m)))
            .collect(),
        way: Vec::new(),
        tray: Vec::new(),
        buttons: Vec::new(),
        numbers: None,
        score: None,
        says: says.map(Into::into).into_iter().collect(),
    }
}
