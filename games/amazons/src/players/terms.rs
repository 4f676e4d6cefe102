//! What the value of a position is made of: squares by the distances of both sides, and the amazons' freedom (Lieberum,
//! "An evaluation function for the game of Amazons", 2005: t1, t2, c1, c2, mobility and the weight w of how open a
//! position is).

use super::bits::{each, flood, near, queens};
use super::field::Field;

/// Queen distances: one, two, three, more, never.
const RINGS: usize = 5;
/// Squares by the queen distances of both sides, without those that nobody reaches.
const QUEENS: usize = RINGS * RINGS - 1;
/// Squares that one side reaches earlier by at least 1, 2, 3 king's steps, for each side.
const LEADS: usize = 3;
const KINGS: usize = 2 * LEADS;
/// Amazons by the number of free squares next to them, for each side.
const ROOMS: usize = 9;
/// The number of terms; the last one is the turn itself.
pub const TERMS: usize = QUEENS + KINGS + 2 * ROOMS + 1;
/// King distances beyond this count as this.
const FAR: usize = 8;

/// The terms of a position for the side that has the hand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Terms {
    /// How often each term counts.
    pub counts: [u8; TERMS],
    /// How open the position is, 0 to 1: free squares that both sides reach, less the farther apart they do.
    pub open: f32,
    /// Whether no free square can be reached by both sides while the amazons in the way stand still.
    pub is_parted: bool,
}

/// The squares of one side's waves.
struct Waves {
    /// By queen distance.
    rings: [u128; RINGS],
    /// Reached in at most so many king's steps, from one step on.
    kings: [u128; FAR],
}

impl Waves {
    #[inline]
    fn of(amazons: u128, free: u128) -> Waves {
        let mut kings = [0; FAR];
        let mut seen = near(amazons) & free;
        kings[0] = seen;
        for king in &mut kings[1..] {
            seen |= near(seen) & free;
            *king = seen;
        }
        let all = flood(seen, free);
        // A ray that meets a square reached before has nothing new behind it: it went on from there.
        let one = queens(amazons, free);
        let two = queens(one, free & !one);
        let three = queens(two, free & !one & !two);
        Waves { rings: [one, two, three, all & !one & !two & !three, free & !all], kings }
    }
}

impl Terms {
    /// The terms of a position.
    pub fn of(field: &Field) -> Terms {
        let own = field.mover.index();
        let [mine, theirs] = [own, 1 - own].map(|side| Waves::of(field.amazons[side], field.free));
        let mut counts = [0; TERMS];
        let mut open = 0.0;
        let mut both = 0;
        for (i, one) in mine.rings.iter().enumerate() {
            for (j, other) in theirs.rings.iter().enumerate() {
                if i * RINGS + j == QUEENS {
                    break;
                }
                let count = (one & other).count_ones();
                counts[i * RINGS + j] = count as u8;
                if i < RINGS - 1 && j < RINGS - 1 {
                    both += count;
                    open += count as f32 * NEARNESS[i.abs_diff(j)];
                }
            }
        }
        for (side, (one, other)) in [(&mine, &theirs), (&theirs, &mine)].into_iter().enumerate() {
            for lead in 0..LEADS {
                let mut earlier = one.kings[0] & !other.kings[lead];
                for at in 1..FAR {
                    earlier |= one.kings[at] & !other.kings[(at + lead).min(FAR - 1)];
                }
                counts[QUEENS + side * LEADS + lead] = earlier.count_ones() as u8;
            }
            let amazons = field.amazons[if side == 0 { own } else { 1 - own }];
            for amazon in each(amazons) {
                let room = (near(1 << amazon) & field.free).count_ones() as usize;
                counts[QUEENS + KINGS + side * ROOMS + room] += 1;
            }
        }
        counts[TERMS - 1] = 1;
        Terms { counts, open: open / field.left().max(1) as f32, is_parted: both == 0 }
    }
}

/// What a square counts that both sides reach, by the difference of their distances.
const NEARNESS: [f32; RINGS - 1] = [1.0, 0.5, 0.25, 0.125];

#[cfg(test)]
mod tests {
    use super::super::bits::{bit, set, square};
    use super::*;
    use crate::{Board, Rules, Size, Square};
    use leitai_core::{Actor, Position, Rng, Seat, State};
    use leitai_search::Walk;

