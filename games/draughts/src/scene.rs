//! Draws the board. Every square is a place, so that a place has the index of its square.

use crate::notation::GRID;
use crate::{Board, Path, Square};
use leitai_board::{BLACK_AND_WHITE, Grid};
use leitai_core::{
    Form, Label, Mark, MarkKind, Piece, Place, Played, Say, Scene, Seat, State, Stroke, Words,
};

const NAMES: [[Words; 2]; 2] = [
    [Words::new("black man", "黑兵"), Words::new("black king", "黑王")],
    [Words::new("white man", "白兵"), Words::new("white king", "白王")],
];

pub(crate) fn draw(board: &Board, last: &[Played<Path>]) -> Scene {
    let grid = GRID.squares();
    let places = Square::all().zip(grid.places.iter().cloned());
    let places = places.map(|(at, place)| Place { name: format!("{},{}", at.row(), at.column()), ..place });
    let pieces = Square::all().filter_map(|square| {
        let piece = board.at(square)?;
        Some(Piece {
            at: u16::from(square.index()),
            tone: BLACK_AND_WHITE[piece.seat.index()],
            form: if piece.king { Form::King } else { Form::Man },
            name: NAMES[piece.seat.index()][usize::from(piece.king)],
        })
    });
    let label = |n: u8, x, y| Label { text: n.to_string(), x, y };
    let labels = |n| [label(n, -30, Grid::centre(n)), label(n, Grid::centre(n), -30)];
    Scene {
        places: places.collect(),
        labels: (0..8).flat_map(labels).collect(),
        pieces: pieces.collect(),
        marks: last.iter().flat_map(|played| marks(&played.m)).collect(),
        way: last.iter().map(|played| way(&played.m, &grid.places)).collect(),
        says: says(board),
        ..grid
    }
}

/// A stroke from square to square along the path.
fn way(path: &Path, places: &[Place]) -> Stroke {
    Stroke::way(places, path.squares().iter().map(|square| u16::from(square.index())), true)
}

/// Marks the end of the path, each other square visited (once), and the pieces taken in between.
fn marks(path: &Path) -> Vec<Mark> {
    let mut crossed: Vec<_> = path.squares().iter().filter(|square| **square != path.to()).collect();
    crossed.sort();
    crossed.dedup();
    let mark = |square: &Square, kind| Mark { at: u16::from(square.index()), kind };
    let trail = crossed.into_iter().map(|square| mark(square, MarkKind::Trail));
    let taken = path.squares().windows(2).filter(|leg| leg[0].row().abs_diff(leg[1].row()) == 2);
    let taken = taken.map(|leg| mark(&leg[0].halfway(leg[1]), MarkKind::Taken));
    trail.chain(taken).chain([mark(&path.to(), MarkKind::Last)]).collect()
}

fn says(board: &Board) -> Vec<Say> {
    let count = |seat| (board.men(seat), board.kings(seat), board.points(seat));
    let ((bm, bk, bp), (wm, wk, wp)) = (count(Seat::First), count(Seat::Second));
    let (played, all) = (board.plies() / 2, board.last_ply() / 2);
    let score = Say {
        en: format!("points: black {bp} (men {bm}, kings {bk}), white {wp} (men {wm}, kings {wk})"),
        zh: format!("黑方 {bm} 兵 {bk} 王，{bp} 分；白方 {wm} 兵 {wk} 王，{wp} 分"),
    };
    let rounds = Say {
        en: format!("{played} of {all} rounds played"),
        zh: format!("已行 {played} 回合，共 {all} 回合"),
    };
    let end = board.turn().outcome().map(|outcome| Say {
        en: outcome.why.text(leitai_core::Lang::En).to_owned(),
        zh: outcome.why.text(leitai_core::Lang::Zh).to_owned(),
    });
    [score, rounds].into_iter().chain(end).collect()
}
