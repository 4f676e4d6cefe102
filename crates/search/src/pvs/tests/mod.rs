mod rows;
mod toy;

use super::*;
use leitai_core::Rng;
use rows::Rows;
use std::cell::Cell;
use toy::{Toy, minimax};

fn best<W: Weigh>(pvs: &mut Pvs<W>, walk: &mut W, depth: u32) -> SearchResult<W::Act> {
    pvs.best(walk, SearchLimits::depth(depth), &Budget::UNTIMED, &mut |_| ())
}

/// Toys whose root offers a choice, with the side that has the hand.
fn toys(longest: u32) -> impl Iterator<Item = (Toy, Seat)> {
    toys_with(longest, |acts| acts > 1)
}

/// Toys whose root offers a fitting number of acts, with the side that has the hand.
fn toys_with(longest: u32, fits: fn(usize) -> bool) -> impl Iterator<Item = (Toy, Seat)> {
    use crate::Walk;
    (0..).filter_map(move |seed| {
        let mut toy = Toy::new(seed, longest);
        let mut acts = Vec::new();
        toy.acts(Which::All, &mut acts);
        match toy.hand() {
            Hand::Seat(seat) if fits(acts.len()) => Some((toy, seat)),
            _ => None,
        }
    })
}

fn for_seat(value: i32, seat: Seat) -> i32 {
    if seat == Seat::First { value } else { -value }
}

#[test]
fn values_are_those_of_plain_minimax_with_a_table_and_without() {
    for memory in [0, 1 << 10, 1 << 16] {
        let mut pvs = Pvs::new(memory, 1).without_cuts();
        for (i, (mut toy, seat)) in toys(9).take(1000).enumerate() {
            toy.tables = i % 2 == 0;
            let depth = i as u32 % 7 + 1;
            let found = best(&mut pvs, &mut toy, depth);
            let plain = if matches!(toy.weigh(), crate::Worth::Exact(_)) {
                continue;
            } else {
                minimax(&mut toy, found.depth, 0)
            };
            assert_eq!(found.value, for_seat(plain, seat), "{toy:?} {depth} deep with {memory} bytes");
            // The act and the line that it begins have that value too.
            let undo = crate::Walk::make(&mut toy, found.act);
            assert_eq!(minimax(&mut toy, found.depth - 1, 1), plain, "{toy:?}");
            crate::Walk::take_back(&mut toy, found.act, undo);
            assert_eq!(found.line.first(), Some(&found.act));
        }
    }
}

/// All kinds of pruning, beginning as near the leaves as each can have any effect.
const BOLD: Cuts =
    Cuts { whole: 1, late: 1.0, remembered: 2, unknown: 2, probe: Some((3, 20)), few: Some(3) };

#[test]
fn cuts_do_not_change_what_is_proved() {
    let (mut draws, mut told) = (0, 0);
    for (mut toy, seat) in toys(7).take(1000) {
        let found = best(&mut Pvs::new(1 << 14, 1), &mut toy, 20);
        let plain = for_seat(minimax(&mut toy, 20, 0), seat);
        let winner = (plain != 0).then(|| if plain > 0 { seat } else { seat.other() });
        assert_eq!(found.proved.map(|proved| proved.winner), Some(winner), "{toy:?}");
        draws += usize::from(plain == 0);
        // With passes, margins and bolder cuts fewer results are proved, but those are still true.
        toy.guessing = true;
        for cuts in [Cuts::CAREFUL, BOLD] {
            let found = best(&mut Pvs::new(1 << 14, 1).cutting(cuts), &mut toy, 20);
            assert!(found.proved.is_none_or(|proved| proved.winner == winner), "{toy:?}: {found:?}");
            told += usize::from(found.proved.is_some());
        }
    }
    assert!((100..900).contains(&draws), "{draws} draws of 1000");
    assert!((1000..2000).contains(&told), "{told} of 2000 told");
}

/// Taken for the whole, a part is searched as the whole is, and nothing is called proved; said to be a part, it proves no
/// loss.
#[test]
fn parts_of_the_acts_prove_nothing() {
    let (mut proved, mut lost) = (0, 0);
    for (mut toy, seat) in toys(7).take(300) {
        let mut search = |listing| {
            toy.listing = listing;
            best(&mut Pvs::new(1 << 14, 1), &mut toy, 20)
        };
        let [whole, part, taken] = [Listing::Whole, Listing::Part, Listing::TakenForWhole].map(&mut search);
        proved += usize::from(whole.proved.is_some());
        assert_eq!(taken, SearchResult { proved: None, ..whole.clone() });
        lost += usize::from(whole.value < -SURE);
        assert!(part.proved.is_none_or(|proved| proved.winner != Some(seat.other())), "{toy:?}: {part:?}");
    }
    assert!(proved == 300 && lost > 20, "{proved} proved, {lost} lost");
}

/// What the walk proves along the principal variation is known to the next iterations, and nothing false is; it takes no more
/// than its share of the nodes, which count.
#[test]
fn proofs_along_the_principal_variation_are_used() {
    let (mut with, mut without, mut asked) = (0, 0, 0);
    for (mut toy, seat) in toys(10).take(400) {
        let plain = for_seat(minimax(&mut toy, 30, 0), seat);
        let winner = (plain != 0).then(|| if plain > 0 { seat } else { seat.other() });
        for (proving, number) in [(true, &mut with), (false, &mut without)] {
            toy.proving = proving;
            let found = best(&mut Pvs::new(1 << 14, 1), &mut toy, 5);
            assert!(found.proved.is_none_or(|proved| proved.winner == winner), "{toy:?}: {found:?}");
            *number += u32::from(found.proved.is_some());
            assert!(toy.proofs <= found.nodes / 12, "{} of {}", toy.proofs, found.nodes);
            asked += std::mem::take(&mut toy.proofs);
        }
    }
    assert!(with > without && asked > 50, "{with} proved, {without} without, {asked} asked");
}

