//! The built-in players against random play, and `easy` in critical positions.

use crate::table;
use gomoku::{Bans, Board, Gomoku, Move, Rules, Side, Start};
use leitai_core::{Actor, Budget, Engine, Game, Level, Means, Position, Seat, State, Turn};
use leitai_testkit::{extent, score};

const BUDGET: Budget<'_> = Budget::UNTIMED;

fn think(player: &mut dyn Engine<Board>, board: &Board) -> Vec<Move> {
    let Turn::Of(Actor::Seat(seat)) = board.turn() else { panic!("{board:?} is over") };
    let mut turn = Vec::new();
    player.think(seat, board, &BUDGET, &mut |_| (), &mut turn);
    turn
}

fn game(rules: &Rules, players: [Level; 2], seed: u64) -> (Board, Vec<Move>) {
    let mut players =
        players.map(|level| Gomoku::engine(level, &Means::seeded(seed)).expect("a level of the game"));
    let (mut board, mut played) = (Board::initial(rules), Vec::new());
    while let Turn::Of(Actor::Seat(seat)) = board.turn() {
        for m in think(&mut *players[seat.index()], &board) {
            board.try_play(Actor::Seat(seat), &m).expect("a legal act");
            played.push(m);
        }
    }
    (board, played)
}

#[test]
fn easy_beats_random_20_of_20_in_both_openings() {
    for opening in ["designated", "free"] {
        for forbidden in ["automatic", "claimed", "off"] {
            let options = [("opening", opening), ("forbidden", forbidden)];
            leitai_testkit::easy_beats_random::<Gomoku>(&options, 20, 20);
        }
    }
}

#[test]
fn easy_never_plays_a_forbidden_point() {
    for seed in 0..30 {
        let (board, _) = game(&Rules::default(), [Level::Easy; 2], seed);
        let why = table::end(&board).1;
        assert!(!why.contains("forbidden"), "{why}");
    }
}

#[test]
fn the_same_seed_plays_the_same() {
    let play = |seed| game(&Rules::default(), [Level::Easy; 2], seed).1;
    assert_eq!(play(3), play(3));
    assert!((0..10).any(|seed| play(seed) != play(3)), "the lot never falls differently");
}

fn answer(board: &Board) -> Vec<String> {
    think(&mut *Gomoku::engine(Level::Easy, &Means::seeded(1)).unwrap(), board)
        .into_iter()
        .map(table::text)
        .collect()
}

#[test]
fn easy_completes_five_before_it_blocks_one() {
    let board = table::play_from(table::free(Bans::Off), "E5 E10 F5 F10 G5 G10 H5 H10");
    assert!(["D5", "I5"].contains(&answer(&board)[0].as_str()));
}

#[test]
fn easy_blocks_five_and_straight_fours() {
    let board = table::play_from(table::free(Bans::Off), "E5 D5 F5 M2 G5 C13 H5");
    assert_eq!(answer(&board), ["I5"]);
    let board = table::play_from(table::free(Bans::Off), "F5 M2 G5 C13 H5");
    assert!(["D5", "E5", "I5", "J5"].contains(&answer(&board)[0].as_str()), "{:?}", answer(&board));
}

#[test]
fn easy_need_not_block_what_black_may_not_play() {
    // Black's double-four at H8 is forbidden, so white continues with its own three.
    let line = "E8 F8 G8 H9 H10 H11";
    let board = table::black_makes(Bans::Automatic, line);
    let m = answer(&board);
    assert!(m != ["H8"], "{m:?}");
}

#[test]
fn easy_claims_what_it_may() {
    assert_eq!(answer(&table::black_makes(Bans::Claimed, "F8 G8 H9 H10 H8")), ["claim"]);
    let overline = table::play_from(table::black_makes(Bans::Claimed, "E8 F8 G8 I8 J8 H8"), "O15 O1");
    assert_eq!(answer(&overline), ["claim"]);
}

#[test]
fn easy_opens_with_an_even_opening_and_few_fifth_stones() {
    for seed in 0..20 {
        let start = Board::initial(&Rules::default());
        let turn = think(&mut *Gomoku::engine(Level::Easy, &Means::seeded(seed)).unwrap(), &start);
        let [.., Move::Announce(n)] = turn[..] else { panic!("{turn:?}") };
        assert!(turn.len() == 4 && (1..=2).contains(&n));
        let mut shown = start;
        turn[..3].iter().for_each(|m| shown.play(Actor::Seat(Seat::First), m));
        assert!(["疏星", "瑞星", "斜月"].contains(&shown.opening().unwrap().name().zh));
    }
}

#[test]
fn easy_takes_the_better_side() {
    assert_eq!(answer(&table::after("H8 H9 I9 n:1"))[0], "swap", "Kagetsu with one fifth stone is black's");
    assert_eq!(answer(&table::after("H8 H9 J6 n:1"))[0], "keep", "Yusei is white's");
    assert_eq!(answer(&table::after("H8 H9 I9 n:9"))[0], "keep", "white chooses among nine");
}

