//! How fast the law is.

use divan::Bencher;
use divan::counter::ItemsCount;
use einstein::{Board, EinStein};
use leitai_core::{By, Game, Position, Rng, Sample, State, Turn, perft};

fn main() {
    divan::main();
}

/// Middle of a game: both sides have lost stones, so that the die often leaves a choice.
const MIDDLE: &str = "5/1r22r3/1r4b31/3b6b2/5 red d?";

fn middle() -> Board {
    EinStein::read_position(MIDDLE, &()).expect("a position")
}

#[divan::bench(args = [14, 15], sample_count = 5)]
fn from_the_start(bencher: Bencher, depth: u32) {
    let start = Board::initial(&());
    bencher.counter(ItemsCount::new(perft(&start, depth))).bench(|| perft(divan::black_box(&start), depth));
}

#[divan::bench(args = [8], sample_count = 5)]
fn from_the_middle(bencher: Bencher, depth: u32) {
    let middle = middle();
    bencher.counter(ItemsCount::new(perft(&middle, depth))).bench(|| perft(divan::black_box(&middle), depth));
}
