//! A field in which a network says where a tree looks first.

use super::field::Field;
use super::network::{Network, Sight};
use crate::{Board, Cell, Move};
use leitai_core::{Rng, Seat};
use leitai_search::{Hand, Playout, Walk, Which, expected};

/// A field, and the stone placed last on the walk.
#[derive(Clone, Copy)]
pub struct Guided {
    field: Field,
    last: Option<Cell>,
}

/// The number of games that a prior counts as.
const GAMES: f32 = 50.0;
/// The worth of a cell, in log-odds: that of one where a stone is certain to be, and what each factor of e in its probability
/// changes.
const CERTAIN: f32 = 1.5;
const LESS: f32 = 0.7;

impl Guided {
    /// Wraps a board.
    pub fn of(board: &Board) -> Guided {
        Guided { field: Field::of(board), last: None }
    }
}

impl Walk for Guided {
    type Act = Move;
    type Undo = Guided;

    fn hand(&self) -> Hand {
        self.field.hand()
    }

    fn key(&self) -> u64 {
        self.field.key()
    }

    fn acts(&mut self, which: Which, out: &mut Vec<Move>) {
        self.field.acts(which, out);
    }

    fn make(&mut self, act: Move) -> Guided {
        let before = *self;
        self.field.make(act);
        self.last = match act {
            Move::Stone(cell) => Some(cell),
            Move::Swap => None,
        };
        before
    }

    fn take_back(&mut self, _: Move, undo: Guided) {
        *self = undo;
    }
}

impl Playout for Guided {
    fn play_out(&mut self, rng: &mut Rng, seen: &mut Vec<(Seat, Move)>) -> f32 {
        self.field.play_out(rng, seen)
    }

    /// As without the network, for which it was fitted.
    fn expected(&self, mean: f32) -> f32 {
        self.field.expected(mean)
    }

    fn priors(&mut self, acts: &[Move], out: &mut Vec<(f32, f32)>) {
        let sight = Sight::new(self.field.board(), self.last);
        let place = |act: &Move| match act {
            Move::Stone(cell) => Some(sight.place(*cell)),
            Move::Swap => None,
        };
        let places: Vec<usize> = acts.iter().filter_map(place).collect();
        let mut shares = Network::fitted().judge(&sight).log_shares(&places).into_iter();
        out.extend(acts.iter().map(|act| match place(act).and_then(|_| shares.next()) {
            Some(share) => (expected(CERTAIN + LESS * share), GAMES),
            None => (0.5, 1.0),
        }));
    }

    fn slot(&self, act: Move) -> usize {
        self.field.slot(act)
    }

    const SLOTS: usize = Field::SLOTS;
}
