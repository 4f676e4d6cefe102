//! Draws the board: crossings of 19 lines each way, nine of them marked.

use crate::notation::GRID;
use crate::position::{FULL_BOARD, SIX_IN_A_ROW};
use crate::{Board, Point, Stones};
use leitai_board::stone;
use leitai_core::{Actor, Mark, MarkKind, Noun, Played, Say, Scene, Seat, State, Stroke, Turn};

pub(crate) fn draw(board: &Board, last: &[Played<Point>]) -> Scene {
    let pieces = Point::all().filter_map(|point| Some(stone(board.at(point)?, point.index())));
    let mark = |kind| move |point: Point| Mark { at: point.index(), kind };
    let won = board.winner().map_or(Stones::default(), |winner| board.stones(winner).sixes());
    let won = won.iter().map(mark(MarkKind::Win));
    let empty = GRID.wood(|x, y| [x, y].into_iter().all(|n| matches!(n, 3 | 9 | 15)));
    // The two stones of a turn.
    let joined = Stroke::way(&empty.places, last.iter().map(|played| played.m.index()), false);
    Scene {
        pieces: pieces.collect(),
        marks: won.chain(last.iter().map(|played| mark(MarkKind::Last)(played.m))).collect(),
        way: vec![joined],
        says: vec![says(board)],
        ..empty
    }
}

fn says(board: &Board) -> Say {
    match board.turn() {
        Turn::Over(outcome) if outcome.winner.is_some() => SIX_IN_A_ROW.into(),
        Turn::Of(Actor::Seat(seat)) => {
            let left = board.stones_left();
            let (en, zh) = if seat == Seat::First { ("black", "黑方") } else { ("white", "白方") };
            let stones = Noun::STONES.of(left);
            Say { en: format!("{en} has {stones} to place"), zh: format!("{zh}还需下 {left} 子") }
        }
        _ => FULL_BOARD.into(),
    }
}
