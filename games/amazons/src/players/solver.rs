//! Solves the end of a game: parts of one side are counted, what both sides dispute is searched.

use super::bits::queens;
use super::field::{Act, Field};
use super::fill::Filler;
use super::regions::Part;
use leitai_core::Seat;
use std::collections::HashMap;

/// The most positions that are remembered.
const REMEMBERED: usize = 1 << 19;
/// Steps for counting one side's part.
const COUNTING: u32 = 150;

/// A position whose parts of one side have become numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Rest {
    /// The squares in dispute that are free.
    free: u128,
    amazons: [u128; 2],
    mover: Seat,
    /// Turns elsewhere that only one side has: First's, or as a negative number Second's. A side that has none elsewhere
    /// gains nothing by what the other has: only the difference counts.
    elsewhere: i32,
}

/// Says, given the number of positions looked at for this turn, whether it takes too long.
pub(super) type Stop<'a> = dyn FnMut(u64) -> bool + 'a;

/// Solves positions, and remembers what it solved.
#[derive(Default)]
pub(super) struct Solver {
    known: HashMap<Rest, bool>,
    pub(super) filler: Filler,
    /// Positions looked at for this turn.
    positions: u64,
    is_stopped: bool,
}

impl Rest {
    /// Takes out of the position what only one side can reach. `None` if some of it could not be counted exactly.
    fn of(mut self, filler: &mut Filler) -> Option<Rest> {
        let (mut free, mut amazons) = (0, [0; 2]);
        for part in Part::all(self.free, self.amazons) {
            let Some(owner) = part.owner() else {
                free |= part.free;
                amazons = [amazons[0] | part.amazons[0], amazons[1] | part.amazons[1]];
                continue;
            };
            if part.free == 0 {
                continue;
            }
            let turns = filler.turns(part.region(), u32::MAX, COUNTING);
            if turns.least != turns.most {
                return None;
            }
            let turns = turns.least as i32;
            self.elsewhere += if owner == Seat::First { turns } else { -turns };
        }
        Some(Rest { free, amazons, ..self })
    }

    /// The turns elsewhere, seen by the side on turn.
    fn lead(&self) -> i32 {
        if self.mover == Seat::First { self.elsewhere } else { -self.elsewhere }
    }
}

impl Solver {
    /// Who wins, and a turn that wins if the side on turn has one, unless it takes too long. Requires a position in which
    /// nobody has to shoot.
    pub(super) fn solved(&mut self, field: &Field, stop: &mut Stop<'_>) -> Option<(Seat, Option<[Act; 2]>)> {
        (self.positions, self.is_stopped) = (0, false);
        let (free, amazons, mover) = (field.free, field.amazons, field.mover);
        if !self.solve(Rest { free, amazons, mover, elsewhere: 0 }, stop)? {
            return Some((mover.other(), None));
        }
        let mut turns = Vec::new();
        Part { free, amazons }.turns(mover, &mut turns);
        for (acts, free, moved) in turns {
            let mut amazons = amazons;
            amazons[mover.index()] = moved;
            let after = Rest { free, amazons, mover: mover.other(), elsewhere: 0 };
            if self.solve(after, stop) == Some(false) {
                return Some((mover, Some(acts)));
            }
        }
        None
    }

    /// The number of free squares in dispute.
    pub(super) fn disputed(field: &Field) -> u32 {
        let parts = Part::all(field.free, field.amazons).filter(|part| part.owner().is_none());
        parts.map(|part| part.free.count_ones()).sum()
    }

    fn solve(&mut self, rest: Rest, stop: &mut Stop<'_>) -> Option<bool> {
        let rest = rest.of(&mut self.filler)?;
        let lead = rest.lead();
        let disputed = rest.free.count_ones() as i32;
        if lead > disputed {
            return Some(true);
        }
        if lead + disputed <= 0 {
            return Some(false);
        }
        if let Some(known) = self.known.get(&rest) {
            return Some(*known);
        }
        self.positions += 1;
        self.is_stopped |= stop(self.positions);
        if self.is_stopped {
            return None;
        }
        let wins = self.search(rest, lead, stop)?;
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        self.known.insert(rest, wins);
        Some(wins)
    }

