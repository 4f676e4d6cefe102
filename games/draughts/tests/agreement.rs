//! Checks the rules against their from-scratch twin, and texts by reading them back, over random games and positions.

use crate::twin::{Place, Stand, Twin, places};
use draughts::{Board, Draughts, Path, Piece, Rules, Square};
use leitai_core::{Actor, Game, Position, Rng, Seat, State, Turn, perft};
use proptest::prelude::*;

fn moves(board: &Board) -> Vec<Path> {
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

/// Checks that the moves agree, each listed once, that the result agrees, and that `check` accepts no other
/// of `others`.
fn agree(board: &Board, twin: &Twin, others: impl IntoIterator<Item = Path>) {
    let moves = moves(board);
    let mut ours: Vec<Vec<Place>> = moves.iter().map(places).collect();
    let mut theirs = twin.moves();
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs, "{board:?}");
    ours.dedup();
    assert_eq!(ours.len(), moves.len(), "a move twice at {board:?}");
    assert_eq!(stand(board), twin.stand(), "{board:?}");
    assert!(
        moves.iter().all(|m| m.squares().len() == moves[0].squares().len()),
        "unequal paths at {board:?}"
    );
    let by = Actor::Seat(board.mover());
    for m in near(&moves).into_iter().chain(others).chain(moves.iter().copied()) {
        assert_eq!(board.check(by, &m).is_ok(), moves.contains(&m), "{m:?} at {board:?}");
        assert!(board.check(Actor::Seat(board.mover().other()), &m).is_err());
        assert!(board.check(Actor::Chance, &m).is_err() && board.check(Actor::Arbiter, &m).is_err());
    }
}

/// Prefixes, suffixes and reversals of moves.
fn near(moves: &[Path]) -> Vec<Path> {
    let mut near = Vec::new();
    for m in moves {
        let squares = m.squares();
        near.extend((2..squares.len()).filter_map(|n| Path::new(&squares[..n])));
        near.extend((1..squares.len()).filter_map(|n| Path::new(&squares[n..])));
        near.extend(Square::all().filter_map(|to| Path::new(&[squares, &[to]].concat())));
        near.extend(Path::new(&squares.iter().rev().copied().collect::<Vec<_>>()));
    }
    near
}

fn pairs() -> impl Iterator<Item = Path> {
    Square::all().flat_map(|from| Square::all().filter_map(move |to| Path::new(&[from, to])))
}

fn any_square() -> impl Strategy<Value = Square> {
    (0..8u8, 0..8u8).prop_map(|(row, column)| Square::new(row, column).expect("inside"))
}

fn any_path() -> impl Strategy<Value = Path> {
    prop::collection::vec(any_square(), 2..14).prop_map(|squares| Path::new(&squares).expect("2 to 13"))
}

fn any_rules() -> impl Strategy<Value = Rules> {
    prop_oneof![Just(60), 1..4u16, Just(500)].prop_map(|rounds| Rules::new(rounds).expect("in range"))
}

/// Crowded and sparse positions, many of them with captures.
fn any_board() -> impl Strategy<Value = (Rules, Board)> {
    let kinds = prop::collection::vec(0..100u8, 64);
    (any_rules(), kinds, 10..70u8, 0..20u8, any::<u16>()).prop_filter_map(
        "no position",
        |(rules, kinds, full, kings, plies)| {
            let at = |square: Square| {
                let kind = kinds[usize::from(square.index())];
                let seat = if kind % 2 == 0 { Seat::First } else { Seat::Second };
                let far = if seat == Seat::First { 0 } else { 7 };
                let king = kind / 2 < kings || square.row() == far;
                (square.is_dark() && kind < full).then_some(Piece { seat, king })
            };
            Some((rules, Board::new(rules, plies % (2 * rules.max_rounds() + 1), at).ok()?))
        },
    )
}

fn written(board: &Board) -> String {
    let mut text = String::new();
    Draughts::write_position(board, &mut text);
    text
}

