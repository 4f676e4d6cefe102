//! A simple heuristic: after its move, have more safe points than the opponent, and eyes in the making. It
//! looks no further ahead than its own stone.

use crate::Board;
use leitai_board::{Point, Points};
use leitai_core::{Actor, Budget, Engine, Info, Position, Rng, Seat};
use leitai_search::one_of_best;

/// The value of a safe point.
const SAFE: i32 = 4;
/// The value of a future eye, by the number of stones that its walls still lack. At first an eye in the corner
/// lacks two, one at the edge three, and one in the centre four, so corners come first and the centre last.
const EYE: [i32; 5] = [5, 3, 1, 0, 0];

/// Built-in level `easy`.
pub(crate) struct Easy(Rng);

impl Easy {
    pub(crate) fn new(seed: u64) -> Self {
        Easy(Rng::new(seed))
    }
}

impl Engine<Board> for Easy {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Info<Point>),
        turn: &mut Vec<Point>,
    ) {
        let value = |point| {
            let mut after = *view;
            after.play(Actor::Seat(me), &point);
            worth(&after, me) - worth(&after, me.other())
        };
        let valued: Vec<_> = view.safe(me).iter().map(|point| (value(point), point)).collect();
        let Some((_, point)) = one_of_best(valued, i32::cmp, &mut self.0) else { return };
        turn.push(point);
    }
}

/// The value of a side's position: its safe points, and its eyes made or in the making.
fn worth(board: &Board, seat: Seat) -> i32 {
    let board_points = board.rules().board();
    let eye = |point: Points| {
        let walls = point.beside() & board_points;
        if (walls & board.stones(seat.other())).is_empty() {
            EYE[(walls - board.stones(seat)).len() as usize]
        } else {
            0
        }
    };
    SAFE * board.safe(seat).len() as i32 + board.empty().each().map(eye).sum::<i32>()
}
