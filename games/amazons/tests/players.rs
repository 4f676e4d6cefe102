//! The built-in players against each other.

use amazons::{Amazons, Board, Rules};
use leitai_core::{Actor, Budget, Engine, Game, Level, Means, Position, Seat, State};
use leitai_testkit::{easy_beats_random, extent, score};

fn turn(player: &mut dyn Engine<Board>, board: &Board) -> amazons::Move {
    let budget = Budget::UNTIMED;
    let mut turn = Vec::new();
    player.think(board.mover(), board, &budget, &mut |_| (), &mut turn);
    assert_eq!(turn.len(), 1, "a turn is one move");
    assert_eq!(board.check(Actor::Seat(board.mover()), &turn[0]), Ok(()));
    turn[0]
}

#[test]
fn easy_beats_random_in_twenty_games_of_twenty_on_either_board() {
    for board in ["10x10", "8x8"] {
        easy_beats_random::<Amazons>(&[("board", board)], 20, 20);
    }
}

#[test]
fn easy_shuts_in_the_last_amazon_that_can_move() {
    // The only move white has left is d10–e9.
    let text = "oooo#4#/####6/10/10/10/10/10/10/10/xxx1x5 x";
    let mut board = Amazons::read_position(text, &Rules::default()).expect(text);
    for seed in 0..5 {
        let mut easy = Amazons::engine(Level::Easy, &Means::seeded(seed)).expect("listed");
        let before = board;
        let m = turn(&mut *easy, &board);
        board.play(Actor::Seat(Seat::First), &m);
        assert_eq!(board.turn().outcome().and_then(|outcome| outcome.winner), Some(Seat::First), "{m:?}");
        board = before;
    }
}

#[test]
fn the_same_seed_plays_the_same() {
    let game = |seed| {
        let mut easy = Amazons::engine(Level::Easy, &Means::seeded(seed)).expect("listed");
        let mut board = Board::initial(&Rules::default());
        for _ in 0..20 {
            let m = turn(&mut *easy, &board);
            board.play(Actor::Seat(board.mover()), &m);
        }
        board
    };
    assert_eq!(game(3), game(3));
    assert!((0..10).any(|seed| game(seed) != game(3)), "the lot never falls differently");
}

#[test]
fn medium_beats_easy() {
    let (games, nodes) = (extent("AMAZONS_LADDER", 12, 100), extent("AMAZONS_NODES", 3000, 60_000));
    let score = score::<Amazons>(&[("board", "8x8")], [Level::Medium, Level::Easy], games, nodes);

    assert!(score.wins as u64 * 4 >= games * 3, "{score:?} of {games}");
}
