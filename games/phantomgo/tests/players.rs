//! The built-in players against each other.

use leitai_core::{Actor, Budget, Engine, Eye, Game, Level, Means, Position, Seat, State, Turn};
use leitai_testkit::extent;
use phantomgo::{Board, PhantomGo, Rules};

fn winner(mut players: [Box<dyn Engine<Board>>; 2], nodes: u64) -> Option<Seat> {
    let mut board = Board::new(Rules::default());
    let budget = Budget { nodes: Some(nodes), ..Budget::UNTIMED };
    let mut told = Vec::new();
    while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
        let mut turn = Vec::new();
        players[seat.index()].think(seat, &board.view(Eye::Seat(seat)), &budget, &mut |_| (), &mut turn);
        assert_eq!(turn.len(), 1);
        let effect = board.try_play(by, &turn[0]).expect("a legal act");
        for (player, seat) in players.iter_mut().zip(Seat::BOTH) {
            told.clear();
            board.tell(by, &turn[0], &effect, Eye::Seat(seat), &mut told);
            let after = board.view(Eye::Seat(seat));
            for report in &told {
                player.observe(report, &after);
            }
        }
    }
    board.turn().outcome().and_then(|outcome| outcome.winner)
}

/// The number of `games` that the first level wins against the second, with alternating seats.
fn wins(levels: [Level; 2], games: u64, nodes: u64) -> usize {
    let wins = (0..games).filter(|seed| {
        let first = Seat::BOTH[*seed as usize % 2];
        let level = |seat| levels[usize::from(seat != first)];
        let players =
            Seat::BOTH.map(|seat| PhantomGo::engine(level(seat), &Means::seeded(*seed)).expect("listed"));
        winner(players, nodes) == Some(first)
    });
    wins.count()
}

#[test]
fn easy_beats_random_in_at_least_90_games_of_100() {
    let wins = wins([Level::Easy, Level::Random], 100, 1);
    assert!(wins >= 90, "{wins} of 100");
}

#[test]
fn medium_beats_easy() {
    let (games, nodes) = (extent("PHANTOMGO_LADDER", 20, 40), extent("PHANTOMGO_NODES", 100, 1_000));
    let wins = wins([Level::Medium, Level::Easy], games, nodes);
    assert!(100 * wins as u64 >= 60 * games, "{wins} of {games}");
}
