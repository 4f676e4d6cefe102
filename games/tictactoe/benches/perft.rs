//! Nodes per second over the whole game tree, with the leaves merely counted.

use leitai_core::{Position, perft};
use tictactoe::Board;

fn main() {
    divan::main();
}

/// The whole tree to depth 8: 549,945 nodes above the counted leaves.
#[divan::bench]
fn whole_tree(bencher: divan::Bencher) {
    let board = Board::initial(&());
    bencher.counter(divan::counter::ItemsCount::new(perft(&board, 8))).bench(|| perft(&board, 8));
}
