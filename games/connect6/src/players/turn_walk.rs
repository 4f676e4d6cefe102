//! A position as the strong players search it: whole turns, with wins by double threats looked for wherever it looks.

use super::field::Field;
use super::line_board::LineBoard;
use super::lines::{POINTS_OF, through};
use super::stops::{Gaps, least, pairs, singles};
use super::vcdt::Vcdt;
use crate::{Board, Point};
use leitai_core::Seat;
use leitai_search::{FORCING, Hand, Listing, WIN, Walk, Weigh, Which, Worth, expected};

/// How many of the most promising stones are tried in pairs.
pub(super) const STONES: usize = 16;
/// How many of the most promising pairs are tried in one position, and at its root.
const PAIRS: usize = 40;
/// Turns tried in the search for a win by double threats of one position.
pub(super) const THREATS: u32 = 8;
/// Up to how many turns from the root that search looks at stones that threaten nothing by themselves.
const WIDE: u32 = 1;
/// The value that the search takes for odds of e to 1.
const SCALE: f32 = 200.0;
/// The most that a value says in that unit where nothing is proved.
const MOST: i32 = 1_200;

/// The stones of a turn, by index, the lower first; the same twice for a turn of one stone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Stones {
    low: u16,
    high: u16,
}

impl Stones {
    /// A turn of two stones, or of one given twice.
    pub(super) fn of([a, b]: [u16; 2]) -> Stones {
        Stones { low: a.min(b), high: a.max(b) }
    }

    /// Each stone once.
    pub(super) fn iter(self) -> impl Iterator<Item = u16> {
        std::iter::once(self.low).chain((self.high != self.low).then_some(self.high))
    }

    /// The number of the unordered pair.
    fn number(self) -> usize {
        let (low, high) = (usize::from(self.low), usize::from(self.high));
        high * (high + 1) / 2 + low
    }
}

/// A game of turns from a position on.
pub(super) struct TurnWalk {
    board: LineBoard,
    vcdt: Vcdt,
    seat: Seat,
    placed: u16,
    /// Stones that the side to move may place now, 1 or 2; later turns have two.
    first: u16,
    /// Turns played on the walk so far.
    ply: u32,
    winner: Option<Seat>,
    /// Class and promise of the turns listed last, by their number.
    ranks: Vec<(u8, i16)>,
    /// What the turns listed last leave out.
    listing: Listing,
    /// The turns allowed at the root; `None` for those that the walk lists.
    roots: Option<Vec<Stones>>,
}

/// Part of the key when white is to move, and when it has one stone left.
const WHITE: u64 = 0x9e37_79b9_7f4a_7c15;
const ONE: u64 = 0x94d0_49bb_1331_11eb;

impl TurnWalk {
    /// A position with `seat` to move.
    pub(super) fn new(board: &Board, seat: Seat, vcdt: Vcdt) -> TurnWalk {
        TurnWalk {
            board: LineBoard::new(board),
            vcdt,
            seat,
            placed: board.placed(),
            first: board.stones_left(),
            ply: 0,
            winner: board.winner(),
            ranks: vec![(0, 0); usize::from(Point::COUNT) * usize::from(Point::COUNT + 1) / 2],
            listing: Listing::Whole,
            roots: None,
        }
    }

    /// Restricts the first turn to these.
    pub(super) fn restrict(&mut self, roots: Vec<Stones>) {
        self.roots = Some(roots);
    }

    /// Exchanges the search for double threats for another.
    pub(super) const fn swap_vcdt(&mut self, vcdt: &mut Vcdt) {
        std::mem::swap(&mut self.vcdt, vcdt);
    }

    /// The stones in the windows, for a search that leaves them as they were.
    pub(super) const fn field_mut(&mut self) -> &mut Field {
        self.board.field_mut()
    }

    /// How many stones the side to move places.
    fn stones(&self) -> u16 {
        let stones = if self.ply == 0 { self.first } else { 2 };
        stones.min(Point::COUNT - self.placed)
    }

    fn field(&self) -> &Field {
        self.board.field()
    }

    /// The most promising empty points near stones, best first, at most `most`; elsewhere only if there are too few.
    pub(super) fn promising(&self, most: usize) -> Vec<(i32, u16)> {
        let rank = |point: u16| (self.board.promise(self.seat, point), point);
        let near = self.field().empty().filter(|point| self.board.is_near(*point));
        let mut points: Vec<(i32, u16)> = near.map(rank).collect();
        if points.len() < 2 {
            points = self.field().empty().map(rank).collect();
        }
        let order = |(promise, point): &(i32, u16)| (-promise, *point);
        if points.len() > most {
            points.select_nth_unstable_by_key(most, order);
            points.truncate(most);
        }
        points.sort_unstable_by_key(order);
        points
    }

