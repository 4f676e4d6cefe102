//! Built-in players against each other and against a beginner's program.

use hex::{Board, Cell, Hex, Move, Rules};
use leitai_core::{Actor, Budget, Engine, Game, Info, Level, Means, Position, Rng, Seat, State, Turn};

const BUDGET: Budget<'_> = Budget::UNTIMED;

fn game(rules: Rules, players: [&mut dyn Engine<Board>; 2]) -> Seat {
    let mut board = Board::initial(&rules);
    let [red, blue] = players;
    while let Turn::Of(Actor::Seat(seat)) = board.turn() {
        let mut turn = Vec::new();
        let player = if seat == Seat::First { &mut *red } else { &mut *blue };
        player.think(seat, &board, &BUDGET, &mut |_| (), &mut turn);
        assert_eq!(turn.len(), 1, "{seat} plays one act");
        board.try_play(Actor::Seat(seat), &turn[0]).expect("a legal act");
    }
    board.winner().expect("there is no draw")
}

/// The number of games out of 20 that `easy` wins from that seat.
fn easy_wins(rules: Rules, easy_seat: Seat, other: impl Fn(u64) -> Box<dyn Engine<Board>>) -> usize {
    let wins = |seed: &u64| {
        let mut easy = Hex::engine(Level::Easy, &Means::seeded(*seed)).unwrap();
        let mut other = other(seed + 100);
        let winner = match easy_seat {
            Seat::First => game(rules, [&mut *easy, &mut *other]),
            Seat::Second => game(rules, [&mut *other, &mut *easy]),
        };
        winner == easy_seat
    };
    (0..20).filter(wins).count()
}

#[test]
fn easy_beats_random_in_every_game() {
    let games = leitai_testkit::extent("HEX_EASY_GAMES", 20, 40);
    leitai_testkit::easy_beats_random::<Hex>(&[], games, games as usize);
}

const AROUND: [(i8, i8); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];

/// A beginner's first program: plays a cell on a way between its borders that needs the fewest stones, knowing
/// no bridges.
struct Walker(Rng);

impl Engine<Board> for Walker {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Info<Move>),
        turn: &mut Vec<Move>,
    ) {
        let mut cells: Vec<Cell> = view.open().iter().collect();
        for i in (1..cells.len()).rev() {
            cells.swap(i, self.0.below(i + 1));
        }
        let from = |far| steps(view, me, far);
        let [near, far] = [from(false), from(true)];
        let at = |cell: &Cell| usize::from(cell.index(view.rules().size()));
        let sum = |cell: &Cell| near[at(cell)] + far[at(cell)];
        turn.extend(cells.into_iter().min_by_key(sum).map(Move::Stone));
    }
}

/// For each cell, by index, how many stones join it to a border of `me`, counting the cell itself.
fn steps(board: &Board, me: Seat, far: bool) -> Vec<u32> {
    let size = board.rules().size();
    let cells: Vec<Cell> = Cell::all(size).collect();
    let along = |cell: Cell| if me == Seat::First { cell.y() } else { cell.x() };
    let at = |cell: Cell| usize::from(cell.index(size));
    let edge = if far { size - 1 } else { 0 };
    let mut steps = vec![10_000; cells.len()];
    // Repeat until no step is saved, since a way may run against the order of cells.
    loop {
        let before = steps.clone();
        for cell in &cells {
            let cost = match board.at(*cell) {
                Some(seat) if seat == me => 0,
                Some(_) => continue,
                None => 1,
            };
            let near = AROUND.into_iter().filter_map(|(dx, dy)| {
                Cell::new(cell.x().wrapping_add_signed(dx), cell.y().wrapping_add_signed(dy))
            });
            let near = near.filter(|near| board.rules().has(*near)).map(|near| steps[at(near)]);
            let least = if along(*cell) == edge { 0 } else { near.min().unwrap_or(10_000) };
            let here = &mut steps[at(*cell)];
            *here = (*here).min(least + cost);
        }
        if before == steps {
            return steps;
        }
    }
}

#[test]
fn easy_beats_a_beginners_rule_from_both_seats() {
    let rules = Rules::new(7, false, false).unwrap();
    for seat in Seat::BOTH {
        let wins = easy_wins(rules, seat, |seed| Box::new(Walker(Rng::new(seed))));
        assert!(wins >= 18, "{wins} of 20 as {seat}");
    }
}