    fn search(&mut self, rest: Rest, lead: i32, stop: &mut Stop<'_>) -> Option<bool> {
        let own = rest.mover.index();
        let mut turns = Vec::new();
        Part { free: rest.free, amazons: rest.amazons }.turns(rest.mover, &mut turns);
        // What leaves the other side the least room is tried first.
        let other = rest.amazons[1 - own];
        turns.sort_by_cached_key(|(_, free, own)| {
            let room = |amazons| queens(amazons, *free).count_ones() as i32;
            room(other) - room(*own)
        });
        let mut is_known = true;
        for (_, free, moved) in turns {
            let mut amazons = rest.amazons;
            amazons[own] = moved;
            match self.solve(Rest { free, amazons, mover: rest.mover.other(), ..rest }, stop) {
                Some(false) => return Some(true),
                Some(true) => {}
                None if self.is_stopped => return None,
                None => is_known = false,
            }
        }
        if lead > 0 {
            // A turn elsewhere.
            let elsewhere = rest.elsewhere - rest.elsewhere.signum();
            match self.solve(Rest { mover: rest.mover.other(), elsewhere, ..rest }, stop) {
                Some(false) => return Some(true),
                Some(true) => {}
                None => is_known = false,
            }
        }
        is_known.then_some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::super::regions::{decided, filling};
    use super::*;
    use crate::{Board, Move, Size, Square};
    use leitai_core::{Actor, Position, Rng, State};

    /// Whether the side on turn wins, by trying everything.
    fn wins(board: &Board, known: &mut HashMap<Board, bool>) -> bool {
        if let Some(wins) = known.get(board) {
            return *wins;
        }
        let by = Actor::Seat(board.mover());
        let mut moves: Vec<Move> = Vec::new();
        board.moves(by, &mut moves);
        let wins = moves.iter().any(|m| {
            let mut after = *board;
            after.play(by, m);
            !wins(&after, known)
        });
        known.insert(*board, wins);
        wins
    }

    /// A board of 8×8 on which all but `free` squares of a corner are taken.
    fn late(free: usize, rng: &mut Rng) -> Board {
        loop {
            let mut squares: Vec<Square> = Square::all(Size::Eight).collect();
            leitai_search::shuffle(&mut squares, rng);
            // Near each other, so that they form regions.
            let at = squares[0];
            squares.sort_by_cached_key(|square| {
                let far = square.x().abs_diff(at.x()).max(square.y().abs_diff(at.y()));
                usize::from(far) * 2 + rng.below(5)
            });
            let near = 2 * free + 8;
            leitai_search::shuffle(&mut squares[..near], rng);
            let (amazons, rest) = squares.split_at(8);
            // Black is to move after an even number of arrows.
            if let Ok(board) = Board::from_squares(Size::Eight, [&amazons[..4], &amazons[4..]], &rest[free..])
            {
                return board;
            }
        }
    }

    /// What is solved, decided and filled, compared with trying everything.
    #[test]
    fn ends_are_as_by_trying_everything() {
        let mut rng = Rng::new(4);
        let (mut parted, mut won) = (0, 0);
        for game in 0..leitai_testkit::cases(200) {
            let board = late(2 + game as usize % 8, &mut rng);
            let expected = wins(&board, &mut HashMap::new());
            let field = Field::of(&board);
            let winner = if expected { board.mover() } else { board.mover().other() };
            let mut solver = Solver::default();
            if let Some((found, turn)) = solver.solved(&field, &mut |_| false) {
                assert_eq!(found, winner, "{board:?}");
                assert_eq!(turn.is_some(), expected);
                if let Some(turn) = turn {
                    let mut after = board;
                    after.try_play(Actor::Seat(board.mover()), &Field::move_of(turn)).expect("a legal turn");
                    assert!(!wins(&after, &mut HashMap::new()), "{board:?}: {turn:?}");
                    won += 1;
                }
            }
            if let Some(found) = decided(&field, &mut solver.filler, 10_000) {
                assert_eq!(found, winner, "{board:?}");
                parted += 1;
                if expected {
                    let turn = filling(&field, &mut solver.filler, 10_000).expect("it has a turn");
                    let mut after = board;
                    after.try_play(Actor::Seat(board.mover()), &Field::move_of(turn)).expect("a legal turn");
                    assert!(!wins(&after, &mut HashMap::new()), "{board:?}: {turn:?} wastes a square");
                }
            }
        }
        assert!(parted >= 4 && won > 60, "{parted} decided, {won} solved");
    }

    #[test]
    fn a_clock_that_runs_out_leaves_the_rest_unsolved() {
        let field = Field::of(&Board::initial(&crate::Rules::default()));
        let mut looks = 0;
        let found = Solver::default().solved(&field, &mut |_| {
            looks += 1;
            looks > 3
        });
        assert_eq!((found, looks), (None, 4));
    }
}
