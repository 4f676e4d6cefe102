//! The rules compared with their from-scratch twin, and texts read back, over random games and positions.

use crate::twin::{Place, Stand, Twin, places, ply};
use leitai_core::{Actor, Game, Position, Rng, Seat, State, Turn};
use proptest::prelude::*;
use surakarta::{Board, Ply, Point, Rules, Surakarta};

fn moves(board: &Board) -> Vec<Ply> {
    let mut moves = Vec::new();
    board.moves(Actor::Seat(board.mover()), &mut moves);
    moves
}

fn stand(board: &Board) -> Stand {
    match board.turn().outcome() {
        None => Stand::Open,
        Some(outcome) => outcome.winner.map_or(Stand::Drawn, Stand::Won),
    }
}

/// Checks that both list the same moves, each once, and have the same result, and that `check` accepts no
/// other pair of points.
fn agree(board: &Board, twin: &Twin) {
    let moves = moves(board);
    let mut ours: Vec<[Place; 2]> = moves.iter().copied().map(places).collect();
    let mut theirs = twin.moves();
    ours.sort_unstable();
    theirs.sort_unstable();
    assert_eq!(ours, theirs, "{}", written(board));
    assert_eq!(stand(board), twin.stand(), "{}", written(board));
    for from in Point::all() {
        for to in Point::all() {
            let m = Ply { from, to };
            let accepted = board.check(Actor::Seat(board.mover()), &m).is_ok();
            assert_eq!(accepted, theirs.binary_search(&places(m)).is_ok(), "{m:?} at {}", written(board));
            for by in [Actor::Seat(board.mover().other()), Actor::Chance, Actor::Arbiter] {
                assert!(board.check(by, &m).is_err());
            }
        }
    }
}

fn written(board: &Board) -> String {
    let mut text = String::new();
    Surakarta::write_position(board, &mut text);
    text
}

fn any_rules() -> impl Strategy<Value = Rules> {
    prop_oneof![Just(50), 1..12u16, 60..1000u16].prop_map(|plies| Rules::new(plies).expect("in range"))
}

/// Boards without a past, from crowded ones to two lone stones.
fn any_board() -> impl Strategy<Value = (Rules, Board)> {
    let stones = (1..=12usize, 1..=12usize, any::<u64>(), any::<bool>());
    (any_rules(), stones).prop_map(|(rules, (black, white, seed, turn))| {
        let mut free: Vec<Point> = Point::all().collect();
        let mut rng = Rng::new(seed);
        let mut put =
            |count| (0..count).fold(0, |stones, _| stones | free.swap_remove(rng.below(free.len())).bit());
        let stones = [put(black), put(white)];
        let mover = if turn { Seat::First } else { Seat::Second };
        (rules, Board::new(rules, stones, mover, &[]).expect("a set-up"))
    })
}

/// A long walk from `board`, mostly back and forth, so that positions recur and the far past is used.
fn idle(board: &Board, seed: u64, mut see: impl FnMut(&Board)) {
    let mut board = board.clone();
    let mut rng = Rng::new(seed);
    let mut last = [None; 2];
    while let Turn::Of(by) = board.turn() {
        let mover = board.mover().index();
        let back = last[mover].map(|Ply { from, to }| Ply { from: to, to: from });
        let steps: Vec<Ply> = moves(&board).into_iter().filter(|m| board.at(m.to).is_none()).collect();
        let back = back.filter(|m| steps.contains(m) && rng.below(3) == 0);
        let m = match back {
            Some(m) => m,
            None if steps.is_empty() => return,
            None => steps[rng.below(steps.len())],
        };
        last[mover] = Some(m);
        board.play(by, &m);
        see(&board);
    }
}

