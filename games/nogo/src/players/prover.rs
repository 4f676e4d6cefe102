//! Proves who wins, by proof numbers (df-pn: Nagai 2002) over sums of parts.

use super::field::{Field, each};
use super::rest::Rest;
use super::sum::{PartValues, Sum};
use crate::{Board, Point};
use leitai_search::Words;

/// Bytes of an entry: a key, and both numbers.
const ENTRY: u64 = 16;
/// Entries of a bucket.
const BUCKET: usize = 4;
/// A number of a position that is proved, and the most of one that is not.
const PROVED: u32 = u32::MAX;
const MOST: u32 = 1 << 30;
/// Positions between two looks at the clock.
const LOOK: u64 = 32;

/// How much is still to be done for a proof, by the side on turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Effort {
    /// At least so many positions, to prove that it wins.
    win: u32,
    /// At least so many positions, to prove that it loses.
    loss: u32,
}

impl Effort {
    const WON: Effort = Effort { win: 0, loss: PROVED };
    const LOST: Effort = Effort { win: PROVED, loss: 0 };

    const fn is_known(self) -> bool {
        self.win == 0 || self.loss == 0
    }
}

/// What is proved of the side on turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// It wins with this stone.
    Won(Point),
    /// It loses, whatever it plays.
    Lost,
}

/// Proves positions, and remembers what it proved from turn to turn.
pub struct Prover {
    known: PartValues,
    /// Two words an entry: the key, and both numbers.
    table: Words,
    buckets: usize,
    /// Positions looked at.
    positions: u64,
    next_look: u64,
    is_stopped: bool,
}

impl Prover {
    /// A prover that takes about so many bytes: half for its table, half for values.
    pub fn new(memory: u64) -> Prover {
        let buckets = ((memory / 2 / ENTRY / BUCKET as u64).max(1) as usize + 1).next_power_of_two() / 2;
        let table = Words::zero(buckets * BUCKET * 2);
        Prover {
            known: PartValues::new(memory / 2),
            table,
            buckets,
            positions: 0,
            next_look: 0,
            is_stopped: false,
        }
    }

    /// Whether the side on turn wins, if that is proved before `stop` says, given the positions looked at so far, that it
    /// takes too long.
    pub(super) fn wins(&mut self, field: &Field, stop: &mut dyn FnMut(u64) -> bool) -> Option<bool> {
        if self.known.is_full() {
            self.clear();
        }
        (self.is_stopped, self.next_look) = (false, self.positions);
        let sum = Sum::of(Rest::of(field), field.mover, &mut self.known);
        let effort = match sum.decided(&self.known) {
            Some(wins) => return Some(wins),
            None => self.search(&sum, Effort { win: MOST, loss: MOST }, stop),
        };
        effort.is_known().then_some(effort.win == 0)
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        // Keys hold the numbers of values, which have no meaning once the values are forgotten.
        self.known.clear();
        self.table = Words::zero(self.buckets * BUCKET * 2);
    }

    /// Who wins, and with which stone, if both are proved before `stop` says that it takes too long.
    pub(super) fn end(&mut self, field: &Field, stop: &mut dyn FnMut(u64) -> bool) -> Option<End> {
        if !self.wins(field, stop)? {
            return Some(End::Lost);
        }
        // The moves of a sum are not stones: values are in their simplest form. So each stone is proved by itself, those first
        // that seem to take least, most of which the table knows.
        let mut stones: Vec<(u32, Field, Point)> = Vec::new();
        for stone in each(field.safe[field.mover.index()]) {
            let point = stone.trailing_zeros();
            let mut after = field.clone();
            after.put(point as usize);
            let sum = Sum::of(Rest::of(&after), after.mover, &mut self.known);
            stones.push((self.first(&sum).1.loss, after, Point::of_bit(point as u8)));
        }
        stones.sort_by_key(|(loss, ..)| *loss);
        for (_, after, point) in stones {
            if !self.wins(&after, stop)? {
                return Some(End::Won(point));
            }
        }
        debug_assert!(false, "no stone wins a position that is proved won");
        None
    }

