//! Nodes a second: the law, random games.

use divan::{Bencher, counter::ItemsCount};
use leitai_core::{By, Position, Rng, State, perft};
use surakarta::{Board, Rules};

fn main() {
    divan::main();
}

#[divan::bench(args = [4, 5], sample_count = 5)]
fn law(bencher: Bencher, depth: u32) {
    let board = Board::initial(&Rules::default());
    let nodes = perft(&board, depth);
    bencher.counter(ItemsCount::new(nodes)).bench(|| perft(divan::black_box(&board), depth));
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
