//! The built-in players against each other, and positions they must solve.

use draughts::{Draughts, Rules};
use leitai_core::{Budget, Game, Info, Level, Means, Proved, Seat};
use leitai_testkit::score_after;

#[test]
fn easy_beats_random_in_twenty_games_of_twenty() {
    leitai_testkit::easy_beats_random::<Draughts>(&[], 20, 20);
}

#[test]
fn medium_beats_easy() {
    let score = score_after::<Draughts>(4, &[], [Level::Medium, Level::Easy], 20, [4000, 0]);
    assert!(score.wins + score.draws / 2 >= 15, "{score:?} of 20");
}

#[test]
fn hard_beats_medium() {
    let score = score_after::<Draughts>(4, &[], [Level::Hard, Level::Medium], 20, [6000, 200]);
    assert!(score.wins + score.draws / 2 >= 15, "{score:?} of 20");
}

fn answer(level: Level, nodes: u64, text: &str) -> (String, Info<draughts::Path>) {
    let board = Draughts::read_position(text, &Rules::default()).expect(text);
    let mut player = Draughts::engine(level, &Means::seeded(1)).expect("there is one");
    let budget = Budget { nodes: Some(nodes), ..Budget::UNTIMED };
    let (mut last, mut turn) = (None, Vec::new());
    player.think(board.mover(), &board, &budget, &mut |info| last = Some(info), &mut turn);
    let mut text = String::new();
    Draughts::write(&turn[0], &mut text);
    (text, last.expect("it says something"))
}

const MIDDLE: &str = "1w1w1w1w/w3w1w1/1w1w3w/2w1w3/1b3b2/b3b1b1/1b1b3b/b1b1b1b1 b 10";

#[test]
fn an_ending_is_proved_and_the_last_round_is_seen() {
    // Two kings against one on an open board.
    let (_, info) = answer(Level::Best, 20_000, "8/8/3W4/8/3B4/8/3B4/8 b 0");
    let proved = info.proved.expect("a table knows");
    assert_eq!(proved.winner, Some(Seat::First), "{info:?}");
    assert!((info.expected - 1.0).abs() < 1e-6);
    // White is ahead with one ply left for each side: nothing can change the count.
    let (_, info) = answer(Level::Medium, 1000, "1W6/8/8/8/8/2b5/8/8 b 118");
    assert_eq!(info.proved, Some(Proved { winner: Some(Seat::Second), acts: Some(2) }));
}

#[test]
fn it_answers_as_it_did() {
    // A different search, weights or limits would change these.
    const OPEN: &str = "3w3w/w1w5/3w1w1w/w3w3/1b1b1b2/6b1/1b1b3b/2b3b1 b 30";
    let told = [(Level::Medium, MIDDLE), (Level::Medium, OPEN), (Level::Hard, OPEN)].map(|(level, text)| {
        let (move_, info) = answer(level, u64::MAX, text);
        format!("{level} {move_} depth {} nodes {}", info.depth, info.nodes)
    });
    assert_eq!(
        told,
        [
            "medium 4,1-3,0 depth 6 nodes 3687",
            "medium 4,3-3,2 depth 7 nodes 3584",
            "hard 6,3-5,2 depth 16 nodes 107363",
        ]
    );
}
