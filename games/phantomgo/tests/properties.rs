//! What holds over random games and random input.

use leitai_core::{By, Eye, Game, Position, Rng, Sample, Seat, State, Turn};
use phantomgo::{Act, Board, Effect, PhantomGo, Phase, Point, Points, Rules};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A side's stones, for a second law by sets of coordinates and whole boards remembered.
type Side = BTreeSet<(u8, u8)>;

fn side(points: Points) -> Side {
    points.iter().map(|point| (point.x(), point.y())).collect()
}

fn near((x, y): (u8, u8)) -> impl Iterator<Item = (u8, u8)> {
    let all = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
    all.into_iter().filter(|(x, y)| *x < 9 && *y < 9)
}

/// The chain of `side` at a point, if it has no liberty.
fn smothered(sides: [&Side; 2], at: (u8, u8)) -> Option<Side> {
    let (mut chain, mut todo) = (Side::new(), vec![at]);
    while let Some(at) = todo.pop() {
        if !chain.insert(at) {
            continue;
        }
        for next in near(at) {
            if sides[0].contains(&next) {
                todo.push(next);
            } else if !sides[1].contains(&next) {
                return None;
            }
        }
    }
    Some(chain)
}

/// The board after a stone of the mover; none if refused. `before`: the board before the last ply.
fn twin(board: &Board, before: Option<&[Side; 2]>, point: Point) -> Option<[Side; 2]> {
    let mover = board.mover();
    let at = (point.x(), point.y());
    let (mut own, mut enemy) = (side(board.stones(mover)), side(board.stones(mover.other())));
    if enemy.contains(&at) || !own.insert(at) {
        return None;
    }
    for next in near(at) {
        if enemy.contains(&next)
            && let Some(chain) = smothered([&enemy, &own], next)
        {
            enemy.retain(|stone| !chain.contains(stone));
        }
    }
    let suicide = smothered([&own, &enemy], at).is_some();
    let after = if mover == Seat::First { [own, enemy] } else { [enemy, own] };
    (!suicide && before != Some(&after)).then_some(after)
}

/// Every act of a random game.
fn game(seed: u64, mut see: impl FnMut(&Board, By, &Act, &Effect, &Board)) -> Board {
    let mut rng = Rng::new(seed);
    let (mut board, mut moves) = (Board::new(Rules::default()), Vec::new());
    while let Turn::Of(by) = board.turn() {
        moves.clear();
        board.moves(by, &mut moves);
        let m = moves[rng.below(moves.len())];
        let before = board;
        let effect = board.play(by, &m);
        see(&before, by, &m, &effect, &board);
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn the_law_and_its_twin_go_the_same_way(seed in any::<u64>()) {
        let sides = |board: &Board| Seat::BOTH.map(|seat| side(board.stones(seat)));
        // The board before the last ply, as whole boards remember it.
        let mut before = None;
        game(seed, |was, _, m, effect, is| {
            if let Act::Try(point) = m {
                let after = twin(was, before.as_ref(), *point);
                assert_eq!(after.is_some(), matches!(effect, Effect::Accepted(_)), "{m:?} at {was:?}");
                assert_eq!(after.unwrap_or_else(|| sides(was)), sides(is));
            }
            if is.ply() != was.ply() {
                before = Some(sides(was));
            }
        });
    }

    /// Two truths go on with different unseen acts: as long as an eye is told the same it knows the same.
    #[test]
    fn what_an_eye_is_not_told_it_does_not_know(seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        for eye in Eye::ALL {
            let mut truths = [Board::new(Rules::default()); 2];
            for _ in 0..60 {
                let Turn::Of(by @ By::Seat(seat)) = truths[0].turn() else { break };
                let same = eye == Eye::Seat(seat);
                let mut told = [Vec::new(), Vec::new()];
                let mut shared = None;
                for (truth, told) in truths.iter_mut().zip(&mut told) {
                    let mut moves = Vec::new();
                    truth.moves(by, &mut moves);
                    let m = shared.filter(|_| same).unwrap_or_else(|| moves[rng.below(moves.len())]);
                    shared = Some(m);
                    let effect = truth.play(by, &m);
                    truth.tell(by, &m, &effect, eye, told);
                }
                if told[0] != told[1] {
                    break;
                }
                assert_eq!(truths[0].view(eye), truths[1].view(eye));
            }
        }
    }

    #[test]
    fn any_text_is_a_position_or_an_error(text in "[xo1-9/]{0,30} (play|over) [0-9]{1,3} [0-2]( -){6}", other in any::<String>()) {
        for text in [text, other] {
            if let Ok(board) = PhantomGo::read_position(&text, &Rules::default()) {
                let mut again = String::new();
                PhantomGo::write_position(&board, &mut again);
                prop_assert_eq!(PhantomGo::read_position(&again, &Rules::default()), Ok(board));
            }
            let _ = PhantomGo::read(&text);
            let _ = PhantomGo::read_report(&text);
        }
    }
}

#[test]
fn ten_thousand_random_games_end_by_the_rules() {
    let mut rng = Rng::new(1);
    let black = (0..10_000).filter(|_| Board::new(Rules::default()).random_winner(&mut rng) == Seat::First);
    let black = black.count();
    assert!((4_000..9_000).contains(&black), "black wins {black}");
}

/// Of truths drawn in the first forty plies nearly all keep a liberty for every chain.
#[test]
fn sampled_truths_are_sound_boards() {
    let (mut sound, mut drawn) = (0, 0);
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        game(seed, |_, _, _, _, board| {
            if board.ply() < 40 && board.phase() == Phase::Playing {
                let truth = Board::sample(&board.view(Eye::Seat(board.mover())), &mut rng);
                let lives =
                    |seat: Seat| truth.stones(seat).parts().all(|c| !(c.border() & truth.empty()).is_empty());
                drawn += 1;
                sound += u32::from(Seat::BOTH.into_iter().all(lives));
            }
        });
    }
    assert!(drawn > 500 && sound * 100 >= drawn * 98, "{sound} of {drawn}");
}
