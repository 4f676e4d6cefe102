//! The built-in players against each other.

use amazons::{Amazons, Board, Rules};
use leitai_core::{Actor, Budget, Engine, Game, Info, Level, Means, Position, Proved, Rng, Seat, State};
use leitai_testkit::{easy_beats_random, extent, score, score_within};
use std::time::Duration;

fn turn(player: &mut dyn Engine<Board>, board: &Board) -> amazons::Move {
    let budget = Budget::UNTIMED;
    let mut turn = Vec::new();
    player.think(board.mover(), board, &budget, &mut |_| (), &mut turn);
    assert_eq!(turn.len(), 1, "a turn is one move");
    assert_eq!(board.check(Actor::Seat(board.mover()), &turn[0]), Ok(()));
    turn[0]
}

#[test]
fn easy_beats_random_in_twenty_games_of_twenty_on_either_board() {
    for board in ["10x10", "8x8"] {
        easy_beats_random::<Amazons>(&[("board", board)], 20, 20);
    }
}

#[test]
fn easy_shuts_in_the_last_amazon_that_can_move() {
    // The only move white has left is d10–e9.
    let text = "oooo#4#/####6/10/10/10/10/10/10/10/xxx1x5 x";
    let mut board = Amazons::read_position(text, &Rules::default()).expect(text);
    for seed in 0..5 {
        let mut easy = Amazons::engine(Level::Easy, &Means::seeded(seed)).expect("listed");
        let before = board;
        let m = turn(&mut *easy, &board);
        board.play(Actor::Seat(Seat::First), &m);
        assert_eq!(board.turn().outcome().and_then(|outcome| outcome.winner), Some(Seat::First), "{m:?}");
        board = before;
    }
}

#[test]
fn the_same_seed_plays_the_same() {
    let game = |seed| {
        let mut easy = Amazons::engine(Level::Easy, &Means::seeded(seed)).expect("listed");
        let mut board = Board::initial(&Rules::default());
        for _ in 0..20 {
            let m = turn(&mut *easy, &board);
            board.play(Actor::Seat(board.mover()), &m);
        }
        board
    };
    assert_eq!(game(3), game(3));
    assert!((0..10).any(|seed| game(seed) != game(3)), "the lot never falls differently");
}

#[test]
fn medium_beats_easy() {
    let (games, nodes) = (extent("AMAZONS_LADDER", 12, 100), extent("AMAZONS_NODES", 3000, 60_000));
    let score = score::<Amazons>(&[("board", "8x8")], [Level::Medium, Level::Easy], games, nodes);

    assert!(score.wins as u64 * 4 >= games * 3, "{score:?} of {games}");
}

#[test]
fn hard_beats_medium() {
    let (games, nodes) = (extent("AMAZONS_LADDER", 8, 100), extent("AMAZONS_NODES", 3000, 60_000));
    let score = score_within::<Amazons>(&[("board", "8x8")], [Level::Hard, Level::Medium], games, [nodes; 2]);
    assert!(score.wins as u64 * 4 >= games * 3, "{score:?} of {games}");
}

/// The turn of a level in a position, as text, and what it last said of it.
fn think(
    level: Level,
    text: &str,
    rules: &Rules,
    budget: &Budget<'_>,
) -> (String, Option<Info<amazons::Move>>) {
    let board = Amazons::read_position(text, rules).expect(text);
    let mut player = Amazons::engine(level, &Means::seeded(1)).expect("listed");
    let (mut turn, mut said) = (Vec::new(), None);
    player.think(board.mover(), &board, budget, &mut |info| said = Some(info), &mut turn);
    assert_eq!(board.check(Actor::Seat(board.mover()), &turn[0]), Ok(()));
    let mut written = String::new();
    Amazons::write(&turn[0], &mut written);
    (written, said)
}

const OPENING: &str = "3o2o3/10/10/o8o/10/10/x8x/10/10/3x2x3 x";
const EIGHT: &str = "2o2o2/8/o6o/8/8/x6x/8/2x2x2 x";

/// The turn is the same on every machine.
#[test]
fn a_turn_follows_from_seed_position_and_nodes() {
    let reply = |level, text: &str, nodes| {
        let size = if text == EIGHT { amazons::Size::Eight } else { amazons::Size::Ten };
        let budget = Budget { nodes: Some(nodes), ..Budget::UNTIMED };
        think(level, text, &Rules { size }, &budget).0
    };
    let positions = [(OPENING, 2000), (EIGHT, 2000), (OPENING, 20_000)];
    let replies =
        [Level::Hard, Level::Best].map(|level| positions.map(|(text, nodes)| reply(level, text, nodes)));
    let expected = ["d1d7(c7)", "h3g2(b2)", "g1g9(h10)"];
    assert_eq!(replies, [expected; 2]);
}

/// White has one square, black three in a row: black to move wins by filling its own.
#[test]
fn own_regions_are_filled_without_waste() {
    let text = "o1########/##########/o#########/##########/oo########/##########/##########/##########/x3######/x#xx###### x";
    let budget = Budget { nodes: Some(500), ..Budget::UNTIMED };
    let (_, said) = think(Level::Best, text, &Rules::default(), &budget);
    assert_eq!(
        said.as_ref().and_then(|said| said.proved),
        Some(Proved { winner: Some(Seat::First), acts: None }),
        "{said:?}"
    );
}

/// All amazons but one are shut in, and that one has a single square: there is nothing to think about.
#[test]
fn an_amazon_shut_in_leaves_the_only_turn() {
    let text = "oooo######/##########/##########/##########/####1#####/##########/##########/##########/##########/xxxx1##### x";
    for level in [Level::Medium, Level::Hard, Level::Best] {
        assert_eq!(think(level, text, &Rules::default(), &Budget::UNTIMED).0, "d1e1(d1)");
    }
}

/// However little time there is, the turn is legal and on time by the clock that the player was shown.
#[test]
fn a_clock_that_runs_out_ends_the_turn() {
    let mut board = Board::initial(&Rules::default());
    let mut rng = Rng::new(3);
    for _ in 0..45 {
        let m = board.random_move(Actor::Seat(board.mover()), &mut rng).expect("it is not over");
        board.play(Actor::Seat(board.mover()), &m);
    }
    let mut late = String::new();
    Amazons::write_position(&board, &mut late);
    for (text, ms) in [(OPENING, 0), (OPENING, 1), (&late, 1), (&late, 20)] {
        // The clock advances with every look, so the same looks come on every machine.
        let looks = std::cell::Cell::new(0);
        let elapsed = || {
            looks.set(looks.get() + 1);
            Duration::from_micros(100 * looks.get())
        };
        let never = Duration::from_millis(ms);
        let budget = Budget { aim: never, never, elapsed: &elapsed, ..Budget::UNTIMED };
        think(Level::Best, text, &Rules::default(), &budget);
        assert!(elapsed() <= never + Duration::from_millis(1), "{text}: {:?} of {never:?}", elapsed());
    }
}
