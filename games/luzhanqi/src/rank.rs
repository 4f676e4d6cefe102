//! Ranks, sets of ranks, and how two of them fight.

use leitai_core::Words;

/// The rank of a piece, in the order of the national protocol's letters a–l.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "each is named by its words")]
pub enum Rank {
    Commander,
    General,
    Division,
    Brigade,
    Regiment,
    Battalion,
    Company,
    Platoon,
    Engineer,
    Mine,
    Bomb,
    Flag,
}

/// How a fight ended, for the side that attacked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fight {
    /// The attacked piece is gone.
    Won,
    /// The attacker is gone.
    Lost,
    /// Both are gone.
    Both,
}

impl Rank {
    /// Every rank, a to l.
    pub const ALL: [Rank; 12] = [
        Rank::Commander,
        Rank::General,
        Rank::Division,
        Rank::Brigade,
        Rank::Regiment,
        Rank::Battalion,
        Rank::Company,
        Rank::Platoon,
        Rank::Engineer,
        Rank::Mine,
        Rank::Bomb,
        Rank::Flag,
    ];

    /// A side's pieces in the order in which they are laid: the pieces restricted to few points come first,
    /// so that no layout gets stuck.
    pub const ORDER: [Rank; 25] = {
        let kinds = [11, 9, 10, 0, 1, 2, 3, 4, 5, 6, 7, 8];
        let mut order = [Rank::Flag; 25];
        let (mut kind, mut at) = (0, 0);
        while kind < kinds.len() {
            let rank = Rank::ALL[kinds[kind]];
            let mut n = 0;
            while n < rank.count() {
                order[at] = rank;
                at += 1;
                n += 1;
            }
            kind += 1;
        }
        order
    };

    /// The number of pieces of this rank that each side has.
    pub const fn count(self) -> usize {
        match self {
            Rank::Commander | Rank::General | Rank::Flag => 1,
            Rank::Division | Rank::Brigade | Rank::Regiment | Rank::Battalion | Rank::Bomb => 2,
            Rank::Company | Rank::Platoon | Rank::Engineer | Rank::Mine => 3,
        }
    }

    /// The index of the rank, 0–11.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether the rank can move: mines and flags never do.
    pub const fn can_move(self) -> bool {
        !matches!(self, Rank::Mine | Rank::Flag)
    }

    /// The outcome of attacking another rank.
    pub const fn attacks(self, other: Rank) -> Fight {
        match (self, other) {
            (Rank::Bomb, _) | (_, Rank::Bomb) => Fight::Both,
            (_, Rank::Flag) | (Rank::Engineer, Rank::Mine) => Fight::Won,
            (_, Rank::Mine) => Fight::Lost,
            _ if (self as u8) < other as u8 => Fight::Won,
            _ if self as u8 == other as u8 => Fight::Both,
            _ => Fight::Lost,
        }
    }

    /// The index of the rank in [`ORDER`](Rank::ORDER): lower ones are laid first.
    pub fn order(self) -> usize {
        Rank::ORDER.iter().position(|rank| *rank == self).unwrap_or(Rank::ORDER.len())
    }

    /// Its letter, a to l.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The rank of a letter.
    pub fn of_letter(letter: char) -> Option<Rank> {
        Rank::ALL.into_iter().find(|rank| rank.letter() == letter)
    }

    /// Its short name: a code of one character in English, the usual name in Chinese.
    pub const fn code(self) -> Words {
        [
            Words::new("9", "司令"),
            Words::new("8", "军长"),
            Words::new("7", "师长"),
            Words::new("6", "旅长"),
            Words::new("5", "团长"),
            Words::new("4", "营长"),
            Words::new("3", "连长"),
            Words::new("2", "排长"),
            Words::new("E", "工兵"),
            Words::new("M", "地雷"),
            Words::new("B", "炸弹"),
            Words::new("F", "军旗"),
        ][self as usize]
    }

