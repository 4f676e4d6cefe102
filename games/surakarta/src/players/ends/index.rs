//! The place of a position with few stones in its table. The board may be turned and mirrored in eight ways; the stones
//! of the smaller side, or the mover's if both sides have equally many, determine the way. If these stones look the
//! same in several ways, a position lies in as many places.

use crate::Point;
use std::sync::LazyLock;

/// The most stones of both sides together that a table covers.
pub(crate) const MOST: usize = 7;
/// The most stones of the smaller side.
const FEW: usize = MOST / 2;
const POINTS: usize = Point::COUNT as usize;
const WAYS: usize = 8;

/// The number of sets of 0 to `FEW` points, counting equivalent sets once.
const CLASSES: [usize; FEW + 1] = [1, 6, 93, 920];

/// `CHOOSE[k][n]`: how many sets of `k` points there are among `n`.
static CHOOSE: [[u32; POINTS + 1]; MOST] = choose();

const fn choose() -> [[u32; POINTS + 1]; MOST] {
    let mut ways = [[0; POINTS + 1]; MOST];
    let mut n = 0;
    while n <= POINTS {
        ways[0][n] = 1;
        let mut k = 1;
        while k < MOST && n > 0 {
            ways[k][n] = ways[k][n - 1] + ways[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    ways
}

/// The number of stones of the side that determines how the board is turned, and of the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layer {
    pub(super) few: usize,
    pub(super) many: usize,
}

impl Layer {
    /// The layers of `stones` stones, in the order of the table.
    pub(super) fn of(stones: usize) -> impl Iterator<Item = Layer> {
        (1..=stones / 2).map(move |few| Layer { few, many: stones - few })
    }

    /// Whether both sides have equally many stones, so that only the turn distinguishes the mover's from the other
    /// side's.
    pub(super) const fn is_even(self) -> bool {
        self.few == self.many
    }

    /// The number of arrangements of the other side's stones for each arrangement of the determining side's.
    pub(super) const fn each(self) -> usize {
        CHOOSE[self.many][POINTS - self.few] as usize
    }

    /// The number of positions with the same mover.
    pub(super) const fn positions(self) -> usize {
        CLASSES[self.few] * self.each()
    }

    /// The number of positions with either mover.
    pub(super) const fn bytes(self) -> usize {
        self.positions() * if self.is_even() { 1 } else { 2 }
    }

    /// Where the layer begins in the table for its number of stones.
    const fn start(self) -> usize {
        let stones = self.few + self.many;
        let (mut sum, mut few) = (0, 1);
        while few < self.few {
            sum += Layer { few, many: stones - few }.bytes();
            few += 1;
        }
        sum
    }
}

/// The number of positions with `stones` stones.
pub(super) const fn size(stones: usize) -> usize {
    let even = Layer { few: stones / 2, many: stones - stones / 2 };
    even.start() + even.bytes()
}

/// How a set of points is turned.
#[derive(Clone, Copy, Default)]
struct Turned {
    class: u16,
    /// The way that turns the set into the representative of its class.
    way: u8,
}

/// The ways to turn the board, and their effect on small sets of stones.
pub(super) struct Index {
    ways: [[u8; POINTS]; WAYS],
    /// By the number of stones and the rank of their set.
    turned: [Vec<Turned>; FEW + 1],
    /// By the number of stones and the class: the representative set, and the ways that leave it unchanged.
    kept: [Vec<(u64, u8)>; FEW + 1],
}

/// The only instance.
pub(super) fn index() -> &'static Index {
    static INDEX: LazyLock<Index> = LazyLock::new(Index::new);
    &INDEX
}

impl Index {
    fn new() -> Index {
        let mut index = Index { ways: ways(), turned: Default::default(), kept: Default::default() };
        for stones in 1..=FEW {
            index.turned[stones] = vec![Turned::default(); CHOOSE[stones][POINTS] as usize];
            let mut set = (1_u64 << stones) - 1;
            while set <= Point::BOARD {
                let images: [u64; WAYS] = std::array::from_fn(|way| index.turn(set, way as u8));
                if images.iter().all(|image| set <= *image) {
                    let class = index.kept[stones].len() as u16;
                    let alike =
                        (0..WAYS).filter(|way| images[*way] == set).fold(0, |ways, way| ways | 1 << way);
                    index.kept[stones].push((set, alike));
                    for way in 0..WAYS as u8 {
                        // The image that this way turns back into the set.
                        let image =
                            (0..WAYS).map(|other| images[other]).find(|image| index.turn(*image, way) == set);
                        let image = image.expect("every way can be undone");
                        index.turned[stones][rank(image) as usize] = Turned { class, way };
                    }
                }
                set = next_set(set);
            }
            debug_assert_eq!(index.kept[stones].len(), CLASSES[stones]);
        }
        index
    }

    /// Turns the points one by one.
    #[inline]
    fn turn(&self, mut set: u64, way: u8) -> u64 {
        let way = &self.ways[usize::from(way)];
        let mut turned = 0;
        while set != 0 {
            turned |= 1 << way[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        turned
    }

    /// The number, within its layer, of the position with these stones: `few` determine how the board is turned, and
    /// `many` are the others.
    #[inline]
    pub(super) fn number(&self, few: u64, many: u64) -> usize {
        let stones = few.count_ones() as usize;
        let turned = self.turned[stones][rank(few) as usize];
        let kept = self.kept[stones][usize::from(turned.class)].0;
        let many_stones = many.count_ones() as usize;
        let each = CHOOSE[many_stones][POINTS - stones] as usize;
        usize::from(turned.class) * each + rank(without(self.turn(many, turned.way), kept)) as usize
    }

    /// Calls `hear` with the numbers of all places of the position. Numbers recur if the whole position is symmetric.
    #[inline]
    pub(super) fn each_number(&self, few: u64, many: u64, mut hear: impl FnMut(usize)) {
        let stones = few.count_ones() as usize;
        let turned = self.turned[stones][rank(few) as usize];
        let (kept, mut alike) = self.kept[stones][usize::from(turned.class)];
        let begin = usize::from(turned.class) * CHOOSE[many.count_ones() as usize][POINTS - stones] as usize;
        let many = self.turn(many, turned.way);
        // The first way changes nothing.
        hear(begin + rank(without(many, kept)) as usize);
        alike &= alike - 1;
        while alike != 0 {
            let many = self.turn(many, alike.trailing_zeros() as u8);
            hear(begin + rank(without(many, kept)) as usize);
            alike &= alike - 1;
        }
    }

    /// The number of places of a position in which these stones determine how the board is turned.
    #[inline]
    pub(super) fn places(&self, few: u64) -> u32 {
        let stones = few.count_ones() as usize;
        let turned = self.turned[stones][rank(few) as usize];
        self.kept[stones][usize::from(turned.class)].1.count_ones()
    }

    /// The stones of the position with this number.
    #[inline]
    pub(super) fn stones(&self, layer: Layer, number: usize) -> [u64; 2] {
        let each = layer.each();
        let few = self.kept[layer.few][number / each].0;
        [few, among(unrank((number % each) as u32, layer.many), few)]
    }

    /// Calls `hear` with the positions of a layer in the order of their numbers.
    pub(super) fn each_position(&self, layer: Layer, mut hear: impl FnMut(usize, [u64; 2])) {
        let mut number = 0;
        for (few, _) in &self.kept[layer.few] {
            let mut many = (1 << layer.many) - 1;
            for _ in 0..layer.each() {
                hear(number, [*few, among(many, *few)]);
                number += 1;
                many = next_set(many);
            }
        }
    }
}

/// The place of a position in the table for its number of stones.
#[inline]
pub(super) fn place(index: &Index, mover: u64, other: u64) -> usize {
    let [own, enemy] = [mover, other].map(|set| set.count_ones() as usize);
    if own <= enemy {
        Layer { few: own, many: enemy }.start() + index.number(mover, other)
    } else {
        let layer = Layer { few: enemy, many: own };
        layer.start() + layer.positions() + index.number(other, mover)
    }
}

/// The rank of a set among those of its size.
#[inline]
fn rank(mut set: u64) -> u32 {
    let (mut rank, mut k) = (0, 0);
    while set != 0 {
        k += 1;
        rank += CHOOSE[k][set.trailing_zeros() as usize];
        set &= set - 1;
    }
    rank
}

/// The set of `k` points with that rank.
#[inline]
fn unrank(mut number: u32, mut k: usize) -> u64 {
    let (mut set, mut at) = (0, POINTS);
    while k > 0 {
        while CHOOSE[k][at] > number {
            at -= 1;
        }
        number -= CHOOSE[k][at];
        set |= 1 << at;
        k -= 1;
    }
    set
}

/// The next larger set of the same number of points.
const fn next_set(set: u64) -> u64 {
    let low = set & set.wrapping_neg();
    let up = set + low;
    up | (((set ^ up) / low) >> 2)
}

/// The set with the gaps of the `gone` points, which are not in it, closed: the points above them move down.
#[inline]
fn without(mut set: u64, mut gone: u64) -> u64 {
    while gone != 0 {
        let at = gone.ilog2();
        set = set & ((1 << at) - 1) | set >> 1 & !((1 << at) - 1);
        gone ^= 1 << at;
    }
    set
}

/// The inverse of [`without`].
#[inline]
fn among(mut set: u64, mut gone: u64) -> u64 {
    while gone != 0 {
        let below = (gone & gone.wrapping_neg()) - 1;
        set = set & below | (set & !below) << 1;
        gone &= gone - 1;
    }
    set
}

/// Where each way moves each point; the first way changes nothing.
fn ways() -> [[u8; POINTS]; WAYS] {
    let end = Point::SIDE - 1;
    std::array::from_fn(|way| {
        std::array::from_fn(|at| {
            let (mut x, mut y) = (at as u8 % Point::SIDE, at as u8 / Point::SIDE);
            if way & 1 != 0 {
                x = end - x;
            }
            if way & 2 != 0 {
                y = end - y;
            }
            if way & 4 != 0 {
                (x, y) = (y, x);
            }
            y * Point::SIDE + x
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use leitai_core::Rng;

    #[test]
    fn numbers_are_those_of_the_positions_in_order() {
        let index = index();
        for stones in 2..=4 {
            for layer in Layer::of(stones) {
                let mut count = 0;
                index.each_position(layer, |number, [few, many]| {
                    assert_eq!((number, few & many), (count, 0));
                    assert_eq!(index.stones(layer, number), [few, many]);
                    let mut places = Vec::new();
                    index.each_number(few, many, |place| places.push(place));
                    assert_eq!(
                        (places.len() as u32, places[0]),
                        (index.places(few), index.number(few, many))
                    );
                    assert!(places.contains(&number));
                    count += 1;
                });
                assert_eq!(count, layer.positions());
            }
        }
    }

    #[test]
    fn a_turned_position_lies_in_the_same_places() {
        let (index, mut rng) = (index(), Rng::new(1));
        for _ in 0..20_000 {
            let few = 1 + rng.below(FEW);
            let mut sets = [0_u64; 2];
            let wanted = [few, few + rng.below(MOST - 2 * few + 1)];
            while sets.map(|set: u64| set.count_ones() as usize) != wanted {
                let side = usize::from(sets[0].count_ones() as usize == few);
                sets[side] |= 1 << rng.below(POINTS) & !(sets[0] | sets[1]);
            }
            let places = |[few, many]: [u64; 2]| {
                let mut places = Vec::new();
                index.each_number(few, many, |place| places.push(place));
                places.sort_unstable();
                places
            };
            let way = rng.below(WAYS) as u8;
            assert_eq!(places(sets), places(sets.map(|set| index.turn(set, way))));
        }
    }

    #[test]
    fn a_table_has_room_for_every_position_of_either_mover() {
        assert_eq!(
            (2..=MOST).map(size).collect::<Vec<_>>(),
            [210, 7_140, 130_713, 1_741_344, 17_541_040, 146_526_336]
        );
    }
}
