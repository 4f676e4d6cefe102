//! Properties that hold for random games and random input.

use crate::table;
use gomoku::{
    Bans, Board, Gomoku, Judgement, Move, Phase, Point, Rules, Side, Start, Stones, forbidden_points, judge,
};
use leitai_core::{Actor, Game, Position, Rng, Seat, State, Turn};
use proptest::prelude::*;

fn any_rules() -> impl Strategy<Value = Rules> {
    let start = prop_oneof![Just(Start::Designated), Just(Start::Laid), Just(Start::Free)];
    let bans = prop_oneof![Just(Bans::Automatic), Just(Bans::Claimed), Just(Bans::Off)];
    (start, bans, 1..=12_u8).prop_map(|(start, bans, max_offers)| Rules { start, bans, max_offers })
}

/// A random game with crowded stones, so that fives, threes and claims are frequent.
fn game(rules: &Rules, seed: u64, mut see: impl FnMut(&Board, Actor, Move, &Board)) -> Board {
    let mut rng = Rng::new(seed);
    let mut board = Board::initial(rules);
    let mut moves = Vec::new();
    while let Turn::Of(by) = board.turn() {
        moves.clear();
        board.moves(by, &mut moves);
        let white = board.seat(Side::White);
        if rng.below(8) == 0 {
            board.asides(white, &mut moves);
        }
        // Takes the most central of a few acts; now and then one of the last in the list, which are no stones.
        let last = moves[moves.len() - 1 - rng.below(moves.len().min(4))];
        let few: Vec<Move> = (0..12).map(|_| moves[rng.below(moves.len())]).collect();
        let ring = |m: &Move| if let Move::Place(point) = m { point.ring() } else { 3 };
        let near = few.into_iter().min_by_key(ring).expect("twelve");
        let m = if rng.below(20) == 0 { last } else { near };
        let by = if board.check(by, &m).is_ok() { by } else { Actor::Seat(white) };
        let before = board;
        board.try_play(by, &m).expect("a legal act");
        see(&before, by, m, &board);
    }
    board
}

