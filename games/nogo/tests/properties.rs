//! Properties that hold over random games and random input.

use crate::paper::{self, Paper};
use leitai_core::{Actor, Game, Position, Rng, Seat, State, Turn, perft};
use nogo::{Board, NoGo, Point, Points, Rules};
use proptest::prelude::*;

/// The sets updated by `play`, the sets computed from scratch and the paper's algorithms agree on every
/// point, for both colours.
fn all_agree(board: &Board) {
    let rules = board.rules();
    let [black, white] = Seat::BOTH.map(|seat| board.stones(seat));
    assert_eq!(Board::from_stones(rules, black, white), Ok(*board));
    let paper = Paper::of(board);
    for point in rules.board().iter() {
        let (i, j) = (usize::from(rules.height() - 1 - point.y()), usize::from(point.x()));
        for seat in Seat::BOTH {
            let safe = board.safe(seat).has(point);
            assert_eq!(safe, paper.may_play(seat, i, j), "{point:?} by {seat} at {board:?}");
        }
    }
}

/// Plays a random game under `rules` and passes every position to `see`.
fn game(rules: Rules, rng: &mut Rng, mut see: impl FnMut(&Board)) {
    let mut board = Board::initial(&rules);
    see(&board);
    while let Turn::Of(by) = board.turn() {
        let safe = board.safe(board.mover());
        let stone = safe.nth(rng.below(safe.len() as usize) as u32).unwrap();
        board.play(by, &stone);
        see(&board);
    }
}

#[test]
fn safe_points_are_the_papers_in_every_position_of_random_games() {
    let mut rng = Rng::new(7);
    for _ in 0..100 {
        game(Rules::default(), &mut rng, all_agree);
    }
    for (width, height) in (1..=9).flat_map(|width| (1..=9).map(move |height| (width, height))) {
        for _ in 0..10 {
            game(Rules::new(width, height).unwrap(), &mut rng, all_agree);
        }
    }
}

#[test]
fn the_paper_counts_the_same_trees() {
    for (width, height, depth) in [(9, 9, 2), (3, 3, 8), (4, 3, 5), (2, 5, 6)] {
        let start = Board::initial(&Rules::new(width, height).unwrap());
        assert_eq!(
            paper::perft(&Paper::of(&start), Seat::First, depth),
            perft(&start, depth),
            "{width}×{height}"
        );
    }
}

#[test]
fn safe_points_are_only_ever_lost() {
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let mut before = [Rules::default().board(); 2];
        game(Rules::default(), &mut rng, |board| {
            for seat in Seat::BOTH {
                assert!((board.safe(seat) - before[seat.index()]).is_empty());
                assert!((board.safe(seat) - board.empty()).is_empty());
            }
            before = Seat::BOTH.map(|seat| board.safe(seat));
        });
    }
}

/// Any order of a position's stones is a possible game, which is why a position needs no history.
#[test]
fn the_stones_of_a_game_can_come_in_any_order() {
    let mut rng = Rng::new(5);
    for _ in 0..100 {
        let mut last = Board::initial(&Rules::default());
        game(Rules::default(), &mut rng, |board| last = *board);
        let mut left = Seat::BOTH.map(|seat| last.stones(seat));
        let mut again = Board::initial(&Rules::default());
        while again != last {
            let seat = again.mover();
            let rest = left[seat.index()];
            let stone = rest.nth(rng.below(rest.len() as usize) as u32).unwrap();
            again.try_play(Actor::Seat(seat), &stone).expect("a legal act");
            left[seat.index()] = rest - Points::of(stone);
        }
    }
}

fn points() -> impl Strategy<Value = (Rules, Vec<Point>)> {
    let rules = (1..=9_u8, 1..=9_u8).prop_map(|(width, height)| Rules::new(width, height).unwrap());
    let point = (0..9_u8, 0..9_u8).prop_map(|(x, y)| Point::new(x, y).unwrap());
    (rules, prop::collection::vec(point, 0..200))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(leitai_testkit::cases(200)))]

    #[test]
    fn any_points_play_or_are_refused((rules, points) in points()) {
        let mut board = Board::initial(&rules);
        for point in points {
            let over = matches!(board.turn(), Turn::Over(_));
            let by = Actor::Seat(board.mover());
            match board.check(by, &point) {
                Ok(()) => {
                    prop_assert!(!over && board.empty().has(point));
                    board.play(by, &point);
                    prop_assert!(board.at(point).is_some());
                }
                Err(illegal) => prop_assert!(over || !board.safe(board.mover()).has(point), "{:?}", illegal),
            }
            all_agree(&board);
        }
        let mut text = String::new();
        NoGo::write_position(&board, &mut text);
        prop_assert_eq!(NoGo::read_position(&text, &rules), Ok(board));
    }

    #[test]
    fn any_text_is_a_position_or_an_error(text in "[xo1-9/ -]{0,40}", other in any::<String>()) {
        for rules in [Rules::default(), Rules::new(3, 2).unwrap()] {
            for text in [&text, &other] {
                if let Ok(board) = NoGo::read_position(text, &rules) {
                    let mut again = String::new();
                    NoGo::write_position(&board, &mut again);
                    prop_assert_eq!(NoGo::read_position(&again, &rules), Ok(board));
                }
                if let Ok(point) = NoGo::read(text) {
                    prop_assert!(point.x() < 9 && point.y() < 9);
                }
            }
        }
    }

    #[test]
    fn any_arrangement_is_a_position_or_names_what_is_wrong(cells in prop::collection::vec(0..3_u8, 9)) {
        let rules = Rules::new(3, 3).unwrap();
        let stones = |colour: u8| -> Points {
            let colour = cells.iter().zip(0_u8..).filter(move |(cell, _)| **cell == colour);
            colour.map(|(_, i)| Point::new(i % 3, i / 3).unwrap()).collect()
        };
        if let Ok(board) = Board::from_stones(rules, stones(1), stones(2)) {
            all_agree(&board);
        }
    }
}

/// On boards of every size, each clickable place of a scene belongs to the right point.
#[test]
fn clicks_fall_on_their_points() {
    for (width, height) in [(9, 9), (3, 3), (3, 2), (2, 9), (9, 1), (1, 1)] {
        let board = Board::initial(&Rules::new(width, height).unwrap());
        let scene = NoGo::scene(leitai_core::Seen::Truth(&board), &[]);
        assert_eq!((scene.width, scene.height), (100 * i32::from(width), 100 * i32::from(height)));
        for point in board.rules().board().iter() {
            let mut name = String::new();
            NoGo::write(&point, &mut name);
            let [leitai_core::Spot::Point(at)] = NoGo::clicks(&board.rules(), &point)[..] else {
                panic!("one click")
            };
            assert_eq!(scene.places[usize::from(at)].name, name);
        }
        for place in &scene.places {
            assert!((0..scene.width).contains(&place.x) && (0..scene.height).contains(&place.y));
        }
    }
}
