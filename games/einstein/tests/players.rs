//! The built-in players against each other.

use einstein::EinStein;
use leitai_core::{Actor, Budget, Eye, Game, Level, Means, Position, Seat, State, Turn};

#[test]
fn easy_beats_random_in_at_least_170_games_of_200() {
    leitai_testkit::easy_beats_random::<EinStein>(&[], 200, 170);
}

/// A layout begun by hand is finished by every player.
#[test]
fn a_layout_that_was_begun_is_finished() {
    for level in [Level::Random, Level::Easy] {
        for seed in 0..50 {
            let mut board = EinStein::read_position("1r13/5/r24/5/4b1 lay", &()).expect("a position");
            let mut player = EinStein::engine(level, &Means::seeded(seed)).expect("listed");
            let budget = Budget::UNTIMED;
            for seat in Seat::BOTH {
                while board.turn().owes(Actor::Seat(seat)) {
                    let mut turn = Vec::new();
                    player.think(seat, &board.view(Eye::Seat(seat)), &budget, &mut |_| (), &mut turn);
                    for m in &turn {
                        board.try_play(Actor::Seat(seat), m).expect("a legal act");
                    }
                }
            }
            assert_eq!(board.turn(), Turn::Of(Actor::Chance));
        }
    }
}

/// What wins at once is played, by arriving or by taking the last stone.
#[test]
fn easy_wins_when_it_can() {
    for (text, best) in [
        ("5/b64/5/3r11/2r22 red d1", "D2-E1"),
        ("5/5/2r12/3b21/5 red d1", "C3-D2"),
        ("5/1b23/5/5/r13b1 blue d2", "B4-A5"),
    ] {
        let board = EinStein::read_position(text, &()).expect(text);
        let Turn::Of(Actor::Seat(seat)) = board.turn() else { panic!("{text}: somebody moves") };
        let budget = Budget::UNTIMED;
        for seed in 0..10 {
            let mut turn = Vec::new();
            let mut easy = EinStein::engine(Level::Easy, &Means::seeded(seed)).expect("listed");
            easy.think(seat, &board.view(Eye::Seat(seat)), &budget, &mut |_| (), &mut turn);
            assert_eq!(turn, [EinStein::read(best).expect(best)], "{text}");
        }
    }
}
