//! The built-in players against each other.

use crate::values::wins;
use leitai_core::{Actor, Budget, Game, Info, Level, Means, Position, Proved, Rng, Seat, State, Turn};
use leitai_testkit::score_within;
use nogo::{Board, NoGo, Point, Rules};
use std::collections::HashMap;

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
fn easy_beats_random_in_every_game() {
    let games = leitai_testkit::extent("NOGO_EASY_GAMES", 20, 100);
    leitai_testkit::easy_beats_random::<NoGo>(&[], games, games as usize);
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

/// Black would complete two eyes at B1. A white stone in one of them breaks both, because black would capture
/// it at B1.
#[test]
fn easy_breaks_two_eyes_with_one_stone() {
    assert_eq!(answer("9/9/9/9/9/9/9/x1x1o4/3x1o3 o"), "C1");
}

#[test]
fn paper_beats_random_in_thirty_eight_games_of_forty() {
    let score = score_within::<NoGo>(&[], [Level::Paper, Level::Random], 40, [1, 1]);
    assert!(score.wins >= 38, "{score:?}");
}

/// 达到了预期效果: it holds its own against a player that looks one stone ahead too.
#[test]
fn paper_wins_half_of_its_games_against_easy() {
    let score = score_within::<NoGo>(&[], [Level::Paper, Level::Easy], 60, [1, 1]);
    assert!(score.wins >= 30, "{score:?}");
}

/// 先占角、再占边，最后占中间: an eye costs two stones, three, or four.
#[test]
fn paper_begins_at_a_corner_and_prefers_what_makes_and_breaks() {
    let paper = |position| think(Level::Paper, position, &Rules::default(), 1).0;
    let first = paper("9/9/9/9/9/9/9/9/9 x");
    assert!(["A2", "B1", "H1", "I2", "A8", "B9", "H9", "I8"].contains(&first.as_str()), "{first}");
    // 破坏对方成眼: white could make an eye at H9, but black would make two at B1.
    let broken = paper("9/8o/9/9/4o4/9/9/x1x6/3x5 o");
    assert!(["A1", "B1", "C1"].contains(&broken.as_str()), "{broken}");
    // At B1 black makes an eye at A1 and white would make one at C1.
    assert_eq!(paper("9/8o/9/9/4x4/9/9/x1o6/3o4x x"), "B1");
    // 行一子，欲形成四个眼 (figure 5): white's four eyes depend on the centre.
    assert_eq!(paper("x1x1x1x1x/9/4o4/3o1o3/2o3o2/3o1o3/4o4/9/x1x1x4 x"), "E5");
}

/// Each level beats the one below with only part of its playouts.
#[test]
fn each_level_beats_the_one_below() {
    for (levels, nodes, least) in [
        ([Level::Medium, Level::Easy], [500, 1], 15),
        ([Level::Hard, Level::Medium], [800, 100], 15),
        ([Level::Best, Level::Hard], [800, 100], 15),
    ] {
        let score = score_within::<NoGo>(&[], levels, 20, nodes);
        assert!(score.wins >= least, "{levels:?}: {score:?}");
    }
}

fn think(level: Level, position: &str, rules: &Rules, nodes: u64) -> (String, Option<Info<Point>>) {
    let board = NoGo::read_position(position, rules).expect("a position");
    let mut player = NoGo::engine(level, &Means::seeded(1)).expect("a level of the game");
    let budget = Budget { nodes: Some(nodes), ..Budget::UNTIMED };
    let (mut turn, mut said) = (Vec::new(), None);
    player.think(board.mover(), &board, &budget, &mut |info| said = Some(info), &mut turn);
    let mut text = String::new();
    NoGo::write(&turn[0], &mut text);
    (text, said)
}

/// The turn is the same on every machine.
#[test]
fn a_turn_follows_from_seed_position_and_nodes() {
    let positions = [
        "9/9/9/9/9/9/9/9/9 x",
        "9/9/9/9/9/9/9/x8/4o4 x",
        "1o1x1x1x1/x1oo2x1o/1o1o5/2x6/4x4/9/9/x5o1x/1o4ox1 o",
    ];
    let reply = |position, nodes| think(Level::Hard, position, &Rules::default(), nodes).0;
    let replies = positions.map(|position| [100, 1000].map(|nodes| reply(position, nodes)));
    assert_eq!(replies, [["I2", "A9"], ["C9", "B1"], ["E9", "E9"]]);
}

/// The known winners (`values.rs`) are found and proved.
#[test]
fn small_boards_are_proved() {
    for (width, height, winner) in [(3, 3, Seat::First), (1, 3, Seat::First), (2, 2, Seat::First)] {
        let rules = Rules::new(width, height).expect("a small board");
        let rows: Vec<String> = (0..height).map(|_| width.to_string()).collect();
        let said = think(Level::Best, &format!("{} x", rows.join("/")), &rules, 20_000).1.expect("it says");
        assert_eq!(said.proved, Some(Proved { winner: Some(winner), acts: None }), "{width}×{height}");
    }
}

/// Where few points are contested, `best` says who wins, as trying everything says too, and keeps a win.
#[test]
fn ends_are_proved_and_wins_kept() {
    let (mut rng, mut known, mut won, mut lost) = (Rng::new(4), HashMap::new(), 0, 0);
    for _ in 0..leitai_testkit::cases(24) {
        let mut board = Board::initial(&Rules::new(5, 5).expect("sides of 1 to 9"));
        while let Turn::Of(by) = board.turn() {
            if (board.safe(Seat::First) | board.safe(Seat::Second)).len() <= 8 {
                break;
            }
            let point = board.random_move(by, &mut rng).expect("somebody is on turn");
            board.play(by, &point);
        }
        if board.safe(board.mover()).len() < 2 {
            continue;
        }
        let me = board.mover();
        let mut player = NoGo::engine(Level::Best, &Means::seeded(1)).expect("a level of the game");
        let budget = Budget { nodes: Some(40_000), ..Budget::UNTIMED };
        let (mut turn, mut said) = (Vec::new(), None);
        player.think(me, &board, &budget, &mut |info| said = Some(info), &mut turn);
        let is_won = wins(&board, &mut known);
        let winner = Some(if is_won { me } else { me.other() });
        assert_eq!(said.expect("it says").proved, Some(Proved { winner, acts: None }), "{board:?}");
        board.play(Actor::Seat(me), &turn[0]);
        assert_eq!(wins(&board, &mut known), !is_won, "{turn:?} gives the win away");
        *(if is_won { &mut won } else { &mut lost }) += 1;
    }
    assert!(won > 3 && lost > 3, "{won} won, {lost} lost");
}
