//! The turns that are worth a look in a position: those whose stones promise most together, and the few that threaten
//! something, however little their stones promise by themselves.

use super::field::Field;
use super::line_board::LineBoard;
use super::lines::{POINTS_OF, through};
use super::stops::{Gaps, least, pairs, singles};
use super::vcdt::Vcdt;
use crate::Point;
use leitai_core::Seat;

/// How many of the most promising stones are tried in pairs.
pub(super) const STONES: usize = 16;
/// How many of the most promising pairs are tried in one position, and at its root.
pub(super) const PAIRS: usize = 40;
/// How many more are tried that make a threat together: the other side keeps one stone at most for plans of its own.
const PRESSING: usize = 10;
/// How many stones that make a threat alone are tried with others, and with how many.
const ALONE: usize = 3;
const BESIDE: usize = 5;
/// How many turns are tried that do not stand in the way of a win of the other side: what is given to it in the search for
/// that win may become threats with them.
pub(super) const ELSEWHERE: usize = 6;
/// How much earlier a turn is tried that makes a threat.
const PRESSURE: i32 = 1_000;
/// The same for two stones in a window with two, which also promise more together than alone: about 1,700.
const TOGETHER: i32 = 2_700;
/// Turns tried in the search for a win by double threats of one position.
pub(super) const THREATS: u32 = 8;

/// The stones of a turn, by index, the lower first; the same twice for a turn of one stone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Stones {
    low: u16,
    high: u16,
}

impl Stones {
    /// The number of turns of two stones or of one.
    pub(super) const COUNT: usize = Point::COUNT as usize * (Point::COUNT as usize + 1) / 2;

    /// A turn of two stones, or of one given twice.
    pub(super) fn of([a, b]: [u16; 2]) -> Stones {
        Stones { low: a.min(b), high: a.max(b) }
    }

    /// Each stone once, the lower first.
    pub(super) fn iter(self) -> impl DoubleEndedIterator<Item = u16> {
        std::iter::once(self.low).chain((self.high != self.low).then_some(self.high))
    }

    /// The number of the unordered pair.
    pub(super) fn number(self) -> usize {
        let (low, high) = (usize::from(self.low), usize::from(self.high));
        high * (high + 1) / 2 + low
    }
}

/// Lists turns of a position.
pub(super) struct TurnList<'a> {
    pub(super) board: &'a mut LineBoard,
    pub(super) vcdt: &'a mut Vcdt,
    /// The side to move.
    pub(super) seat: Seat,
    /// How many stones it places.
    pub(super) stones: u16,
    /// Whether wins of the other side are looked for also by stones that threaten nothing by themselves.
    pub(super) is_wide: bool,
}