/// The twin: whether there is a row of `least` to `most` stones, checked point by point.
fn has_row(stones: &Stones, least: usize, most: usize) -> bool {
    [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|(dx, dy)| {
        Point::all().filter(|point| stones.has(*point)).any(|start| {
            let there = |k: i8| start.shifted(k * dx, k * dy).is_some_and(|point| stones.has(point));
            let length = (0..15).take_while(|k| there(*k)).count();
            !there(-1) && (least..=most).contains(&length)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(leitai_testkit::cases(300)))]

    #[test]
    fn what_play_keeps_is_what_is_found_from_scratch(rules in any_rules(), seed in any::<u64>()) {
        game(&rules, seed, |before, by, m, board| {
            let [black, white] = Side::BOTH.map(|side| board.stones(side));
            assert_eq!(black.len() + white.len(), u16::from(board.placed()));
            assert!(black.iter().all(|point| !white.has(point)));
            let most = if rules.bans == Bans::Off { 15 } else { 5 };
            let fives = [has_row(black, 5, most), has_row(white, 5, 15)];
            let won = board.turn().outcome().and_then(|outcome| outcome.winner);
            match board.phase() {
                Phase::Play(play) => {
                    assert_eq!(fives, [false, false]);
                    assert_eq!(play.overline, rules.bans == Bans::Claimed && has_row(black, 6, 15));
                }
                Phase::Over(gomoku::End::Five(side)) => {
                    assert_eq!(fives, Side::BOTH.map(|other| other == *side));
                    assert_eq!(won, Some(board.seat(*side)));
                }
                Phase::Over(gomoku::End::Forbidden(kind)) => {
                    let Move::Place(point) = m else { panic!("{m:?} was forbidden") };
                    let [black, white] = Side::BOTH.map(|side| before.stones(side));
                    assert_eq!(judge(black, white, point), Judgement::Forbidden(*kind));
                    assert!(by == Actor::Seat(board.seat(Side::Black)) && won == Some(board.seat(Side::White)));
                }
                Phase::Over(gomoku::End::Claimed(_)) => assert_eq!(by, Actor::Seat(board.seat(Side::White))),
                _ => assert_eq!(fives, [false, false]),
            }
        });
    }

    #[test]
    fn positions_and_moves_read_back_at_every_act(rules in any_rules(), seed in any::<u64>()) {
        game(&rules, seed, |_, _, m, board| {
            assert_eq!(table::reads(&table::text(m)), m);
            let mut text = String::new();
            Gomoku::write_position(board, &mut text);
            assert_eq!(Gomoku::read_position(&text, &rules).as_ref(), Ok(board), "{text}");
        });
    }

    #[test]
    fn somebody_owes_means_somebody_can_and_check_agrees(rules in any_rules(), seed in any::<u64>()) {
        let mut pool: Vec<Move> = (0..20).map(Move::Announce).collect();
        pool.extend([Move::Swap(true), Move::Swap(false), Move::Pass, Move::Claim]);
        pool.extend(Point::all().flat_map(|point| [Move::Place(point), Move::Offer(point), Move::Choose(point)]));
        game(&rules, seed, |board, _, _, _| {
            for seat in Seat::BOTH {
                let mut moves = Vec::new();
                board.moves(Actor::Seat(seat), &mut moves);
                assert_eq!(moves.is_empty(), !board.turn().owes(Actor::Seat(seat)));
                board.asides(seat, &mut moves);
                let accepted = pool.iter().filter(|m| board.check(Actor::Seat(seat), m).is_ok());
                assert_eq!(accepted.count(), moves.len());
                assert!(moves.iter().all(|m| board.check(Actor::Seat(seat), m).is_ok()));
            }
        });
    }

    #[test]
    fn a_random_act_is_the_listed_one_of_the_number_drawn(rules in any_rules(), seed in any::<u64>()) {
        let (mut rng, mut listed) = (Rng::new(seed), Vec::new());
        game(&rules, seed, |board, _, _, _| {
            for by in Seat::BOTH.map(Actor::Seat) {
                listed.clear();
                board.moves(by, &mut listed);
                let expected = (!listed.is_empty()).then(|| listed[rng.clone().below(listed.len())]);
                assert_eq!(board.random_move(by, &mut rng), expected);
            }
        });
    }

    #[test]
    fn any_text_is_a_position_or_an_error(text in "[xo0-9/ :,?!a-zA-O-]{0,60}", other in any::<String>(), rules in any_rules()) {
        for text in [text, other] {
            if let Ok(m) = Gomoku::read(&text) {
                prop_assert_eq!(table::reads(&table::text(m)), m);
            }
            if let Ok(board) = Gomoku::read_position(&text, &rules) {
                let mut again = String::new();
                Gomoku::write_position(&board, &mut again);
                prop_assert_eq!(Gomoku::read_position(&again, &rules), Ok(board));
            }
        }
    }
}

#[test]
fn random_games_end_by_the_rules() {
    let mut rng = Rng::new(1);
    let mut moves = Vec::new();
    let mut ends = std::collections::BTreeMap::new();
    let games = leitai_testkit::random_games() as usize;
    for n in 0..games {
        let start = if n % 2 == 0 { Start::Free } else { Start::Designated };
        let bans = [Bans::Automatic, Bans::Claimed, Bans::Off][n % 3];
        let mut board = Board::initial(&Rules { start, bans, ..Rules::default() });
        while let Turn::Of(by) = board.turn() {
            moves.clear();
            board.moves(by, &mut moves);
            board.play(by, &moves[rng.below(moves.len())]);
        }
        *ends.entry(table::end(&board).1).or_insert(0) += 1;
    }
    assert_eq!(ends.values().sum::<usize>(), games);
    assert!(ends.len() >= 5, "{ends:?}");
}

#[test]
fn the_forbidden_points_of_a_turned_board_are_turned() {
    let mut rng = Rng::new(4);
    for _ in 0..300 {
        let mut stones = [Stones::default(); 2];
        for point in Point::all() {
            match rng.below(100) {
                0..22 => stones[0].insert(point),
                22..30 => stones[1].insert(point),
                _ => {}
            }
        }
        let [black, white] = &stones;
        let found: Vec<_> = forbidden_points(black, white).collect();
        for symmetry in gomoku::Symmetry::all() {
            let turned =
                stones.map(|stones| stones.iter().map(|point| symmetry.apply(point)).collect::<Stones>());
            let mut expected: Vec<_> =
                found.iter().map(|(point, kind)| (symmetry.apply(*point), *kind)).collect();
            expected.sort_by_key(|(point, _)| point.index());
            assert_eq!(forbidden_points(&turned[0], &turned[1]).collect::<Vec<_>>(), expected);
        }
    }
}
