//! Checks that the positions the players search follow the rules.

use draughts::players::{Draft, Field, Hop, Tally, UNIT, WEIGHTS, Weights, parts, write};
use draughts::{Board, Draughts, Piece, Rules, Square};
use leitai_core::{Actor, Game, Position, Rng, Seat, State, Turn};
use leitai_search::{Hand, Walk, Which};
use leitai_testkit::extent;
use std::collections::BTreeMap;

/// Checks that moves and hand or end agree, and that captures are forcing.
fn agree(board: &Board, walk: &mut Draft) {
    let mut paths = Vec::new();
    board.moves(Actor::Seat(board.mover()), &mut paths);
    let hand = match board.turn() {
        Turn::Over(outcome) => Hand::Over(match outcome.winner {
            Some(Seat::First) => 1.0,
            Some(Seat::Second) => 0.0,
            None => 0.5,
        }),
        _ => Hand::Seat(board.mover()),
    };
    assert_eq!(walk.hand(), hand, "{board:?}");
    if matches!(hand, Hand::Over(_)) {
        return;
    }
    let sorted = |mut hops: Vec<Hop>| {
        hops.sort_by_key(|hop| (hop.from, hop.to, hop.taken));
        hops
    };
    let mut acts = Vec::new();
    walk.acts(Which::All, &mut acts);
    let mut legal = sorted(paths.iter().map(Hop::of).collect());
    legal.dedup();
    assert_eq!(sorted(acts.clone()), legal, "{board:?}");
    assert!(acts.iter().all(|hop| hop.path(board).is_some_and(|path| Hop::of(&path) == *hop)));
    let mut forcing = Vec::new();
    walk.acts(Which::Forcing, &mut forcing);
    let all = if board.can_capture() { acts } else { Vec::new() };
    assert_eq!(forcing, all);
}

/// What a key may identify: the pieces, the side to move, and the plies left when the end is near.
fn kind(board: &Board) -> (Vec<Option<draughts::Piece>>, Seat, Option<u16>) {
    let left = board.last_ply() - board.plies();
    let pieces = draughts::Square::all().map(|square| board.at(square)).collect();
    (pieces, board.mover(), (left < 40).then_some(left))
}

#[test]
fn the_walk_follows_the_rules_over_random_games() {
    let games = extent("LEITAI_DRAUGHTS_WALKS", 150, 10_000);
    let (mut rng, mut keys) = (Rng::new(5), BTreeMap::new());
    for game in 0..games {
        let rules = Rules::new([60, 60, 10, 200][game % 4]).expect("in range");
        let mut board = Board::initial(&rules);
        let mut walk = Draft::new(Field::of(&board));
        let mut undos = Vec::new();
        loop {
            agree(&board, &mut walk);
            assert_eq!(*walk.field(), Field::of(&board));
            assert_eq!(*walk.tally(), Tally::of(walk.field()), "{board:?}");
            // Only for the first games: there is no room for all.
            if game < 150 {
                let kind = kind(&board);
                assert_eq!(keys.entry(walk.key()).or_insert_with(|| kind.clone()), &kind, "two with one key");
            }
            let mut acts = Vec::new();
            walk.acts(Which::All, &mut acts);
            if !matches!(walk.hand(), Hand::Seat(_)) {
                break;
            }
            let hop = acts[rng.below(acts.len())];
            let path = hop.path(&board).expect("it is legal");
            undos.push((hop, walk.key(), walk.make(hop)));
            board.play(Actor::Seat(board.mover()), &path);
        }
        for (hop, key, undo) in undos.into_iter().rev() {
            walk.take_back(hop, undo);
            assert_eq!(walk.key(), key);
        }
        assert_eq!(*walk.field(), Field::of(&Board::initial(&rules)));
    }
}

fn board(text: &str) -> Board {
    Draughts::read_position(text, &Rules::default()).expect(text)
}

#[test]
fn paths_that_take_the_same_pieces_in_another_order_are_one_act() {
    // A ring of four, in both directions.
    let board = board("8/8/1w1w4/8/1w1w4/2b5/8/8 b 0");
    let mut paths = Vec::new();
    board.moves(Actor::Seat(Seat::First), &mut paths);
    let mut acts = Vec::new();
    Draft::new(Field::of(&board)).acts(Which::All, &mut acts);
    assert_eq!((paths.len(), acts.len()), (2, 1));
}

#[test]
fn plies_left_enter_the_key_where_the_end_is_near() {
    let key = |plies: u16| Draft::new(Field::of(&board(&format!("8/8/1w6/8/8/2b5/8/8 b {plies}")))).key();
    assert_eq!(key(2), key(80));
    assert_ne!(key(80), key(82));
    assert_ne!(key(100), key(102));
}

/// The board turned round with colours swapped, one ply later.
fn turned(board: &Board, rules: Rules) -> Board {
    let at = |square: Square| {
        let piece = board.at(Square::new(7 - square.row(), 7 - square.column())?)?;
        Some(Piece { seat: piece.seat.other(), ..piece })
    };
    Board::new(rules, board.plies() + 1, at).expect("it is a position")
}

#[test]
fn both_sides_are_judged_alike() {
    // So far from the last round that one ply makes no difference.
    let rules = Rules::new(500).expect("in range");
    let mut rng = Rng::new(8);
    let mut values = std::collections::BTreeSet::new();
    for _ in 0..100 {
        let mut board = Board::initial(&rules);
        while let Turn::Of(by) = board.turn()
            && board.plies() < 200
        {
            let value = Weights::fitted().value(&Field::of(&board));
            assert_eq!(value, -Weights::fitted().value(&Field::of(&turned(&board, rules))), "{board:?}");
            values.insert(value);
            let path = board.random_move(by, &mut rng).expect("it goes on");
            board.play(by, &path);
        }
    }
    assert!(values.len() > 500, "{} values", values.len());
}

#[test]
fn a_value_is_the_sum_of_its_parts() {
    let mut rng = Rng::new(9);
    // With arbitrary weights, the value equals the sum of the parts.
    for _ in 0..200 {
        let mut board = Board::initial(&Rules::default());
        for _ in 0..rng.below(100) {
            let Turn::Of(by) = board.turn() else { break };
            let path = board.random_move(by, &mut rng).expect("it goes on");
            board.play(by, &path);
        }
        let field = Field::of(&board);
        let mut found = Vec::new();
        parts(&field, &mut found);
        let weights: Vec<f32> = (0..WEIGHTS).map(|at| ((at * 37 % 101) as f32 - 50.0) / 128.0).collect();
        let sum: f32 = found.iter().map(|(at, factor)| weights[*at as usize] * factor).sum();
        let value = Weights::read(&write(&weights)).value(&field) as f32 / UNIT as f32;
        // Patterns are stored coarsely as bytes: each may be off by 1/128.
        assert!((sum - value).abs() < 0.1, "{sum} {value} at {board:?}");
    }
}