impl TurnList<'_> {
    fn field(&self) -> &Field {
        self.board.field()
    }

    /// The most promising turns and those that press, each with its promise, in order of their stones.
    /// Where the other side would win by double threats if this side passed, mostly those that may change that.
    pub(super) fn turns(&mut self) -> Vec<(i32, Stones)> {
        let threats = self.field().threats(self.seat.other());
        let needed = least(&threats);
        let mut turns = match (self.stones, needed) {
            (1, _) => self.single_turns(&threats, needed),
            (_, 1) => self.stopping_turns(&threats),
            (_, 2) => self.turns_of(&threats),
            _ => self.free_turns(threats.is_empty()),
        };
        let pressing =
            if self.stones == 2 && needed != 2 { self.pressing_turns(&threats) } else { Vec::new() };
        turns.retain(|(_, turn)| pressing.iter().all(|(_, other)| other != turn));
        if turns.len() > PAIRS {
            turns.select_nth_unstable_by_key(PAIRS, |(promise, turn)| (-promise, *turn));
            turns.truncate(PAIRS);
        }
        turns.extend(pressing);
        turns.sort_unstable_by_key(|(_, turn)| *turn);
        turns
    }

    /// The turns of a single stone: those that stop everything, if there are any.
    fn single_turns(&self, threats: &[Gaps], needed: u8) -> Vec<(i32, Stones)> {
        let points: Vec<u16> = match needed {
            1 => singles(threats).collect(),
            _ => self.board.promising(self.seat, STONES).into_iter().map(|(_, point)| point).collect(),
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

    /// Turns that make a threat and stop what is threatened, those that make most besides: by two stones in a window with
    /// two, and where nothing is threatened also by one stone in a window with three.
    fn pressing_turns(&mut self, threats: &[Gaps]) -> Vec<(i32, Stones)> {
        let seat = self.seat;
        let stops = |[a, b]: &[u16; 2]| threats.iter().all(|gaps| gaps.has(*a) || gaps.has(*b));
        let attack = |turn: [u16; 2]| turn.map(|point| self.board.attack(seat, point)).iter().sum::<i32>();
        let pairs = self.field().pairs(seat).filter(stops);
        let mut pairs: Vec<(i32, Stones)> = pairs.map(|turn| (attack(turn), Stones::of(turn))).collect();
        pairs.sort_unstable_by_key(|(attack, turn)| (-attack, *turn));
        pairs.dedup();
        pairs.truncate(PRESSING);
        let mut turns: Vec<(i32, Stones)> =
            pairs.into_iter().map(|(_, turn)| (self.promise(turn) + TOGETHER, turn)).collect();
        if threats.is_empty() {
            for (first, a) in self.pressing_stones().into_iter().take(ALONE) {
                self.board.place(seat, a);
                for (_, b) in self.board.attacking(seat, BESIDE) {
                    turns.push((first + self.board.promise(seat, b), Stones::of([a, b])));
                }
                self.board.lift(seat, a);
            }
            turns.sort_unstable_by_key(|(promise, turn)| (*turn, -promise));
            turns.dedup_by_key(|(_, turn)| *turn);
        }
        turns
    }

    /// Turns that stop everything, by one stone that does alone or by both together.
    fn stopping_turns(&mut self, threats: &[Gaps]) -> Vec<(i32, Stones)> {
        let mut turns = self.turns_of(threats);
        for stop in singles(threats) {
            let first = self.board.promise(self.seat, stop);
            self.board.place(self.seat, stop);
            let zone = self.danger();
            let mut rest = self.board.promising(self.seat, STONES);
            if !zone.is_empty() {
                rest.extend(zone.iter().map(|b| (self.board.promise(self.seat, *b), *b)));
                rest.retain(|(_, b)| {
                    self.field().has_fours(self.seat) || zone.contains(b) || self.makes_four(*b, None)
                });
            }
            let pressing = self.pressing_stones();
            rest.retain(|(_, b)| pressing.iter().all(|(_, other)| other != b));
            rest.extend(pressing);
            self.board.lift(self.seat, stop);
            turns.extend(rest.into_iter().map(|(second, b)| (first + second, Stones::of([stop, b]))));
        }
        turns.sort_unstable_by_key(|(promise, turn)| (*turn, -promise));
        turns.dedup_by_key(|(_, turn)| *turn);
        turns
    }

    /// The stones that make a threat, each with how early it is tried, those that make most besides first.
    fn pressing_stones(&self) -> Vec<(i32, u16)> {
        let mut points: Vec<u16> =
            self.field().threes(self.seat).flat_map(|window| self.field().gaps(window)).collect();
        points.sort_unstable();
        points.dedup();
        points.sort_by_cached_key(|point| -self.board.attack(self.seat, *point));
        points.truncate(PRESSING);
        points.into_iter().map(|point| (self.board.promise(self.seat, point) + PRESSURE, point)).collect()
    }

    /// Turns where nothing is threatened, or where nothing helps.
    fn free_turns(&mut self, may_help: bool) -> Vec<(i32, Stones)> {
        let zone = if may_help { self.danger() } else { Vec::new() };
        let mut firsts = self.board.promising(self.seat, STONES);
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
        let (mut turns, mut others) = (Vec::new(), Vec::new());
        let has_fours = self.field().has_fours(self.seat);
        // By point: what it promises beside the first stone, and beside which one that was said.
        let mut beside = [(0, usize::MAX); Point::COUNT as usize];
        for (i, (first, a)) in firsts.iter().enumerate() {
            let is_free = zone.is_empty() || zone.contains(a) || has_fours || self.makes_four(*a, None);
            let mut list = |b: u16, second: i32| {
                let may_help = is_free || zone.contains(&b) || self.makes_four(b, Some(*a));
                let list = if may_help { &mut turns } else { &mut others };
                list.push((first + second, Stones::of([*a, b])));
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
        if others.len() > ELSEWHERE {
            others.select_nth_unstable_by_key(ELSEWHERE, |(promise, turn)| (-promise, *turn));
            others.truncate(ELSEWHERE);
        }
        turns.extend(others);
        turns
    }

    /// The points that a win of the other side by double threats leads through, if this side passed; none if none is found.
    fn danger(&mut self) -> Vec<u16> {
        self.vcdt.zone(self.board.field_mut(), self.seat.other(), THREATS, self.is_wide)
    }

    /// The turns of two stones, one of them on one of these points, the other there or among the most promising ones, that
    /// stop what the other side could complete next turn.
    pub(super) fn turns_through(&self, points: &[u16]) -> Vec<Stones> {
        let threats = self.field().threats(self.seat.other());
        let stops = |a: u16, b: u16| threats.iter().all(|gaps| gaps.has(a) || gaps.has(b));
        let promising = self.board.promising(self.seat, STONES);
        let mut others: Vec<u16> = promising.into_iter().map(|(_, point)| point).collect();
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
}

#[cfg(test)]
mod tests {
    use super::super::replays::position;
    use super::*;
    use crate::Board;
    use leitai_core::Rng;

    fn listed(board: &Board, seat: Seat) -> Vec<(i32, Stones)> {
        let mut lines = LineBoard::new(board);
        let mut vcdt = Vcdt::new(1 << 16);
        let stones = board.stones_left();
        TurnList { board: &mut lines, vcdt: &mut vcdt, seat, stones, is_wide: false }.turns()
    }

    /// Of the pairs of stones in one window that make a threat and stop what is threatened, as many are listed as there is
    /// room for.
    #[test]
    fn pairs_that_threaten_are_listed() {
        let (mut rng, mut pressing, mut stopping) = (Rng::new(9), 0, 0);
        let positions = std::iter::repeat_with(|| position(&mut rng)).flatten();
        for (board, seat) in positions.filter(|(board, _)| board.stones_left() == 2).take(200) {
            let lines = LineBoard::new(&board);
            let field = lines.field();
            let threats = field.threats(seat.other());
            if least(&threats) > 1 {
                continue;
            }
            let mut pairs: Vec<Stones> = field
                .twos(seat)
                .flat_map(|window| {
                    let gaps: Vec<u16> = field.gaps(window).collect();
                    (1..4)
                        .flat_map(|b| (0..b).map(move |a| [a, b]))
                        .map(|pair| pair.map(|i| gaps[i]))
                        .collect::<Vec<_>>()
                })
                .filter(|pair| threats.iter().all(|gaps| gaps.has(pair[0]) || gaps.has(pair[1])))
                .map(Stones::of)
                .collect();
            pairs.sort_unstable();
            pairs.dedup();
            let turns = listed(&board, seat);
            let found = pairs.iter().filter(|pair| turns.iter().any(|(_, turn)| turn == *pair)).count();
            assert!(found >= pairs.len().min(PRESSING), "{found} of {}", pairs.len());
            pressing += found;
            stopping += if threats.is_empty() { 0 } else { found };
        }
        assert!(pressing > 500 && stopping > 50, "{pressing} pairs, {stopping} of them stop something");
    }
}