#[test]
fn three_in_a_row_is_a_draw_and_a_fork_wins_in_time() {
    let found = best(&mut Pvs::new(1 << 16, 3), &mut Rows::default(), 20);
    assert_eq!(found.proved, Some(Proved { winner: None, acts: None }));
    assert!((found.expected - 0.5).abs() < 1e-6);
    // A corner, and an edge far from it: lost.
    let found = best(&mut Pvs::new(1 << 16, 3), &mut Rows::after(&[0, 5]), 20);
    assert_eq!(found.proved, Some(Proved { winner: Some(Seat::First), acts: Some(5) }));
    assert_eq!((found.value, found.line.len()), (WIN - 5, 5));
    let found = best(&mut Pvs::new(1 << 16, 3), &mut Rows::after(&[0, 5, 4]), 20);
    assert_eq!(found.proved, Some(Proved { winner: Some(Seat::First), acts: Some(4) }));
    assert!(found.expected < 1e-6, "it is the loser's turn: {found:?}");
}

#[test]
fn the_same_seed_and_limit_give_the_same_act_whatever_was_searched_before() {
    let mut used = Pvs::new(1 << 12, 7);
    for (mut toy, _) in toys(30).take(30) {
        let mut say = Vec::new();
        let fresh =
            Pvs::new(1 << 12, 7).best(&mut toy, SearchLimits::nodes(3000), &Budget::UNTIMED, &mut |found| {
                say.push(found.clone());
            });
        assert!(fresh.nodes <= 3000 && say.windows(2).all(|pair| pair[0].depth < pair[1].depth));
        used.rng = Rng::new(7);
        assert_eq!(used.best(&mut toy, SearchLimits::nodes(3000), &Budget::UNTIMED, &mut |_| ()), fresh);
    }
}

#[test]
fn a_budget_of_nodes_holds_beside_a_limit() {
    let (mut toy, _) = toys(40).next().unwrap();
    for most in [1, 2, 100, 1000] {
        let budget = Budget { nodes: Some(most), ..Budget::UNTIMED };
        let found = Pvs::new(1 << 12, 7).best(&mut toy, SearchLimits::nodes(5000), &budget, &mut |_| ());
        assert!(found.nodes <= most, "{} of {most}", found.nodes);
    }
}

/// What is said of a single act is what a search found: where it loses in three, the loss.
#[test]
fn a_single_act_is_searched_before_anything_is_said_of_it() {
    let mut lost = 0;
    for (mut toy, seat) in toys_with(7, |acts| acts == 1).take(500) {
        let plain = for_seat(minimax(&mut toy, 20, 0), seat);
        let mut said = Vec::new();
        let mut pvs = Pvs::new(1 << 14, 1).without_cuts();
        let found = pvs.best(&mut toy, SearchLimits::depth(20), &Budget::UNTIMED, &mut |found| {
            said.push(found.clone());
        });
        assert_eq!(found.proved.map(|proved| proved.winner.is_none()), Some(plain == 0), "{toy:?}");
        assert!(said.iter().all(|found| found.depth > 0 && found.nodes > 0), "{said:?}");
        assert_eq!(said.last(), Some(&found));
        if plain == 3 - WIN {
            lost += 1;
            assert!(found.value <= 3 - WIN + 4 && found.expected < 1e-6, "{toy:?}: {found:?}");
            let proved = found.proved.expect("it is proved");
            assert_eq!(proved.winner, Some(seat.other()), "{toy:?}");
        }
    }
    assert!(lost > 10, "{lost} lost in three");
}

/// Where somebody waits, a single act takes a tenth of the nodes; where a value is wanted, all of them.
#[test]
fn a_single_act_is_played_soon_if_somebody_waits() {
    for (mut toy, _) in toys_with(60, |acts| acts == 1).take(20) {
        let mut nodes = |is_awaited, most| {
            let budget = Budget { is_awaited, nodes: Some(most), ..Budget::UNTIMED };
            let mut said = 0;
            let mut pvs = Pvs::new(1 << 12, 7);
            pvs.best(&mut toy, SearchLimits::TIMED, &budget, &mut |found| said = found.nodes);
            said
        };
        assert!(nodes(true, 3_000) <= 300);
        assert_eq!(nodes(true, 3_000), nodes(false, 300));
        assert!(nodes(false, 3_000) > 300 || nodes(false, 3_000) == nodes(false, 30_000), "{toy:?}");
        assert_eq!(nodes(true, 1), 0, "nothing is known, and nothing is said");
    }
}

#[test]
fn it_stops_by_the_clock_and_always_has_an_act() {
    let (mut toy, _) = toys(100).next().unwrap();
    for (aim, never) in [(0, 0), (1, 1), (5, 20), (50, 60)] {
        // Every look at the clock takes 0.1 ms.
        let looks = Cell::new(0_u32);
        let elapsed = || {
            looks.set(looks.get() + 1);
            Duration::from_micros(100) * looks.get()
        };
        let (aim, never) = (Duration::from_millis(aim), Duration::from_millis(never));
        let budget = Budget { aim, never, elapsed: &elapsed, ..Budget::UNTIMED };
        let found = Pvs::new(1 << 12, 7).best(&mut toy, SearchLimits::TIMED, &budget, &mut |_| ());
        let took = Duration::from_micros(100) * looks.get();
        assert!(took <= never + Duration::from_millis(1), "{took:?} of {never:?}");
        assert_eq!(found.line.first(), Some(&found.act));
    }
}
