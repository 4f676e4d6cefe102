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

/// How often of 20 times the move of `medium` in a position ends the game in a draw.
fn draws(text: &str) -> usize {
    let rules = Rules { no_contact_plies: 10, no_contact_draws: true, ..Rules::default() };
    let board = Luzhanqi::read_position(text, &rules).unwrap_or_else(|e| panic!("{text}: {e}"));
    let Some(Actor::Seat(seat)) = board.turn().next() else { panic!("{text}: nobody moves") };
    let view = board.view(Eye::Seat(seat));
    let ends = |seed: &u64| {
        let (mut after, mut turn, means) = (board, Vec::new(), Means::seeded(*seed));
        let mut engine = Luzhanqi::engine(Level::Medium, &means).expect("listed");
        engine.think(seat, &view, &Budget::UNTIMED, &mut |_| (), &mut turn);
        for act in &turn {
            after.try_play(Actor::Seat(seat), act).expect("a legal act");
        }
        after.turn().outcome().is_some_and(|outcome| outcome.winner.is_none())
    };
    (0..20).filter(ends).count()
}

// Where the last ply without contact draws, whoever stands better does not make it, and whoever stands worse does.
#[test]
fn medium_gives_no_lead_away_by_the_last_ply_without_contact() {
    assert_eq!(draws("first 9 1l3/5/5/4b/5/4f/4I/5/A1B1C/5/5/1L3"), 0, "it stands better");
    assert_eq!(draws("first 9 1l3/5/5/a1b1c/5/4f/4I/5/5/5/5/1L3"), 20, "it stands worse");
}
