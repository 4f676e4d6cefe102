//! True positions that fit what an eye knows.

use crate::assignment::{draw, shuffle};
use crate::{Act, Board, Known, Phase, Rank, Ranks};
use leitai_core::{Actor, Eye, Position, Rng, Sample, Seat};

impl Sample for Board {
    /// Every unknown rank becomes one that the piece may have, in each side's numbers of pieces, so that a
    /// side known to be able to move can. Ranks are drawn from a random start by random exchanges; an
    /// unfinished layout is advanced by a random number of pieces.
    fn sample(view: &Known, rng: &mut Rng) -> Board {
        let mut board = view.board;
        for seat in Seat::BOTH.into_iter().filter(|seat| view.eye != Eye::Seat(*seat)) {
            if board.phase == Phase::Laying && !board.is_laid(seat) {
                for _ in 0..rng.below(25) {
                    board.lay_at_random(seat, rng);
                }
                continue;
            }
            board.ranks[seat.index()] = board.assign(seat, &board.may_be_all(seat), rng);
        }
        board
    }
}

impl Board {
    /// Lays the next piece on a uniformly random one of the homes where it may be laid.
    pub(crate) fn lay_at_random(&mut self, seat: Seat, rng: &mut Rng) -> Option<Act> {
        let mut acts = Vec::new();
        self.acts(seat, &mut acts);
        let act = *acts.get(rng.below(acts.len().max(1)))?;
        self.play(Actor::Seat(seat), &act);
        Some(act)
    }

    fn assign(&self, seat: Seat, may: &[Ranks; 25], rng: &mut Rng) -> [Option<Rank>; 25] {
        let must_move = match self.phase {
            Phase::Laying => false,
            Phase::Moving(_) | Phase::Judging(_) => true,
            Phase::Over(end) => !end.sticks(seat),
        };
        let mut able: Vec<usize> = self.unhemmed(seat).collect();
        let moves = |ranks: &[Rank; 25]| able.iter().any(|home| ranks[*home].can_move());
        for _ in 0..64 {
            if let Some(ranks) = draw(may, rng)
                && (!must_move || moves(&ranks))
            {
                return ranks.map(Some);
            }
        }
        // In rare cases, a piece that is free to move has to be given a mobile rank first.
        shuffle(&mut able, rng);
        let forced = able.into_iter().find_map(|home| {
            let mut may = *may;
            may[home] = may[home].and(Ranks::MOBILE);
            draw(&may, rng)
        });
        forced.map_or([None; 25], |ranks| ranks.map(Some))
    }
}
