//! Principal-variation search for draughts alone: what the kit does with the players' cuts, on fixed arrays, for a game
//! in which the hand changes with every move.

use super::order::{MOVES, NOTHING, Order, Try, next};
use super::transposition_table::{Bound, NONE, PROVED, TranspositionTable};
use draughts::players::{CUTS, Draft, Hop, UNIT};
use leitai_core::{Rng, Seat};
use leitai_search::{Hand, WIN, Walk, Weigh, Which, Worth, shuffle};

/// The kit's limit of plies, and the value from which a result is certain.
const PLIES: usize = 250;
const SURE: i32 = WIN / 2;
const OPEN: (i32, i32) = (-WIN - 1, WIN + 1);

/// The search, with what it remembers.
pub(crate) struct ByHand {
    table: TranspositionTable,
    order: Order,
    less: Box<[[i32; 64]; 64]>,
    rng: Rng,
    guesses: u64,
    nodes: u64,
    depth: i32,
}

/// The best move, its value, and the nodes searched.
pub(crate) struct Same {
    pub(crate) act: Hop,
    pub(crate) value: i32,
    pub(crate) nodes: u64,
}

/// Where a node stands.
#[derive(Clone, Copy)]
struct Spot {
    ply: usize,
    /// The slot of the move before.
    before: usize,
    main: bool,
}

fn shifted(value: i32, by: i32) -> i32 {
    if value > SURE {
        value - by
    } else if value < -SURE {
        value + by
    } else {
        value
    }
}

impl Spot {
    /// What the order of moves depends on.
    const fn place(self) -> (usize, usize) {
        (self.ply, self.before)
    }
}

impl ByHand {
    pub(crate) fn new(bytes: u64, seed: u64) -> ByHand {
        let mut less = Box::new([[0; 64]; 64]);
        for (depth, row) in less.iter_mut().enumerate().skip(1) {
            for (at, less) in row.iter_mut().enumerate().skip(CUTS.whole) {
                *less = (f64::from(depth as u32).ln() * f64::from(at as u32).ln() / CUTS.late + 0.4) as i32;
            }
        }
        ByHand {
            table: TranspositionTable::new(bytes),
            order: Order::new(PLIES + 1),
            less,
            rng: Rng::new(seed),
            guesses: 0,
            nodes: 0,
            depth: 0,
        }
    }

    /// The best move, searched to `depth`. Requires two moves or more.
    pub(crate) fn best(&mut self, walk: &mut Draft, depth: u32) -> Same {
        let mut tries = [Try::NONE; MOVES];
        let spot = Spot { ply: 0, before: NOTHING, main: true };
        let count = self.order.list(walk, spot.place(), Which::All, NONE, &mut tries);
        let roots = &mut tries[..count];
        shuffle(roots, &mut self.rng);
        roots.sort_by_key(|root| std::cmp::Reverse(root.promise));
        for (at, root) in roots.iter_mut().enumerate() {
            root.index = at as u16;
        }
        let mut grain = 1;
        while grain < SURE / 8 && walk.expected(grain) < walk.expected(0) + 0.02 {
            grain *= 2;
        }
        let mut found = Same { act: roots[0].hop, value: 0, nodes: 0 };
        for depth in 1..=depth as i32 {
            self.depth = depth;
            let mut width = grain;
            let (mut alpha, mut beta) = OPEN;
            if depth > 3 && found.value.abs() < SURE {
                (alpha, beta) = (found.value - width, found.value + width);
            }
            let before = self.guesses;
            let mut value;
            loop {
                value = self.root(walk, roots, alpha, beta, &mut found);
                if value > alpha && value < beta || alpha <= -WIN && beta >= WIN {
                    break;
                }
                width *= 4;
                let low = if value <= alpha { value.saturating_sub(width) } else { alpha };
                let high = if value >= beta { value.saturating_add(width) } else { beta };
                alpha = if low < -SURE { OPEN.0 } else { low };
                beta = if high > SURE { OPEN.1 } else { high };
            }
            if value.abs() > SURE || value == 0 && self.guesses == before {
                break;
            }
        }
        found.nodes = self.nodes;
        found
    }

