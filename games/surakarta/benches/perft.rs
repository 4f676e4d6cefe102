//! Nodes a second: the law, its from-scratch twin, random games, copies of a long past.

#[path = "../tests/twin/mod.rs"]
#[expect(dead_code, reason = "the tests ask the twin more")]
mod twin;

use divan::{Bencher, counter::ItemsCount};
use leitai_core::{By, Position, Rng, State, perft};
use surakarta::{Board, Rules};
use twin::Twin;

fn main() {
    divan::main();
}

#[divan::bench(args = [4, 5, 6], sample_count = 5)]
fn law(bencher: Bencher, depth: u32) {
    let board = Board::initial(&Rules::default());
    let nodes = perft(&board, depth);
    bencher.counter(ItemsCount::new(nodes)).bench(|| perft(divan::black_box(&board), depth));
}

#[divan::bench(args = [3], sample_count = 5)]
fn from_scratch(bencher: Bencher, depth: u32) {
    let twin = Twin::of(&Board::initial(&Rules::default()));
    let nodes = twin.perft(depth);
    bencher.counter(ItemsCount::new(nodes)).bench(|| divan::black_box(&twin).perft(depth));
}

/// What a search pays for the past: a position after so many plies without a capture, copied.
#[divan::bench(args = [0, 49, 70])]
fn copy(bencher: Bencher, quiet: usize) {
    let mut board = Board::initial(&Rules::new(1000).expect("in range"));
    let mut rng = Rng::new(1);
    let mut moves = Vec::new();
    while board.quiet_len() < quiet {
        moves.clear();
        board.moves(By::Seat(board.mover()), &mut moves);
        moves.retain(|m| board.at(m.to).is_none());
        board.play(By::Seat(board.mover()), &moves[rng.below(moves.len())]);
    }
    bencher.bench(|| divan::black_box(&board).clone());
}

/// Items are whole games.
#[divan::bench(sample_count = 5)]
fn random_games(bencher: Bencher) {
    const GAMES: u64 = 1000;
    bencher.counter(ItemsCount::new(GAMES)).bench(|| {
        let mut rng = Rng::new(1);
        let mut moves = Vec::new();
        let mut plies = 0;
        for _ in 0..GAMES {
            let mut board = Board::initial(&Rules::default());
            loop {
                let by = By::Seat(board.mover());
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