    /// The number of positions looked at so far, over all turns.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Whether the side on turn wins a position of the rules; `None` where `stop` ended the proof.
    pub fn wins_board(&mut self, board: &Board, stop: &mut dyn FnMut(u64) -> bool) -> Option<bool> {
        self.wins(&Field::of(board), stop)
    }

    fn search(&mut self, sum: &Sum, limit: Effort, stop: &mut dyn FnMut(u64) -> bool) -> Effort {
        self.positions += 1;
        if self.positions >= self.next_look {
            self.next_look = self.positions + LOOK;
            self.is_stopped |= stop(self.positions);
        }
        let children = sum.children(&mut self.known);
        let mut efforts: Vec<(u64, Effort)> = children.iter().map(|child| self.first(child)).collect();
        let key = sum.key();
        loop {
            // Numbers of children that have become known elsewhere count at once.
            let mut best = (0, MOST, MOST);
            let mut loss: u64 = 0;
            let mut all_lost = true;
            for (at, (key, effort)) in efforts.iter_mut().enumerate() {
                if !effort.is_known()
                    && let Some(known) = self.get(*key)
                {
                    *effort = known;
                }
                all_lost &= effort.win == 0;
                loss += u64::from(effort.win.min(MOST));
                if effort.loss < best.1 {
                    best = (at, effort.loss, best.1);
                } else if effort.loss < best.2 {
                    best.2 = effort.loss;
                }
            }
            let effort = if efforts.is_empty() || all_lost {
                Effort::LOST
            } else if best.1 == 0 {
                Effort::WON
            } else {
                Effort { win: best.1.min(MOST), loss: loss.clamp(1, u64::from(MOST)) as u32 }
            };
            if effort.is_known() || effort.win >= limit.win || effort.loss >= limit.loss || self.is_stopped {
                if effort.is_known() || !self.is_stopped {
                    self.put(key, effort);
                }
                return effort;
            }
            let (at, least, second) = best;
            // A little more than the next best, so that the search does not hop to and fro.
            let below = Effort {
                loss: limit.win.min(second.saturating_add(second / 4 + 1)).max(least + 1),
                win: limit.loss.saturating_sub(effort.loss).saturating_add(efforts[at].1.win).min(MOST),
            };
            efforts[at].1 = self.search(&children[at], below, stop);
        }
    }

    /// The key of a sum and what is known of it, or what it seems to take at first sight.
    fn first(&mut self, sum: &Sum) -> (u64, Effort) {
        let key = sum.key();
        if let Some(wins) = sum.decided(&self.known) {
            return (key, if wins { Effort::WON } else { Effort::LOST });
        }
        let effort = self.get(key).unwrap_or_else(|| {
            let [own, other] = sum.moves(&self.known);
            let lead = own - other;
            // Whoever has more moves will hardly lose, the less the fewer are left.
            let even = (own + other) / 4;
            Effort { win: (1 + even - lead).max(1) as u32, loss: (1 + even + lead).max(1) as u32 }
        });
        (key, effort)
    }

    fn get(&self, key: u64) -> Option<Effort> {
        let first = self.bucket(key);
        let words: [u64; 2 * BUCKET] = self.table.get(first);
        let at = (0..BUCKET).find(|at| words[2 * at] == key)?;
        let both = words[2 * at + 1];
        (both != 0).then_some(Effort { win: (both >> 32) as u32, loss: both as u32 })
    }

    /// Remembers an effort, in place of the least.
    fn put(&mut self, key: u64, effort: Effort) {
        let first = self.bucket(key);
        let words: [u64; 2 * BUCKET] = self.table.get(first);
        let work = |at: &usize| {
            let both = words[2 * at + 1];
            let (win, loss) = (both >> 32, both & u64::from(u32::MAX));
            if both == 0 || words[2 * at] == key {
                0
            } else {
                1 + win.min(loss).max(u64::from(win == 0 || loss == 0) * 64)
            }
        };
        let at =
            (0..BUCKET).find(|at| words[2 * at] == key).or_else(|| (0..BUCKET).min_by_key(work)).unwrap_or(0);
        self.table.set(first + 2 * at, key);
        self.table.set(first + 2 * at + 1, u64::from(effort.win) << 32 | u64::from(effort.loss));
    }

