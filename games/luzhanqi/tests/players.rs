//! The built-in players against each other.

use leitai_core::{Actor, Budget, Eye, Game, Level, Means, Position, Seat, State};
use leitai_testkit::{extent, score};
use luzhanqi::{Board, Luzhanqi, Rules};

#[test]
fn easy_beats_random_in_at_least_75_games_of_100() {
    let budget = Budget::UNTIMED;
    let wins = (0..100).filter(|seed| {
        let easy = Seat::BOTH[*seed as usize % 2];
        let mut players = Seat::BOTH.map(|seat| {
            let level = if seat == easy { Level::Easy } else { Level::Random };
            Luzhanqi::engine(level, &Means::seeded(*seed)).expect("listed")
        });
        let mut board = Board::initial(&Rules::default());
        while let Some(Actor::Seat(seat)) = board.turn().next() {
            let mut turn = Vec::new();
            let view = board.view(Eye::Seat(seat));
            players[seat.index()].think(seat, &view, &budget, &mut |_| (), &mut turn);
            for m in &turn {
                board.try_play(Actor::Seat(seat), m).expect("a legal act");
            }
        }
        board.turn().outcome().and_then(|outcome| outcome.winner) == Some(easy)
    });
    let wins = wins.count();
    assert!(wins >= 75, "{wins} of 100");
}

#[test]
fn medium_beats_easy() {
    let (games, nodes) = (extent("LUZHANQI_LADDER", 20, 200), extent("LUZHANQI_NODES", 300, 10_000));
    let score = score::<Luzhanqi>(&[], [Level::Medium, Level::Easy], games, nodes);
    assert!(100 * score.wins as u64 >= games * 60, "{score:?} of {games}");
}
