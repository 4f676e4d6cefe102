//! How fast the law is: nodes a second of perft, random games a second.

use connect6::Board;
use divan::Bencher;
use divan::counter::ItemsCount;
use leitai_core::{By, Position, Rng, State, Turn, perft};

fn main() {
    divan::main();
}

#[divan::bench(args = [2, 3])]
fn nodes(bencher: Bencher, depth: u32) {
    let start = Board::initial(&());
    bencher.counter(ItemsCount::new(perft(&start, depth))).bench(|| perft(&start, depth));
}

#[divan::bench]
fn random_games(bencher: Bencher) {
    let mut rng = Rng::new(6);
    let mut moves = Vec::new();
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let mut board = Board::initial(&());
        while let Turn::Of(by @ By::Seat(_)) = board.turn() {
            moves.clear();
            board.moves(by, &mut moves);
            board.play(by, &moves[rng.below(moves.len())]);
        }
        board.placed()
    });
}
