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
