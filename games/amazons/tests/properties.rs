//! Properties that hold for random games and random input.

use crate::twin::Twin;
use amazons::{Amazons, Board, Move, Rules, Size, Square};
use leitai_core::{Actor, Game, Position, Rng, Seat, State, Turn, perft};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn rules(eight: bool) -> Rules {
    Rules { size: if eight { Size::Eight } else { Size::Ten } }
}

/// The starting position after some uniformly drawn moves.
fn after(rules: Rules, seed: u64, plies: usize) -> Board {
    let (mut board, mut rng) = (Board::initial(&rules), Rng::new(seed));
    for _ in 0..plies {
        let Some(m) = board.random_move(Actor::Seat(board.mover()), &mut rng) else { break };
        board.play(Actor::Seat(board.mover()), &m);
    }
    board
}

fn moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.moves(Actor::Seat(board.mover()), &mut moves);
    moves.sort();
    moves
}

/// The position rebuilt from its pieces.
fn rebuilt(board: &Board) -> Board {
    let [first, second] = Seat::BOTH.map(|seat| board.amazons(seat).collect::<Vec<_>>());
    let arrows: Vec<_> = board.arrows().collect();
    Board::from_squares(board.size(), [&first, &second], &arrows).unwrap()
}

fn square() -> impl Strategy<Value = Square> {
    (0..10_u8, 0..10_u8).prop_map(|(x, y)| Square::new(x, y).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(leitai_testkit::cases(300)))]

    #[test]
    fn the_rules_and_their_twin_agree(eight: bool, seed: u64, plies in 0..92_usize) {
        let board = after(rules(eight), seed, plies);
        let mut slow = Twin::of(&board);
        let mut listed = slow.moves();
        listed.sort();
        prop_assert_eq!(moves(&board), listed.clone());
        prop_assert_eq!(perft(&board, 1), slow.perft(1));
        prop_assert_eq!(matches!(board.turn(), Turn::Over(_)), listed.is_empty());
        if let Some(m) = listed.get(seed as usize % listed.len().max(1)) {
            let mut next = board;
            next.play(Actor::Seat(board.mover()), m);
            slow.play(*m);
            prop_assert_eq!(Twin::of(&next), slow);
            prop_assert_eq!(rebuilt(&next), next);
        }
    }

    #[test]
    fn any_move_is_legal_exactly_if_listed(
        eight: bool,
        seed: u64,
        plies in 0..92_usize,
        any in prop::collection::vec((square(), square(), square()), 200),
    ) {
        let board = after(rules(eight), seed, plies);
        let listed = moves(&board);
        let by = Actor::Seat(board.mover());
        let mut near = any;
        // Few random triples start at an amazon, so start half of them at one, and give some of those a
        // listed queen's move.
        for i in 0..near.len() / 2 {
            near[i].0 = board.amazons(board.mover()).nth(i % 4).unwrap();
            if let Some(m) = listed.get(i * 37 % listed.len().max(1)).filter(|_| i % 2 == 0) {
                (near[i].0, near[i].1) = (m.from(), m.to());
            }
        }
        for (from, to, arrow) in near {
            let m = Move::new(from, to, arrow);
            prop_assert_eq!(board.check(by, &m).is_ok(), listed.binary_search(&m).is_ok(), "{:?}", m);
            prop_assert!(board.check(Actor::Seat(board.mover().other()), &m).is_err());
            prop_assert_eq!((m.from(), m.to(), m.arrow()), (from, to, arrow));
        }
    }

    #[test]
    fn a_random_move_is_listed(eight: bool, seed: u64, plies in 0..92_usize) {
        let board = after(rules(eight), seed, plies);
        let listed = moves(&board);
        let mut rng = Rng::new(seed);
        for _ in 0..20 {
            let drawn = uniform(&board, &mut rng);
            prop_assert_eq!(drawn.is_none(), listed.is_empty());
            prop_assert!(drawn.is_none_or(|m| listed.binary_search(&m).is_ok()));
        }
    }

    #[test]
    fn positions_and_moves_read_back(eight: bool, seed: u64, plies in 0..92_usize) {
        let board = after(rules(eight), seed, plies);
        let mut text = String::new();
        Amazons::write_position(&board, &mut text);
        prop_assert_eq!(Amazons::read_position(&text, &rules(eight)), Ok(board));
        prop_assert!(Amazons::read_position(&text, &rules(!eight)).is_err());
        for m in moves(&board).iter().take(50) {
            let mut text = String::new();
            Amazons::write(m, &mut text);
            prop_assert_eq!(Amazons::read(&text), Ok(*m));
            prop_assert_eq!(Amazons::read(&text.to_uppercase().replace('(', " - ").replace(')', "")), Ok(*m));
        }
    }

    #[test]
    fn any_text_is_a_position_or_an_error(text in "[xo#0-9/ -]{0,60}", other in any::<String>()) {
        for text in [text, other] {
            for rules in [rules(false), rules(true)] {
                if let Ok(board) = Amazons::read_position(&text, &rules) {
                    let mut again = String::new();
                    Amazons::write_position(&board, &mut again);
                    prop_assert_eq!(Amazons::read_position(&again, &rules), Ok(board));
                }
            }
            if let Ok(m) = Amazons::read(&text) {
                prop_assert!(m.arrow().index() < Square::COUNT);
            }
        }
    }
}

