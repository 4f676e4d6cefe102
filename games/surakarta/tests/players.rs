//! The built-in players against each other.

use leitai_core::{Budget, By, Engine, Game, Level, Position, Seat, State, Turn};
use std::time::Duration;
use surakarta::{Board, Rules, Surakarta};

fn winner(mut players: [Box<dyn Engine<Board>>; 2]) -> Option<Seat> {
    let mut board = Board::initial(&Rules::default());
    // No clock: every search runs to its depth, so that the games are the same everywhere.
    let budget = Budget { time: Duration::from_secs(1), elapsed: &|| Duration::ZERO };
    loop {
        let seat = match board.turn() {
            Turn::Of(By::Seat(seat)) => seat,
            turn => return turn.outcome().and_then(|outcome| outcome.winner),
        };
        let mut turn = Vec::new();
        players[seat.index()].think(seat, &board, &budget, &mut |_| (), &mut turn);
        assert_eq!(turn.len(), 1, "a turn is one move");
        assert_eq!(board.check(By::Seat(seat), &turn[0]), Ok(()));
        board.play(By::Seat(seat), &turn[0]);
    }
}

#[test]
fn easy_beats_random_in_twenty_games_of_twenty() {
    for seed in 0..20 {
        let easy = Seat::BOTH[seed as usize % 2];
        let level = |seat| if seat == easy { Level::Easy } else { Level::Random };
        let players = Seat::BOTH.map(|seat| Surakarta::engine(level(seat), seed).expect("listed"));
        assert_eq!(winner(players), Some(easy), "seed {seed}");
    }
}
