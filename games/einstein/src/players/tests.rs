//! Checks what the players walk and know against the rules.

use super::exact::{CERTAIN, Tables};
use super::field::Field;
use super::judge::Judge;
use super::stones::Stones;
use crate::{Act, Board, Number, Phase, Square};
use leitai_core::{Actor, Outcome, Position, Rng, Seat, State, Turn};
use leitai_search::{Hand, Roll, Walk, Weigh, Which, Worth};
use std::collections::HashMap;

/// Plays a random game from random layouts.
fn game(seed: u64, mut see: impl FnMut(&Board)) {
    let mut rng = Rng::new(seed);
    let mut board = Board::initial(&());
    let mut moves = Vec::new();
    while let Some(by) = board.turn().next() {
        if !matches!(board.turn(), Turn::Secret(_)) {
            see(&board);
        }
        moves.clear();
        board.moves(by, &mut moves);
        board.play(by, &moves[rng.below(moves.len())]);
    }
    see(&board);
}

fn acts_by_rules(board: &Board) -> Vec<Act> {
    let mut moves = Vec::new();
    if let Some(by) = board.turn().next() {
        board.moves(by, &mut moves);
    }
    moves
}

fn sorted(mut acts: Vec<Act>) -> Vec<String> {
    acts.sort_by_key(|act| format!("{act:?}"));
    acts.iter().map(|act| format!("{act:?}")).collect()
}

#[test]
fn what_is_walked_follows_the_rules() {
    let mut judge = Judge::new(Tables::at_once());
    // In a long run, 10,000 games.
    for seed in 0..u64::from(leitai_testkit::cases(200)) {
        let mut keys: HashMap<u64, Board> = HashMap::new();
        game(seed, |board| {
            let mut field = Field::of(board, &mut judge);
            let hand = match board.turn() {
                Turn::Over(Outcome { winner, .. }) => {
                    Hand::Over(f32::from(u8::from(winner == Some(Seat::First))))
                }
                Turn::Of(Actor::Seat(seat)) => Hand::Seat(seat),
                _ => Hand::Dice,
            };
            assert_eq!(field.hand(), hand);
            assert_eq!(*keys.entry(field.key()).or_insert(*board), *board);
            let (mut acts, stones, key) = (Vec::new(), field.stones, field.key());
            field.acts(Which::All, &mut acts);
            assert_eq!(sorted(acts.clone()), sorted(acts_by_rules(board)));
            for act in acts {
                let mut after = *board;
                after.play(board.turn().next().unwrap(), &act);
                let undo = field.make(act);
                assert_eq!(field.stones, Stones::of(&after), "{act:?}");
                let (hand, key_after) = (field.hand(), field.key());
                field.take_back(act, undo);
                assert_eq!((field.stones, field.key()), (stones, key), "{act:?}");
                let field = Field::of(&after, field.judge());
                assert_eq!((field.hand(), field.key()), (hand, key_after), "{act:?}");
            }
            if let Phase::Rolling(seat) = board.phase() {
                let mut shared = Vec::new();
                assert_eq!(field.shared(&mut shared), Some(seat));
                for die in Number::ALL {
                    let mut rolled = *board;
                    rolled.roll(die);
                    let of_face = shared.iter().filter(|(_, set)| set >> die.index() & 1 == 1);
                    assert_eq!(
                        sorted(of_face.map(|(act, _)| *act).collect()),
                        sorted(acts_by_rules(&rolled))
                    );
                }
                // A guess is never certain.
                if let Worth::Guess(value) = field.weigh() {
                    assert!(value > 0 && value < i32::from(CERTAIN));
                }
            }
        });
    }
}

/// The winning chance of the side about to roll, by the rules alone.
fn plain(board: &Board, known: &mut HashMap<Board, f64>) -> f64 {
    if let Some(value) = known.get(board) {
        return *value;
    }
    let mut sum = 0.0;
    for die in Number::ALL {
        let mut rolled = *board;
        rolled.roll(die);
        let after = acts_by_rules(&rolled).into_iter().map(|act| {
            let mut after = rolled;
            after.play(rolled.turn().next().unwrap(), &act);
            if matches!(after.phase(), Phase::Over(_)) { 1.0 } else { 1.0 - plain(&after, known) }
        });
        sum += after.fold(0.0, f64::max);
    }
    known.insert(*board, sum / 6.0);
    sum / 6.0
}

