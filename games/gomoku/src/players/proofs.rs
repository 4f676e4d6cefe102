//! Every proof is played out against every answer of the rules.

use super::exact_mind::ExactMind;
use super::line_board::LineBoard;
use super::mind::Mind;
use super::vcf::Vcf;
use super::vct::Vct;
use crate::{Bans, Board, Judgement, Move, Phase, Point, Rules, Side, Start};
use leitai_core::{Actor, Budget, Means, Position, Rng, Seat, State};
use leitai_search::SearchLimits;
use leitai_testkit::extent;

/// The searches that proofs come from.
struct Prover {
    vcf: Vcf,
    vct: Vct,
}

impl Prover {
    fn new() -> Prover {
        Prover { vcf: Vcf::new(1 << 20), vct: Vct::new(1 << 22) }
    }

    /// The stone with which the side wins, if one is found: by fours alone, or by threes too.
    fn win(&mut self, board: &Board, side: Side, threes: bool) -> Option<Point> {
        let mut lines = LineBoard::new(board);
        let fours = self.vcf.win(&mut lines, side, 3_000).map(|win| win.cell);
        let found = match fours {
            None if threes => self.vct.win(&mut self.vcf, &mut lines, side, 3_000, &|| false),
            found => found,
        };
        found.and_then(Point::of_cell)
    }

    /// Plays the proof against every answer; returns the number of positions it led through. `fives` are points where
    /// the side had five before the last answer.
    fn replay(&mut self, board: &Board, side: Side, threes: bool, fives: &[Point]) -> u64 {
        let mut left = fives.iter().filter(|point| board.at(**point).is_none());
        let five = left.find(|point| makes_five(board, side, **point)).copied();
        let point = five
            .or_else(|| self.win(board, side, threes))
            .unwrap_or_else(|| panic!("no win goes on in {board:?}"));
        let mut after = *board;
        after.try_play(Actor::Seat(board.seat(side)), &Move::Place(point)).expect("a legal stone");
        if let Phase::Over(end) = after.phase() {
            assert_eq!(end.winner(), Some(side), "{board:?}");
            return 1;
        }
        let by = Actor::Seat(after.seat(side.other()));
        let fives: Vec<Point> = after.empty().filter(|point| makes_five(&after, side, *point)).collect();
        let mut answers = Vec::new();
        after.moves(by, &mut answers);
        let mut seen = 1;
        for answer in answers {
            let mut next = after;
            next.play(by, &answer);
            match next.phase() {
                Phase::Over(end) => assert_eq!(end.winner(), Some(side), "{answer:?} in {after:?}"),
                _ => seen += self.replay(&next, side, threes, &fives),
            }
        }
        seen
    }
}

/// Whether a stone of the side wins there by the rules.
fn makes_five(board: &Board, side: Side, point: Point) -> bool {
    match side {
        Side::Black => board.judge(point) == Judgement::Five,
        Side::White => board.stones(side).makes_five(point),
    }
}

/// A crowded position where neither side has five yet.
fn position(rng: &mut Rng) -> Option<(Board, Side)> {
    let bans = [Bans::Automatic, Bans::Automatic, Bans::Off][rng.below(3)];
    let mut board = Board::initial(&Rules { start: Start::Free, bans, ..Rules::default() });
    for _ in 0..10 + rng.below(16) {
        let Phase::Play(play) = *board.phase() else { return None };
        let near: Vec<Point> = board.empty().filter(|point| point.ring() <= 4).collect();
        let lines = LineBoard::new(&board);
        // The most promising of a few, so that lines come about.
        let few = (0..6).map(|_| near[rng.below(near.len())]);
        let point = few.max_by_key(|point| lines.promise(play.side, point.cell()))?;
        board.play(Actor::Seat(board.seat(play.side)), &Move::Place(point));
    }
    match *board.phase() {
        Phase::Play(play) => Some((board, play.side)),
        _ => None,
    }
}

/// Proofs of wins that take more than three stones, replayed against every answer.
fn replayed(proofs: u64, threes: bool) -> u64 {
    let mut prover = Prover::new();
    let mut rng = Rng::new(11);
    let (mut found, mut seen) = (0, 0);
    while found < proofs {
        let Some((board, side)) = position(&mut rng) else { continue };
        let mut lines = LineBoard::new(&board);
        let fours = prover.vcf.win(&mut lines, side, 3_000);
        let counts = if threes { fours.is_none() } else { fours.is_some_and(|win| win.acts > 3) };
        if counts && prover.win(&board, side, threes).is_some() {
            found += 1;
            seen += prover.replay(&board, side, threes, &[]);
        }
    }
    seen
}

#[test]
fn wins_by_fours_stand_against_every_answer() {
    replayed(extent("GOMOKU_PROOFS", 240, 5_000), false);
}

#[test]
fn wins_by_threes_stand_against_every_answer() {
    replayed(extent("GOMOKU_PROOFS", 60, 5_000), true);
}

/// Who wins for certain, as a search of so many nodes for `side`, which is to move, finds out.
fn winner(board: &Board, side: Side, nodes: u64) -> Option<Seat> {
    let limits = SearchLimits::nodes(nodes);
    let mut mind = ExactMind::new(limits, &Means::seeded(1));
    let (allowed, mut proved) = (mind.allowed(board, side), None);
    mind.stone(board, side, allowed, limits, &Budget::UNTIMED, &mut |found| proved = found.proved);
    proved.and_then(|proved| proved.winner)
}

/// Whether `side`, to move, certainly wins, as a search of so many nodes finds out.
fn is_won(prover: &mut Prover, board: &Board, side: Side, nodes: u64) -> bool {
    let seat = board.seat(side);
    if prover.win(board, side, true).is_some() || winner(board, side, nodes) == Some(seat) {
        return true;
    }
    // Nothing is searched where a five has to be stopped: what counts is the position after that.
    let Some(stop) = board.empty().find(|point| makes_five(board, side.other(), *point)) else {
        return false;
    };
    let mut after = *board;
    let is_legal = after.try_play(Actor::Seat(seat), &Move::Place(stop)).is_ok();
    is_legal && matches!(after.phase(), Phase::Play(_)) && winner(&after, side.other(), nodes) == Some(seat)
}

/// Losses that the search calls proved are wins of the other side after each stone of the law, whether it listed that
/// stone or not.
#[test]
fn losses_stand_against_every_stone() {
    let (mut prover, mut rng) = (Prover::new(), Rng::new(12));
    let mut found = 0;
    while found < extent("GOMOKU_LOSSES", 12, 300) {
        let Some((board, side)) = position(&mut rng) else { continue };
        let other = side.other();
        if winner(&board, side, 1_000) != Some(board.seat(other)) {
            continue;
        }
        found += 1;
        let by = Actor::Seat(board.seat(side));
        let mut stones = Vec::new();
        board.moves(by, &mut stones);
        for stone in stones {
            let mut after = board;
            after.play(by, &stone);
            let lost = match after.phase() {
                Phase::Over(end) => end.winner() == Some(other),
                _ => is_won(&mut prover, &after, other, 20_000),
            };
            assert!(lost, "{stone:?} holds in {board:?}");
        }
    }
}
