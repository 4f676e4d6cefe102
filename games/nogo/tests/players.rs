//! The built-in players against each other.

use leitai_core::{Budget, By, Engine, Game, Level, Position, Seat, State, Turn};
use nogo::{Board, NoGo, Point, Rules};
use std::time::Duration;

/// One game: its stones and who won.
fn game(mut players: [Box<dyn Engine<Board>>; 2]) -> (Vec<Point>, Option<Seat>) {
    let mut board = Board::initial(&Rules::default());
    let budget = Budget { time: Duration::from_secs(1), elapsed: &|| Duration::ZERO };
    let mut played = Vec::new();
    loop {
        let seat = match board.turn() {
            Turn::Of(By::Seat(seat)) => seat,
            turn => return (played, turn.outcome().and_then(|outcome| outcome.winner)),
        };
        let mut turn = Vec::new();
        players[seat.index()].think(seat, &board, &budget, &mut |_| (), &mut turn);
        assert_eq!(turn.len(), 1, "a turn is one stone");
        assert_eq!(board.check(By::Seat(seat), &turn[0]), Ok(()));
        board.play(By::Seat(seat), &turn[0]);
        played.extend(turn);
    }
}

fn players(levels: [Level; 2], seed: u64) -> [Box<dyn Engine<Board>>; 2] {
    levels.map(|level| NoGo::engine(level, seed).expect("listed"))
}

#[test]
fn easy_beats_random_in_a_hundred_games_of_a_hundred() {
    for seed in 0..100 {
        let easy = Seat::BOTH[seed as usize % 2];
        let levels = Seat::BOTH.map(|seat| if seat == easy { Level::Easy } else { Level::Random });
        assert_eq!(game(players(levels, seed)).1, Some(easy), "seed {seed}");
    }
}

#[test]
fn the_same_seed_plays_the_same() {
    let play = |seed| game(players([Level::Easy; 2], seed)).0;
    assert_eq!(play(3), play(3));
    assert!((0..10).any(|seed| play(seed) != play(3)), "the lot never falls differently");
}

fn answer(position: &str) -> String {
    let board = NoGo::read_position(position, &Rules::default()).unwrap();
    let mut turn = Vec::new();
    let budget = Budget { time: Duration::from_secs(1), elapsed: &|| Duration::ZERO };
    NoGo::engine(Level::Easy, 1).unwrap().think(board.mover(), &board, &budget, &mut |_| (), &mut turn);
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