/// The position turned half round with the sides swapped, the position reflected in the long diagonal, and the
/// position with First's numbers reversed.
fn likenesses(board: &Board) -> [Board; 3] {
    let Phase::Rolling(mover) = board.phase() else { unreachable!("asked before a roll") };
    let square = |index: usize| Square::all().nth(index).unwrap();
    let reversed = |number: Number| Number::ALL[5 - number.index()];
    [
        Board::new(Phase::Rolling(mover.other()), |at| {
            board.at(square(24 - at.index())).map(|(seat, number)| (seat.other(), number))
        }),
        Board::new(Phase::Rolling(mover), |at| board.at(square(at.index() % 5 * 5 + at.index() / 5))),
        Board::new(Phase::Rolling(mover), |at| {
            board.at(at).map(|(seat, n)| (seat, if seat == Seat::First { reversed(n) } else { n }))
        }),
    ]
    .map(|board| board.expect("a position"))
}

/// Guesses and tables give equal values where the rules make no difference.
#[test]
fn positions_that_are_alike_are_worth_the_same() {
    let mut judge = Judge::new(Tables::at_once());
    let mut compared = 0;
    for seed in 0..50 {
        game(seed, |board| {
            if let Phase::Rolling(mover) = board.phase() {
                let mut chance = |board: &Board, seat: Seat| match judge.weigh(&Stones::of(board), seat) {
                    Worth::Exact(value) | Worth::Guess(value) if mover == Seat::First => value,
                    Worth::Exact(value) | Worth::Guess(value) => super::judge::SURE - value,
                };
                let value = chance(board, mover);
                let [other, turned, reversed] = likenesses(board);
                assert_eq!(chance(&turned, mover), value, "{board:?}");
                assert_eq!(chance(&reversed, mover), value, "{board:?}");
                assert_eq!(super::judge::SURE - chance(&other, mover.other()), value, "{board:?}");
                compared += 1;
            }
        });
    }
    assert!(compared > 500, "{compared}");
}

/// A position of these stones, First's before Second's; `None` if two share a square or one is on its goal.
fn board(mover: Seat, stones: &[(Seat, Number, Square)]) -> Option<Board> {
    let at = |square| stones.iter().find(|stone| stone.2 == square).map(|stone| (stone.0, stone.1));
    let board = Board::new(Phase::Rolling(mover), at).ok()?;
    let placed: u32 = Seat::BOTH.map(|seat| board.living(seat).len()).iter().sum();
    (placed as usize == stones.len()).then_some(board)
}

fn agrees(tables: &Tables, board: &Board, known: &mut HashMap<Board, f64>) {
    let Phase::Rolling(mover) = board.phase() else { unreachable!() };
    let value = tables.value(&Stones::of(board), mover).expect("in a table");
    let expected = plain(board, known);
    let said = f64::from(value) / f64::from(CERTAIN);
    assert!((said - expected).abs() < 2e-4, "{board:?}: {said} for {expected}");
    assert_eq!((value == CERTAIN, value == 0), (expected > 1.0 - 1e-12, expected < 1e-12), "{board:?}");
}

/// All positions of two stones of one side, with any numbers, against one whose number does not matter; normally only
/// part of the numbers.
#[test]
fn three_stones_are_worth_what_the_rules_say() {
    let (tables, mut known) = (Tables::at_once(), HashMap::new());
    let squares: Vec<Square> = Square::all().collect();
    let pairs = (0..6).flat_map(|a| (0..a).map(move |b| (Number::ALL[b], Number::ALL[a])));
    let usual = leitai_testkit::cases(1) as usize;
    for (low, high) in pairs.enumerate().filter(|(i, _)| i % 15 < usual).map(|(_, pair)| pair) {
        for (a, b) in squares.iter().flat_map(|a| squares.iter().map(move |b| (*a, *b))) {
            for c in &squares {
                for (two, mover) in
                    Seat::BOTH.into_iter().flat_map(|two| Seat::BOTH.map(|mover| (two, mover)))
                {
                    let stones = [(two, low, a), (two, high, b), (two.other(), Number::ALL[2], *c)];
                    if let Some(board) = board(mover, &stones) {
                        agrees(&tables, &board, &mut known);
                    }
                }
            }
        }
    }
}

/// Positions reached in random games.
#[test]
fn four_stones_are_worth_what_the_rules_say() {
    let tables = Tables::at_once().whole_four();
    let (mut known, mut compared) = (HashMap::new(), 0);
    for seed in 0..u64::from(leitai_testkit::cases(1000)) {
        game(seed, |board| {
            let stones: u32 = Seat::BOTH.map(|seat| board.living(seat).len()).iter().sum();
            if matches!(board.phase(), Phase::Rolling(_)) && stones <= 4 {
                agrees(&tables, board, &mut known);
                compared += 1;
            }
        });
        if known.len() > 20_000 * leitai_testkit::cases(1) as usize {
            break;
        }
    }
    assert!(compared > 50, "{compared}");
}
