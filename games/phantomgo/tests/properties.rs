//! Properties that hold over random games and random input.

use crate::twin::{Paper, Verdict, points, side};
use leitai_core::{Actor, Eye, Game, Position, Rng, Sample, Seat, State, Turn};
use phantomgo::{Act, Board, Effect, PhantomGo, Phase, Point, Points, Rules, alive, areas, dead};
use proptest::prelude::*;

/// A random one of some points.
fn any_of(points: Points, rng: &mut Rng) -> Option<Point> {
    (!points.is_empty()).then(|| points.nth(rng.below(points.len() as usize) as u32))?
}

/// A random act of the mover.
fn any_act(board: &Board, rng: &mut Rng) -> Act {
    let mut moves = Vec::new();
    board.moves(Actor::Seat(board.mover()), &mut moves);
    moves[rng.below(moves.len())]
}

/// Occasionally any act, otherwise a stone that is accepted and fills no eye. Such games end with living
/// chains.
fn lively_act(board: &Board, rng: &mut Rng) -> Act {
    if rng.below(8) == 0 {
        return any_act(board, rng);
    }
    let mut open = board.empty() - board.eyes(board.mover()) - board.refused();
    while let Some(point) = any_of(open, rng) {
        if board.attempt(point).is_some() {
            return Act::Try(point);
        }
        open -= Points::of(point);
    }
    Act::Pass
}

/// Plays a game whose acts are chosen by `pick` and passes each of them to `see`.
fn game(
    seed: u64,
    pick: fn(&Board, &mut Rng) -> Act,
    mut see: impl FnMut(&Board, Actor, &Act, &Effect, &Board),
) -> Board {
    let mut rng = Rng::new(seed);
    let mut board = Board::new(Rules::default());
    while let Turn::Of(by) = board.turn() {
        let m = pick(&board, &mut rng);
        let before = board;
        let effect = board.play(by, &m);
        see(&before, by, &m, &effect, &board);
    }
    board
}

