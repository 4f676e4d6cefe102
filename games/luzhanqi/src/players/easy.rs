//! Lays its pieces by a small library of layouts, then plays the move with the best expected outcome of one
//! fight, advances, and watches the plies without contact.

use crate::{Act, Board, Fight, Known, Phase, Point, Rank};
use leitai_core::{Actor, Budget, Engine, Info, Rng, Seat, State};

pub(crate) struct Easy(Rng);

/// Layouts by home: the flag behind mines, bombs behind the front, the strong pieces on the rails.
const LAYOUTS: [&str; 3] =
    ["dgagcekbicefkfidjgihjljhh", "ecgadgkbfdceikfijhgijljhh", "cgbdgakedkcfefihjgihjljhi"];

/// The value of each rank, a to l.
const WORTH: [f64; 12] = [60.0, 45.0, 30.0, 20.0, 14.0, 9.0, 6.0, 4.0, 12.0, 10.0, 18.0, 500.0];

impl Easy {
    pub(crate) const fn new(seed: u64) -> Self {
        Easy(Rng::new(seed))
    }

    /// The rest of a layout from the library, as it is or mirrored. If it does not fit what has been laid
    /// already, the remaining pieces are laid at random.
    pub(super) fn layout(&mut self, board: &Board, me: Seat) -> Vec<Act> {
        let layout = LAYOUTS[self.0.below(LAYOUTS.len())];
        let mirrored = self.0.below(2) == 1;
        let mut left: Vec<(Rank, Point)> = layout
            .chars()
            .filter_map(Rank::of_letter)
            .zip(Point::homes(me))
            .filter_map(|(rank, at)| {
                let column = if mirrored { 4 - at.column() } else { at.column() };
                Some((rank, Point::new(at.row(), column)?))
            })
            .collect();
        let mut board = *board;
        let mut turn = Vec::new();
        while !board.is_laid(me) {
            let wanted = left.iter().position(|(rank, at)| {
                board.next_rank(me) == Some(*rank) && board.refusal(me, &Act::Lay(*at, *rank)).is_none()
            });
            if let Some(wanted) = wanted {
                let (rank, at) = left.swap_remove(wanted);
                board.lay(me, at, Some(rank));
                turn.push(Act::Lay(at, rank));
            } else {
                turn.extend(board.lay_at_random(me, &mut self.0));
            }
        }
        turn
    }
}

impl Engine<Board> for Easy {
    fn think(
        &mut self,
        me: Seat,
        view: &Known,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Info<Act>),
        turn: &mut Vec<Act>,
    ) {
        let board = view.board();
        if board.phase() == Phase::Laying {
            turn.extend(self.layout(board, me));
            return;
        }
        let mut moves = Vec::new();
        view.moves(Actor::Seat(me), &mut moves);
        let mut best = f64::NEG_INFINITY;
        for m in &moves {
            // Chooses at random among equal moves.
            let value = value(board, me, m) + self.0.below(1000) as f64 / 1000.0;
            if value > best {
                best = value;
                turn.clear();
                turn.push(*m);
            }
        }
    }
}

fn value(board: &Board, me: Seat, m: &Act) -> f64 {
    let Act::Go(from, to) = *m else { return 0.0 };
    let Some(mine) = board.piece(from).and_then(|(_, home)| board.rank(me, home)) else { return 0.0 };
    let rows = |point: Point| f64::from(if me == Seat::First { 11 - point.row() } else { point.row() });
    let forward = 0.4 * (rows(to) - rows(from));
    let Some((other, home)) = board.piece(to) else {
        // The ply without contact that reaches the limit loses.
        let last = board.plain() + 1 >= board.rules.no_contact_plies && !board.rules.no_contact_draws;
        let camp = f64::from(u8::from(to.is_camp())) - f64::from(u8::from(from.is_camp()));
        return forward + 1.5 * camp - if last { 1000.0 } else { 0.0 };
    };
    let (mut sum, mut weights) = (0.0, 0.0);
    for rank in board.may_be(other, home).iter() {
        // One of two headquarters holds the flag.
        let weight = if rank == Rank::Flag { 12.0 } else { rank.count() as f64 };
        let (gain, loss) = (WORTH[rank.index()], WORTH[mine.index()]);
        sum += weight
            * match mine.attacks(rank) {
                Fight::Won => gain,
                Fight::Lost => -loss,
                Fight::Both => gain - loss,
            };
        weights += weight;
    }
    // Contact is worth more the nearer the limit of plies without it.
    sum / f64::max(weights, 1.0) + forward + f64::from(board.plain()) / 6.0
}
