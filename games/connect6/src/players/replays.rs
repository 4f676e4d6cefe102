//! Every proof is played out against every answer of the rules.

use super::line_board::LineBoard;
use super::proofs::{MOST_SINGLES, prove};
use super::vcdt::Vcdt;
use crate::{Board, Point};
use leitai_core::{Actor, Position, Rng, Seat, State};
use leitai_search::ProofSearch;
use leitai_testkit::extent;
use std::collections::HashSet;
use std::sync::LazyLock;

/// The points of the board.
const POINTS: usize = Point::COUNT as usize;
/// Positions looked at for a proof by proof numbers.
const POSITIONS: u64 = 100;
/// The same where a proof is known to be there.
const AGAIN: u64 = 20_000;
/// Turns tried for a win depth first that is known to be there.
const GRANTED: u32 = 100_000;
/// Pairs of stones drawn by lot for each turn that leaves a stone free, to see that those that stop nothing lose at once.
const LOTS: usize = 50;

/// Every run of six points.
static RUNS: LazyLock<Vec<[usize; 6]>> = LazyLock::new(|| {
    let from = |start: Point| {
        [(1, 0), (0, 1), (1, 1), (-1, 1)].map(|(dx, dy)| {
            let point = |k: i16| {
                let (x, y) = (start.x() as i16 + k * dx, start.y() as i16 + k * dy);
                Some(Point::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?)?.index().into())
            };
            (0..6).map(point).collect::<Option<Vec<usize>>>()?.try_into().ok()
        })
    };
    Point::all().flat_map(from).flatten().collect()
});

/// The stones on the board, in any number.
#[derive(Clone)]
struct Cells([Option<Seat>; POINTS]);

impl Cells {
    fn of(board: &Board) -> Cells {
        Cells(std::array::from_fn(|point| board.at(Point::at(point as u16)?)))
    }

    fn at(&self, point: Point) -> Option<Seat> {
        self.0[usize::from(point.index())]
    }

    fn place(&mut self, seat: Seat, point: Point) {
        self.0[usize::from(point.index())] = Some(seat);
    }

    /// The empty points of each run of six points that holds at least four stones of the side and none of the other.
    fn threats(&self, side: Seat) -> Vec<Vec<Point>> {
        let mut threats = Vec::new();
        for run in RUNS.iter() {
            let mut stones = 0;
            for point in run {
                match self.0[*point] {
                    Some(seat) if seat == side => stones += 1,
                    Some(_) => stones = -6,
                    None => {}
                }
            }
            if stones >= 4 {
                let free = run.iter().filter(|point| self.0[**point].is_none());
                threats.push(free.filter_map(|point| Point::at(*point as u16)).collect());
            }
        }
        threats
    }
}

/// What a side threatens to complete, and how it is stopped.
struct Stops {
    threats: Vec<Vec<Point>>,
    /// The points on which a stone stops something.
    points: Vec<Point>,
}

impl Stops {
    fn new(cells: &Cells, side: Seat) -> Stops {
        let threats = cells.threats(side);
        let mut points: Vec<Point> = threats.iter().flatten().copied().collect();
        points.sort_unstable();
        points.dedup();
        Stops { threats, points }
    }

    fn stop(&self, set: &[Point]) -> bool {
        self.threats.iter().all(|gaps| gaps.iter().any(|gap| set.contains(gap)))
    }

    fn singles(&self) -> impl Iterator<Item = Point> {
        self.points.iter().copied().filter(|point| self.stop(&[*point]))
    }

    /// The pairs of stones that stop everything, where neither does alone: each of them stops something.
    fn pairs(&self) -> impl Iterator<Item = [Point; 2]> {
        let pairs =
            self.points.iter().enumerate().flat_map(|(i, b)| self.points[..i].iter().map(|a| [*a, *b]));
        pairs.filter(|pair| self.stop(pair) && !pair.iter().any(|point| self.stop(&[*point])))
    }
}

/// The searches that proofs come from.
struct Prover {
    vcdt: Vcdt,
    search: ProofSearch,
    /// Positions of the present proof that were played out already, and whether stones are granted in them.
    seen: HashSet<(Board, bool)>,
    /// Of so many points for a free stone that should change nothing one is looked at.
    every: usize,
    rng: Rng,
    /// Answers with a free stone that were looked at, and how many of them only a search of their own beats.
    free: [u64; 2],
}

impl Prover {
    fn new() -> Prover {
        Prover {
            vcdt: Vcdt::new(1 << 22),
            search: ProofSearch::new(1 << 22),
            seen: HashSet::new(),
            every: 1,
            rng: Rng::new(12),
            free: [0; 2],
        }
    }

    /// The turn with which the side wins depth first, if it is found.
    fn short(&mut self, board: &Board, side: Seat) -> Option<[u16; 2]> {
        let mut lines = LineBoard::new(board);
        self.vcdt.win(lines.field_mut(), side, 100, true).map(|win| win.turn)
    }