    /// Distances from some squares over free ones, walked square by square; `slides` as a queen, else as a king.
    fn distances(from: &[Square], free: &[Square], slides: bool) -> Vec<(Square, usize)> {
        let mut found: Vec<(Square, usize)> = Vec::new();
        let mut front = from.to_vec();
        for distance in 1.. {
            let mut next = Vec::new();
            for start in &front {
                for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                    let mut at = *start;
                    while let Some(step) = at.x().checked_add_signed(dx).zip(at.y().checked_add_signed(dy)) {
                        let Some(there) = Square::new(step.0, step.1).filter(|to| free.contains(to)) else {
                            break;
                        };
                        at = there;
                        if !found.iter().any(|(seen, _)| *seen == at) && !next.contains(&at) {
                            next.push(at);
                        }
                        if !slides {
                            break;
                        }
                    }
                }
            }
            if next.is_empty() {
                return found;
            }
            found.extend(next.iter().map(|at| (*at, distance)));
            front = next;
        }
        found
    }

    /// The terms from the distances of each square.
    fn twin(field: &Field) -> [u8; TERMS] {
        let squares = |set: u128| each(set).map(square).collect::<Vec<Square>>();
        let free = squares(field.free);
        let own = field.mover.index();
        let sides = [own, 1 - own].map(|side| squares(field.amazons[side]));
        let mut counts = [0; TERMS];
        counts[TERMS - 1] = 1;
        let far = |side: usize, slides: bool| distances(&sides[side], &free, slides);
        let (queens, kings) = ([far(0, true), far(1, true)], [far(0, false), far(1, false)]);
        for at in &free {
            let of =
                |found: &[(Square, usize)]| found.iter().find(|(seen, _)| seen == at).map(|(_, far)| *far);
            let ring = |far: Option<usize>| far.map_or(RINGS - 1, |far| far.min(RINGS - 1) - 1);
            let [i, j] = [0, 1].map(|side| ring(of(&queens[side])));
            if i * RINGS + j < QUEENS {
                counts[i * RINGS + j] += 1;
            }
            let king = [0, 1].map(|side| of(&kings[side]));
            for (side, (one, other)) in [(king[0], king[1]), (king[1], king[0])].into_iter().enumerate() {
                for lead in 0..LEADS {
                    // Nothing beyond eight steps is told apart.
                    let reaches =
                        |far: Option<usize>, within: usize| far.is_some_and(|far| far <= within.min(FAR));
                    let is_earlier = one.is_some_and(|far| far <= FAR && !reaches(other, far + lead));
                    counts[QUEENS + side * LEADS + lead] += u8::from(is_earlier);
                }
            }
        }
        for (side, amazons) in sides.iter().enumerate() {
            for amazon in amazons {
                let near = |to: &&Square| amazon.line_to(**to).is_some_and(|(_, steps)| steps == 1);
                counts[QUEENS + KINGS + side * ROOMS + free.iter().filter(near).count()] += 1;
            }
        }
        counts
    }

    /// A position after some random acts, perhaps between both halves of a turn.
    fn random(size: Size, turns: usize, rng: &mut Rng) -> Field {
        let mut board = Board::initial(&Rules { size });
        for _ in 0..turns {
            let Some(m) = board.random_move(Actor::Seat(board.mover()), rng) else { break };
            board.play(Actor::Seat(board.mover()), &m);
        }
        let mut field = Field::of(&board);
        let mut acts = Vec::new();
        field.list(&mut acts);
        if rng.below(2) == 0 && !acts.is_empty() {
            field.make(acts[rng.below(acts.len())]);
        }
        field
    }

    #[test]
    fn terms_are_those_of_each_square() {
        let mut rng = Rng::new(1);
        for game in 0..leitai_testkit::cases(150) as usize {
            let size = [Size::Ten, Size::Eight][game % 2];
            let field = random(size, game % 80, &mut rng);
            assert_eq!(Terms::of(&field).counts, twin(&field), "{field:?}");
        }
    }

    /// Mirrored and turned, a position has the same terms.
    #[test]
    fn all_symmetric_positions_have_the_same_terms() {
        let mut rng = Rng::new(2);
        for game in 0..60 {
            let size = [Size::Ten, Size::Eight][game % 2];
            let field = random(size, game, &mut rng);
            let last = size.side() - 1;
            for way in 0..8 {
                let turned = |from: u128| {
                    each(from).map(square).fold(0, |to, at| {
                        let (x, y) = if way & 1 == 0 { (at.x(), at.y()) } else { (at.y(), at.x()) };
                        let (x, y) = (
                            if way & 2 == 0 { x } else { last - x },
                            if way & 4 == 0 { y } else { last - y },
                        );
                        to | 1 << bit(Square::new(x, y).expect("a square"))
                    })
                };
                let mut mirrored = field;
                mirrored.free = turned(field.free);
                mirrored.amazons = field.amazons.map(turned);
                assert_eq!(Terms::of(&mirrored), Terms::of(&field));
            }
            assert_eq!(set(size.squares()).count_ones(), u32::from(size.side()).pow(2));
            assert!(Seat::BOTH.iter().all(|seat| field.amazons[seat.index()].count_ones() == 4));
        }
    }
}
