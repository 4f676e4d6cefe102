//! Properties that hold for random games and random input.

use crate::twin::Twin;
use einstein::{Act, Board, EinStein, Number, Square};
use leitai_core::{Actor, Eye, Game, Position, Rng, Sample, Seat, State, Turn, View};
use proptest::prelude::*;

fn text(m: &Act) -> String {
    let mut text = String::new();
    EinStein::write(m, &mut text);
    text
}

fn any_act() -> impl Strategy<Value = Act> {
    let number = || (0..6_usize).prop_map(|i| Number::ALL[i]);
    let square = || (0..5_u8, 0..5_u8).prop_map(|(column, row)| Square::new(column, row).unwrap());
    prop_oneof![
        (number(), square()).prop_map(|(number, at)| Act::Lay(number, at)),
        number().prop_map(Act::Roll),
        (square(), square()).prop_map(|(from, to)| Act::Step(from, to)),
    ]
}

/// Plays a random game from an empty board, and passes every act and the positions around it to `see`.
fn game(seed: u64, mut see: impl FnMut(&Board, Actor, &Act, &Board)) {
    let mut rng = Rng::new(seed);
    let (mut board, mut moves) = (Board::initial(&()), Vec::new());
    while let Some(by) = board.turn().next() {
        moves.clear();
        board.moves(by, &mut moves);
        let m = moves[rng.below(moves.len())];
        let before = board;
        board.play(by, &m);
        see(&before, by, &m, &board);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(leitai_testkit::cases(200)))]

    #[test]
    fn the_rules_and_their_twin_go_the_same_way(seed in any::<u64>()) {
        game(seed, |before, _, m, after| {
            let mut twin = Twin::of(before);
            let mut offered = Vec::new();
            before.moves(before.turn().next().unwrap(), &mut offered);
            let mut texts: Vec<_> = offered.iter().map(text).collect();
            texts.sort();
            assert_eq!(texts, twin.acts());
            assert_eq!(twin.perft(2), leitai_core::perft(before, 2));
            twin.play(&text(m));
            assert_eq!(twin, Twin::of(after));
        });
    }

    #[test]
    fn what_play_keeps_is_what_the_squares_say(seed in any::<u64>()) {
        game(seed, |_, _, _, board| {
            assert_eq!(Board::new(board.phase(), |square| board.at(square)), Ok(*board));
            for (seat, number) in Seat::BOTH.into_iter().flat_map(|seat| Number::ALL.map(|n| (seat, n))) {
                let stands = Square::all().find(|square| board.at(*square) == Some((seat, number)));
                assert_eq!(board.place(seat, number), stands);
                assert_eq!(board.living(seat).has(number), stands.is_some());
            }
        });
    }

    #[test]
    fn any_acts_play_or_are_refused(acts in prop::collection::vec(any_act(), 0..600), seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        let mut board = Board::sample(&Board::first_view(&(), Eye::Public), &mut rng);
        let mut offered = Vec::new();
        for m in &acts {
            for by in [Actor::Seat(Seat::First), Actor::Seat(Seat::Second), Actor::Chance, Actor::Arbiter] {
                offered.clear();
                board.moves(by, &mut offered);
                assert_eq!(board.check(by, m).is_ok(), offered.contains(m), "{m:?} by {by:?} at {board:?}");
                if board.check(by, m).is_ok() {
                    board.play(by, m);
                    break;
                }
            }
        }
    }

    #[test]
    fn any_text_is_a_position_or_an_error(text in "[rb1-6/ d?-]{0,40}", other in any::<String>()) {
        for text in [text, other] {
            if let Ok(board) = EinStein::read_position(&text, &()) {
                let mut again = String::new();
                EinStein::write_position(&board, &mut again);
                prop_assert_eq!(EinStein::read_position(&again, &()), Ok(board));
            }
            let _ = EinStein::read(&text);
            let _ = EinStein::read_report(&text);
        }
    }
}

/// Every sampled layout fits what the other side knows, and all 720 come up equally often.
#[test]
fn a_sampled_layout_is_any_of_the_720() {
    let mut rng = Rng::new(4);
    let mut view = Board::first_view(&(), Eye::Seat(Seat::First));
    view.learn(&einstein::Report::Ready(Seat::Second));
    assert_eq!(view.turn(), Turn::Secret([true, false]));
    let mut counts = std::collections::HashMap::new();
    for _ in 0..72_000 {
        let board = Board::sample(&view, &mut rng);
        assert_eq!(board.view(Eye::Seat(Seat::First)), view);
        *counts.entry(board).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 720);
    // A hundred each on average, give or take five standard deviations.
    assert!(counts.values().all(|count| (50..150).contains(count)), "{counts:?}");
}

/// No step leads away from the goal, and steps end only there.
#[test]
fn no_step_leads_away() {
    for seat in Seat::BOTH {
        for from in Square::all() {
            for to in from.steps(seat) {
                let (before, after) = (from.distance(seat), to.distance(seat));
                assert!(after == before || after + 1 == before, "{from:?} to {to:?}");
            }
            assert_eq!(from.steps(seat).is_empty(), from == Square::goal(seat));
        }
    }
}
