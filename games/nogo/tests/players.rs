//! The built-in players against each other.

use leitai_core::{Actor, Budget, Game, Level, Means, Position, Seat, State, Turn};
use nogo::{Board, NoGo, Point, Rules};

/// The stones of a game of `easy` against itself.
fn game(seed: u64) -> Vec<Point> {
    let mut players = Seat::BOTH.map(|_| NoGo::engine(Level::Easy, &Means::seeded(seed)).expect("listed"));
    let mut board = Board::initial(&Rules::default());
    let budget = Budget::UNTIMED;
    let mut played = Vec::new();
    while let Turn::Of(Actor::Seat(seat)) = board.turn() {
        let from = played.len();
        players[seat.index()].think(seat, &board, &budget, &mut |_| (), &mut played);
        assert_eq!(played.len(), from + 1, "a turn is one stone");
        board.play(Actor::Seat(seat), &played[from]);
    }
    played
}

#[test]
fn easy_beats_random_in_a_hundred_games_of_a_hundred() {
    leitai_testkit::easy_beats_random::<NoGo>(&[], 100, 100);
}

#[test]
fn the_same_seed_plays_the_same() {
    assert_eq!(game(3), game(3));
    assert!((0..10).any(|seed| game(seed) != game(3)), "the lot never falls differently");
}

fn answer(position: &str) -> String {
    let board = NoGo::read_position(position, &Rules::default()).unwrap();
    let mut turn = Vec::new();
    let budget = Budget::UNTIMED;
    NoGo::engine(Level::Easy, &Means::seeded(1)).unwrap().think(
        board.mover(),
        &board,
        &budget,
        &mut |_| (),
        &mut turn,
    );
    let mut text = String::new();
    NoGo::write(&turn[0], &mut text);
    text
}

/// 先占角: an eye in the corner costs two stones.
#[test]
fn easy_starts_at_a_corner() {
    let beside = ["A2", "B1", "H1", "I2", "A8", "B9", "H9", "I8"];
    let first = answer("9/9/9/9/9/9/9/9/9 x");
    assert!(beside.contains(&first.as_str()), "{first} makes no corner eye");
}

/// One stone completes the corner eye.
#[test]
fn easy_makes_an_eye() {
    assert_eq!(answer("9/9/9/9/9/9/9/x8/4o4 x"), "B1");
}

/// Black would complete two eyes at B1. White's stone in one of them breaks both: at B1 black would capture it.
#[test]
fn easy_breaks_two_eyes_with_one_stone() {
    assert_eq!(answer("9/9/9/9/9/9/9/x1x1o4/3x1o3 o"), "C1");
}
