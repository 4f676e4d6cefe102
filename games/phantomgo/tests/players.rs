//! The built-in players against each other.

use leitai_core::{Actor, Budget, Engine, Eye, Game, Level, Means, Position, Seat, State, Turn};
use phantomgo::{Board, PhantomGo, Rules};

fn winner(mut players: [Box<dyn Engine<Board>>; 2]) -> Option<Seat> {
    let mut board = Board::new(Rules::default());
    let budget = Budget::UNTIMED;
    while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
        let mut turn = Vec::new();
        players[seat.index()].think(seat, &board.view(Eye::Seat(seat)), &budget, &mut |_| (), &mut turn);
        assert_eq!(turn.len(), 1);
        board.try_play(by, &turn[0]).expect("a legal act");
    }
    board.turn().outcome().and_then(|outcome| outcome.winner)
}

#[test]
fn easy_beats_random_in_at_least_90_games_of_100() {
    let wins = (0..100).filter(|seed| {
        let easy = Seat::BOTH[*seed as usize % 2];
        let level = |seat| if seat == easy { Level::Easy } else { Level::Random };
        winner(Seat::BOTH.map(|seat| PhantomGo::engine(level(seat), &Means::seeded(*seed)).expect("listed")))
            == Some(easy)
    });
    let wins = wins.count();
    assert!(wins >= 90, "{wins} of 100");
}
