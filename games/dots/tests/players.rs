//! The built-in players against each other, and positions they must understand.

use dots::{Board, Boxes, Dots, Edge, Rules};
use leitai_core::{Actor, Budget, Engine, Game, Level, Means, Position, Seat, State, Turn};
use std::time::{Duration, Instant};

const BUDGET: Budget<'static> = Budget::UNTIMED;

/// The margin of First. `nodes` limits the nodes per turn of each player.
fn game(rules: Rules, players: [&mut dyn Engine<Board>; 2], nodes: [Option<u64>; 2]) -> i32 {
    let mut board = Board::initial(&rules);
    let [first, second] = players;
    while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
        let mut turn = Vec::new();
        let player = if seat == Seat::First { &mut *first } else { &mut *second };
        let budget = Budget { nodes: nodes[seat.index()], ..BUDGET };
        player.think(seat, &board, &budget, &mut |_| (), &mut turn);
        assert!(!turn.is_empty(), "{seat} does not move");
        for edge in turn {
            board.try_play(by, &edge).expect("a legal act");
        }
        assert_ne!(board.turn(), Turn::Of(by), "{seat} does not finish its turn");
    }
    let [red, blue] = Seat::BOTH.map(|seat| board.boxes(seat).len() as i32);
    red - blue
}

/// The number of games out of 20 that the first player wins, with alternating seats. `nodes` limits the nodes
/// per turn of each.
fn wins(
    one: impl Fn(u64) -> Box<dyn Engine<Board>>,
    other: impl Fn(u64) -> Box<dyn Engine<Board>>,
    nodes: [Option<u64>; 2],
) -> u32 {
    let wins = |seed: u64| {
        let (mut one, mut other) = (one(seed), other(seed + 100));
        if seed.is_multiple_of(2) {
            u32::from(game(Rules::default(), [&mut *one, &mut *other], nodes) > 0)
        } else {
            let [one_nodes, other_nodes] = nodes;
            u32::from(game(Rules::default(), [&mut *other, &mut *one], [other_nodes, one_nodes]) < 0)
        }
    };
    (0..20).map(wins).sum()
}

fn player(level: Level) -> impl Fn(u64) -> Box<dyn Engine<Board>> {
    move |seed| Dots::engine(level, &Means::seeded(seed)).unwrap()
}

/// What a beginner writes first: takes what it can, and gives nothing away unless forced.
struct Greedy(leitai_core::Rng);

impl Engine<Board> for Greedy {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        _: &Budget<'_>,
        _: &mut dyn FnMut(leitai_core::Info<dots::Edge>),
        turn: &mut Vec<Edge>,
    ) {
        let mut board = *view;
        while board.turn().owes(Actor::Seat(me)) {
            let mut edges: Vec<_> = board.free().iter().collect();
            for i in (1..edges.len()).rev() {
                edges.swap(i, self.0.below(i + 1));
            }
            let takes = |board: &Board, edge: &Edge| {
                !dots::Boxes::completed_by(*edge, board.drawn().with(*edge)).is_empty()
            };
            let gives = |edge: &Edge| {
                let mut after = board;
                after.play(Actor::Seat(me), edge);
                after.free().iter().any(|next| takes(&after, &next))
            };
            edges.sort_by_key(|edge| (!takes(&board, edge), gives(edge)));
            board.play(Actor::Seat(me), &edges[0]);
            turn.push(edges[0]);
        }
    }
}

#[test]
fn easy_beats_random_20_of_20() {
    leitai_testkit::easy_beats_random::<Dots>(&[], 20, 20);
}

#[test]
fn easy_beats_a_beginners_rule() {
    let greedy = |seed| Box::new(Greedy(leitai_core::Rng::new(seed))) as Box<dyn Engine<Board>>;
    let wins = wins(player(Level::Easy), greedy, [None; 2]);
    assert!(wins >= 18, "{wins} of 20");
}

/// The ladder of levels on a small scale: the upper levels with few nodes, more for the higher one.
#[test]
fn each_level_beats_the_one_below() {
    for (one, other, nodes) in [
        (Level::Medium, Level::Easy, [None, None]),
        (Level::Hard, Level::Medium, [Some(10_000), Some(500)]),
        (Level::Best, Level::Hard, [Some(10_000), Some(500)]),
    ] {
        let wins = wins(player(one), player(other), nodes);
        assert!(wins >= 15, "{one} wins {wins} of 20 against {other}");
    }
}

#[test]
fn every_level_plays_every_board_and_rule_set() {
    for level in [Level::Medium, Level::Hard, Level::Best] {
        for (rows, columns) in (1..=5).flat_map(|rows| (1..=5).map(move |columns| (rows, columns))) {
            let rules = Rules::new(rows, columns, (rows + columns) % 2 == 0).unwrap();
            let [mut first, mut second] = [3, 4].map(player(level));
            game(rules, [&mut *first, &mut *second], [Some(200), Some(50)]);
        }
    }
}