    fn bucket(&self, key: u64) -> usize {
        (key >> 20) as usize % self.buckets * BUCKET * 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use leitai_core::{Actor, Position, Rng, State};
    use std::collections::HashMap;

    /// Whether the side on turn wins, by trying everything.
    fn wins(board: &Board, known: &mut HashMap<Board, bool>) -> bool {
        if let Some(wins) = known.get(board) {
            return *wins;
        }
        let by = Actor::Seat(board.mover());
        let wins = board.safe(board.mover()).iter().any(|point| {
            let mut after = *board;
            after.play(by, &point);
            !wins(&after, known)
        });
        known.insert(*board, wins);
        wins
    }

    /// Whether the side on turn wins, by the prover, whose stone leaves the other side a position that it proves lost.
    fn prove(prover: &mut Prover, board: &Board) -> bool {
        let field = Field::of(board);
        let wins = prover.wins(&field, &mut |_| false).expect("nothing stops it");
        let end = prover.end(&field, &mut |_| false).expect("nothing stops it");
        assert_eq!(wins, end != End::Lost, "{board:?}");
        if let End::Won(point) = end {
            let mut after = *board;
            after.try_play(Actor::Seat(board.mover()), &point).expect("a legal stone");
            assert_eq!(prover.wins(&Field::of(&after), &mut |_| false), Some(false), "{board:?}");
        }
        wins
    }

    fn random(rules: Rules, stones: usize, rng: &mut Rng) -> Board {
        let mut board = Board::initial(&rules);
        for _ in 0..stones {
            let Some(point) = board.random_move(Actor::Seat(board.mover()), rng) else { break };
            board.play(Actor::Seat(board.mover()), &point);
        }
        board
    }

    /// Every position of small boards that random games reach, and the start of each.
    #[test]
    fn small_boards_are_as_by_trying_everything() {
        let mut rng = Rng::new(5);
        let sides = [(1, 5), (1, 9), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 3), (3, 4)];
        let larger: &[_] = if leitai_testkit::is_long() { &[(2, 7), (4, 4)] } else { &[] };
        for (width, height) in sides.into_iter().chain(larger.iter().copied()) {
            let rules = Rules::new(width, height).expect("sides of 1 to 9");
            let (mut known, mut prover) = (HashMap::new(), Prover::new(1 << 20));
            for game in 0..leitai_testkit::cases(40) {
                let stones = if game == 0 { 0 } else { rng.below(usize::from(width * height)) };
                let board = random(rules, stones, &mut rng);
                assert_eq!(prove(&mut prover, &board), wins(&board, &mut known), "{board:?}");
            }
        }
    }

    /// Positions late in games on larger boards, each with a prover of its own and with one for all.
    #[test]
    fn ends_are_as_by_trying_everything() {
        let mut rng = Rng::new(6);
        let mut prover = Prover::new(1 << 20);
        let mut compared = 0;
        for game in 0..leitai_testkit::cases(60) {
            let (width, height) = [(4, 4), (5, 5), (9, 9), (7, 3)][game as usize % 4];
            let mut board = Board::initial(&Rules::new(width, height).expect("sides of 1 to 9"));
            while let Some(point) = board.random_move(Actor::Seat(board.mover()), &mut rng) {
                let [own, other] = [board.safe(board.mover()), board.safe(board.mover().other())];
                if (own | other).len() <= 12 {
                    let expected = wins(&board, &mut HashMap::new());
                    assert_eq!(prove(&mut prover, &board), expected, "{board:?}");
                    assert_eq!(prove(&mut Prover::new(1 << 16), &board), expected, "{board:?}");
                    compared += 1;
                    break;
                }
                board.play(Actor::Seat(board.mover()), &point);
            }
        }
        assert!(compared > 30, "{compared}");
    }
}
