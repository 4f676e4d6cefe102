//! Properties that hold over random games and random input.

use hex::{Board, Cell, Hex, Move, Rules, Stones};
use leitai_core::{Actor, Game, Position, Rng, Seat, State, Turn};
use proptest::prelude::*;

/// A reference for joining by rows: cell by cell, with a stack, straight from the rule of the six neighbours.
fn joins(board: &Board, seat: Seat) -> bool {
    let size = board.rules().size();
    let along = |cell: Cell| if seat == Seat::First { cell.y() } else { cell.x() };
    let mut seen = vec![false; 361];
    let mut stack: Vec<Cell> =
        Cell::all(size).filter(|cell| along(*cell) == 0 && board.at(*cell) == Some(seat)).collect();
    while let Some(cell) = stack.pop() {
        if std::mem::replace(&mut seen[usize::from(cell.index(19))], true) {
            continue;
        }
        if along(cell) == size - 1 {
            return true;
        }
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
            let near = Cell::new(cell.x().wrapping_add_signed(dx), cell.y().wrapping_add_signed(dy));
            stack.extend(near.filter(|near| board.at(*near) == Some(seat)));
        }
    }
    false
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let rules = |(size, swap, bars): (u8, bool, bool)| Rules::new(size, swap, bars && size % 2 == 1).unwrap();
    (2..=19_u8, any::<bool>(), any::<bool>()).prop_map(rules)
}

fn any_acts() -> impl Strategy<Value = Vec<Move>> {
    let stone = |(x, y)| Move::Stone(Cell::new(x, y).unwrap());
    let act = prop_oneof![
        20 => (0..19_u8, 0..19_u8).prop_map(stone),
        20 => (0..7_u8, 0..7_u8).prop_map(stone),
        3 => Just(Move::Swap),
    ];
    prop::collection::vec(act, 0..160)
}

/// Plays each move that is legal for either seat and skips the others.
fn fold(rules: Rules, acts: &[Move], mut see: impl FnMut(&Board, bool, Move)) -> Board {
    let mut board = Board::initial(&rules);
    for m in acts {
        let by = Seat::BOTH.map(Actor::Seat).into_iter().find(|by| board.check(*by, m).is_ok());
        if let Some(by) = by {
            board.play(by, m);
        }
        see(&board, by.is_some(), *m);
    }
    board
}

/// A random game to its end.
fn random_game(rules: Rules, rng: &mut Rng) -> Board {
    let (mut board, mut moves) = (Board::initial(&rules), Vec::new());
    while let Turn::Of(by) = board.turn() {
        moves.clear();
        board.moves(by, &mut moves);
        board.play(by, &moves[rng.below(moves.len())]);
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(leitai_testkit::cases(300)))]

    #[test]
    fn what_play_keeps_is_what_is_found_from_scratch(rules in any_rules(), acts in any_acts()) {
        fold(rules, &acts, |board, _, _| {
            for seat in Seat::BOTH {
                assert_eq!(board.winner() == Some(seat), joins(board, seat));
                assert_eq!(board.stones(seat).connects(seat, rules.size()), joins(board, seat));
            }
            let Turn::Of(Actor::Seat(mover)) = board.turn() else { return };
            let [red, blue] = Seat::BOTH.map(|seat| *board.stones(seat));
            assert_eq!(Board::from_stones(rules, red, blue, mover), Ok(*board));
        });
    }

    #[test]
    fn any_acts_play_or_are_refused(rules in any_rules(), acts in any_acts()) {
        let last = fold(rules, &acts, |board, played, m| {
            let over = board.winner().is_some();
            match m {
                Move::Stone(cell) if !played => {
                    let barred = board.placed() == 0 && rules.barred() == Some(cell);
                    assert!(over || barred || !rules.has(cell) || board.at(cell).is_some());
                }
                Move::Stone(cell) => assert!(board.at(cell).is_some()),
                Move::Swap if played => assert!(rules.swap() && board.placed() == 1),
                Move::Swap => {}
            }
        });
        prop_assert_eq!(last.placed() + last.empty().len(), u16::from(rules.size()).pow(2));
    }

    #[test]
    fn positions_and_acts_read_back(rules in any_rules(), acts in any_acts()) {
        let board = fold(rules, &acts, |_, _, m| {
            let mut text = String::new();
            Hex::write(&m, &mut text);
            assert_eq!(Hex::read(&text), Ok(m));
        });
        let mut text = String::new();
        Hex::write_position(&board, &mut text);
        prop_assert_eq!(Hex::read_position(&text, &rules), Ok(board));
    }

    #[test]
    fn any_text_is_a_position_or_an_error(
        rules in any_rules(), text in "[rb0-9/ -]{0,60}", small in "[rb1-3]{1,3}/[rb1-3]{1,3}/[rb1-3]{1,3} [rb-]",
        other in any::<String>(),
    ) {
        for (rules, text) in [(rules, text), (Rules::new(3, true, false).unwrap(), small), (rules, other)] {
            if let Ok(board) = Hex::read_position(&text, &rules) {
                let mut again = String::new();
                Hex::write_position(&board, &mut again);
                prop_assert_eq!(Hex::read_position(&again, &rules), Ok(board));
            }
            let _ = Hex::read(&text);
        }
    }

    #[test]
    fn a_full_board_has_one_winner_and_play_finds_the_same(rules in any_rules(), seed in any::<u64>()) {
        let rules = Rules::new(rules.size(), false, false).unwrap();
        let mut rng = Rng::new(seed);
        let mut cells: Vec<Cell> = Stones::board(rules.size()).iter().collect();
        for i in (1..cells.len()).rev() {
            cells.swap(i, rng.below(i + 1));
        }
        let [red, blue] = [0, 1].map(|n| cells.iter().skip(n).step_by(2).copied().collect::<Stones>());
        let won = red.connects(Seat::First, rules.size());
        prop_assert_ne!(won, blue.connects(Seat::Second, rules.size()));
        let mut board = Board::initial(&rules);
        for cell in cells {
            let Turn::Of(by) = board.turn() else { break };
            board.play(by, &Move::Stone(cell));
        }
        prop_assert_eq!(board.winner(), Some(if won { Seat::First } else { Seat::Second }));
    }

    #[test]
    fn the_winning_chain_is_a_shortest_one(rules in any_rules(), seed in any::<u64>()) {
        let board = random_game(rules, &mut Rng::new(seed));
        let (winner, chain) = (board.winner().unwrap(), board.chain());
        prop_assert!(chain.connects(winner, rules.size()));
        prop_assert!(chain.without(board.stones(winner)).is_empty());
        for cell in chain.iter() {
            prop_assert!(!chain.without(&Stones::of(cell)).connects(winner, rules.size()), "a stone too many");
        }
    }
}

#[test]
fn random_games_end_by_the_rules() {
    let mut rng = Rng::new(10);
    let (games, mut wins) = (leitai_testkit::random_games(), [0; 2]);
    for _ in 0..games {
        wins[random_game(Rules::default(), &mut rng).winner().unwrap().index()] += 1;
    }
    // The first stone is a slight advantage even for random play.
    assert!(wins[0] > wins[1] && 10 * wins[1] > 4 * games, "{wins:?}");
}
