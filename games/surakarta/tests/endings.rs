//! The tables of endings compared with the rules.

use leitai_core::{
    Actor, Budget, Game, Level, Means, NoShelf, Position, Rng, Seat, Shelf, ShelvedTable, State, TableSpec,
    Turn,
};
use leitai_search::{Walk, Weigh, Which, Worth};
use leitai_testkit::{extent, is_long};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use surakarta::players::{Course, Ending, Endings};
use surakarta::{Board, Rules, Surakarta};

/// The mover's stones and the other side's.
type Stones = [u64; 2];

fn ahead([own, enemy]: Stones) -> i8 {
    own.count_ones().cmp(&enemy.count_ones()) as i8
}

/// The position after each move of the mover, as the other side sees it, and whether the move captured.
fn moves(stones: Stones) -> Vec<(Stones, bool)> {
    let board = Board::new(Rules::default(), stones, Seat::First, &[]).expect("both have stones");
    let mut plies = Vec::new();
    board.moves(Actor::Seat(Seat::First), &mut plies);
    let after = plies.iter().map(|ply| {
        let mut board = board.clone();
        board.play(Actor::Seat(Seat::First), ply);
        ([board.stones(Seat::Second), board.stones(Seat::First)], board.quiet_len() == 0)
    });
    after.collect()
}

fn each_position(stones: u32, mut hear: impl FnMut(Stones)) {
    let mut all = (1_u64 << stones) - 1;
    while all < 1 << 36 {
        let mut own = (all - 1) & all;
        while own != 0 {
            hear([own, all ^ own]);
            own = (own - 1) & all;
        }
        let low = all & all.wrapping_neg();
        let up = all + low;
        all = up | (((all ^ up) / low) >> 2);
    }
}

const LIMIT: usize = 50;

/// The results of all positions of `stones` stones by the plies left until the count, derived from nothing but the
/// moves. `fewer` are the results for one stone fewer with all plies left.
fn plainly(stones: u32, fewer: &BTreeMap<Stones, i8>) -> (BTreeMap<Stones, usize>, Vec<Vec<i8>>) {
    enum To {
        Here(usize),
        Worth(i8),
    }
    let mut numbers = BTreeMap::new();
    each_position(stones, |position| {
        numbers.insert(position, 0);
    });
    for (number, at) in numbers.values_mut().enumerate() {
        *at = number;
    }
    let graph: Vec<Vec<To>> = numbers
        .keys()
        .map(|position| {
            let to = |(after, captured): &(Stones, bool)| match captured {
                false => To::Here(numbers[after]),
                true if after[0] == 0 => To::Worth(1),
                true => To::Worth(-fewer[after]),
            };
            moves(*position).iter().map(to).collect()
        })
        .collect();
    let counts: Vec<i8> = numbers.keys().map(|position| ahead(*position)).collect();
    let mut results = vec![counts.clone()];
    for left in 1..=LIMIT {
        let worth = |number: usize| {
            let of = |to: &To| match to {
                To::Here(to) => -results[left - 1][*to],
                To::Worth(result) => *result,
            };
            graph[number].iter().map(of).max().unwrap_or(counts[number])
        };
        let now = (0..graph.len()).map(worth).collect();
        results.push(now);
    }
    (numbers, results)
}

/// With any number of plies left, the tables are right whenever they give an answer.
#[test]
fn all_endings_of_three_stones_are_those_of_the_rules() {
    let endings = Endings::at_once();
    let mut fewer = BTreeMap::new();
    for stones in 2..=extent("LEITAI_SURAKARTA_STONES", 3, 4) {
        let (numbers, results) = plainly(stones, &fewer);
        let mut told = [0; 4];
        for ([own, enemy], number) in &numbers {
            let ending = endings.ending(*own, *enemy).expect("they know it");
            let ahead = ahead([*own, *enemy]);
            assert_eq!(ending.plies == 0, ending.result == ahead);
            told[if ending.plies == 0 { 3 } else { (ending.result + 1) as usize }] += 1;
            for (left, results) in results.iter().enumerate() {
                let forced = usize::from(ending.plies);
                let expected = if forced <= left {
                    ending.result
                } else if forced > left + 1 && (ending.result - ahead).abs() == 1 {
                    ahead
                } else {
                    continue;
                };
                assert_eq!(results[*number], expected, "{own:#x} {enemy:#x}, {left} left: {ending:?}");
            }
        }
        assert!(told.iter().all(|count| *count > 0) || stones != 3, "{told:?}");
        fewer = numbers.iter().map(|(position, number)| (*position, results[LIMIT][*number])).collect();
    }
}