    /// The turn with which the side wins, if it is found by proof numbers, with at most so many single threats.
    fn deep(&mut self, board: &Board, side: Seat, singles: u8) -> Option<[u16; 2]> {
        self.prove(board, side, singles, POSITIONS)
    }

    fn prove(&mut self, board: &Board, side: Seat, singles: u8, most: u64) -> Option<[u16; 2]> {
        let mut lines = LineBoard::new(board);
        prove(&mut self.search, &mut self.vcdt, lines.field_mut(), side, singles, most, &|| false)
    }

    /// The turn of a proof of any kind, the simplest first. What the proof saw by another win, against a free stone elsewhere,
    /// may take a longer search to see anew.
    fn any(&mut self, board: &Board, side: Seat) -> Option<[u16; 2]> {
        [POSITIONS, AGAIN]
            .into_iter()
            .find_map(|most| (0..=MOST_SINGLES).find_map(|singles| self.prove(board, side, singles, most)))
    }

    /// Plays the proof against every answer; returns the number of turns it led through. `granted` is the position with
    /// the stones that a proof depth first grants the defender besides its own, where one has begun.
    fn replay(&mut self, board: &Board, granted: Option<Granted>, side: Seat) -> u64 {
        let (turn, granted) = match granted {
            Some(mut granted) => (granted.win(&mut self.vcdt, side), Some(granted)),
            None if self.short(board, side).is_some() => {
                let mut granted = Granted(LineBoard::new(board));
                (granted.win(&mut self.vcdt, side), Some(granted))
            }
            None => (self.any(board, side), None),
        };
        let turn = turn.unwrap_or_else(|| panic!("no win goes on in {board:?}"));
        let mut after = *board;
        for point in turn {
            if after.turn().owes(Actor::Seat(side)) {
                let point = Point::at(point).expect("on the board");
                after.try_play(Actor::Seat(side), &point).expect("a legal stone");
            }
        }
        if after.winner() == Some(side) {
            return 1;
        }
        let other = side.other();
        let cells = Cells::of(&after);
        let stops = Stops::new(&cells, side);
        assert!(!stops.threats.is_empty(), "nothing is threatened in {after:?}");
        assert!(cells.threats(other).is_empty(), "the defender completes six in {after:?}");
        let singles: Vec<Point> = stops.singles().collect();
        assert!(singles.is_empty() || granted.is_none(), "one stone stops it in {after:?}");
        let mut seen = 1;
        for stop in singles {
            seen += self.replay_free(&after, &cells, stop, side);
        }
        let granted = granted.map(|granted| granted.after(turn, side));
        for pair in stops.pairs() {
            let next = answered(&after, pair, other);
            if self.seen.insert((next, granted.is_some())) {
                seen += self.replay(&next, granted.clone(), side);
            }
        }
        seen
    }

    /// Plays the proof against the answers with a stone that stops everything, of which it takes the other where that may
    /// change something, and some of those that it does not; and against pairs drawn by lot.
    fn replay_free(&mut self, after: &Board, cells: &Cells, stop: Point, side: Seat) -> u64 {
        let other = side.other();
        let mut empty: Vec<Point> = after.empty().iter().filter(|point| *point != stop).collect();
        let stops = Stops::new(cells, side);
        for _ in 0..LOTS {
            let pair = [0; 2].map(|_| empty[self.rng.below(empty.len())]);
            let mut next = cells.clone();
            for point in pair {
                next.place(other, point);
            }
            // What does not stop everything loses at once.
            assert_eq!(next.threats(side).is_empty(), stops.stop(&pair), "{after:?}");
            assert!(next.threats(other).iter().all(|gaps| !gaps.is_empty()), "{after:?}");
        }
        // The win where the other stone is passed, and where it leads through.
        let mut passed = Granted(LineBoard::new(after));
        passed.0.place(other, stop.index());
        let zone = self.vcdt.relevant(passed.0.field_mut(), side, GRANTED, true).expect("a win after a pass");
        let mut turns = Vec::new();
        while let Some(turn) = passed.win(&mut self.vcdt, side) {
            turns.push(turn);
            if turn[0] == turn[1] {
                break;
            }
            passed = passed.after(turn, side);
        }
        empty.retain(|free| {
            self.every == 1 || zone.contains(&free.index()) || self.rng.below(self.every) == 0
        });
        let mut seen = 0;
        for free in empty {
            self.free[0] += 1;
            let mut with = cells.clone();
            for point in [stop, free] {
                with.place(other, point);
            }
            if stands(with, &turns, side) {
                seen += 1;
                continue;
            }
            assert!(zone.contains(&free.index()), "{free:?} stops the win in {after:?}");
            self.free[1] += 1;
            let next = answered(after, [stop, free], other);
            if self.seen.insert((next, false)) {
                seen += self.replay(&next, None, side);
            }
        }
        seen
    }
}

