//! Every proof is played out against every answer of the rules.

use super::exact_mind::ExactMind;
use super::line_board::LineBoard;
use super::mind::Mind;
use super::provers::Provers;
use super::stone_walk::StoneWalk;
use super::vcf::Vcf;
use super::vct::Vct;
use crate::{Bans, Board, Gomoku, Judgement, Move, Phase, Point, Rules, Side, Start};
use leitai_core::{Actor, Budget, Game, Means, Position, Rng, Seat, State};
use leitai_search::{SearchLimits, Weigh};
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

/// The winning side's boards along the lines that a search of these nodes follows from a position, where its walk proves a win.
fn proved_along(board: &Board, side: Side, nodes: u64) -> Vec<(Board, Side)> {
    let limits = SearchLimits::nodes(nodes);
    let mut mind = ExactMind::new(limits, &Means::seeded(1));
    let (allowed, mut lines) = (mind.allowed(board, side), Vec::new());
    mind.stone(board, side, allowed, limits, &Budget::UNTIMED, &mut |found| lines.push(found.line.clone()));
    // What was found of one position must not be taken for another's.
    let (mut won, mut provers) = (Vec::new(), Provers::new(1 << 20));
    for line in lines {
        let (mut after, mut mover) = (*board, side);
        for point in line {
            after.try_play(Actor::Seat(after.seat(mover)), &Move::Place(point)).expect("a legal stone");
            mover = mover.other();
            if !matches!(after.phase(), Phase::Play(_)) {
                break;
            }
            let mut walk = StoneWalk::new(&after, mover, None, std::mem::take(&mut provers));
            if walk.prove(300, &|| false).is_won && !won.contains(&(after, mover)) {
                won.push((after, mover));
            }
            provers = walk.into_provers();
        }
    }
    won
}

/// So do those that a walk proves along principal variations.
#[test]
fn wins_along_the_principal_variation_stand_against_every_answer() {
    let (mut rng, mut prover, mut found) = (Rng::new(13), Prover::new(), 0);
    while found < extent("GOMOKU_LINES", 20, 2_000) {
        let Some((board, side)) = position(&mut rng) else { continue };
        for (after, winner) in proved_along(&board, side, 1_000) {
            let is_threes = prover.vcf.win(&mut LineBoard::new(&after), winner, 3_000).is_none();
            prover.replay(&after, winner, is_threes, &[]);
            found += u64::from(is_threes);
        }
    }
}

#[test]
fn wins_by_threes_stand_against_every_answer() {
    replayed(extent("GOMOKU_PROOFS", 60, 5_000), true);
}

/// Positions of own games: those where threats win, and those where all were tried and none does
/// (`games/gomoku/benches/threats.rs` wrote them, with the same limits).
static THREATS: &str = include_str!("../../tests/threats.txt");
/// What one search of such a position may take: fours, and positions with threes.
const FOURS: u32 = 1_000;
const POSITIONS: u64 = 4_000;

/// Some of these positions of a kind, spread over all of them, with the side to move.
fn threats(kind: &str, number: u64) -> Vec<(Board, Side)> {
    let read = |line: &str| {
        let (bans, position) = line.strip_prefix(kind)?.trim_start().split_once(' ')?;
        let bans = if bans == "off" { Bans::Off } else { Bans::Automatic };
        let rules = Rules { start: Start::Free, bans, ..Rules::default() };
        let board = Gomoku::read_position(position, &rules).expect("a position");
        let Phase::Play(play) = *board.phase() else { panic!("stones are played in turn in {position}") };
        Some((board, play.side))
    };
    let all: Vec<(Board, Side)> = THREATS.lines().filter_map(read).collect();
    let step = (all.len() / number.max(1) as usize).max(1);
    all.into_iter().step_by(step).collect()
}

/// The searches find every win by fours and by threes of the file within their limits, and each stands against every
/// answer.
#[test]
fn threats_of_own_games_win_and_stand() {
    for (kind, threes, number) in [("fours", false, 16), ("threes", true, 16)] {
        let wins = threats(kind, extent("GOMOKU_THREATS", number, 250));
        assert!(wins.len() as u64 >= number, "{kind}");
        for (board, side) in wins {
            let (mut vcf, mut vct) = (Vcf::new(1 << 20), Vct::new(1 << 22));
            let mut lines = LineBoard::new(&board);
            let by_fours = vcf.win(&mut lines, side, FOURS).is_some();
            assert_eq!(by_fours, !threes, "{board:?}");
            if threes {
                let win = vct.win(&mut vcf, &mut lines, side, POSITIONS, &|| false);
                assert!(win.is_some(), "no win found in {board:?}");
            }
            Prover { vcf, vct }.replay(&board, side, threes, &[]);
        }
    }
}

/// Where no threat wins, the search finds that out within its limits, and no row of fours by the law wins either.
#[test]
fn threats_that_do_not_win_are_all_tried() {
    let without = threats("none", extent("GOMOKU_THREATS", 32, 500));
    assert!(without.len() >= 32);
    for (board, side) in without {
        let (mut vcf, mut vct) = (Vcf::new(1 << 20), Vct::new(1 << 22));
        let mut lines = LineBoard::new(&board);
        assert_eq!(vct.win(&mut vcf, &mut lines, side, POSITIONS, &|| false), None, "{board:?}");
        assert!(vct.has_none(&lines, side), "not all tried in {board:?}");
        assert!(!wins_by_fours(&board, side), "{board:?}");
    }
}

/// Whether the side, to move, wins by fours, as the law alone has it: every four is tried against its only answer.
fn wins_by_fours(board: &Board, side: Side) -> bool {
    let (by, other) = (board.seat(side), board.seat(side.other()));
    let stop = board.empty().find(|point| makes_five(board, side.other(), *point));
    board.empty().filter(|point| stop.is_none_or(|stop| stop == *point)).any(|point| {
        let mut after = *board;
        after.play(Actor::Seat(by), &Move::Place(point));
        if let Phase::Over(end) = after.phase() {
            return end.winner() == Some(side);
        }
        let mut fives = after.empty().filter(|point| makes_five(&after, side, *point));
        match (fives.next(), fives.next()) {
            (Some(answer), None) => {
                if makes_five(&after, side.other(), answer) {
                    return false;
                }
                let mut next = after;
                next.play(Actor::Seat(other), &Move::Place(answer));
                match next.phase() {
                    Phase::Over(end) => end.winner() == Some(side),
                    _ => wins_by_fours(&next, side),
                }
            }
            // Two fives to make: one of them is left, unless the other side has five first.
            (Some(_), Some(_)) => after.empty().all(|point| !makes_five(&after, side.other(), point)),
            (None, _) => false,
        }
    })
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
    prover.win(board, side, true).is_some() || winner(board, side, nodes) == Some(board.seat(side))
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
