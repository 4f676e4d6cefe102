//! A small made-up game: everything about a position is a hash of the number of acts played and of their sum, so that
//! the same position is reached in several ways, and a side may keep the hand.

use crate::{Attempt, FORCING, Hand, Listing, WIN, Walk, Weigh, Which, Worth};
use leitai_core::{Rng, Seat};

#[derive(Clone, Debug)]
pub(super) struct Toy {
    pub(super) seed: u64,
    /// The number of acts after which every game is over.
    pub(super) longest: u32,
    /// Whether some positions are known without a search.
    pub(super) tables: bool,
    /// Whether sides may pass and hopeless positions may be pruned.
    pub(super) guessing: bool,
    /// What its lists are said to leave out.
    pub(super) listing: Listing,
    /// Whether it proves what is won, and the positions looked at for that.
    pub(super) proving: bool,
    pub(super) proofs: u64,
    played: u32,
    sum: u32,
}

impl Toy {
    pub(super) fn new(seed: u64, longest: u32) -> Toy {
        let listing = Listing::Whole;
        let (tables, guessing, proving) = (false, false, false);
        Toy { seed, longest, tables, guessing, listing, proving, proofs: 0, played: 0, sum: 0 }
    }

    fn hash(&self, what: u64) -> u64 {
        let place = u64::from(self.played) << 40 | u64::from(self.sum) << 8 | what;
        Rng::new(self.seed.wrapping_mul(0x1234_5679).wrapping_add(place)).next()
    }

    fn width(&self) -> u32 {
        (self.hash(1) % 9 + 1) as u32 / 2
    }
}

impl Walk for Toy {
    type Act = u32;
    type Undo = (u32, u32);

    fn hand(&self) -> Hand {
        if self.played >= self.longest || self.width() == 0 {
            return Hand::Over([0.0, 0.5, 0.5, 1.0][self.hash(2) as usize % 4]);
        }
        Hand::Seat(Seat::BOTH[self.hash(3) as usize % 2])
    }

    fn key(&self) -> u64 {
        self.hash(0)
    }

    fn acts(&mut self, which: Which, out: &mut Vec<u32>) {
        let forcing = |act: &u32| which == Which::All || self.rank(*act).0 >= FORCING;
        out.extend((0..self.width()).filter(forcing));
    }

    fn make(&mut self, act: u32) -> (u32, u32) {
        let undo = (self.played, self.sum);
        self.played += 1;
        self.sum = (self.sum + act) % 7;
        undo
    }

    fn take_back(&mut self, _: u32, undo: (u32, u32)) {
        (self.played, self.sum) = undo;
    }
}

impl Weigh for Toy {
    fn weigh(&mut self) -> Worth {
        match self.hash(4) % 20 {
            // Where the side is compelled, a search may skip what is known; everywhere else the two agree.
            _ if self.is_compelled() => Worth::Guess((self.hash(5) % 201) as i32 - 100),
            0 if self.tables => Worth::Exact(WIN - 5),
            1 if self.tables => Worth::Exact(7 - WIN),
            2 if self.tables => Worth::Exact(0),
            _ => Worth::Guess((self.hash(5) % 201) as i32 - 100),
        }
    }

    fn expected(&self, value: i32) -> f32 {
        crate::expected(value as f32 / 100.0)
    }

    fn is_compelled(&self) -> bool {
        self.hash(6).is_multiple_of(3)
    }

    fn rank(&self, act: u32) -> (u8, i16) {
        let forcing = self.is_compelled() || self.hash(16 + u64::from(act)).is_multiple_of(3);
        let class = if forcing { FORCING } else { 1 };
        (class, -(act as i16))
    }

    fn slot(&self, act: u32) -> usize {
        act as usize
    }

    const SLOTS: usize = 8;

    fn listing(&self) -> Listing {
        self.listing
    }

    fn margin(&self) -> Option<i32> {
        self.guessing.then_some(30)
    }

    fn may_pass(&self) -> bool {
        self.guessing
    }

    fn prove(&mut self, most: u64, _: &dyn Fn() -> bool) -> Attempt {
        assert!(most > 0);
        if !self.proving {
            return Attempt::default();
        }
        self.proofs += 1;
        let value = minimax(self, 30, 0);
        let is_won = self.hand() == Hand::Seat(if value > 0 { Seat::First } else { Seat::Second });
        Attempt { is_won: value != 0 && is_won, positions: 1 }
    }

    fn pass(&mut self) -> (u32, u32) {
        self.make(6)
    }

    fn take_pass_back(&mut self, undo: (u32, u32)) {
        self.take_back(6, undo);
    }
}

/// Plain minimax for First; a win at ply `n` is worth `WIN - n`.
pub(super) fn minimax(toy: &mut Toy, depth: u32, ply: i32) -> i32 {
    let seat = match toy.hand() {
        Hand::Over(result) => return ((result - 0.5) * 2.0) as i32 * (WIN - ply),
        Hand::Seat(seat) => seat,
        Hand::Dice => unreachable!("no dice"),
    };
    let mut acts = Vec::new();
    toy.acts(if depth == 0 { Which::Forcing } else { Which::All }, &mut acts);
    let better = |a: i32, b: i32| if seat == Seat::First { a.max(b) } else { a.min(b) };
    let mut best = None;
    if depth > 0 || acts.is_empty() || !toy.is_compelled() {
        match toy.weigh() {
            Worth::Exact(value) => return value - value.signum() * ply,
            Worth::Guess(value) if depth == 0 => best = Some(value),
            Worth::Guess(_) => {}
        }
    }
    for act in acts {
        let undo = toy.make(act);
        let value = minimax(toy, depth.saturating_sub(1), ply + 1);
        toy.take_back(act, undo);
        best = Some(best.map_or(value, |best| better(best, value)));
    }
    best.expect("whoever has the hand has an act")
}
