//! The position that the players search follows the rules.

use leitai_core::{Actor, Game, Position, Rng, Seat, State, Turn};
use leitai_search::{Hand, Walk, Weigh, Which, Worth};
use leitai_testkit::extent;
use std::collections::BTreeMap;
use surakarta::players::{Course, WEIGHED, WHOLE, parts};
use surakarta::{Board, Ply, Rules, Surakarta};

fn board(text: &str) -> Board {
    Surakarta::read_position(text, &Rules::default()).expect(text)
}

/// Checks that the acts and their order agree, as do the seat on turn or the result, and that the captures are the
/// forcing acts.
fn agree(board: &Board, walk: &mut Course) {
    let hand = match board.turn() {
        Turn::Over(outcome) => Hand::Over(match outcome.winner {
            Some(Seat::First) => 1.0,
            Some(Seat::Second) => 0.0,
            None => 0.5,
        }),
        _ => Hand::Seat(board.mover()),
    };
    assert_eq!(walk.hand(), hand, "{board:?}");
    let (mut legal, mut acts) = (Vec::new(), Vec::new());
    board.moves(Actor::Seat(board.mover()), &mut legal);
    if matches!(hand, Hand::Seat(_)) {
        walk.acts(Which::All, &mut acts);
    }
    assert_eq!(acts, legal, "{board:?}");
    let (mut forcing, mut captures) = (Vec::new(), Vec::new());
    walk.acts(Which::Forcing, &mut forcing);
    board.captures(&mut captures);
    assert_eq!(forcing, captures, "{board:?}");
    assert!(acts.iter().all(|ply| walk.slot(*ply) < Course::SLOTS));
    // The values updated ply by ply equal those computed from the whole position.
    let sum: i32 = parts(walk).iter().zip(WEIGHED).map(|(part, weight)| part * weight).sum();
    assert_eq!(walk.weigh(), Worth::Guess(sum / WHOLE), "{board:?}");
}

/// If more plies than this are left, a key does not include their number.
const NEAR: u16 = 36;

/// What a key may stand for: the stones, the side to move, how often the position has occurred before, and the plies
/// left if they are few.
type Kind = ([u64; 2], Seat, usize, u16);

fn kind(board: &Board, before: &[([u64; 2], Seat)]) -> Kind {
    let stones = Seat::BOTH.map(|seat| board.stones(seat));
    let quiet = board.quiet_len();
    let same = before.iter().rev().take(quiet).filter(|at| **at == (stones, board.mover()));
    let left = board.rules().no_capture_plies() - quiet as u16;
    (stones, board.mover(), same.count(), left.min(NEAR + 1))
}

#[test]
fn the_walk_follows_the_rules_over_random_games() {
    let games = extent("LEITAI_SURAKARTA_WALKS", 500, 10_000);
    let (mut rng, mut keys) = (Rng::new(5), BTreeMap::new());
    let mut again = 0;
    for game in 0..games {
        let rules = Rules::new([50, 50, 10, 200][game % 4]).expect("in range");
        let mut board = Board::initial(&rules);
        let mut walk = Course::of(&board);
        let start = walk.clone();
        let (mut undos, mut before) = (Vec::new(), Vec::new());
        let mut last: [Option<Ply>; 2] = [None; 2];
        let mut thirds = false;
        loop {
            agree(&board, &mut walk);
            assert_eq!(walk.key(), Course::of(&board).key());
            let kind = kind(&board, &before);
            again += usize::from(kind.2 > 0);
            thirds |= kind.2 > 1;
            assert_eq!(walk.circled().get(), thirds);
            let known = keys.entry(walk.key()).or_insert(kind);
            assert_eq!(*known, kind, "{board:?}");
            let mut acts = Vec::new();
            board.moves(Actor::Seat(board.mover()), &mut acts);
            if acts.is_empty() {
                break;
            }
            // Often moves a stone back to where it came from, so that positions recur.
            let back = last[board.mover().index()].map(|ply| Ply { from: ply.to, to: ply.from });
            let back = back.filter(|ply| acts.contains(ply) && rng.below(3) > 0);
            let ply = back.unwrap_or_else(|| acts[rng.below(acts.len())]);
            last[board.mover().index()] = Some(ply);
            before.push((Seat::BOTH.map(|seat| board.stones(seat)), board.mover()));
            undos.push((ply, walk.key(), walk.make(ply)));
            board.play(Actor::Seat(board.mover()), &ply);
        }
        for (ply, key, undo) in undos.into_iter().rev() {
            walk.take_back(ply, undo);
            assert_eq!(walk.key(), key);
        }
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        walk.acts(Which::All, &mut ours);
        start.clone().acts(Which::All, &mut theirs);
        assert_eq!(ours, theirs);
    }
    assert!(again > games, "too few positions came again: {again}");
}

#[test]
fn a_pass_gives_the_turn_and_is_taken_back() {
    let board = board("bbbbbb/1bbbbb/b5/w5/1wwwww/wwwwww b a5-a4,a2-a3");
    let mut walk = Course::of(&board);
    let (key, whole) = (walk.key(), format!("{walk:?}"));
    let undo = walk.pass();
    assert_eq!(walk.hand(), Hand::Seat(Seat::Second));
    walk.take_pass_back(undo);
    assert_eq!((walk.key(), format!("{walk:?}")), (key, whole));
}

#[test]
fn the_other_side_sees_the_same_with_the_sign_changed() {
    let upright = Course::of(&board("bb1bbb/1b1b1b/b5/3w2/1wwwww/w1wwww b -"));
    let turned = Course::of(&board("bbbb1b/bbbbb1/2b3/5w/w1w1w1/www1ww w -"));
    assert_eq!(parts(&upright).map(|part| -part), parts(&turned));
}
