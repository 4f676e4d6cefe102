//! The built-in players against each other and against a beginner's rule.

use connect6::{Board, Connect6, Point};
use leitai_core::{Actor, Budget, Engine, Game, Info, Level, Means, Position, Rng, Seat, State, Turn};
use leitai_testkit::{extent, score, score_within};

fn game(players: [&mut dyn Engine<Board>; 2]) -> Option<Seat> {
    let mut board = Board::initial(&());
    let budget = Budget::UNTIMED;
    let [black, white] = players;
    let outcome = loop {
        let seat = match board.turn() {
            Turn::Of(Actor::Seat(seat)) => seat,
            turn => break turn.outcome(),
        };
        let mut turn = Vec::new();
        let player = if seat == Seat::First { &mut *black } else { &mut *white };
        player.think(seat, &board, &budget, &mut |_| (), &mut turn);
        assert!(!turn.is_empty(), "{seat} does not move");
        for point in turn {
            board.try_play(Actor::Seat(seat), &point).expect("a legal act");
        }
    };
    outcome.and_then(|outcome| outcome.winner)
}

/// The number of games out of 20 that `easy` wins, with alternating colours.
fn easy_wins(mut other: impl FnMut(u64) -> Box<dyn Engine<Board>>) -> u32 {
    let wins = |seed: u64| {
        let mut easy = Connect6::engine(Level::Easy, &Means::seeded(seed)).unwrap();
        let mut other = other(seed + 100);
        if seed.is_multiple_of(2) {
            u32::from(game([&mut *easy, &mut *other]) == Some(Seat::First))
        } else {
            u32::from(game([&mut *other, &mut *easy]) == Some(Seat::Second))
        }
    };
    (0..20).map(wins).sum()
}

/// What a beginner writes first: place each stone where a window through it has the most stones of one
/// colour, counting one's own as much as the enemy's.
struct Greedy(Rng);

impl Engine<Board> for Greedy {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Info<Point>),
        turn: &mut Vec<Point>,
    ) {
        let mut board = *view;
        while board.turn().owes(Actor::Seat(me)) {
            let mut points: Vec<_> = board.empty().iter().collect();
            for i in (1..points.len()).rev() {
                points.swap(i, self.0.below(i + 1));
            }
            let best = points.into_iter().max_by_key(|point| longest(&board, *point)).unwrap();
            board.play(Actor::Seat(me), &best);
            turn.push(best);
        }
    }
}

fn longest(board: &Board, point: Point) -> usize {
    let mut most = 0;
    for (dx, dy) in [(1_i16, 0_i16), (0, 1), (1, 1), (-1, 1)] {
        for back in 0..6 {
            let window = (0..6).map(|k| {
                let (x, y) = (point.x() as i16 + (k - back) * dx, point.y() as i16 + (k - back) * dy);
                Point::new(x as u16, y as u16)
            });
            let Some(window) = window.collect::<Option<Vec<_>>>() else { continue };
            let count = |seat| window.iter().filter(|point| board.at(**point) == Some(seat)).count();
            let [black, white] = Seat::BOTH.map(count);
            if black == 0 || white == 0 {
                most = most.max(black + white);
            }
        }
    }
    most
}

#[test]
fn easy_beats_random_20_of_20() {
    assert_eq!(easy_wins(|seed| Connect6::engine(Level::Random, &Means::seeded(seed)).unwrap()), 20);
}

#[test]
fn easy_beats_a_beginners_rule_20_of_20() {
    assert_eq!(easy_wins(|seed| Box::new(Greedy(Rng::new(seed)))), 20);
}

#[test]
fn the_same_seed_plays_the_same() {
    let play = |seed| {
        let mut turn = Vec::new();
        let mut board = Board::initial(&());
        let budget = Budget::UNTIMED;
        let mut easy = Connect6::engine(Level::Easy, &Means::seeded(seed)).unwrap();
        for _ in 0..5 {
            let Turn::Of(Actor::Seat(seat)) = board.turn() else { break };
            let from = turn.len();
            easy.think(seat, &board, &budget, &mut |_| (), &mut turn);
            turn[from..].iter().for_each(|point| board.play(Actor::Seat(seat), point));
        }
        turn
    };
    assert_eq!(play(3), play(3));
    assert!((0..10).any(|seed| play(seed) != play(3)), "the lot never falls differently");
}

fn answer(position: &str) -> Vec<String> {
    let board = Connect6::read_position(position, &()).unwrap();
    let Turn::Of(Actor::Seat(me)) = board.turn() else { panic!("{position} is over") };
    let mut turn = Vec::new();
    let budget = Budget::UNTIMED;
    Connect6::engine(Level::Easy, &Means::seeded(1)).unwrap().think(
        me,
        &board,
        &budget,
        &mut |_| (),
        &mut turn,
    );
    let mut texts: Vec<_> = turn.into_iter().map(text).collect();
    texts.sort();
    texts
}

fn text(point: Point) -> String {
    let mut text = String::new();
    Connect6::write(&point, &mut text);
    text
}

