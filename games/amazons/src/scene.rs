//! Draws the board: two-tone squares, the bottom right one light.

use crate::position::NO_MOVE;
use crate::{Board, Move, Square};
use leitai_board::BLACK_AND_WHITE;
use leitai_core::{
    Actor, Form, Mark, MarkKind, Piece, Played, Say, Scene, Seat, State, Stroke, Tone, Turn, Words,
};

const AMAZONS: [Words; 2] =
    [Words::new("black amazon", "黑方亚马逊"), Words::new("white amazon", "白方亚马逊")];
const ARROW: Words = Words::new("arrow", "障碍");

pub(crate) fn draw(board: &Board, last: &[Played<Move>]) -> Scene {
    let size = board.size();
    let amazons = Seat::BOTH.into_iter().flat_map(|seat| {
        let (tone, name) = (BLACK_AND_WHITE[seat.index()], AMAZONS[seat.index()]);
        board.amazons(seat).map(move |at| Piece { at: size.index(at), tone, form: Form::Amazon, name })
    });
    let arrows = board.arrows().map(|at| Piece {
        at: size.index(at),
        tone: Tone::Plain,
        form: Form::Arrow,
        name: ARROW,
    });
    let marks = last.iter().flat_map(|Played { m, .. }| {
        let mark = |at: Square, kind| Mark { at: size.index(at), kind };
        let shown = [mark(m.to(), MarkKind::Last), mark(m.arrow(), MarkKind::Last)];
        // The arrow may be shot back onto the square that the amazon just left.
        let trail = (m.arrow() != m.from()).then(|| mark(m.from(), MarkKind::Trail));
        trail.into_iter().chain(shown)
    });
    let squares = size.grid().squares();
    let way = last.iter().flat_map(|Played { m, .. }| {
        let line = |a: Square, b: Square, thick| {
            Stroke::way(&squares.places, [a, b].map(|at| size.index(at)), thick)
        };
        [line(m.from(), m.to(), true), line(m.to(), m.arrow(), false)]
    });
    Scene {
        way: way.collect(),
        pieces: amazons.chain(arrows).collect(),
        marks: marks.collect(),
        says: vec![says(board)],
        ..squares
    }
}

fn says(board: &Board) -> Say {
    match board.turn() {
        Turn::Of(Actor::Seat(Seat::First)) => Words::new("black to move", "黑方走").into(),
        Turn::Of(_) => Words::new("white to move", "白方走").into(),
        _ => NO_MOVE.into(),
    }
}