#[test]
fn the_same_seed_plays_the_same() {
    let opening = |seed| {
        let mut turn = Vec::new();
        let mut easy = Hex::engine(Level::Easy, &Means::seeded(seed)).unwrap();
        easy.think(Seat::First, &Board::initial(&Rules::default()), &BUDGET, &mut |_| (), &mut turn);
        turn
    };
    assert_eq!(opening(3), opening(3));
    assert!((0..10).any(|seed| opening(seed) != opening(3)), "the lot never falls differently");
}

fn answer(rules: Rules, position: &str) -> String {
    think(Level::Easy, rules, position, 1).0
}

fn think(level: Level, rules: Rules, position: &str, nodes: u64) -> (String, Option<Info<Move>>) {
    let board = Hex::read_position(position, &rules).unwrap();
    let Turn::Of(Actor::Seat(me)) = board.turn() else { panic!("{position} is over") };
    let (mut turn, mut said) = (Vec::new(), None);
    let budget = Budget { nodes: Some(nodes), ..BUDGET };
    let mut player = Hex::engine(level, &Means::seeded(1)).unwrap();
    player.think(me, &board, &budget, &mut |info| said = Some(info), &mut turn);
    let mut text = String::new();
    Hex::write(&turn[0], &mut text);
    (text, said)
}

#[test]
fn easy_wins_before_it_blocks() {
    let rules = Rules::new(5, false, false).unwrap();
    // Both sides need one more stone: red C5 or B5, blue E4.
    assert!(["B5", "C5"].contains(&&*answer(rules, "2r2/2r2/2r2/bbrb1/4b r")));
}

#[test]
fn easy_blocks_a_win() {
    let rules = Rules::new(5, false, false).unwrap();
    // Blue wins at E4; red is two stones away on the other side.
    assert_eq!(answer(rules, "r4/r4/5/bbbb1/rr3 r"), "E4");
}

#[test]
fn easy_saves_a_bridge() {
    // B3 and C1 share C2 and B2; blue has entered at C2. Without B2 red is cut in two.
    let rules = Rules::new(5, false, false).unwrap();
    assert_eq!(answer(rules, "2r2/2b2/1r3/1r2b/4b r"), "B2");
}

#[test]
fn easy_takes_a_good_first_stone_over_and_opens_with_a_poor_one() {
    let rules = Rules::new(5, true, false).unwrap();
    assert_eq!(answer(rules, "5/5/2r2/5/5 b"), "swap");
    assert_ne!(answer(rules, "r4/5/5/5/5 b"), "swap");
    let opening = answer(rules, "5/5/5/5/5 r");
    assert!(opening.starts_with(['A', 'E']) || opening.ends_with(['1', '5']), "{opening}");
}

/// Each level beats the one below on a smaller board with only part of its playouts.
#[test]
fn each_level_beats_the_one_below() {
    for (levels, size, nodes, least) in [
        ([Level::Medium, Level::Easy], "7", [1000, 1], 15),
        ([Level::Hard, Level::Medium], "7", [500, 40], 15),
        // Guided, a tree knows too much of a small board for more games to matter.
        ([Level::Best, Level::Hard], "9", [800, 16], 15),
    ] {
        let score = leitai_testkit::score_within::<Hex>(&[("size", size)], levels, 20, nodes);
        assert!(score.wins >= least, "{levels:?}: {score:?}");
    }
}

/// The turn is the same on every machine.
#[test]
fn a_turn_follows_from_seed_position_and_nodes() {
    let early = "11/11/11/11/11/5r5/11/11/11/11/11 b";
    let middle = "11/11/4r6/11/5r5/5b5/11/4b6/11/11/11 r";
    let reply = |position, nodes| think(Level::Hard, Rules::default(), position, nodes).0;
    let replies = [early, middle].map(|position| [100, 1000].map(|nodes| reply(position, nodes)));
    assert_eq!(replies, [["G4", "F7"], ["C8", "D8"]]);
}

/// Red wins on a small board if it began in the middle; where the swap is allowed, it must not begin there.
#[test]
fn a_small_board_is_proved() {
    let rules = Rules::new(3, false, false).unwrap();
    let said = think(Level::Best, rules, "3/1r1/2b r", 20_000).1.expect("it says");
    assert_eq!(said.proved.map(|proved| proved.winner), Some(Some(Seat::First)));
    let rules = Rules::new(3, true, false).unwrap();
    let (said, info) = think(Level::Best, rules, "3/1r1/3 b", 20_000);
    assert_eq!(said, "swap");
    assert_eq!(info.unwrap().proved.map(|proved| proved.winner), Some(Some(Seat::Second)));
}