    fn root(
        &mut self,
        walk: &mut Draft,
        roots: &mut [Try],
        mut alpha: i32,
        beta: i32,
        found: &mut Same,
    ) -> i32 {
        let spot = Spot { ply: 0, before: NOTHING, main: true };
        let (lowest, mut best) = (alpha, OPEN.0);
        for at in 0..roots.len() {
            let this = roots[at];
            let less = self.less(walk, spot, self.depth, at, &this);
            let undo = walk.make(this.hop);
            let value = self.try_one(walk, spot, self.depth - 1, less, at == 0, (alpha, beta), this.slot);
            walk.take_back(this.hop, undo);
            if value > best {
                best = value;
                if value > lowest {
                    alpha = alpha.max(value);
                    (found.act, found.value) = (this.hop, value);
                    roots[..=at].rotate_right(1);
                }
                if value >= beta {
                    break;
                }
            }
        }
        best
    }

    #[inline]
    fn weigh(walk: &mut Draft, ply: usize) -> (bool, i32) {
        let sign = if walk.field().mover() == Seat::First { 1 } else { -1 };
        match walk.weigh() {
            Worth::Exact(value) => (true, shifted(sign * value, ply as i32)),
            Worth::Guess(value) => (false, sign * value),
        }
    }

    #[inline]
    fn less(&self, walk: &Draft, spot: Spot, depth: i32, at: usize, this: &Try) -> i32 {
        if at < CUTS.whole || depth < 3 || this.is_forcing() {
            return 0;
        }
        let less = self.less[depth.min(63) as usize][at.min(63)]
            - self.order.favour(walk, spot.place(), this)
            - i32::from(spot.main);
        less.clamp(0, depth - 1)
    }

    /// The value, for the side that has just moved, of the position it leads to.
    #[inline]
    fn after(&mut self, walk: &mut Draft, spot: Spot, depth: i32, alpha: i32, beta: i32) -> i32 {
        match walk.hand() {
            Hand::Over(result) => {
                self.nodes += 1;
                // The mover of the walk is the side that has the move now, not the one that made the last.
                let won = if walk.field().mover() == Seat::First { 0.5 - result } else { result - 0.5 };
                let sure = WIN - spot.ply as i32;
                if won > 0.0 {
                    sure
                } else if won < 0.0 {
                    -sure
                } else {
                    0
                }
            }
            _ => -self.value(walk, spot, depth, -beta, -alpha),
        }
    }

