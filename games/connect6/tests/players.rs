//! The built-in players against each other and against a beginner's rule.

use connect6::{Board, Connect6, Point};
use leitai_core::{Actor, Budget, Engine, Game, Info, Level, Means, Position, Rng, Seat, State, Turn};
use leitai_testkit::{extent, score};

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
    let text = |point| {
        let mut text = String::new();
        Connect6::write(point, &mut text);
        text
    };
    let mut texts: Vec<_> = turn.iter().map(text).collect();
    texts.sort();
    texts
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
