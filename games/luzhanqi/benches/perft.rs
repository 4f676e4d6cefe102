//! The speed of the rules.

use divan::Bencher;
use divan::counter::ItemsCount;
use leitai_core::{Actor, Eye, Position, Rng, Sample, State, perft};
use luzhanqi::{Act, Board, Rules};

fn main() {
    divan::main();
}

/// A board on which both sides have laid their pieces at random.
fn laid(seed: u64) -> Board {
    let mut rng = Rng::new(seed);
    let mut board = Board::initial(&Rules::default());
    let mut moves = Vec::new();
    while let (true, Some(by)) = (matches!(board.turn(), leitai_core::Turn::Secret(_)), board.turn().next()) {
        moves.clear();
        board.moves(by, &mut moves);
        board.play(by, &moves[rng.below(moves.len())]);
    }
    board
}

#[divan::bench(args = [3, 4], sample_count = 5)]
fn from_a_layout(bencher: Bencher, depth: u32) {
    let start = laid(1);
    bencher.counter(ItemsCount::new(perft(&start, depth))).bench(|| perft(divan::black_box(&start), depth));
}

/// Whole games, layouts included, with uniformly random acts; effects are ignored.
#[divan::bench(sample_count = 20)]
fn random_games(bencher: Bencher) {
    let mut rng = Rng::new(7);
    let mut moves: Vec<Act> = Vec::new();
    bencher.counter(ItemsCount::new(100_u32)).bench_local(|| {
        for _ in 0..100 {
            let mut board = Board::initial(&Rules::default());
            while let Some(by) = board.turn().next() {
                moves.clear();
                board.moves(by, &mut moves);
                board.play(by, &moves[rng.below(moves.len())]);
            }
            divan::black_box(board);
        }
    });
}

/// Samples a truth that fits what a seat knows.
#[divan::bench(sample_count = 20)]
fn samples(bencher: Bencher) {
    let mut rng = Rng::new(8);
    let view = laid(2).view(Eye::Seat(leitai_core::Seat::First));
    assert!(view.turn().owes(Actor::Seat(leitai_core::Seat::First)));
    bencher.bench_local(|| Board::sample(&view, &mut rng));
}