proptest! {
    #[test]
    fn rules_and_twin_agree_over_random_games(seed: u64, rules in any_rules()) {
        let mut rng = Rng::new(seed);
        let mut board = Board::initial(&rules);
        let mut twin = Twin::of(&board);
        let mut plies = 0;
        while let Turn::Of(by) = board.turn() {
            if plies % 8 == 0 {
                agree(&board, &twin);
            }
            plies += 1;
            let moves = moves(&board);
            let m = moves[rng.below(moves.len())];
            board.play(by, &m);
            twin.play(places(m));
            prop_assert!(twin.is(&board), "after {:?}: {}", m, written(&board));
            prop_assert_eq!(stand(&board), twin.stand(), "{}", written(&board));
        }
        agree(&board, &twin);
    }

    #[test]
    fn rules_and_twin_agree_at_random_positions((_, board) in any_board()) {
        let twin = Twin::of(&board);
        agree(&board, &twin);
        prop_assert_eq!(leitai_core::perft(&board, 2), twin.perft(2), "{}", written(&board));
        for m in twin.moves() {
            let (mut next, mut twin) = (board.clone(), twin.clone());
            next.play(Actor::Seat(board.mover()), &ply(m));
            twin.play(m);
            prop_assert!(twin.is(&next), "after {:?}: {}", m, written(&board));
        }
    }

    #[test]
    fn a_random_move_is_the_listed_one_of_the_number_drawn((rules, board) in any_board(), seed: u64) {
        let mut rng = Rng::new(seed);
        for mut board in [board, Board::initial(&rules)] {
            while let by = Actor::Seat(board.mover())
                && let listed = moves(&board)
                && !listed.is_empty()
            {
                let expected = listed[rng.clone().below(listed.len())];
                prop_assert_eq!(board.random_move(by, &mut rng), Some(expected));
                prop_assert_eq!(board.random_move(Actor::Seat(board.mover().other()), &mut rng), None);
                board.play(by, &expected);
            }
            prop_assert_eq!(board.random_move(Actor::Seat(board.mover()), &mut rng), None);
        }
    }

    #[test]
    fn the_past_is_kept_whole_and_reads_back((rules, board) in any_board(), seed: u64) {
        let mut twin = Twin::of(&board);
        idle(&board, seed, |board| {
            let last = board.quiet().next_back().expect("a step");
            twin.play(places(last));
            assert!(twin.is(board), "{}", written(board));
            assert_eq!(stand(board), twin.stand(), "{}", written(board));
        });
        let mut end = board.clone();
        idle(&board, seed, |board| end = board.clone());
        let read = Surakarta::read_position(&written(&end), &rules);
        prop_assert_eq!(read.as_ref(), Ok(&end));
        prop_assert_eq!(read.map(|board| board.turn()), Ok(end.turn()));
    }

    #[test]
    fn every_ply_reads_back_as_written(from in 0..36u8, to in 0..36u8) {
        let point = |n: u8| Point::new(n % 6, n / 6).expect("on the board");
        let m = Ply { from: point(from), to: point(to) };
        let text = format!("{m:?}");
        prop_assert_eq!(Surakarta::read(&text), Ok(m));
        for other in ["", " ", "x", ":", "－", "　", " – "] {
            prop_assert_eq!(Surakarta::read(&text.replace('-', other).to_uppercase()), Ok(m));
        }
        let full: String = text.chars().map(|c| char::from_u32(c as u32 + 0xfee0).expect("full width")).collect();
        prop_assert_eq!(Surakarta::read(&full), Ok(m));
    }

    #[test]
    fn any_text_is_a_position_or_an_error(
        rows in "[bw1-6]{1,6}(/[bw1-6]{1,6}){5}",
        tail in "[bw] (-|[a-f][1-6]-[a-f][1-6](,[a-f][1-6][a-f][1-6])?)",
        other in any::<String>(),
    ) {
        for text in [format!("{rows} {tail}"), rows, other] {
            if let Ok(board) = Surakarta::read_position(&text, &Rules::default()) {
                prop_assert_eq!(Surakarta::read_position(&written(&board), &Rules::default()), Ok(board));
            }
            let _ = Surakarta::read(&text);
        }
    }
}

/// Random games end by the rules, and within the bound of the termination argument.
#[test]
fn random_games_end_by_the_rules() {
    let (mut moves, mut decided, mut drawn) = (Vec::new(), 0, 0);
    let games = leitai_testkit::random_games();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut board = Board::initial(&Rules::default());
        let mut plies = 0;
        while let Turn::Of(by) = board.turn() {
            moves.clear();
            board.moves(by, &mut moves);
            board.play(by, &moves[rng.below(moves.len())]);
            plies += 1;
            assert!(plies <= 24 * 50, "seed {seed}");
        }
        match board.turn().outcome().and_then(|outcome| outcome.winner) {
            Some(_) => decided += 1,
            None => drawn += 1,
        }
    }
    assert!(2 * decided > games && 20 * drawn > games, "{decided} decided, {drawn} drawn");
}