    fn value(&mut self, walk: &mut Draft, spot: Spot, mut depth: i32, mut alpha: i32, mut beta: i32) -> i32 {
        let ply = spot.ply;
        if depth <= 0 || ply + 1 >= PLIES {
            return self.forcing(walk, spot, 48, alpha, beta);
        }
        self.nodes += 1;
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let remembers = depth >= CUTS.remembered;
        let key = if remembers { walk.key() } else { 0 };
        let mut known = if remembers { self.table.get(key) } else { None };
        if let Some(known) = known
            && (!spot.main || known.depth == PROVED)
            && i32::from(known.depth) >= depth
        {
            let value = shifted(known.value, ply as i32);
            let decides = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if decides {
                self.guesses += u64::from(known.depth != PROVED);
                return value;
            }
        }
        let (sure, guess) = ByHand::weigh(walk, ply);
        if sure {
            return guess;
        }
        if !spot.main && beta.abs() < SURE {
            if guess >= beta && depth <= 4 && guess - UNIT / 2 * depth >= beta {
                self.guesses += 1;
                return guess;
            }
            if depth >= 6 && beta + UNIT < SURE {
                let far = beta + UNIT;
                let value = self.value(walk, spot, depth * 2 / 5, far - 1, far);
                if value >= far {
                    self.guesses += 1;
                    return if value > SURE { value } else { value - UNIT };
                }
            }
        }
        if known.is_none() && remembers {
            known = self.table.get(key);
        }
        let best = known.map_or(NONE, |known| known.best);
        depth -= i32::from(best == NONE && depth >= CUTS.unknown);
        let before = self.guesses;
        let mut tries = [Try::NONE; MOVES];
        let count = self.order.list(walk, spot.place(), Which::All, best, &mut tries);
        let (value, best) = self.try_all(walk, spot, depth, alpha, beta, &mut tries[..count]);
        if remembers {
            let bound = if value >= beta {
                Bound::AtLeast
            } else if value > alpha {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            let depth = if self.guesses == before { PROVED } else { depth.min(254) as u8 };
            self.table.put(key, shifted(value, -(ply as i32)), bound, depth, best);
        }
        value
    }

    #[inline]
    fn try_all(
        &mut self,
        walk: &mut Draft,
        spot: Spot,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        tries: &mut [Try],
    ) -> (i32, u16) {
        let mut best = (OPEN.0, NONE);
        let longer = i32::from(tries.len() == 1 && (spot.ply as i32) < 2 * self.depth);
        for at in 0..tries.len() {
            next(tries, at);
            let this = tries[at];
            let less = self.less(walk, spot, depth, at, &this);
            let undo = walk.make(this.hop);
            if depth > CUTS.remembered {
                self.table.touch(walk.key());
            }
            let value = self.try_one(walk, spot, depth - 1 + longer, less, at == 0, (alpha, beta), this.slot);
            walk.take_back(this.hop, undo);
            if value > best.0 {
                best = (value, this.index);
                alpha = alpha.max(value);
                if value >= beta {
                    self.order.learn(walk, spot.place(), tries, at, depth);
                    break;
                }
            }
        }
        best
    }

    #[inline]
    #[expect(clippy::too_many_arguments, reason = "a search passes its state down")]
    fn try_one(
        &mut self,
        walk: &mut Draft,
        spot: Spot,
        depth: i32,
        less: i32,
        first: bool,
        (alpha, beta): (i32, i32),
        slot: u16,
    ) -> i32 {
        let quiet = Spot { ply: spot.ply + 1, before: slot.into(), main: false };
        let main = Spot { main: spot.main, ..quiet };
        if first {
            return self.after(walk, main, depth, alpha, beta);
        }
        let mut value = self.after(walk, quiet, depth - less, alpha, alpha + 1);
        if value > alpha && less > 0 {
            value = self.after(walk, quiet, depth, alpha, alpha + 1);
        }
        if value > alpha && value < beta && spot.main {
            value = self.after(walk, main, depth, alpha, beta);
        }
        value
    }

    /// Searches captures only, which are compulsory.
    fn forcing(&mut self, walk: &mut Draft, spot: Spot, left: usize, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let mut tries = [Try::NONE; MOVES];
        let bottom = spot.ply + 1 >= PLIES || left == 0;
        let count =
            if bottom { 0 } else { self.order.list(walk, spot.place(), Which::Forcing, NONE, &mut tries) };
        let tries = &mut tries[..count];
        if tries.is_empty() {
            let (sure, value) = ByHand::weigh(walk, spot.ply);
            self.guesses += u64::from(!sure);
            return value;
        }
        let mut best = OPEN.0;
        for at in 0..tries.len() {
            next(tries, at);
            let this = tries[at];
            let undo = walk.make(this.hop);
            let below = Spot { ply: spot.ply + 1, before: this.slot.into(), main: spot.main };
            let value = match walk.hand() {
                Hand::Seat(_) => -self.forcing(walk, below, left - 1, -beta, -alpha),
                _ => self.after(walk, below, 0, alpha, beta),
            };
            walk.take_back(this.hop, undo);
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        best
    }
}
