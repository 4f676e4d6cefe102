//! The look of the board: crossings of lines on wood, five of them marked on 9×9.

use crate::position::NO_SAFE_POINT;
use crate::{Board, Rules};
use leitai_board::{BLACK_AND_WHITE, Point, stone};
use leitai_core::{Actor, Mark, MarkKind, Played, Say, Scene, Seat, State, Turn, Words};

pub(crate) fn draw(board: &Board, last: &[Played<Point>]) -> Scene {
    let rules = board.rules();
    let pieces = rules.board().iter().filter_map(|point| Some(stone(board.at(point)?, rules.index(point))));
    let is_star = |x, y| rules == Rules::default() && matches!((x, y), (2 | 6, 2 | 6) | (4, 4));
    Scene {
        pieces: pieces.collect(),
        marks: marks(board, last),
        says: says(board),
        ..rules.grid().wood(is_star)
    }
}

/// Marks the last stone and the points where the side on turn may not play or, at the end, could not.
fn marks(board: &Board, last: &[Played<Point>]) -> Vec<Mark> {
    let mark = |kind| move |point: Point| Mark { at: board.rules().index(point), kind };
    let forbidden = board.empty() - board.safe(board.mover());
    let last = last.iter().map(|played| played.m).map(mark(MarkKind::Last));
    last.chain(forbidden.iter().map(mark(MarkKind::Forbidden(BLACK_AND_WHITE[board.mover().index()]))))
        .collect()
}

fn says(board: &Board) -> Vec<Say> {
    let [black, white] = Seat::BOTH.map(|seat| board.safe(seat).len());
    let turn = match board.turn() {
        Turn::Of(Actor::Seat(Seat::First)) => Words::new("black to move", "轮到黑方").into(),
        Turn::Of(_) => Words::new("white to move", "轮到白方").into(),
        _ => NO_SAFE_POINT.into(),
    };
    let safe = Say {
        en: format!("safe points: black {black}, white {white}"),
        zh: format!("可下点数：黑 {black}，白 {white}"),
    };
    vec![turn, safe]
}