proptest! {
    #[test]
    fn rules_and_twin_agree_over_random_games(seed: u64, rules in any_rules()) {
        let mut rng = Rng::new(seed);
        let mut board = Board::initial(&rules);
        let mut twin = Twin::of(&board);
        let mut old = Vec::new();
        while let Turn::Of(by) = board.turn() {
            agree(&board, &twin, std::mem::take(&mut old));
            let moves = moves(&board);
            let m = moves[rng.below(moves.len())];
            board.play(by, &m);
            twin.play(&places(&m));
            prop_assert!(twin.is(&board), "after {:?}: {:?}", m, board);
            old = moves;
        }
        agree(&board, &twin, old);
    }

    #[test]
    fn rules_and_twin_agree_at_random_positions((_, board) in any_board(), other in any_path()) {
        agree(&board, &Twin::of(&board), pairs().chain([other]));
        prop_assert_eq!(perft(&board, 3), Twin::of(&board).perft(3), "{:?}", board);
        for m in moves(&board) {
            let (mut next, mut twin) = (board, Twin::of(&board));
            next.play(Actor::Seat(board.mover()), &m);
            twin.play(&places(&m));
            prop_assert!(twin.is(&next), "after {:?}: {:?}", m, board);
        }
    }

    #[test]
    fn positions_read_back_as_written((rules, board) in any_board()) {
        let text = written(&board);
        prop_assert_eq!(Draughts::read_position(&text, &rules), Ok(board));
        // Dots for digits, and extra blanks around.
        let (rows, rest) = text.split_once(' ').expect("three words");
        let dots = |c: char| c.to_digit(10).map_or(c.to_string(), |n| ".".repeat(n as usize));
        let loose = format!("  {}  {rest} ", rows.chars().map(dots).collect::<String>());
        prop_assert_eq!(Draughts::read_position(&loose, &rules), Ok(board));
    }

    #[test]
    fn any_path_reads_back_as_written(m in any_path()) {
        let text = format!("{m:?}");
        prop_assert_eq!(Draughts::read(&text), Ok(m));
        for other in ["x", ":", " ", " - ", "X", "－", "　", "×"] {
            prop_assert_eq!(Draughts::read(&text.replace('-', other)), Ok(m));
        }
        let full: String = text.chars().map(|c| char::from_u32(c as u32 + 0xfee0).expect("full width")).collect();
        prop_assert_eq!(Draughts::read(&full), Ok(m));
        let counted = format!("{} {}", m.squares().len(), text.replace('-', " ").replace(',', " , "));
        prop_assert_eq!(Draughts::read(&counted), Ok(m));
        let miscounted = format!("{} {text}", m.squares().len() + 1);
        prop_assert!(Draughts::read(&miscounted).is_err());
    }

    #[test]
    fn any_text_is_read_or_refused(text: String, rules in any_rules()) {
        let _ = Draughts::read(&text);
        let _ = Draughts::read_position(&text, &rules);
    }

    #[test]
    fn any_sequence_of_moves_is_played_or_refused(
        (_, mut board) in any_board(),
        seats in prop::collection::vec((any::<bool>(), any_path(), any::<u16>()), 0..60),
    ) {
        for (first, m, pick) in seats {
            let moves = moves(&board);
            // Half of them are legal, so that the game advances.
            let m = if pick % 2 == 0 && !moves.is_empty() { moves[usize::from(pick) % moves.len()] } else { m };
            let by = Actor::Seat(if first { Seat::First } else { Seat::Second });
            let before = board;
            if board.check(by, &m).is_ok() {
                board.play(by, &m);
                prop_assert_eq!(board.plies(), before.plies() + 1);
            }
        }
    }
}

#[test]
fn random_games_end() {
    let (mut ends, mut rng) = ([0; 3], Rng::new(20));
    for _ in 0..leitai_testkit::random_games() {
        let mut board = Board::initial(&Rules::default());
        while let Turn::Of(by) = board.turn() {
            let moves = moves(&board);
            board.play(by, &moves[rng.below(moves.len())]);
            assert!(board.plies() <= 120);
        }
        match stand(&board) {
            Stand::Won(seat) => ends[seat.index()] += 1,
            Stand::Drawn => ends[2] += 1,
            Stand::Open => panic!("{board:?} is not over"),
        }
    }
    assert!(ends.iter().all(|n| *n > 0), "black, white, drawn: {ends:?}");
}
