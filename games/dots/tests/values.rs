//! The first player's margin on small boards, by trying every order of play. (3×3 has sixteen million
//! positions; the solver of the built-in players, checked against plain search, solves it in its own tests.)

use dots::{Board, Edge, Rules};
use leitai_core::{Actor, Position, Seat, State, Turn};

/// Not yet known.
const UNKNOWN: i8 = i8::MIN;

/// The values of the positions of a small board, by the edges drawn.
struct Search {
    edges: Vec<Edge>,
    known: Vec<i8>,
}

impl Search {
    /// The margin in boxes of the side to move, from here to the end. Bit `i` of `drawn` stands for `edges[i]`.
    fn value(&mut self, board: &Board, drawn: usize) -> i8 {
        if self.known[drawn] != UNKNOWN {
            return self.known[drawn];
        }
        let mover = board.mover();
        let mut best = if matches!(board.turn(), Turn::Over(_)) { 0 } else { UNKNOWN };
        for at in 0..self.edges.len() {
            if drawn >> at & 1 == 1 {
                continue;
            }
            let mut after = *board;
            after.play(Actor::Seat(mover), &self.edges[at]);
            let won = (after.boxes(mover).len() - board.boxes(mover).len()) as i8;
            let rest = self.value(&after, drawn | 1 << at);
            best = best.max(if after.mover() == mover { won + rest } else { won - rest });
        }
        self.known[drawn] = best;
        best
    }
}

fn margin(rows: u8, columns: u8) -> i8 {
    let start = Board::initial(&Rules::new(rows, columns, false).unwrap());
    let edges: Vec<Edge> = start.free().iter().collect();
    let known = vec![UNKNOWN; 1 << edges.len()];
    assert_eq!(start.mover(), Seat::First);
    Search { edges, known }.value(&start, 0)
}

#[test]
fn small_boards_have_their_published_values() {
    let published = [(1, 1, -1), (1, 2, 0), (1, 3, -1), (2, 2, 2), (2, 3, -2)];
    for (rows, columns, value) in published {
        assert_eq!(margin(rows, columns), value, "{rows}x{columns}");
        assert_eq!(margin(columns, rows), value, "{columns}x{rows}");
    }
}

#[test]
fn two_by_four_is_worth_two() {
    assert_eq!(margin(2, 4), 2);
}
