//! Properties that hold for random games and random input.

use connect6::{Board, Connect6, Point, Stones};
use leitai_core::{Actor, Game, Position, Rng, Seat, State, Turn};
use proptest::prelude::*;

/// Points in a region of `side` by `side` crossings at (`x`, `y`), where lines of six are frequent.
fn points(side: u16, x: u16, y: u16) -> impl Strategy<Value = Vec<Point>> {
    let point = (0..side, 0..side).prop_map(move |(dx, dy)| Point::new(x + dx, y + dy).unwrap());
    prop::collection::vec(point, 0..160)
}

fn anywhere() -> impl Strategy<Value = Vec<Point>> {
    (1..=19_u16)
        .prop_flat_map(|side| (0..=19 - side, 0..=19 - side).prop_flat_map(move |(x, y)| points(side, x, y)))
}

/// Plays each point that is legal for either seat, and skips the rest.
fn fold(points: &[Point], mut see: impl FnMut(&Board, Option<Actor>, Point)) -> Board {
    let mut board = Board::initial(&());
    for point in points {
        let by = Seat::BOTH.map(Actor::Seat).into_iter().find(|by| board.check(*by, point).is_ok());
        if let Some(by) = by {
            board.play(by, point);
        }
        see(&board, by, *point);
    }
    board
}

/// The naive twin of the shifts: checks every window of six point by point.
fn has_six(stones: &Stones) -> bool {
    let lines = [(1_i16, 0_i16), (0, 1), (1, 1), (-1, 1)];
    Point::all().any(|start| {
        lines.iter().any(|(dx, dy)| {
            (0..6).all(|k| {
                let (x, y) = (start.x() as i16 + k * dx, start.y() as i16 + k * dy);
                Point::new(x as u16, y as u16).is_some_and(|point| stones.has(point))
            })
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(leitai_testkit::cases(400)))]

    #[test]
    fn the_winner_kept_by_play_is_the_one_found_from_scratch(points in anywhere()) {
        fold(&points, |board, _, _| {
            for seat in Seat::BOTH {
                let stones = board.stones(seat);
                assert_eq!(board.winner() == Some(seat), has_six(stones));
                assert_eq!(!stones.sixes().is_empty(), has_six(stones));
            }
            let [black, white] = Seat::BOTH.map(|seat| *board.stones(seat));
            assert_eq!(Board::from_stones(black, white), Ok(*board));
        });
    }

    #[test]
    fn a_random_stone_is_the_listed_one_of_the_number_drawn(points in anywhere(), seed in any::<u64>()) {
        let (mut rng, mut listed) = (Rng::new(seed), Vec::new());
        fold(&points, |board, _, _| {
            for by in Seat::BOTH.map(Actor::Seat) {
                listed.clear();
                board.moves(by, &mut listed);
                let expected = (!listed.is_empty()).then(|| listed[rng.clone().below(listed.len())]);
                assert_eq!(board.random_move(by, &mut rng), expected);
            }
        });
    }

    #[test]
    fn any_points_play_or_are_refused(points in anywhere()) {
        let last = fold(&points, |board, by, point| {
            let refused = by.is_none();
            let over = matches!(board.turn(), Turn::Over(_));
            assert!(!refused || over || board.at(point).is_some());
            assert_eq!(board.empty().len() + board.placed(), 361);
        });
        prop_assert_eq!(last.placed(), Seat::BOTH.map(|seat| last.stones(seat).len()).into_iter().sum::<u16>());
    }

    #[test]
    fn positions_and_moves_read_back(points in anywhere()) {
        let board = fold(&points, |_, _, point| {
            let mut text = String::new();
            Connect6::write(&point, &mut text);
            assert_eq!(Connect6::read(&text), Ok(point));
        });
        let mut text = String::new();
        Connect6::write_position(&board, &mut text);
        prop_assert_eq!(Connect6::read_position(&text, &()), Ok(board));
    }

    #[test]
    fn any_text_is_a_position_or_an_error(text in "[xo0-9/ -]{0,60}", other in any::<String>()) {
        for text in [text, other] {
            if let Ok(board) = Connect6::read_position(&text, &()) {
                let mut again = String::new();
                Connect6::write_position(&board, &mut again);
                prop_assert_eq!(Connect6::read_position(&again, &()), Ok(board));
            }
            if let Ok(point) = Connect6::read(&text) {
                prop_assert!(point.index() < 361);
            }
        }
    }
}