    /// Its name.
    pub const fn name(self) -> Words {
        let en = [
            "commander",
            "general",
            "division",
            "brigade",
            "regiment",
            "battalion",
            "company",
            "platoon",
            "engineer",
            "mine",
            "bomb",
            "flag",
        ];
        Words::new(en[self as usize], self.code().zh)
    }
}

/// A set of ranks: those that a piece may have as far as somebody knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ranks(u16);

impl Ranks {
    /// No rank.
    pub const NONE: Ranks = Ranks(0);
    /// Every rank.
    pub const ALL: Ranks = Ranks(0xfff);
    /// The ranks that can move.
    pub const MOBILE: Ranks = Ranks::just(Rank::Mine).with(Rank::Flag).inverse();
    /// The ranks that can never move.
    pub const FIXED: Ranks = Ranks::just(Rank::Mine).with(Rank::Flag);

    /// The set of one rank.
    pub const fn just(rank: Rank) -> Ranks {
        Ranks(1 << rank as u8)
    }

    /// The set with one more rank.
    #[must_use]
    pub const fn with(self, rank: Rank) -> Ranks {
        Ranks(self.0 | 1 << rank as u8)
    }

    /// The set without one rank.
    #[must_use]
    pub const fn without(self, rank: Rank) -> Ranks {
        Ranks(self.0 & !(1 << rank as u8))
    }

    /// The ranks that are not in the set.
    #[must_use]
    pub const fn inverse(self) -> Ranks {
        Ranks(!self.0 & 0xfff)
    }

    /// The ranks in both sets.
    #[must_use]
    pub const fn and(self, other: Ranks) -> Ranks {
        Ranks(self.0 & other.0)
    }

    /// Whether the rank is in the set.
    pub const fn has(self, rank: Rank) -> bool {
        self.0 >> rank as u8 & 1 == 1
    }

    /// The ranks of the set, a to l.
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        Rank::ALL.into_iter().filter(move |rank| self.has(*rank))
    }

    /// The set as bits, bit `index` for each rank.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The set with these bits, if they are valid.
    pub const fn of_bits(bits: u16) -> Option<Ranks> {
        if bits <= 0xfff { Some(Ranks(bits)) } else { None }
    }

    /// The ranks that can have attacked `other` with this outcome; an unknown `other` may be any rank.
    pub fn attackers(fight: Fight, other: Option<Rank>) -> Ranks {
        FIGHTERS[0][fight as usize][other.map_or(Rank::ALL.len(), Rank::index)]
    }

    /// The ranks that `other` can have attacked with this outcome; an unknown `other` may be any rank.
    pub fn attacked(fight: Fight, other: Option<Rank>) -> Ranks {
        FIGHTERS[1][fight as usize][other.map_or(Rank::ALL.len(), Rank::index)]
    }

    const fn fighters(fight: Fight, others: Ranks, attack: bool) -> Ranks {
        let (mut set, mut i) = (0, 0);
        while i < 12 {
            let mut k = 0;
            while k < 12 {
                let (by, on) =
                    if attack { (Rank::ALL[i], Rank::ALL[k]) } else { (Rank::ALL[k], Rank::ALL[i]) };
                if others.has(Rank::ALL[k]) && by.can_move() && by.attacks(on) as u8 == fight as u8 {
                    set |= 1 << i;
                }
                k += 1;
            }
            i += 1;
        }
        Ranks(set)
    }
}

/// The possible ranks by role (attacker, attacked), outcome, and the other's rank, which is 12 if it may be
/// any.
static FIGHTERS: [[[Ranks; 13]; 3]; 2] = {
    let ends = [Fight::Won, Fight::Lost, Fight::Both];
    let mut table = [[[Ranks::ALL; 13]; 3]; 2];
    let (mut end, mut other) = (0, 0);
    while end < 3 {
        while other <= 12 {
            let others = if other < 12 { Ranks::just(Rank::ALL[other]) } else { Ranks::ALL };
            table[0][end][other] = Ranks::fighters(ends[end], others, true);
            table[1][end][other] = Ranks::fighters(ends[end], others, false);
            other += 1;
        }
        end += 1;
        other = 0;
    }
    table
};