/// With more stones, each result follows from the results after the legal moves, as far as forced captures go.
#[test]
fn endings_of_five_and_six_stones_agree_with_the_rules() {
    if !is_long() {
        return;
    }
    let endings = Endings::none().up_to(6, &mut |_| ());
    let mut rng = Rng::new(1);
    let mut told = [0; 4];
    for _ in 0..200_000 {
        let (mut stones, count) = ([0_u64; 2], 5 + rng.below(2) as u32);
        while (stones[0] | stones[1]).count_ones() < count {
            stones[rng.below(2)] |= 1 << rng.below(36) & !(stones[0] | stones[1]);
        }
        if stones.contains(&0) {
            continue;
        }
        let ending = endings.ending(stones[0], stones[1]).expect("they know it");
        let after: Vec<(Ending, bool)> = moves(stones)
            .iter()
            .map(|([own, enemy], captured)| {
                let ending = match own {
                    0 => Ending { result: -1, plies: 0 },
                    _ => endings.ending(*own, *enemy).expect("they know it"),
                };
                (ending, *captured)
            })
            .collect();
        let best = after.iter().map(|(ending, _)| -ending.result).max().unwrap_or(ahead(stones));
        // If the mover is content with the count or cannot change it, its best move is a step that keeps it.
        assert_eq!(ending.result, best, "{stones:?}");
        if ending.plies > 0 && ending.result > ahead(stones) {
            let soonest = after
                .iter()
                .filter(|(ending, _)| -ending.result == best)
                .map(|(ending, captured)| if *captured { 1 } else { ending.plies + 1 });
            assert_eq!(Some(ending.plies), soonest.min(), "{stones:?}");
        }
        told[if ending.plies == 0 { 3 } else { (ending.result + 1) as usize }] += 1;
    }
    assert!(told.iter().all(|count| *count > 1000), "{told:?}");
}

/// A shelf whose tables consist of this byte alone.
struct Held(u8);

struct Bytes(u64, u8);

impl Shelf for Held {
    fn open(&self, table: &TableSpec) -> Option<Arc<dyn ShelvedTable>> {
        Some(Arc::new(Bytes(table.bytes, self.0)))
    }
}

impl ShelvedTable for Bytes {
    fn bytes(&self) -> u64 {
        self.0
    }

    fn read(&self, _: u64, into: &mut [u8]) -> bool {
        into.fill(self.1);
        true
    }
}

fn board(text: &str, rules: &Rules) -> Board {
    Surakarta::read_position(text, rules).expect(text)
}

#[test]
fn only_the_player_of_the_clock_reads_the_shelf_and_only_where_the_rule_leaves_it_plies_enough() {
    let told = |shelf: &dyn Shelf, level, plies, text| {
        let board = board(text, &Rules::new(plies).expect("in range"));
        let mut player =
            Surakarta::engine(level, &Means { shelf, ..Means::seeded(1) }).expect("there is one");
        let budget = Budget { nodes: Some(300), ..Budget::UNTIMED };
        let (mut last, mut turn) = (None, Vec::new());
        player.think(board.mover(), &board, &budget, &mut |info| last = Some(info), &mut turn);
        last.expect("it says something").proved.and_then(|proved| proved.winner)
    };
    for text in ["1w1w1w/6/6/6/6/b1b1b1 b -", "1w1w1w/w5/6/6/6/b1b1b1 b -"] {
        // The fake table claims that the side on turn wins within three plies in every position, which only a player
        // that reads the table believes.
        assert_eq!(told(&Held(3), Level::Best, 50, text), Some(Seat::Second));
        for (shelf, level, plies) in [
            (&Held(3) as &dyn Shelf, Level::Best, 49),
            (&Held(3), Level::Hard, 50),
            (&NoShelf, Level::Best, 50),
        ] {
            assert_ne!(told(shelf, level, plies, text), Some(Seat::Second), "{level}, {plies} plies");
        }
    }
}

/// Four stones are known without a shelf: at every turn the win is proved immediately, and it is achieved.
#[test]
fn an_ending_that_is_won_is_won() {
    let mut board = board("6/1b4/6/2b3/6/3w1b b -", &Rules::default());
    let mut player = Surakarta::engine(Level::Best, &Means::seeded(1)).expect("there is one");
    let mut rng = Rng::new(1);
    while let Turn::Of(by) = board.turn() {
        let ply = if by == Actor::Seat(Seat::First) {
            let budget = Budget { nodes: Some(300), ..Budget::UNTIMED };
            let (mut last, mut turn) = (None, Vec::new());
            player.think(Seat::First, &board, &budget, &mut |info| last = Some(info), &mut turn);
            let proved = last.and_then(|info| info.proved).and_then(|proved| proved.winner);
            assert_eq!(proved, Some(Seat::First), "{board:?}");
            turn[0]
        } else {
            board.random_move(by, &mut rng).expect("it moves")
        };
        board.play(by, &ply);
    }
    assert!(matches!(board.turn(), Turn::Over(outcome) if outcome.winner == Some(Seat::First)));
}

