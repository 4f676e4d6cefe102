//! How deep and how fast the search is from the start, in one thread.
#![expect(clippy::print_stdout, reason = "what it found is its output")]

use draughts::players::{Draft, Endings, Field};
use draughts::{Board, Draughts, Rules};
use leitai_core::{Budget, Game, Position};
use leitai_search::{Limits, Pvs};
use std::time::{Duration, Instant};

/// The start, two middle games and an ending.
const POSITIONS: [&str; 4] = [
    "1w1w1w1w/w1w1w1w1/1w1w1w1w/8/8/b1b1b1b1/1b1b1b1b/b1b1b1b1 b 0",
    "1w1w1w1w/w3w1w1/1w1w3w/2w1w3/1b3b2/b3b1b1/1b1b3b/b1b1b1b1 b 10",
    "3w3w/w1w5/3w1w1w/w3w3/1b1b1b2/6b1/1b1b3b/2b3b1 b 30",
    "3w4/8/1B3w2/8/5b2/2W3b1/8/b7 b 84",
];

fn main() {
    let seconds: f64 = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(1.5);
    for pieces in [3, 4] {
        let begun = Instant::now();
        Endings::build(pieces, &mut |_| ());
        println!("endings of {pieces} pieces: {:.2} s", begun.elapsed().as_secs_f64());
    }
    for text in POSITIONS {
        let board = Draughts::read_position(text, &Rules::default())
            .unwrap_or_else(|_| Board::initial(&Rules::default()));
        let begun = Instant::now();
        let elapsed = || begun.elapsed();
        let limit = Duration::from_secs_f64(seconds);
        let budget = Budget { aim: limit * 10, never: limit, nodes: None, elapsed: &elapsed };
        let mut walk = Draft::new(Field::of(&board));
        let found = Pvs::new(64 << 20, 1).best(&mut walk, Limits::TIMED, &budget, &mut |_| ());
        let speed = found.nodes as f64 / begun.elapsed().as_secs_f64() / 1e6;
        println!(
            "{text}: depth {}, {} nodes, {speed:.2} M/s, expected {:.3}",
            found.depth, found.nodes, found.expected
        );
    }
}