#[test]
fn easy_completes_six_before_it_blocks() {
    // Both sides have four in a row; black is to move.
    let turn = answer("o17o/19/19/6oooo9/19/19/19/19/19/6xxxx9/19/19/19/19/19/19/19/19/x18 x 2");
    let wins = [["E10", "F10"], ["F10", "K10"], ["K10", "L10"]];
    assert!(wins.iter().any(|win| turn == win), "{turn:?} does not win");
}

#[test]
fn easy_blocks_every_threat_it_can() {
    // White threatens E–J, F–K and G–L: no single stone stops all three.
    let turn = answer("19/19/19/19/19/19/19/19/19/6oooo9/19/x17x/19/19/9x9/19/19/19/19 x 2");
    let stops = |points: [&str; 2]| points.iter().any(|point| turn.contains(&(*point).to_owned()));
    let stopped = stops(["E10", "F10"]) && stops(["F10", "K10"]) && stops(["K10", "L10"]);
    assert!(stopped, "{turn:?} leaves six to white");
}

#[test]
fn easy_stops_a_small_threat_before_it_makes_a_big_one() {
    // White's four in the corner has a single window, A1–A6; black's stones in the centre have many.
    let turn = answer("18o/19/19/19/19/19/19/9x9/9x9/6xxx10/19/19/19/19/19/o18/o18/o18/o17o x 2");
    assert!(
        turn.contains(&"A5".to_owned()) || turn.contains(&"A6".to_owned()),
        "{turn:?} leaves six to white"
    );
}

#[test]
fn medium_beats_easy() {
    let (games, nodes) = (extent("CONNECT6_LADDER", 20, 100), extent("CONNECT6_NODES", 3000, 60_000));
    let score = score::<Connect6>(&[], [Level::Medium, Level::Easy], games, nodes);

    assert!(score.wins as u64 * 4 >= games * 3, "{score:?} of {games}");
}

#[test]
fn hard_beats_medium() {
    let (games, nodes) = (extent("CONNECT6_LADDER", 8, 100), extent("CONNECT6_NODES", 4_000, 8_000));
    let score = score_within::<Connect6>(&[], [Level::Hard, Level::Medium], games, [nodes, 7 * nodes]);
    assert!(score.wins as u64 * 4 >= games * 3, "{score:?} of {games}");
}

/// Answers of `best` at a fixed number of nodes: they change only where the search or its weights change.
#[test]
fn best_answers_as_it_did() {
    let start = "19/19/19/19/19/19/19/19/10o8/9x9/10o8/19/19/19/19/19/19/19/19 x 2";
    let middle = "19/19/19/19/19/19/11x7/9oo8/8oxxo7/9x1x7/9oxo7/9xoo7/19/19/19/19/19/19/19 x 2";
    let double = "19/19/19/19/19/6xxx10/19/19/19/19/19/6xxx10/19/1oo1x14/1oo16/1o17/3o15/5o13/7o11 x 2";
    for (position, answer) in [(start, ["K10", "L10"]), (middle, ["M11", "I7"]), (double, ["F14", "F8"])] {
        assert_eq!(best(position, 1 << 25), answer, "{position}");
    }
}

/// The turn of `best` in a position at a fixed number of nodes, with so much memory.
fn best(position: &str, memory: u64) -> Vec<String> {
    let board = Connect6::read_position(position, &()).unwrap();
    let Turn::Of(Actor::Seat(me)) = board.turn() else { panic!("{position} is over") };
    let budget = Budget { nodes: Some(2_000), ..Budget::UNTIMED };
    let mut turn = Vec::new();
    let means = Means { memory, ..Means::seeded(1) };
    let mut player = Connect6::engine(Level::Best, &means).unwrap();
    player.think(me, &board, &budget, &mut |_| (), &mut turn);
    turn.into_iter().map(text).collect()
}

/// With no memory at all, in the middle of a turn, lost, and on the last point, `best` still plays what the rules allow.
#[test]
fn best_plays_in_any_position() {
    let lost =
        "19/19/19/4oooo11/19/19/4oooo11/19/19/4oooo11/x1x1x14/19/19/x1x1x14/19/x1x1x14/19/x1x16/19 x 2";
    let half = "19/19/19/19/19/19/19/19/10o8/9x9/19/19/19/19/19/19/19/19/19 o 1";
    for (position, stones) in [(lost, 2), (half, 1)] {
        for memory in [0, 1 << 12, 32 << 20] {
            assert_eq!(best(position, memory).len(), stones, "{position}");
        }
    }
    // Nobody has six in a row, and only S1 is empty.
    let row = |row: u16| -> String {
        (0..19).map(|x: u16| if (x / 2 + row).is_multiple_of(2) { 'x' } else { 'o' }).collect()
    };
    let mut rows: Vec<String> = (0..19).map(row).collect();
    rows[0].replace_range(..1, "o");
    rows[18].replace_range(18.., "1");
    assert_eq!(best(&format!("{} x 1", rows.join("/")), 1 << 20), ["S1"]);
}
