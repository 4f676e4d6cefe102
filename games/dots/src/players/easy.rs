//! Takes the boxes it can and avoids the third side of a box while it may; after that, or when few edges are
//! left, it plays the rest exactly.

use super::solver::{self, Solver};
use crate::{Board, Boxes, Edge, Edges};
use leitai_core::{Actor, Budget, Engine, Info, Position, Rng, Seat, State};
use leitai_search::shuffle;

/// With so many edges left the rest is solved, whatever they are. Without a safe edge among them it always
/// is: then there is one try a chain, and few chains.
const FEW: u32 = 20;

/// Built-in level `easy`.
pub(crate) struct Easy {
    rng: Rng,
    solver: Solver,
}

impl Easy {
    pub(crate) fn new(seed: u64) -> Self {
        Easy { rng: Rng::new(seed), solver: Solver::new(Edges::default()) }
    }
}

impl Engine<Board> for Easy {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Info<Edge>),
        turn: &mut Vec<Edge>,
    ) {
        let by = Actor::Seat(me);
        let mut board = *view;
        if self.solver.board() != board.rules().edges() {
            self.solver = Solver::new(board.rules().edges());
        }
        while board.turn().owes(by) {
            let edge = self.edge(&board);
            board.play(by, &edge);
            turn.push(edge);
        }
    }
}

impl Easy {
    /// The next edge, equal ones by lot.
    fn edge(&mut self, board: &Board) -> Edge {
        let drawn = board.drawn();
        let mut edges: Vec<_> = board.free().iter().collect();
        shuffle(&mut edges, &mut self.rng);
        let takes = |edge: &Edge| !Boxes::completed_by(*edge, drawn.with(*edge)).is_empty();
        edges.sort_by_key(|edge| !takes(edge));
        let (rest, _) = solver::take_all(drawn, None);
        let safe = solver::safe(rest, board.rules().edges());
        if board.free().len() > FEW && !safe.is_empty() {
            // Without a box to take nothing was taken, and the safe edges are those of the board as it is.
            let found = edges.iter().find(|edge| takes(edge) || rest == drawn && safe.has(**edge));
            return *found.unwrap_or(&edges[0]);
        }
        let (mut best, mut most) = (edges[0], i32::MIN);
        for edge in edges {
            let value = self.solver.value_of(edge, drawn, most.max(-100));
            if value > most {
                (best, most) = (edge, value);
            }
        }
        best
    }
}