fn uniform(board: &Board, rng: &mut Rng) -> Option<Move> {
    board.random_move(Actor::Seat(board.mover()), rng)
}

/// How unevenly `draw` picks the moves of a position: Pearson's chi-square against equal shares.
fn unevenness(board: &Board, draw: fn(&Board, &mut Rng) -> Option<Move>) -> f64 {
    const DRAWS: u32 = 200_000;
    let mut rng = Rng::new(1);
    let mut drawn: BTreeMap<Move, u32> = moves(board).into_iter().map(|m| (m, 0)).collect();
    for _ in 0..DRAWS {
        *drawn.get_mut(&draw(board, &mut rng).unwrap()).unwrap() += 1;
    }
    let share = f64::from(DRAWS) / drawn.len() as f64;
    let freedom = (drawn.len() - 1) as f64;
    let sum: f64 = drawn.values().map(|n| (f64::from(*n) - share).powi(2) / share).sum();
    // In standard deviations of the statistic.
    (sum - freedom) / (2.0 * freedom).sqrt()
}

#[test]
fn a_random_move_is_uniform_over_moves() {
    for (seed, plies) in [(1, 0), (2, 30), (3, 50), (4, 60)] {
        let board = after(Rules::default(), seed, plies);
        if moves(&board).len() < 2 {
            continue;
        }
        let found = unevenness(&board, uniform);
        assert!(found.abs() < 5.0, "after {plies} plies: {found}");
    }
    // The lesser of two draws is not uniform.
    let lesser = |board: &Board, rng: &mut Rng| uniform(board, rng).min(uniform(board, rng));
    assert!(unevenness(&Board::initial(&Rules::default()), lesser) > 50.0);
}

#[test]
fn random_games_end_by_the_rules() {
    let mut longest = 0;
    let mut rng = Rng::new(9);
    for game in 0..leitai_testkit::random_games() {
        let mut board = Board::initial(&rules(game % 2 == 1));
        let (mut plies, free) = (0, Square::all(board.size()).count() - 8);
        while let Some(m) = board.random_move(Actor::Seat(board.mover()), &mut rng) {
            board.play(Actor::Seat(board.mover()), &m);
            plies += 1;
            assert_eq!(board.arrows().count(), plies);
        }
        assert!(plies <= free);
        assert!(matches!(board.turn(), Turn::Over(o) if o.winner == Some(board.mover().other())));
        longest = longest.max(plies);
    }
    assert!(longest > 50);
}