/// Checks that the rules and their twin judge the stones of a position alike.
fn judged_alike(board: &Board) {
    let (stones, paper) = (Seat::BOTH.map(|seat| board.stones(seat)), Paper::of(board));
    for seat in Seat::BOTH {
        let living = alive(stones[seat.index()], stones[seat.other().index()]);
        assert_eq!(side(living), paper.alive(seat), "{seat} at {board:?}");
    }
    let gone = paper.dead();
    assert_eq!(side(dead(stones)), gone, "{board:?}");
    assert_eq!(areas(stones, points(&gone)), paper.areas(&gone), "{board:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(leitai_testkit::cases(24)))]

    #[test]
    fn the_rules_and_their_twin_go_the_same_way(seed in any::<u64>(), lively in any::<bool>()) {
        // The board before the last ply, remembered as a whole board.
        let mut before: Option<Paper> = None;
        game(seed, if lively { lively_act } else { any_act }, |was, _, m, effect, is| {
            let paper = Paper::of(was);
            assert!(paper.is_sound());
            if let Act::Try(point) = m {
                let verdict = paper.play(was.mover(), (point.x(), point.y()), before.as_ref());
                match (verdict, effect) {
                    (Verdict::Accepted { taken, after }, Effect::Accepted(told)) => {
                        assert_eq!((taken, after), (side(*told), Paper::of(is)));
                    }
                    (Verdict::Occupied | Verdict::Suicide | Verdict::Ko, Effect::Refused { .. }) => {
                        assert_eq!(paper, Paper::of(is));
                    }
                    (verdict, effect) => panic!("{verdict:?}, not {effect:?}: {m:?} at {was:?}"),
                }
            }
            // Occasionally, every other point is checked too.
            if was.ply() % 16 == 7 && was.refused().is_empty() {
                for point in Point::all() {
                    let verdict = paper.play(was.mover(), (point.x(), point.y()), before.as_ref());
                    let taken = match verdict {
                        Verdict::Accepted { taken, .. } => Some(points(&taken)),
                        Verdict::Occupied | Verdict::Suicide | Verdict::Ko => None,
                    };
                    assert_eq!(was.attempt(point), taken, "{point:?} at {was:?}");
                }
            }
            if is.ply() != was.ply() {
                before = Some(paper);
            }
        });
    }

    #[test]
    fn life_and_area_are_those_of_the_definitions(seed in any::<u64>(), lively in any::<bool>()) {
        let last = game(seed, if lively { lively_act } else { any_act }, |_, _, _, _, is| {
            if is.ply() % 5 == 0 && is.refused().is_empty() {
                judged_alike(is);
            }
        });
        judged_alike(&last);
    }

    /// The count is defined for every board, even if chains have no liberty.
    #[test]
    fn life_and_area_are_total(
        black in prop::collection::vec(0_u8..81, 0..60),
        white in prop::collection::vec(0_u8..81, 0..60),
    ) {
        let stones = |list: &[u8]| list.iter().filter_map(|at| Point::new(at % 9, at / 9)).collect::<Points>();
        let (black, white) = (stones(&black), stones(&white));
        let stones = [black, white - black];
        let paper = Paper(stones.map(side));
        for seat in Seat::BOTH {
            let living = alive(stones[seat.index()], stones[seat.other().index()]);
            assert_eq!(side(living), paper.alive(seat));
        }
        assert_eq!(side(dead(stones)), paper.dead());
        assert_eq!(areas(stones, dead(stones)), paper.areas(&paper.dead()));
    }

    /// The meaning of unconditional life: the other side plays on alone.
    #[test]
    fn no_play_takes_what_is_alive(seed in any::<u64>(), stop in 50_u16..110) {
        let mut rng = Rng::new(seed);
        game(seed, lively_act, |_, _, _, _, is| {
            if is.ply() != stop || !is.refused().is_empty() || is.phase() != Phase::Playing {
                return;
            }
            let (mut board, attacker) = (*is, is.mover());
            let owner = attacker.other();
            let living = alive(board.stones(owner), board.stones(attacker));
            for _ in 0..100 {
                let open = board.empty().iter().filter(|point| board.attempt(*point).is_some());
                let Some(point) = any_of(open.collect(), &mut rng) else { break };
                board.play(Actor::Seat(attacker), &Act::Try(point));
                assert!((living - board.stones(owner)).is_empty(), "{living:?} at {is:?}");
                board.play(Actor::Seat(owner), &Act::Pass);
            }
        });
    }

    /// Two truths continue with different unseen acts: as long as an eye receives the same reports, it knows
    /// the same.
    #[test]
    fn what_an_eye_is_not_told_it_does_not_know(seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        for eye in Eye::ALL {
            let mut truths = [Board::new(Rules::default()); 2];
            for _ in 0..60 {
                let Turn::Of(by @ Actor::Seat(seat)) = truths[0].turn() else { break };
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
    fn any_text_is_a_position_or_an_error(
        text in "[xo1-9/]{0,30} (play|over) [0-9]{1,3} [0-2]( -){6} 0 [0-9] 0",
        other in any::<String>(),
    ) {
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

/// In every sampled truth, every chain has a liberty; nearly all are consistent with everything refused in
/// this turn.
#[test]
fn sampled_truths_are_sound_boards() {
    let (mut kept, mut drawn, mut worst) = (0, 0, 0);
    for seed in 0..12 {
        let mut rng = Rng::new(seed);
        game(seed, if seed % 2 == 0 { lively_act } else { any_act }, |_, _, _, _, board| {
            if board.phase() != Phase::Playing {
                return;
            }
            for eye in Eye::ALL {
                let truth = Board::sample(&board.view(eye), &mut rng);
                assert_eq!(truth.view(eye), board.view(eye), "{eye:?} at {board:?}");
                assert!(Paper::of(&truth).is_sound(), "{eye:?} at {board:?}");
                let wrong = truth.refused().iter().filter(|point| truth.attempt(*point).is_some()).count();
                if !truth.refused().is_empty() {
                    drawn += 1;
                    kept += u32::from(wrong == 0);
                    worst = worst.max(wrong);
                }
            }
        });
    }
    assert!(
        drawn > 2_000 && kept * 100 >= drawn * 98 && worst <= 2,
        "{kept} of {drawn}, at worst {worst} wrong"
    );
}
