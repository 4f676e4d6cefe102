//! Properties that hold for random games and random input.

use crate::naive;
use dots::{Board, Boxes, Dots, Edge, Rules};
use leitai_core::{Actor, DialectName, Game, Options, Position, Seat, State, Turn};
use proptest::prelude::*;

fn rules() -> impl Strategy<Value = Rules> {
    (1..=5_u8, 1..=5_u8, any::<bool>())
        .prop_map(|(rows, columns, early)| Rules::new(rows, columns, early).unwrap())
}

/// Edges in any order, possibly repeated.
fn any_edges() -> impl Strategy<Value = Vec<Edge>> {
    let order: Vec<Edge> = Edge::all().collect();
    (Just(order).prop_shuffle(), 0..=60_usize, prop::collection::vec(0..60_u8, 0..20)).prop_map(
        |(mut order, len, more)| {
            order.truncate(len);
            for (at, edge) in more.into_iter().enumerate() {
                order.insert((7 * at).min(order.len()), Edge::at(edge).unwrap());
            }
            order
        },
    )
}

/// Draws each edge that is legal for either seat, and skips the rest.
fn fold(rules: Rules, edges: &[Edge], mut see: impl FnMut(&Board, Option<Actor>, Edge)) -> Board {
    let mut board = Board::initial(&rules);
    for edge in edges {
        let by = Seat::BOTH.map(Actor::Seat).into_iter().find(|by| board.check(*by, edge).is_ok());
        if let Some(by) = by {
            board.play(by, edge);
        }
        see(&board, by, *edge);
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(leitai_testkit::cases(400)))]

    #[test]
    fn boxes_kept_by_play_are_those_found_from_scratch(rules in rules(), edges in any_edges()) {
        fold(rules, &edges, |board, _, _| {
            let [red, blue] = Seat::BOTH.map(|seat| board.boxes(seat));
            assert_eq!(red.or(blue), Boxes::completed(board.drawn()));
            assert_eq!(Board::new(rules, board.drawn(), [red, blue], board.mover()), Ok(*board));
        });
    }

    #[test]
    fn the_rules_are_their_naive_twin(rules in rules(), edges in any_edges()) {
        let mut twin = naive::Twin::new(rules.rows(), rules.columns());
        fold(rules, &edges, |board, by, edge| {
            if by.is_some() {
                twin.play(edge);
            }
            for (x, y) in (0..5).flat_map(|x| (0..5).map(move |y| (x, y))) {
                assert_eq!(board.owner(x, y), twin.owner(x, y), "box {x},{y}");
            }
            assert_eq!(board.mover(), twin.mover());
        });
    }

    #[test]
    fn any_edges_play_or_are_refused(rules in rules(), edges in any_edges()) {
        let mut played = 0;
        let last = fold(rules, &edges, |board, by, edge| {
            played += u32::from(by.is_some());
            let over = matches!(board.turn(), Turn::Over(_));
            let refusable = over || board.drawn().has(edge) || !rules.edges().has(edge);
            assert!(by.is_some() || refusable);
        });
        prop_assert_eq!(last.drawn().len(), played);
        prop_assert_eq!(last.free().len() + played, rules.edges().len());
    }

    #[test]
    fn positions_and_moves_read_back(rules in rules(), edges in any_edges()) {
        let board = fold(rules, &edges, |_, _, edge| {
            let mut text = String::new();
            Dots::write(&edge, &mut text);
            assert_eq!(Dots::read(&text), Ok(edge));
        });
        let mut text = String::new();
        Dots::write_position(&board, &mut text);
        prop_assert_eq!(Dots::read_position(&text, &rules), Ok(board));
    }

    #[test]
    fn any_text_is_a_position_or_an_error(rules in rules(), text in "[-|rb0-9/ .]{0,40}", other in any::<String>()) {
        for text in [text, other] {
            if let Ok(board) = Dots::read_position(&text, &rules) {
                let mut again = String::new();
                Dots::write_position(&board, &mut again);
                prop_assert_eq!(Dots::read_position(&again, &rules), Ok(board));
            }
            if let Ok(edge) = Dots::read(&text) {
                prop_assert!(edge.index() < 60);
            }
        }
    }

    #[test]
    fn any_turn_on_the_wire_is_read_or_refused(text in "move [0-9]{0,3} ?[A-Fa-fg@ ]{0,12}", bytes in any::<Vec<u8>>()) {
        let board = Board::initial(&Rules::default());
        let mut sau = Dots::dialect(DialectName::Sau, &Options::default()).unwrap();
        sau.hear(&board, b"name x").unwrap();
        let bytes: Vec<u8> = bytes.into_iter().filter(|byte| *byte != b'\n').collect();
        for line in [text.as_bytes(), &bytes, &[b"move ", &bytes[..]].concat()] {
            if let Ok(leitai_core::Said::Acts(edges, _)) = sau.hear(&board, line) {
                prop_assert!(!edges.is_empty());
            }
        }
    }
}
