//! Depth and speed of the search from the start and from ten positions of games, on one thread.
#![expect(clippy::print_stdout, reason = "what it found is its output")]

#[path = "kit/clock.rs"]
mod clock;

use clock::now;
use draughts::players::{CUTS, Draft, Endings, Field, TABLE};
use draughts::{Board, Draughts, Rules};
use leitai_core::{Budget, Game, Position};
use leitai_search::{Pvs, SearchLimits};
use std::time::Duration;

/// The start, and positions after 8 to 53 plies from games of the search against itself.
const POSITIONS: [&str; 11] = [
    "1w1w1w1w/w1w1w1w1/1w1w1w1w/8/8/b1b1b1b1/1b1b1b1b/b1b1b1b1 b 0",
    "1w1w1w1w/w3w1w1/1w3w1b/8/3b3b/2b5/1b1b1b1b/b1b1b1b1 b 8",
    "1w1w1w2/w1w3w1/1w3w2/2w5/5b1b/b3b3/1b1b1b2/b1b1b1b1 w 13",
    "1w1w1w2/2w1w3/1w3w1w/w3w3/3b3b/b1b1b1b1/1b6/b1b1b1b1 b 18",
    "1w3w1w/4w3/3w3w/2w1w3/1b3b1w/b3b1b1/3b1b2/2b3b1 w 23",
    "3w3w/w3w3/5w2/w7/1w1b1b1b/2b5/3b4/6b1 b 28",
    "3w4/w7/1w1w4/w1w1w1b1/7b/b5b1/3b3b/4b3 w 33",
    "8/w5w1/8/w7/8/4b3/1w6/4b1b1 b 38",
    "5w2/8/1w1w4/6b1/5b2/w1b5/8/W1b5 w 47",
    "8/2b3w1/8/4w1w1/1b6/2b5/8/2b1W3 b 48",
    "8/w7/5w1w/2b5/7b/6b1/8/8 w 53",
];

fn main() {
    let seconds: f64 = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(1.5);
    for pieces in [3, 4] {
        let begun = now();
        Endings::build(pieces, &mut |_| ());
        println!("endings of {pieces} pieces: {:.2} s", now().saturating_sub(begun).as_secs_f64());
    }
    let limit = Duration::from_secs_f64(seconds);
    let (mut depths, mut nodes, mut spent) = (Vec::new(), 0, 0.0);
    for text in POSITIONS {
        let board = Draughts::read_position(text, &Rules::default())
            .unwrap_or_else(|_| Board::initial(&Rules::default()));
        let begun = now();
        let elapsed = || now().saturating_sub(begun);
        let budget = Budget { aim: limit * 10, never: limit, elapsed: &elapsed, ..Budget::UNTIMED };
        let mut walk = Draft::new(Field::of(&board));
        let mut search = Pvs::new(TABLE, 1).cutting(CUTS);
        let found = search.best(&mut walk, SearchLimits::TIMED, &budget, &mut |_| ());
        let took = elapsed().as_secs_f64();
        let speed = found.nodes as f64 / took / 1e6;
        println!(
            "{text}: depth {}, {} nodes, {speed:.2} M/s, expected {:.3}",
            found.depth, found.nodes, found.expected
        );
        depths.push(found.depth);
        nodes += found.nodes;
        spent += took;
    }
    depths.sort_unstable();
    println!("depth {} (median), {:.2} M/s", depths[depths.len() / 2], nodes as f64 / spent / 1e6);
}
