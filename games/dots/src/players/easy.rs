//! Takes the boxes it can, and avoids drawing the third side of a box as long as possible. After that, or
//! once few edges are left, it plays the rest exactly.

use super::grid::{Grid, bit};
use super::solver::Solver;
use super::turn;
use crate::{Board, Boxes, Edge, Rules};
use leitai_core::{Actor, Budget, Engine, Info, Position, Rng, Seat, State};
use leitai_search::shuffle;

/// The rest is solved with at most this many edges left, whatever they are. Without a safe edge it is always
/// solved: then there is one try per chain, and there are few chains.
const FEW: u32 = 20;

/// Bytes of the solver's table: the least that a table takes.
const BYTES: u64 = 8 << 20;

/// Built-in level `easy`.
pub(crate) struct Easy {
    rng: Rng,
    solver: Solver,
    /// The board that the solver is for.
    rules: Rules,
}

impl Easy {
    pub(crate) fn new(seed: u64) -> Self {
        let rules = Rules::default();
        Easy { rng: Rng::new(seed), solver: Solver::new(Grid::new(rules), BYTES), rules }
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
        if self.rules != board.rules() {
            self.rules = board.rules();
            self.solver = Solver::new(Grid::new(self.rules), BYTES);
        }
        while board.turn().owes(by) {
            let edge = self.edge(&board);
            board.play(by, &edge);
            turn.push(edge);
        }
    }
}

impl Easy {
    /// The next edge; ties are broken at random.
    fn edge(&mut self, board: &Board) -> Edge {
        let drawn = board.drawn();
        let mut edges: Vec<_> = board.free().iter().collect();
        shuffle(&mut edges, &mut self.rng);
        let takes = |edge: &Edge| !Boxes::completed_by(*edge, drawn.with(*edge)).is_empty();
        edges.sort_by_key(|edge| !takes(edge));
        let grid = *self.solver.grid();
        let free = grid.free(drawn);
        let (rest, taken) = grid.take_all(free);
        let safe = Grid::safe(rest, grid.counts(rest).two);
        if board.free().len() > FEW && safe != 0 {
            // With no box to take, the safe edges are those of the current board.
            let found = edges.iter().find(|edge| takes(edge) || taken == 0 && safe & bit(**edge) != 0);
            return *found.unwrap_or(&edges[0]);
        }
        let (mut best, mut most) = (edges[0], i32::MIN);
        for edge in edges {
            let value = turn::value_of(&mut self.solver, free, edge);
            if value > most {
                (best, most) = (edge, value);
            }
        }
        best
    }
}
