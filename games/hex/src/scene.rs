//! The look of the board: hexagons with a corner on top, every row half a cell to the right of the one above,
//! and each border in the colour of the side that joins it.

use crate::notation;
use crate::position::JOINED;
use crate::{Board, Cell, Move};
use leitai_board::letter;
use leitai_core::{
    Actor, Button, Form, Ground, Label, Mark, MarkKind, Piece, Place, Played, Scene, Seat, Shape, State,
    Stroke, Tone, Turn, Words,
};

const RED_STONE: Words = Words::new("red stone", "红子");
const BLUE_STONE: Words = Words::new("blue stone", "蓝子");
const TONES: [Tone; 2] = [Tone::Red, Tone::Blue];
pub(crate) const SWAP: Button = Button { id: notation::SWAP, label: Words::new("swap", "交换") };

/// The distance from one row to the next.
const PITCH: i32 = 87;
/// The vertical distances from the centre of a hexagon to its top corner, and to the corners next to it.
const CORNER: i32 = 58;
const SHOULDER: i32 = 29;

pub(crate) fn draw(board: &Board, last: &[Played<Move>]) -> Scene {
    let side = board.rules().size();
    let size = i32::from(side);
    let mark = |kind| move |cell: Cell| Mark { at: cell.index(side), kind };
    Scene {
        width: 150 * size - 50,
        height: PITCH * (size - 1) + 2 * CORNER,
        ground: Ground::Paper,
        seats: TONES,
        places: Cell::all(side).map(place).collect(),
        strokes: borders(side),
        labels: labels(side),
        pieces: pieces(board),
        marks: board
            .chain()
            .iter()
            .map(mark(MarkKind::Win))
            .chain(last.iter().filter_map(|played| last_cell(board, played)).map(mark(MarkKind::Last)))
            .collect(),
        way: Vec::new(),
        tray: Vec::new(),
        buttons: if board.can_swap() { vec![SWAP] } else { Vec::new() },
        numbers: None,
        score: None,
        says: vec![says(board).into()],
    }
}

/// The cell of the stone that an act placed; after a swap it is the only stone.
fn last_cell(board: &Board, played: &Played<Move>) -> Option<Cell> {
    match played.m {
        Move::Stone(cell) => Some(cell),
        Move::Swap => board.stones(Seat::Second).iter().next(),
    }
}

/// The centre of a cell.
fn centre(cell: Cell) -> (i32, i32) {
    let (x, y) = (i32::from(cell.x()), i32::from(cell.y()));
    (100 * x + 50 * y + 50, PITCH * y + CORNER)
}

fn place(cell: Cell) -> Place {
    let mut name = String::new();
    notation::write_cell(cell, &mut name);
    let (x, y) = centre(cell);
    Place { name, x, y, shape: Shape::Hexagon, tone: Tone::Plain }
}

fn pieces(board: &Board) -> Vec<Piece> {
    let pieces = |(seat, name): (Seat, Words)| {
        let (size, tone) = (board.rules().size(), TONES[seat.index()]);
        let stones = board.stones(seat).iter();
        stones.map(move |cell| Piece { at: cell.index(size), tone, form: Form::Stone, name })
    };
    [(Seat::First, RED_STONE), (Seat::Second, BLUE_STONE)].into_iter().flat_map(pieces).collect()
}

/// The four borders along the corners of their hexagons.
fn borders(size: u8) -> Vec<Stroke> {
    let border = |seat: Seat, cell: fn(u8, u8) -> (u8, u8), corners: &[(i32, i32)]| {
        let corner = |n: u8| {
            let (x, y) = cell(n, size - 1);
            let centre = Cell::new(x, y).map_or((0, 0), centre);
            corners.iter().map(move |(dx, dy)| (centre.0 + dx, centre.1 + dy))
        };
        let mut points: Vec<_> = (0..size).flat_map(corner).collect();
        // Neighbours along a border share a corner.
        points.dedup();
        Stroke { points, thick: true, tone: TONES[seat.index()], around: None }
    };
    vec![
        border(Seat::First, |n, _| (n, 0), &[(-50, -SHOULDER), (0, -CORNER), (50, -SHOULDER)]),
        border(Seat::First, |n, end| (n, end), &[(-50, SHOULDER), (0, CORNER), (50, SHOULDER)]),
        border(Seat::Second, |n, _| (0, n), &[(-50, -SHOULDER), (-50, SHOULDER)]),
        border(Seat::Second, |n, end| (end, n), &[(50, -SHOULDER), (50, SHOULDER)]),
    ]
}

fn labels(size: u8) -> Vec<Label> {
    let label = |n: u8| {
        let at = i32::from(n);
        let letter = Label { text: letter(n).to_string(), x: 100 * at + 50, y: -40 };
        let number = Label { text: (n + 1).to_string(), x: 50 * at - 45, y: PITCH * at + CORNER };
        [letter, number]
    };
    (0..size).flat_map(label).collect()
}

fn says(board: &Board) -> Words {
    match board.turn() {
        Turn::Of(Actor::Seat(Seat::First)) => {
            Words::new("red to move: join top and bottom", "轮到红方：连通上下")
        }
        Turn::Of(_) if board.can_swap() => {
            Words::new("blue to move: a stone, or swap", "轮到蓝方：落子或交换")
        }
        Turn::Of(_) => Words::new("blue to move: join left and right", "轮到蓝方：连通左右"),
        _ => JOINED,
    }
}
