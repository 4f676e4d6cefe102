//! Nodes per second of the rules and of their from-scratch twin, and speed of random games.

#[path = "../tests/twin/mod.rs"]
#[expect(dead_code, reason = "the tests ask the twin more")]
mod twin;

use divan::{Bencher, counter::ItemsCount};
use draughts::Board;
use leitai_core::{Actor, Position, Rng, State, perft};
use twin::Twin;

fn main() {
    divan::main();
}

#[divan::bench(args = [7, 8, 9], sample_count = 5)]
fn rules(bencher: Bencher, depth: u32) {
    let board = Board::initial(&<Board as Position>::Rules::default());
    let nodes = perft(&board, depth);
    bencher.counter(ItemsCount::new(nodes)).bench(|| perft(divan::black_box(&board), depth));
}

#[divan::bench(args = [5], sample_count = 5)]
fn from_scratch(bencher: Bencher, depth: u32) {
    let twin = Twin::of(&Board::initial(&<Board as Position>::Rules::default()));
    let nodes = twin.perft(depth);
    bencher.counter(ItemsCount::new(nodes)).bench(|| divan::black_box(&twin).perft(depth));
}

/// Counted in whole games.
#[divan::bench(sample_count = 5)]
fn random_games(bencher: Bencher) {
    const GAMES: u64 = 1000;
    bencher.counter(ItemsCount::new(GAMES)).bench(|| {
        let mut rng = Rng::new(1);
        let mut moves = Vec::new();
        let mut plies = 0;
        for _ in 0..GAMES {
            let mut board = Board::initial(&<Board as Position>::Rules::default());
            loop {
                let by = Actor::Seat(board.mover());
                moves.clear();
                board.moves(by, &mut moves);
                if moves.is_empty() {
                    break;
                }
                board.play(by, &moves[rng.below(moves.len())]);
                plies += 1;
            }
        }
        plies
    });
}
