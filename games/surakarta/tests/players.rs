//! The built-in players against each other, and their answers.

use leitai_core::{Actor, Budget, Game, Info, Level, Means, Position, Seat, State, Turn};
use leitai_testkit::{extent, score_within};
use std::time::Duration;
use surakarta::{Board, Ply, Rules, Surakarta};

#[test]
fn easy_beats_random_in_twenty_games_of_twenty() {
    leitai_testkit::easy_beats_random::<Surakarta>(&[], 20, 20);
}

/// Checks that one level takes three quarters of the points from another, each searching at most the given nodes per
/// turn.
#[expect(clippy::print_stdout, reason = "the pages tell the score")]
fn step(better: Level, worse: Level, nodes: [u64; 2]) {
    let games = extent("LEITAI_SURAKARTA_GAMES", 20, 100);
    let score = score_within::<Surakarta>(&[], [better, worse], games, nodes);
    println!("{better} against {worse}: {score:?} of {games}");
    assert!(4 * (2 * score.wins as u64 + score.draws as u64) >= 6 * games, "{score:?} of {games}");
}

#[test]
fn medium_beats_easy() {
    step(Level::Medium, Level::Easy, [3_000, u64::MAX]);
}

#[test]
fn hard_beats_medium() {
    step(Level::Hard, Level::Medium, [4_000, 400]);
}

#[test]
fn best_beats_hard() {
    step(Level::Best, Level::Hard, [4_000, 400]);
}

/// The levels with all their nodes; long.
#[test]
fn the_ladder_stands_with_all_nodes() {
    if leitai_testkit::is_long() {
        step(Level::Medium, Level::Easy, [u64::MAX; 2]);
        step(Level::Hard, Level::Medium, [u64::MAX; 2]);
        step(Level::Best, Level::Easy, [60_000, u64::MAX]);
    }
}

fn answer(board: &Board, level: Level, budget: &Budget<'_>) -> String {
    let (mut turn, mut text) = (Vec::new(), String::new());
    let mut player = Surakarta::engine(level, &Means::seeded(3)).expect("a level");
    player.think(board.mover(), board, budget, &mut |_| (), &mut turn);
    assert_eq!(turn.len(), 1);
    assert_eq!(board.check(Actor::Seat(board.mover()), &turn[0]), Ok(()));
    Surakarta::write(&turn[0], &mut text);
    text
}

fn board(text: &str) -> Board {
    Surakarta::read_position(text, &Rules::default()).expect(text)
}

/// The answers of `best` with the given number of nodes. A different answer means a different player.
const GOLDEN: [(&str, u64, &str); 3] = [
    ("bb1bbb/1b1b1b/b5/3w2/1wwwww/w1wwww b -", 3_000, "a4-c2"),
    ("2b2b/1b4/4w1/1b4/3w2/w2w2 w -", 3_000, "d1-b3"),
    ("6/1b4/6/4w1/6/w5 b -", 10_000, "b5-e3"),
];

#[test]
fn with_the_same_nodes_the_answer_is_the_same() {
    let answers = |(text, nodes, _): (&str, u64, &str), level| {
        answer(&board(text), level, &Budget { nodes: Some(nodes), ..Budget::UNTIMED })
    };
    assert_eq!(GOLDEN.map(|at| answers(at, Level::Best)), GOLDEN.map(|(_, _, ply)| ply));
    for level in [Level::Medium, Level::Hard, Level::Best] {
        assert_eq!(answers(GOLDEN[0], level), answers(GOLDEN[0], level), "{level}");
    }
}

#[test]
fn without_time_best_still_moves() {
    let elapsed = || Duration::from_millis(1);
    let never = Duration::from_millis(1);
    let budget = Budget { aim: never, never, elapsed: &elapsed, ..Budget::UNTIMED };
    let mut board = Board::initial(&Rules::default());
    while let Turn::Of(by) = board.turn() {
        let ply = Surakarta::read(&answer(&board, Level::Best, &budget)).expect("a ply");
        board.play(by, &ply);
    }
}

/// The last report of `best` if `plies` plies may pass without a capture: the expected result and the proved winner.
fn last_said(plies: u16, text: &str) -> (f32, Option<Seat>) {
    let rules = Rules::new(plies).expect("in range");
    let board = Surakarta::read_position(text, &rules).expect(text);
    let mut player = Surakarta::engine(Level::Best, &Means::seeded(1)).expect("a level");
    let mut said = (0.5, None);
    let mut say = |info: Info<Ply>| said = (info.expected, info.proved.and_then(|proved| proved.winner));
    let budget = Budget { nodes: Some(20_000), ..Budget::UNTIMED };
    player.think(board.mover(), &board, &budget, &mut say, &mut Vec::new());
    said
}

/// White cannot prevent its fewer stones from being counted. But if enough plies are left for a third occurrence, a
/// proof might hold only for another past.
#[test]
fn a_count_proves_and_a_circle_does_not() {
    let text = "b4b/6/b5/6/6/5w w -";
    assert_eq!(last_said(8, text), (0.0, Some(Seat::First)));
    assert_eq!(last_said(12, text), (0.0, None));
}
