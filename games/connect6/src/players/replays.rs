//! Every proof is played out against every answer of the rules.

use super::line_board::LineBoard;
use super::proofs::prove;
use super::vcdt::Vcdt;
use crate::{Board, Point};
use leitai_core::{Actor, Position, Rng, Seat, State};
use leitai_search::ProofSearch;
use leitai_testkit::extent;
use std::collections::HashSet;

/// The searches that proofs come from.
struct Prover {
    vcdt: Vcdt,
    search: ProofSearch,
    /// Positions of the present proof that were played out already, and whether stones are granted in them.
    seen: HashSet<(Board, bool)>,
}

impl Prover {
    fn new() -> Prover {
        Prover { vcdt: Vcdt::new(1 << 22), search: ProofSearch::new(1 << 22), seen: HashSet::new() }
    }

    /// The turn with which the side wins depth first, if it is found.
    fn short(&mut self, board: &Board, side: Seat) -> Option<[u16; 2]> {
        let mut lines = LineBoard::new(board);
        self.vcdt.win(lines.field_mut(), side, 100, true).map(|win| win.turn)
    }

    /// The turn with which the side wins, if it is found by proof numbers.
    fn deep(&mut self, board: &Board, side: Seat) -> Option<[u16; 2]> {
        let mut lines = LineBoard::new(board);
        prove(&mut self.search, &mut self.vcdt, lines.field_mut(), side, 300, &|| false)
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
            None => (self.deep(board, side), None),
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
        // What each side could complete next turn, point by point.
        let threats: Vec<Vec<Point>> = windows(&after, side).filter(|gaps| gaps.len() <= 2).collect();
        assert!(windows(&after, other).all(|gaps| gaps.len() > 2), "the defender completes six in {after:?}");
        let stops = |set: &[Point]| threats.iter().all(|gaps| gaps.iter().any(|gap| set.contains(gap)));
        let mut points: Vec<Point> = threats.iter().flatten().copied().collect();
        points.sort_unstable();
        points.dedup();
        // Where no single stone stops everything, each of two that do lies in a window.
        assert!(!points.iter().any(|point| stops(&[*point])), "one stone stops it in {after:?}");
        let granted = granted.map(|granted| granted.after(turn, side));
        let mut seen = 1;
        for (i, b) in points.iter().enumerate() {
            for a in &points[..i] {
                if !stops(&[*a, *b]) {
                    continue;
                }
                let mut next = after;
                for point in [a, b] {
                    next.play(Actor::Seat(other), point);
                }
                if self.seen.insert((next, granted.is_some())) {
                    seen += self.replay(&next, granted.clone(), side);
                }
            }
        }
        seen
    }
}

/// A position with all stones that a proof grants the defender.
#[derive(Clone)]
struct Granted(LineBoard);

impl Granted {
    fn win(&mut self, vcdt: &mut Vcdt, side: Seat) -> Option<[u16; 2]> {
        vcdt.win(self.0.field_mut(), side, 100_000, true).map(|win| win.turn)
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

/// The empty points of each run of six points that holds a stone of the side and none of the other.
fn windows(board: &Board, side: Seat) -> impl Iterator<Item = Vec<Point>> {
    let runs = Point::all().flat_map(|start| {
        [(1, 0), (0, 1), (1, 1), (-1, 1)].map(|(dx, dy)| {
            let point = |k: i16| {
                let (x, y) = (start.x() as i16 + k * dx, start.y() as i16 + k * dy);
                Point::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?)
            };
            (0..6).map(point).collect::<Option<Vec<Point>>>()
        })
    });
    runs.flatten().filter_map(move |run| {
        let has = |seat| run.iter().any(|point| board.at(*point) == Some(seat));
        let free = || run.iter().copied().filter(|point| board.at(*point).is_none()).collect();
        (has(side) && !has(side.other())).then(free)
    })
}

/// A crowded position where nobody can complete six this turn.
pub(super) fn position(rng: &mut Rng) -> Option<(Board, Seat)> {
    let mut board = Board::default();
    for _ in 0..11 + 2 * rng.below(12) {
        let by @ Actor::Seat(seat) = board.turn().next()? else { return None };
        let lines = LineBoard::new(&board);
        let near: Vec<Point> = board
            .empty()
            .iter()
            .filter(|point| (5..14).contains(&point.x()) && (5..14).contains(&point.y()))
            .collect();
        // The most promising of a few, so that lines come about.
        let few = (0..4).map(|_| near[rng.below(near.len())]);
        let point = few.max_by_key(|point| lines.promise(seat, point.index()))?;
        board.play(by, &point);
    }
    let Actor::Seat(seat) = board.turn().next()? else { return None };
    let lines = LineBoard::new(&board);
    let is_quiet = !lines.field().has_fours(seat) && board.stones_left() == 2;
    is_quiet.then_some((board, seat))
}

/// Proofs of wins that take more than one turn, replayed against every answer.
fn replayed(proofs: u64, deep: bool) -> u64 {
    let (mut prover, mut rng) = (Prover::new(), Rng::new(11));
    let (mut found, mut seen) = (0, 0);
    while found < proofs {
        let Some((board, side)) = position(&mut rng) else { continue };
        let short = prover.short(&board, side).is_some();
        if if deep { !short && prover.deep(&board, side).is_some() } else { short } {
            found += 1;
            prover.seen.clear();
            seen += prover.replay(&board, None, side);
        }
    }
    seen
}

#[test]
fn wins_by_double_threats_stand_against_every_answer() {
    let seen = replayed(extent("CONNECT6_PROOFS", 280, 10_000), false);
    assert!(seen > 1_000, "{seen} turns");
}

#[test]
fn wins_by_proof_numbers_stand_against_every_answer() {
    let seen = replayed(extent("CONNECT6_PROOFS", 12, 1_000), true);
    assert!(seen > 100, "{seen} turns");
}
