//! What the search kit costs: the same search of the same positions by the kit and by a search written for this game
//! alone, which must look at the same nodes and find the same moves.
//!
//! `cargo bench -p draughts --features bench --bench kit -- 17 5`: to depth 17, both five times in turn.
#![expect(clippy::print_stdout, reason = "what it found is its output")]

mod by_hand;
mod clock;
mod order;
mod transposition_table;

use by_hand::ByHand;
use clock::now;
use draughts::players::{CUTS, Draft, Field, TABLE};
use draughts::{Board, Draughts, Rules};
use leitai_core::{Budget, Game, Position};
use leitai_search::{Pvs, SearchLimits};
use std::time::Duration;

/// Positions after 8 to 33 plies of games; the start comes before them.
const POSITIONS: [&str; 5] = [
    "1w1w1w1w/w3w1w1/1w3w1b/8/3b3b/2b5/1b1b1b1b/b1b1b1b1 b 8",
    "1w1w1w2/w1w3w1/1w3w2/2w5/5b1b/b3b3/1b1b1b2/b1b1b1b1 w 13",
    "1w1w1w2/2w1w3/1w3w1w/w3w3/3b3b/b1b1b1b1/1b6/b1b1b1b1 b 18",
    "1w3w1w/4w3/3w3w/2w1w3/1b3b1w/b3b1b1/3b1b2/2b3b1 w 23",
    "3w4/w7/1w1w4/w1w1w1b1/7b/b5b1/3b3b/4b3 w 33",
];

fn main() {
    let mut numbers = std::env::args().filter_map(|arg| arg.parse().ok());
    let (depth, rounds) = (numbers.next().unwrap_or(17), numbers.next().unwrap_or(5));
    let read = |text: &&str| Draughts::read_position(text, &Rules::default()).expect("a position");
    let boards = || std::iter::once(Board::initial(&Rules::default())).chain(POSITIONS.iter().map(read));
    let (mut kits, mut hands, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let (mut kit, mut hand, mut nodes) = (Duration::ZERO, Duration::ZERO, 0);
        for board in boards() {
            let mut walk = Draft::new(Field::of(&board));
            let mut search = Pvs::new(TABLE, 1).cutting(CUTS);
            let begun = now();
            let found = search.best(&mut walk, SearchLimits::depth(depth), &Budget::UNTIMED, &mut |_| ());
            kit += now().saturating_sub(begun);
            let mut search = ByHand::new(TABLE, 1);
            let begun = now();
            let same = search.best(&mut walk, depth);
            hand += now().saturating_sub(begun);
            let of_kit = (found.act, found.value, found.nodes);
            assert_eq!(of_kit, (same.act, same.value, same.nodes), "the searches differ");
            nodes += found.nodes;
        }
        let speed = |time: Duration| nodes as f64 / time.as_secs_f64() / 1e6;
        kits.push(speed(kit));
        hands.push(speed(hand));
        ratios.push(kit.as_secs_f64() / hand.as_secs_f64());
        println!("kit {:.2} M/s, by hand {:.2} M/s, {nodes} nodes each", speed(kit), speed(hand));
    }
    println!(
        "kit {:.2} M/s, by hand {:.2} M/s: the kit takes {:.3} of the time (medians)",
        median(&mut kits),
        median(&mut hands),
        median(&mut ratios)
    );
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