/// Black has one stone to play, since white has four; white then makes a straight four.
#[test]
fn of_the_only_stone_what_it_comes_to_is_said() {
    let rules = Rules { start: Start::Free, bans: Bans::Off, ..Rules::default() };
    let stones = "C8 D8 A1 E8 E1 F8 I1 G8 M1 J10 O4 J11 O9 J12";
    let mut board = Board::initial(&rules);
    for stone in stones.split(' ') {
        let Turn::Of(by) = board.turn() else { panic!("{board:?} is over") };
        board.try_play(by, &Gomoku::read(stone).expect("a stone")).expect("a legal stone");
    }
    for level in [Level::Medium, Level::Hard, Level::Best] {
        for (is_awaited, most) in [(true, 200), (false, 2_000)] {
            let budget = Budget { is_awaited, nodes: Some(2_000), ..BUDGET };
            let (mut said, mut turn) = (None, Vec::new());
            let mut player = Gomoku::engine(level, &Means::seeded(1)).expect("a level");
            player.think(Seat::First, &board, &budget, &mut |info| said = Some(info), &mut turn);
            let said = said.expect("something is said");
            assert_eq!(turn.iter().copied().map(table::text).collect::<Vec<_>>(), ["H8"]);
            assert!((1..=most).contains(&said.nodes), "{level:?}: {said:?}");
            assert!(
                said.proved.is_some_and(|proved| proved.winner == Some(Seat::Second)),
                "{level:?}: {said:?}"
            );
        }
    }
}

fn hard(board: &Board) -> Vec<Move> {
    think(&mut *Gomoku::engine(Level::Hard, &Means::seeded(1)).unwrap(), board)
}

#[test]
fn hard_proposes_openings_with_a_number_the_rules_allow() {
    let mut proposed = Vec::new();
    for (seed, max_offers) in (0..24).zip([12, 1, 3].into_iter().cycle()) {
        let start = Board::initial(&Rules { max_offers, ..Rules::default() });
        let turn = think(&mut *Gomoku::engine(Level::Hard, &Means::seeded(seed)).unwrap(), &start);
        let mut board = start;
        for m in &turn {
            board.try_play(Actor::Seat(Seat::First), m).expect("a legal act");
        }
        let [.., Move::Announce(n)] = turn[..] else { panic!("{turn:?}") };
        assert!(turn.len() == 4 && (1..=max_offers).contains(&n), "{turn:?}");
        proposed.push(board.opening());
    }
    assert!(proposed.iter().any(|opening| *opening != proposed[0]), "always the same opening");
}

/// However the opening is turned, and however the offers are.
#[test]
fn hard_swaps_offers_and_chooses_by_one_table() {
    for opening in ["H8 H9 I9", "H8 I8 I9", "H8 H7 G7"] {
        let first = hard(&table::after(&format!("{opening} n:1")))[0];
        assert_eq!(first, Move::Swap(true), "{opening} with one fifth stone is black's");
    }
    let yusei = hard(&table::after("H8 H9 J6 n:8"));
    let [Move::Swap(false), fourth] = yusei[..] else { panic!("Yusei is white's: {yusei:?}") };
    let line = format!("H8 H9 J6 n:8 keep {}", table::text(fourth));
    let offers: Vec<String> = hard(&table::after(&line)).into_iter().map(table::text).collect();
    assert!(offers.len() == 8 && offers.iter().all(|offer| offer.starts_with('?')), "{offers:?}");
    // The best for black is offered first, and white keeps the last, in whatever order they are offered.
    for offered in [offers.clone(), offers.iter().rev().cloned().collect()] {
        let kept = hard(&table::after(&format!("{line} {}", offered.join(" "))));
        assert_eq!(table::text(kept[0]), offers[7].replace('?', "!"));
    }
}

#[test]
fn easy_offers_stones_and_keeps_one_for_white() {
    let offers = answer(&table::after("H8 H9 H10 n:2 keep H7"));
    assert!(offers.len() == 2 && offers.iter().all(|offer| offer.starts_with('?')));
    let kept = answer(&table::after("H8 H9 H10 n:2 keep H7 ?A1 ?I9"));
    assert!(kept[0] == "!A1" && kept.len() == 2, "{kept:?}");
}

#[test]
fn easy_passes_only_where_no_point_is_left_to_it() {
    let rules = Rules { start: Start::Free, bans: Bans::Automatic, ..Rules::default() };
    let board = Gomoku::read_position(&table::full_but_one("x"), &rules).unwrap();
    assert_eq!(board.judge(gomoku::Point::CENTRE), gomoku::Judgement::Forbidden(gomoku::Forbidden::Overline));
    assert_eq!(answer(&board), ["pass"]);
    assert_eq!(board.seat(Side::Black), Seat::First);
}

/// Checks that `better` scores three quarters of the points against `worse`, with at most `nodes` nodes each.
fn beats(better: Level, worse: Level, opening: &str, games: u64, nodes: u64) {
    let games = extent("GOMOKU_LADDER", games, 16 * games);
    let score = score::<Gomoku>(&[("opening", opening)], [better, worse], games, nodes);
    assert!(4 * (2 * score.wins as u64 + score.draws as u64) >= 6 * games, "{score:?} of {games}");
}

#[test]
fn medium_beats_easy() {
    beats(Level::Medium, Level::Easy, "designated", 6, extent("GOMOKU_NODES", 1_000, 1_000));
    beats(Level::Medium, Level::Easy, "free", 6, extent("GOMOKU_NODES", 1_000, 1_000));
}

#[test]
fn hard_beats_medium() {
    beats(Level::Hard, Level::Medium, "free", 6, extent("GOMOKU_NODES", 4_000, 8_000));
}

/// Every rule on forbidden moves, from the shown stones on: no act is refused, and somebody wins or nobody.
#[test]
fn hard_plays_whole_games_from_the_designated_opening() {
    for forbidden in ["automatic", "claimed", "off"] {
        let options = [("opening", "designated"), ("forbidden", forbidden)];
        let score = score::<Gomoku>(&options, [Level::Hard, Level::Easy], 4, 300);
        assert!(2 * score.wins + score.draws >= 4, "{score:?}");
    }
}
