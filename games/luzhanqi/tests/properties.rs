//! The rules compared with their from-scratch twin, over random games and positions.

use crate::twin::{Deed, Twin, deed};
use leitai_core::{Actor, Game, Position, Rng, Seat, State, Turn};
use luzhanqi::{Act, Board, End, Luzhanqi, Phase, Point, Rank, Rules};
use proptest::prelude::*;

fn moves(board: &Board, seat: Seat) -> Vec<Act> {
    let mut moves = Vec::new();
    board.moves(Actor::Seat(seat), &mut moves);
    moves
}

fn written(board: &Board) -> String {
    let mut text = String::new();
    Luzhanqi::write_position(board, &mut text);
    text
}

/// Checks that both list the same moves for both seats, each once, and agree on everything that the board
/// keeps up to date.
fn agree(board: &Board, twin: &Twin) {
    assert!(twin.is(board), "{} and {twin:?}", written(board));
    for seat in Seat::BOTH {
        let mut ours: Vec<Deed> = moves(board, seat).iter().map(deed).collect();
        let mut theirs = twin.moves(seat);
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{seat} at {}", written(board));
    }
}

/// Checks that, of all pairs of points and all ways to lay a piece, `check` accepts exactly the twin's moves.
fn checks_agree(board: &Board, twin: &Twin) {
    for seat in Seat::BOTH {
        let mut theirs = twin.moves(seat);
        theirs.sort_unstable();
        let goes = Point::all().flat_map(|from| Point::all().map(move |to| Act::Go(from, to)));
        let lays = Point::all().flat_map(|at| Rank::ALL.map(|rank| Act::Lay(at, rank)));
        for m in goes.chain(lays) {
            let accepted = board.check(Actor::Seat(seat), &m).is_ok();
            assert_eq!(accepted, theirs.binary_search(&deed(&m)).is_ok(), "{m:?} at {}", written(board));
            assert!(board.check(Actor::Chance, &m).is_err() && board.check(Actor::Arbiter, &m).is_err());
        }
    }
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let plies = prop_oneof![Just(31_u16), 10..60_u16];
    (plies, any::<bool>()).prop_map(|(no_contact_plies, no_contact_draws)| Rules {
        no_contact_plies,
        no_contact_draws,
        seen: None,
    })
}

/// A board with few or many pieces per side, anywhere they may stand: in camps, in headquarters and on rails
/// alike.
fn sparse(rng: &mut Rng, rules: Rules) -> Option<Board> {
    let mut rows = [[None; 5]; 12];
    let mut put = |rng: &mut Rng, rank: Rank, seat: Seat| {
        let back = |row: usize| if seat == Seat::First { 11 - row } else { row };
        let (row, column) = match rank {
            Rank::Flag => (back(0), 1 + 2 * rng.below(2)),
            Rank::Mine => (back(rng.below(2)), rng.below(5)),
            _ => (rng.below(12), rng.below(5)),
        };
        let letter = rank.letter();
        let letter = if seat == Seat::First { letter.to_ascii_uppercase() } else { letter };
        rows[row][column].get_or_insert(letter);
    };
    for seat in Seat::BOTH {
        put(rng, Rank::Flag, seat);
        let one_in = 1 + rng.below(12);
        for rank in Rank::ALL.into_iter().filter(|rank| *rank != Rank::Flag) {
            for _ in 0..rank.count() {
                if rng.below(one_in) == 0 {
                    put(rng, rank, seat);
                }
            }
        }
    }
    let row = |row: [Option<char>; 5]| row.map(|c| c.unwrap_or('.')).iter().collect::<String>();
    let plain = rng.below(usize::from(rules.no_contact_plies));
    let text = format!("{} {plain} {}", Seat::BOTH[rng.below(2)], rows.map(row).join("/"));
    // Some positions are over, and for some no past can be made up.
    Luzhanqi::read_position(&text, &rules).ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(leitai_testkit::cases(64)))]

    #[test]
    fn rules_and_twin_agree_over_random_games(seed: u64, rules in any_rules()) {
        let mut rng = Rng::new(seed);
        let mut board = Board::initial(&rules);
        let mut twin = Twin::of(&board, rules);
        let mut acts = 0;
        while let Some(by) = board.turn().next() {
            let seat = match (board.turn(), by) {
                // Either side may finish its layout first.
                (Turn::Secret([true, true]), _) => Seat::BOTH[rng.below(2)],
                (_, Actor::Seat(seat)) => seat,
                _ => unreachable!("no dice, no referee"),
            };
            agree(&board, &twin);
            if acts % 32 == 0 {
                checks_agree(&board, &twin);
            }
            acts += 1;
            let moves = moves(&board, seat);
            let m = moves[rng.below(moves.len())];
            board.play(Actor::Seat(seat), &m);
            twin.play(seat, deed(&m));
        }
        agree(&board, &twin);
        checks_agree(&board, &twin);
    }

    #[test]
    fn rules_and_twin_agree_at_random_positions(seed: u64, rules in any_rules()) {
        let mut rng = Rng::new(seed);
        let board = (0..50).find_map(|_| sparse(&mut rng, rules)).expect("one of fifty is sound");
        let twin = Twin::of(&board, rules);
        agree(&board, &twin);
        checks_agree(&board, &twin);
        prop_assert_eq!(leitai_core::perft(&board, 2), twin.perft(2), "{}", written(&board));
        let Phase::Moving(seat) = board.phase() else { panic!("{}", written(&board)) };
        for m in moves(&board, seat) {
            let (mut next, mut twin) = (board, twin.clone());
            next.play(Actor::Seat(seat), &m);
            twin.play(seat, deed(&m));
            agree(&next, &twin);
        }
    }
}

