//! The numbers on stones and dice.

/// 1 to 6: the number of a stone, or the face of the die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Number(u8);

impl Number {
    /// All six numbers.
    pub const ALL: [Number; 6] = [Number(0), Number(1), Number(2), Number(3), Number(4), Number(5)];

    /// The given number; `None` outside 1–6.
    pub const fn new(number: u8) -> Option<Number> {
        if number >= 1 && number <= 6 { Some(Number(number - 1)) } else { None }
    }

    /// The number, 1–6.
    pub const fn get(self) -> u8 {
        self.0 + 1
    }

    /// The index, 0–5.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number with that index, which must be 0–5.
    pub(crate) const fn at(index: u32) -> Number {
        Number(index as u8)
    }
}

/// A set of numbers: the stones of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Numbers(u8);

/// The stones that may move, by the living stones and the die.
static MOVABLE: [[Numbers; 6]; 64] = {
    let mut table = [[Numbers(0); 6]; 64];
    let mut living = 0;
    while living < 64 {
        let mut die = 0;
        while die < 6 {
            table[living][die] = Numbers(movable(living as u8, die as u8));
            die += 1;
        }
        living += 1;
    }
    table
};

/// The stone with that number; if it is gone, the nearest above and the nearest below.
pub(crate) const fn movable(living: u8, die: u8) -> u8 {
    if living >> die & 1 == 1 {
        return 1 << die;
    }
    let above = living & (0xff << die);
    let below = living & !(0xff << die);
    let nearest_above = above & above.wrapping_neg();
    let nearest_below = if below == 0 { 0 } else { 1 << below.ilog2() };
    nearest_above | nearest_below
}

impl Numbers {
    /// No number.
    pub const NONE: Numbers = Numbers(0);
    /// Every number.
    pub const ALL: Numbers = Numbers(63);

    /// Whether the set contains the number.
    pub const fn has(self, number: Number) -> bool {
        self.0 >> number.0 & 1 == 1
    }

    /// The number of members.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Number> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lowest = (rest != 0).then(|| Number::at(rest.trailing_zeros()))?;
            rest &= rest - 1;
            Some(lowest)
        })
    }

    /// The stones of these living ones that may move when the die shows `die`: one, or two if that number is
    /// gone and there are living stones on both sides of it. Empty only for the empty set.
    #[inline]
    #[must_use]
    pub fn movable(self, die: Number) -> Numbers {
        MOVABLE[usize::from(self.0 & 63)][die.index()]
    }

    pub(crate) const fn insert(&mut self, number: Number) {
        self.0 |= 1 << number.0;
    }

    pub(crate) const fn remove(&mut self, number: Number) {
        self.0 &= !(1 << number.0);
    }
}
