//! What the board looks like. Every square is a place, so that the index of a place is the square's.

use crate::{Board, Path, Square};
use leitai_core::{
    Form, Ground, Label, Mark, MarkKind, Piece, Place, Played, Say, Scene, Seat, Shape, State, Tone, Words,
};

const NAMES: [[Words; 2]; 2] = [
    [Words::new("black man", "黑兵"), Words::new("black king", "黑王")],
    [Words::new("white man", "白兵"), Words::new("white king", "白王")],
];
const TONES: [Tone; 2] = [Tone::Black, Tone::White];

pub(crate) fn draw(board: &Board, last: &[Played<Path>]) -> Scene {
    let places = Square::all().map(|square| Place {
        name: format!("{},{}", square.row(), square.column()),
        x: centre(square.column()),
        y: centre(square.row()),
        shape: Shape::Square,
        tone: if square.is_dark() { Tone::Shaded } else { Tone::Plain },
    });
    let pieces = Square::all().filter_map(|square| {
        let piece = board.at(square)?;
        Some(Piece {
            at: u16::from(square.index()),
            tone: TONES[piece.seat.index()],
            form: if piece.king { Form::King } else { Form::Man },
            name: NAMES[piece.seat.index()][usize::from(piece.king)],
        })
    });
    let label = |n: u8, x, y| Label { text: n.to_string(), x, y };
    Scene {
        width: 800,
        height: 800,
        ground: Ground::Squares,
        seats: TONES,
        places: places.collect(),
        strokes: Vec::new(),
        labels: (0..8).flat_map(|n| [label(n, -30, centre(n)), label(n, centre(n), -30)]).collect(),
        pieces: pieces.collect(),
        marks: last.iter().flat_map(|played| marks(&played.m)).collect(),
        tray: Vec::new(),
        buttons: Vec::new(),
        numbers: None,
        says: says(board),
    }
}

fn centre(line: u8) -> i32 {
    100 * i32::from(line) + 50
}

/// The end of the path, and each other square it left or crossed, once.
fn marks(path: &Path) -> Vec<Mark> {
    let mut crossed: Vec<_> = path.squares().iter().filter(|square| **square != path.to()).collect();
    crossed.sort();
    crossed.dedup();
    let mark = |square: &Square, kind| Mark { at: u16::from(square.index()), kind };
    let trail = crossed.into_iter().map(|square| mark(square, MarkKind::Trail));
    trail.chain([mark(&path.to(), MarkKind::Last)]).collect()
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