/// Compares the twin at every position of enough games from sparse starts to see every end.
#[test]
fn every_end_is_the_twins() {
    let mut seen = [0; 6];
    let mut rng = Rng::new(5);
    for game in 0..1_000 {
        let rules = Rules { no_contact_draws: game % 4 == 0, ..Rules::default() };
        let Some(mut board) = sparse(&mut rng, rules) else { continue };
        let mut twin = Twin::of(&board, rules);
        while let Turn::Of(Actor::Seat(seat)) = board.turn() {
            let moves = moves(&board, seat);
            let m = moves[rng.below(moves.len())];
            board.play(Actor::Seat(seat), &m);
            twin.play(seat, deed(&m));
            assert!(twin.is(&board), "{} and {twin:?}", written(&board));
        }
        seen[match twin.phase() {
            Phase::Over(End::NobodyMoves) => 0,
            Phase::Over(End::Stuck(_)) => 1,
            Phase::Over(End::FlagFell(_)) => 2,
            Phase::Over(End::Idle(_)) => 3,
            Phase::Over(End::IdleDraw) => 4,
            Phase::Laying | Phase::Moving(_) | Phase::Judging(_) => 5,
        }] += 1;
    }
    let [both_stuck, stuck, flag, idle, idle_draw, none] = seen;
    assert!(both_stuck > 0 && stuck > 10 && flag > 10 && idle > 10 && idle_draw > 10, "{seen:?}");
    assert_eq!(none, 0);
}

/// The termination argument: a fight removes at least one of at most 50 pieces, a flag always the last, and
/// between fights there are fewer than 31 plies.
#[test]
fn random_games_end_by_the_rules() {
    let mut rng = Rng::new(3);
    let mut moves = Vec::new();
    let (games, mut wins) = (leitai_testkit::random_games(), [0; 3]);
    for _ in 0..games {
        let mut board = Board::initial(&Rules::default());
        let mut acts = 0;
        while let Some(by) = board.turn().next() {
            moves.clear();
            board.moves(by, &mut moves);
            board.play(by, &moves[rng.below(moves.len())]);
            acts += 1;
            assert!(acts <= 50 + 50 * 31);
        }
        let winner = board.turn().outcome().and_then(|outcome| outcome.winner);
        wins[winner.map_or(2, Seat::index)] += 1;
    }
    assert!(wins[..2].iter().all(|wins| 10 * *wins > 3 * games), "{wins:?}");
}