/// The position after two stones of the side.
fn answered(board: &Board, pair: [Point; 2], side: Seat) -> Board {
    let mut next = *board;
    for point in pair {
        next.play(Actor::Seat(side), &point);
    }
    next
}

/// Whether these turns win, the other side being given a stone on every point that stops something.
fn stands(mut cells: Cells, turns: &[[u16; 2]], side: Seat) -> bool {
    for turn in turns {
        let turn = turn.map(|point| Point::at(point).expect("on the board"));
        if turn.iter().any(|point| cells.at(*point).is_some()) {
            return false;
        }
        for point in turn {
            cells.place(side, point);
        }
        let stops = Stops::new(&cells, side);
        if stops.threats.iter().any(Vec::is_empty) {
            return true;
        }
        if !cells.threats(side.other()).is_empty()
            || stops.singles().next().is_some()
            || stops.threats.is_empty()
        {
            return false;
        }
        if stops.pairs().next().is_none() {
            return true;
        }
        stops.points.iter().for_each(|point| cells.place(side.other(), *point));
    }
    false
}

/// A position with all stones that a proof grants the defender.
#[derive(Clone)]
struct Granted(LineBoard);

impl Granted {
    fn win(&mut self, vcdt: &mut Vcdt, side: Seat) -> Option<[u16; 2]> {
        vcdt.win(self.0.field_mut(), side, GRANTED, true).map(|win| win.turn)
    }

    /// The position after a turn that threatens, and a stone on every point that stops something.
    fn after(mut self, turn: [u16; 2], side: Seat) -> Granted {
        for point in turn {
            self.0.place(side, point);
        }
        let field = self.0.field();
        let mut stops: Vec<u16> = field.threats(side).iter().flat_map(|gaps| gaps.iter()).collect();
        stops.sort_unstable();
        stops.dedup();
        for point in stops {
            self.0.place(side.other(), point);
        }
        self
    }
}

/// A crowded position where nobody can complete six this turn.
pub(super) fn position(rng: &mut Rng) -> Option<(Board, Seat)> {
    let mut board = Board::default();
    let mut lines = LineBoard::new(&board);
    for _ in 0..11 + 2 * rng.below(12) {
        let by @ Actor::Seat(seat) = board.turn().next()? else { return None };
        let near: Vec<Point> = board
            .empty()
            .iter()
            .filter(|point| (5..14).contains(&point.x()) && (5..14).contains(&point.y()))
            .collect();
        // The most promising of a few, so that lines come about.
        let few = (0..4).map(|_| near[rng.below(near.len())]);
        let point = few.max_by_key(|point| lines.promise(seat, point.index()))?;
        board.play(by, &point);
        lines.place(seat, point.index());
    }
    let Actor::Seat(seat) = board.turn().next()? else { return None };
    let is_quiet = !lines.field().has_fours(seat) && board.stones_left() == 2;
    is_quiet.then_some((board, seat))
}

/// Proofs of wins that take more than one turn, replayed against every answer: depth first, by proof numbers, or by proof
/// numbers with single threats, where simpler proofs find none; how much of it `every` says.
fn replayed(proofs: u64, kind: Option<u8>, every: usize) -> (u64, Prover) {
    let (mut prover, mut rng) = (Prover::new(), Rng::new(11));
    prover.every = every;
    let (mut found, mut seen) = (0, 0);
    while found < proofs {
        let Some((board, side)) = position(&mut rng) else { continue };
        let is_of_kind = match (prover.short(&board, side), kind) {
            (short, None) => short.is_some(),
            (Some(_), Some(_)) => false,
            (None, Some(0)) => prover.deep(&board, side, 0).is_some(),
            (None, Some(singles)) => {
                prover.deep(&board, side, 0).is_none() && prover.deep(&board, side, singles).is_some()
            }
        };
        if is_of_kind {
            found += 1;
            prover.seen.clear();
            seen += prover.replay(&board, None, side);
        }
    }
    (seen, prover)
}

#[test]
fn wins_by_double_threats_stand_against_every_answer() {
    let (seen, _) = replayed(extent("CONNECT6_PROOFS", 280, 10_000), None, 1);
    assert!(seen > 1_000, "{seen} turns");
}

#[test]
fn wins_by_proof_numbers_stand_against_every_answer() {
    let (seen, _) = replayed(extent("CONNECT6_PROOFS", 12, 1_000), Some(0), 1);
    assert!(seen > 100, "{seen} turns");
}

#[test]
fn wins_by_single_threats_stand_against_every_answer() {
    let every = extent("CONNECT6_EVERY", 8, 1);
    let (seen, prover) = replayed(extent("CONNECT6_SINGLES", 30, 300), Some(MOST_SINGLES), every);
    let [free, beaten] = prover.free;
    assert!(seen > 1_000 && beaten > 100, "{seen} turns; {free} free stones, {beaten} of them beaten anew");
}