    /// The most promising turns, with their promises.
    /// Where the other side would win by double threats if this side passed, only those that may change that.
    fn turns(&mut self) -> Vec<(i32, Stones)> {
        let threats = self.field().threats(self.seat.other());
        let mut turns = match (self.stones(), least(&threats)) {
            (1, needed) => self.single_turns(&threats, needed),
            (_, 1) => self.stopping_turns(&threats),
            (_, 2) => self.turns_of(&threats),
            _ => self.free_turns(threats.is_empty()),
        };
        if turns.len() > PAIRS {
            turns.select_nth_unstable_by_key(PAIRS, |(promise, turn)| (-promise, *turn));
            turns.truncate(PAIRS);
        }
        turns.sort_unstable_by_key(|(_, turn)| *turn);
        turns
    }

    /// The turns of a single stone: those that stop everything, if there are any.
    fn single_turns(&self, threats: &[Gaps], needed: u8) -> Vec<(i32, Stones)> {
        let points: Vec<u16> = match needed {
            1 => singles(threats).collect(),
            _ => self.promising(STONES).into_iter().map(|(_, point)| point).collect(),
        };
        let turn = |point| (self.board.promise(self.seat, point), Stones::of([point; 2]));
        points.into_iter().map(turn).collect()
    }

    /// The pairs that stop everything, where neither stone does alone.
    fn turns_of(&self, threats: &[Gaps]) -> Vec<(i32, Stones)> {
        let mut answers = Vec::new();
        pairs(threats, &mut answers);
        answers.into_iter().map(Stones::of).map(|turn| (self.promise(turn), turn)).collect()
    }

    /// Turns that stop everything, by one stone that does alone or by both together.
    fn stopping_turns(&mut self, threats: &[Gaps]) -> Vec<(i32, Stones)> {
        let mut turns = self.turns_of(threats);
        for stop in singles(threats) {
            let first = self.board.promise(self.seat, stop);
            self.board.place(self.seat, stop);
            let zone = self.danger();
            let mut rest = self.promising(STONES);
            if !zone.is_empty() {
                rest.extend(zone.iter().map(|b| (self.board.promise(self.seat, *b), *b)));
                rest.retain(|(_, b)| {
                    self.field().has_fours(self.seat) || zone.contains(b) || self.makes_four(*b, None)
                });
            }
            self.board.lift(self.seat, stop);
            turns.extend(rest.into_iter().map(|(second, b)| (first + second, Stones::of([stop, b]))));
        }
        turns.sort_unstable_by_key(|(_, turn)| *turn);
        turns.dedup_by_key(|(_, turn)| *turn);
        turns
    }

    /// Turns where nothing is threatened, or where nothing helps.
    fn free_turns(&mut self, may_help: bool) -> Vec<(i32, Stones)> {
        let zone = if may_help { self.danger() } else { Vec::new() };
        let mut firsts = self.promising(STONES);
        let worst = firsts.last().map_or(0, |(promise, _)| *promise);
        let mut is_first = [false; Point::COUNT as usize];
        for (_, point) in &firsts {
            is_first[usize::from(*point)] = true;
        }
        for point in &zone {
            if !std::mem::replace(&mut is_first[usize::from(*point)], true) {
                firsts.push((self.board.promise(self.seat, *point), *point));
            }
        }
        let mut turns = Vec::new();
        let has_fours = self.field().has_fours(self.seat);
        // By point: what it promises beside the first stone, and beside which one that was said.
        let mut beside = [(0, usize::MAX); Point::COUNT as usize];
        for (i, (first, a)) in firsts.iter().enumerate() {
            let is_free = zone.is_empty() || zone.contains(a) || has_fours || self.makes_four(*a, None);
            let mut list = |b: u16, second: i32| {
                if is_free || zone.contains(&b) || self.makes_four(b, Some(*a)) {
                    turns.push((first + second, Stones::of([*a, b])));
                }
            };
            self.board.beside(self.seat, *a, |b, second| {
                if is_first[usize::from(b)] {
                    beside[usize::from(b)] = (second, i);
                } else if second > worst {
                    // A point that promises little by itself may promise much beside this stone.
                    list(b, second);
                }
            });
            for (second, b) in &firsts[i + 1..] {
                let (with, which) = beside[usize::from(*b)];
                list(*b, if which == i { with } else { *second });
            }
        }
        turns
    }

    /// The points that a win of the other side by double threats leads through, if this side passed; none if none is found.
    fn danger(&mut self) -> Vec<u16> {
        self.vcdt.zone(self.board.field_mut(), self.seat.other(), THREATS, self.ply < WIDE)
    }

    /// The turns of two stones, one of them on one of these points, the other there or among the most promising ones, that
    /// stop what the other side could complete next turn.
    pub(super) fn turns_through(&self, points: &[u16]) -> Vec<Stones> {
        let threats = self.field().threats(self.seat.other());
        let stops = |a: u16, b: u16| threats.iter().all(|gaps| gaps.has(a) || gaps.has(b));
        let mut others: Vec<u16> = self.promising(STONES).into_iter().map(|(_, point)| point).collect();
        others.extend(points);
        let mut turns = Vec::new();
        for a in points {
            turns.extend(others.iter().filter(|b| a != *b && stops(*a, **b)).map(|b| Stones::of([*a, *b])));
        }
        turns
    }