#[test]
fn without_time_a_turn_is_whole_and_gives_no_chain_away() {
    let elapsed = || Duration::from_millis(1);
    let never = Duration::from_millis(1);
    for level in [Level::Medium, Level::Hard, Level::Best] {
        let mut board = Board::initial(&Rules::default());
        let mut player = player(level)(1);
        while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
            let mut turn = Vec::new();
            let budget = Budget { aim: never, never, elapsed: &elapsed, ..Budget::UNTIMED };
            player.think(seat, &board, &budget, &mut |_| (), &mut turn);
            for edge in &turn {
                board.try_play(by, edge).expect("a legal act");
            }
            let takes = |edge: Edge| !Boxes::completed_by(edge, board.drawn().with(edge)).is_empty();
            assert!(board.free().len() < 40 || !board.free().iter().any(takes), "{level} gives a box away");
        }
    }
}

#[test]
fn with_the_same_nodes_the_answer_is_the_same() {
    for _ in 0..2 {
        let answers = GOLDEN.map(|(level, _)| (level, answer(MIDDLE, level, Some(30_000)).join(" ")));
        assert_eq!(answers, GOLDEN.map(|(level, turn)| (level, turn.to_owned())));
    }
}

/// A position with thirty-six free edges.
const MIDDLE: &str = "1-3/6|1|2/-3-/2|1|1|3|/3-1/|1|8/1---1/|5|3|/4-/2|3|3|/2--1 r";
/// The levels' answers there. A change in one means that the player has changed.
const GOLDEN: [(Level, &str); 3] = [(Level::Medium, "b5v"), (Level::Hard, "a4h"), (Level::Best, "b5v")];

#[test]
fn easy_plays_small_boards_to_their_value() {
    for (rows, columns, value) in [(1, 1, -1), (1, 2, 0), (1, 3, -1), (2, 2, 2), (2, 3, -2), (3, 2, -2)] {
        for seed in 0..5 {
            let rules = Rules::new(rows, columns, false).unwrap();
            let [mut first, mut second] =
                [seed, seed + 50].map(|seed| Dots::engine(Level::Easy, &Means::seeded(seed)).unwrap());
            assert_eq!(game(rules, [&mut *first, &mut *second], [None; 2]), value, "{rows}x{columns}");
        }
    }
}

#[test]
fn easy_answers_at_once_on_every_board() {
    for (rows, columns) in (1..=5).flat_map(|rows| (1..=5).map(move |columns| (rows, columns))) {
        for early in [false, true] {
            let rules = Rules::new(rows, columns, early).unwrap();
            let [mut first, mut second] =
                [3, 4].map(|seed| Dots::engine(Level::Easy, &Means::seeded(seed)).unwrap());
            let began = Instant::now();
            game(rules, [&mut *first, &mut *second], [None; 2]);
            // A whole game in the time of a few turns, however busy the machine is.
            assert!(began.elapsed() < Duration::from_secs(3), "{rows}x{columns}: {:?}", began.elapsed());
        }
    }
}

#[test]
fn the_same_seed_plays_the_same() {
    let play = |seed| {
        let mut board = Board::initial(&Rules::default());
        let mut played = Vec::new();
        let mut easy = Dots::engine(Level::Easy, &Means::seeded(seed)).unwrap();
        while let Turn::Of(Actor::Seat(seat)) = board.turn() {
            let from = played.len();
            easy.think(seat, &board, &BUDGET, &mut |_| (), &mut played);
            played[from..].iter().for_each(|edge| board.play(Actor::Seat(seat), edge));
        }
        played
    };
    assert_eq!(play(3), play(3));
    assert!((0..10).any(|seed| play(seed) != play(3)), "the lot never falls differently");
}

/// The turn of a level playing red.
fn answer(position: &str, level: Level, nodes: Option<u64>) -> Vec<String> {
    let board = Dots::read_position(position, &Rules::default()).unwrap();
    let mut turn = Vec::new();
    let budget = Budget { nodes, ..BUDGET };
    player(level)(1).think(board.mover(), &board, &budget, &mut |_| (), &mut turn);
    let text = |edge| {
        let mut text = String::new();
        Dots::write(edge, &mut text);
        text
    };
    turn.iter().map(text).collect()
}

#[test]
fn easy_takes_a_box_that_costs_nothing_and_moves_on() {
    let turn = answer("5/11/5/11/5/11/5/11/5/|1|8/-4 b", Level::Easy, None);
    assert_eq!(turn[0], "a2h");
    assert_eq!(turn.len(), 2);
}

#[test]
fn easy_leaves_two_boxes_to_have_the_next_chain() {
    // Two rows are left, each a chain of five; the lower one is open at its left end. Taking all five boxes
    // would mean opening the upper one to blue. Leaving two boxes makes blue open it.
    let turn = answer(
        "-----/|b|b|b|b|b|/-----/|r|r|r|b|b|/-----/|r|r|r|b|b|/-----/11/-----/|10/----- r",
        Level::Easy,
        None,
    );
    assert_eq!(turn, ["b1v", "c1v", "d1v", "f1v"]);
}