/// If the tables know a draw, the player gives the other side the most ways to lose.
#[test]
fn a_draw_is_played_where_most_answers_lose() {
    let endings = Endings::at_once();
    let result = |[own, enemy]: Stones| match own {
        0 => -1,
        _ => endings.ending(own, enemy).expect("they know it").result,
    };
    let (mut rng, mut drawn, mut snares) = (Rng::new(2), 0, 0);
    while drawn < 60 {
        let mut stones = [0_u64; 2];
        while stones.map(u64::count_ones) != [2, 2] {
            let side = usize::from(stones[0].count_ones() == 2);
            stones[side] |= 1 << rng.below(36) & !(stones[0] | stones[1]);
        }
        let rules = Rules::default();
        let board = Board::new(rules, stones, Seat::First, &[]).expect("both have stones");
        if result(stones) != 0 {
            continue;
        }
        drawn += 1;
        // The share of answers that lose.
        let part = |after: Stones| {
            let answers = moves(after);
            let lost = answers.iter().filter(|(stones, _)| result(*stones) > 0).count();
            lost as f32 / answers.len().max(1) as f32
        };
        let best =
            moves(stones).into_iter().filter(|(after, _)| result(*after) == 0).map(|(after, _)| part(after));
        let best = best.fold(0.0, f32::max);
        let mut player = Surakarta::engine(Level::Medium, &Means::seeded(1)).expect("there is one");
        let (mut turn, mut after) = (Vec::new(), board.clone());
        player.think(Seat::First, &board, &Budget::UNTIMED, &mut |_| (), &mut turn);
        after.play(Actor::Seat(Seat::First), &turn[0]);
        let after = [after.stones(Seat::Second), after.stones(Seat::First)];
        assert_eq!((result(after), part(after)), (0, best), "{board:?}");
        snares += u32::from(best > 0.0);
    }
    assert!(snares > 20, "{snares} of {drawn}");
}

/// The same stones and mover with different numbers of plies left: far from the limit, neither values nor keys differ;
/// near it, the values differ, and so do the keys.
#[test]
fn near_the_count_the_plies_left_are_in_the_key_and_far_from_it_they_are_not() {
    const NEAR: u16 = 36;
    let endings = Arc::new(Endings::at_once());
    let start = Course::of(&board("6/1b4/6/6/3w2/6 b -", &Rules::default())).with(endings);
    let mut rng = Rng::new(1);
    let mut seen: BTreeMap<Vec<usize>, Vec<(u16, u64, Worth)>> = BTreeMap::new();
    for _ in 0..300 {
        let (mut course, mut cells) = (start.clone(), vec![7, 27]);
        let mut before = BTreeSet::from([vec![7, 27, 0]]);
        for left in (1..50_usize).rev() {
            let mut acts = Vec::new();
            course.acts(Which::All, &mut acts);
            acts.retain(|ply| !cells.contains(&usize::from(ply.to.index())));
            let ply = acts[rng.below(acts.len())];
            course.make(ply);
            let moved = cells.iter().position(|cell| *cell == usize::from(ply.from.index()));
            cells[moved.expect("a stone moves")] = usize::from(ply.to.index());
            // No position recurs, and what is seen differs only in the plies left.
            let place: Vec<usize> = cells.iter().copied().chain([left % 2]).collect();
            if !before.insert(place.clone()) {
                break;
            }
            seen.entry(place).or_default().push((left as u16, course.key(), course.weigh()));
        }
    }
    let (mut far, mut near, mut other_values) = (0, 0, 0);
    for seen in seen.values() {
        for (i, (left, key, worth)) in seen.iter().enumerate() {
            for (other_left, other_key, other_worth) in &seen[..i] {
                let is_near = left != other_left && *left.min(other_left) <= NEAR;
                assert_eq!(key != other_key, is_near, "{left} and {other_left} left");
                assert!(is_near || worth == other_worth, "{left} and {other_left} left");
                near += u32::from(is_near);
                far += u32::from(!is_near && left != other_left);
                other_values += u32::from(
                    matches!((worth, other_worth), (Worth::Exact(one), Worth::Exact(other)) if one.signum() != other.signum()),
                );
            }
        }
    }
    assert!(
        near > 100 && far > 100 && other_values > 0,
        "{near} near, {far} far, {other_values} other values"
    );
}