    /// Whether a stone there, besides the first one of the turn, makes a window that two more complete.
    fn makes_four(&self, point: u16, first: Option<u16>) -> bool {
        through(point).any(|window| {
            let (own, others) = self.field().counts(window, self.seat);
            let has = |first: u16| POINTS_OF[usize::from(window)].contains(&first);
            others == 0 && own + u8::from(own == 2 && first.is_some_and(has)) >= 3
        })
    }

    /// How promising a turn is, by what each of its stones promises alone.
    pub(super) fn promise(&self, turn: Stones) -> i32 {
        turn.iter().map(|point| self.board.promise(self.seat, point)).sum()
    }

    /// Whether a side has six in a row, or the board is full.
    pub(super) fn is_over(&self) -> bool {
        !matches!(self.hand(), Hand::Seat(_))
    }

    /// The value for First of a win of `seat` in that many turns.
    fn won(seat: Seat, turns: u16) -> Worth {
        let value = WIN - i32::from(turns);
        Worth::Exact(if seat == Seat::First { value } else { -value })
    }
}

impl Walk for TurnWalk {
    type Act = Stones;
    type Undo = ();

    fn hand(&self) -> Hand {
        match self.winner {
            Some(seat) => Hand::Over(if seat == Seat::First { 1.0 } else { 0.0 }),
            None if self.placed == Point::COUNT => Hand::Over(0.5),
            None => Hand::Seat(self.seat),
        }
    }

    fn key(&self) -> u64 {
        self.field().key()
            ^ if self.seat == Seat::Second { WHITE } else { 0 }
            ^ if self.stones() == 1 { ONE } else { 0 }
    }

    fn acts(&mut self, which: Which, out: &mut Vec<Stones>) {
        let threats = self.field().threats(self.seat.other());
        let is_forced = least(&threats) == 2;
        if which == Which::Forcing && !self.is_compelled() {
            return;
        }
        let (turns, are_some) = match &self.roots {
            // Others may stand that there was no time to look at.
            Some(roots) if self.ply == 0 => {
                (roots.iter().map(|turn| (self.promise(*turn), *turn)).collect(), true)
            }
            _ => (self.turns(), !is_forced),
        };
        self.listing = if are_some || turns.len() >= PAIRS { Listing::Part } else { Listing::Whole };
        for (promise, turn) in turns {
            let class = if is_forced { FORCING } else { 1 };
            self.ranks[turn.number()] = (class, (promise / 2).clamp(-15_000, 15_000) as i16);
            out.push(turn);
        }
    }

    fn make(&mut self, turn: Stones) {
        for point in turn.iter() {
            self.board.place(self.seat, point);
            self.placed += 1;
        }
        if self.field().has_six(self.seat) {
            self.winner = Some(self.seat);
        }
        self.ply += 1;
        self.seat = self.seat.other();
    }

    fn take_back(&mut self, turn: Stones, (): ()) {
        self.seat = self.seat.other();
        self.ply -= 1;
        self.winner = None;
        let [low, high] = [turn.low, turn.high];
        for point in (high != low).then_some(high).into_iter().chain([low]) {
            self.board.lift(self.seat, point);
            self.placed -= 1;
        }
    }
}

impl Weigh for TurnWalk {
    fn weigh(&mut self) -> Worth {
        let (seat, stones) = (self.seat, self.stones());
        if stones < 2 {
            if self.field().win(seat, stones).is_some() {
                return Self::won(seat, 1);
            }
        } else if let Some(win) = self.vcdt.win(self.board.field_mut(), seat, THREATS, self.ply < WIDE) {
            return Self::won(seat, win.turns);
        }
        if u16::from(least(&self.field().threats(seat.other()))) > stones {
            return Self::won(seat.other(), 2);
        }
        let value = self.board.value(seat);
        Worth::Guess(if seat == Seat::First { value } else { -value })
    }

    fn expected(&self, value: i32) -> f32 {
        // What is not proved is never certain.
        expected(value.clamp(-MOST, MOST) as f32 / SCALE)
    }

    /// The rank from when the turn was listed.
    fn rank(&self, turn: Stones) -> (u8, i16) {
        self.ranks[turn.number()]
    }

    fn slot(&self, turn: Stones) -> usize {
        turn.number()
    }

    const SLOTS: usize = Point::COUNT as usize * (Point::COUNT as usize + 1) / 2;

    fn listing(&self) -> Listing {
        self.listing
    }

    /// A side that must place both stones to stop what is threatened has no choice, unless it completes six itself.
    fn is_compelled(&self) -> bool {
        !self.field().has_fours(self.seat) && least(&self.field().threats(self.seat.other())) == 2
    }
}
