//! The built-in players against each other.

use einstein::{Act, Board, EinStein, Number};
use leitai_core::{Budget, By, Engine, Eye, Game, Level, Position, Rng, Seat, State, Turn};
use std::time::Duration;

fn winner(mut players: [Box<dyn Engine<Board>>; 2], dice: &mut Rng) -> Option<Seat> {
    let mut board = Board::initial(&());
    let budget = Budget { time: Duration::from_secs(1), elapsed: &|| Duration::ZERO };
    while let Some(by) = board.turn().next() {
        let By::Seat(seat) = by else {
            board.play(by, &Act::Roll(Number::ALL[dice.below(6)]));
            continue;
        };
        let before = board.turn();
        let mut turn = Vec::new();
        players[seat.index()].think(seat, &board.view(Eye::Seat(seat)), &budget, &mut |_| (), &mut turn);
        assert_eq!(turn.len(), if matches!(before, Turn::Secret(_)) { 6 } else { 1 });
        for m in &turn {
            assert_eq!(board.check(by, m), Ok(()));
            board.play(by, m);
        }
    }
    board.turn().outcome().and_then(|outcome| outcome.winner)
}

#[test]
fn easy_beats_random_in_at_least_170_games_of_200() {
    let mut dice = Rng::new(1);
    let wins = (0..200).filter(|seed| {
        let easy = Seat::BOTH[*seed as usize % 2];
        let level = |seat| if seat == easy { Level::Easy } else { Level::Random };
        winner(Seat::BOTH.map(|seat| EinStein::engine(level(seat), *seed).expect("listed")), &mut dice)
            == Some(easy)
    });
    let wins = wins.count();
    assert!(wins >= 170, "{wins} of 200");
}

/// A layout begun by hand is finished by every player.
#[test]
fn a_layout_that_was_begun_is_finished() {
    for level in [Level::Random, Level::Easy] {
        for seed in 0..50 {
            let mut board = EinStein::read_position("1r13/5/r24/5/4b1 lay", &()).expect("a position");
            let mut player = EinStein::engine(level, seed).expect("listed");
            let budget = Budget { time: Duration::from_secs(1), elapsed: &|| Duration::ZERO };
            for seat in Seat::BOTH {
                while board.turn().owes(By::Seat(seat)) {
                    let mut turn = Vec::new();
                    player.think(seat, &board.view(Eye::Seat(seat)), &budget, &mut |_| (), &mut turn);
                    for m in &turn {
                        assert_eq!(board.check(By::Seat(seat), m), Ok(()));
                        board.play(By::Seat(seat), m);
                    }
                }
            }
            assert_eq!(board.turn(), Turn::Of(By::Chance));
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
        let Turn::Of(By::Seat(seat)) = board.turn() else { panic!("{text}: somebody moves") };
        let budget = Budget { time: Duration::from_secs(1), elapsed: &|| Duration::ZERO };
        for seed in 0..10 {
            let mut turn = Vec::new();
            let mut easy = EinStein::engine(Level::Easy, seed).expect("listed");
            easy.think(seat, &board.view(Eye::Seat(seat)), &budget, &mut |_| (), &mut turn);
            assert_eq!(turn, [EinStein::read(best).expect(best)], "{text}");
        }
    }
}
