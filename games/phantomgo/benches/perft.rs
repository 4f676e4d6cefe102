//! The speed of the rules: perft nodes and sampled truths; also the time `easy` takes.

use divan::Bencher;
use divan::counter::ItemsCount;
use leitai_core::{Actor, Budget, Eye, Game, Level, Means, Position, Rng, Sample, Seat, State, Turn, perft};
use phantomgo::{Board, PhantomGo, Rules};

fn main() {
    divan::main();
}

#[divan::bench(args = [3], sample_count = 5)]
fn nodes(bencher: Bencher, depth: u32) {
    let start = Board::new(Rules::default());
    bencher.counter(ItemsCount::new(perft(&start, depth))).bench(|| perft(divan::black_box(&start), depth));
}

/// Samples a truth that fits what white knows after forty plies.
#[divan::bench]
fn samples(bencher: Bencher) {
    let mut rng = Rng::new(6);
    let (mut board, mut moves) = (Board::new(Rules::default()), Vec::new());
    while board.ply() < 40
        && let Turn::Of(by) = board.turn()
    {
        moves.clear();
        board.moves(by, &mut moves);
        moves.pop();
        board.play(by, &moves[rng.below(moves.len())]);
    }
    let view = board.view(Eye::Seat(Seat::Second));
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| Board::sample(divan::black_box(&view), &mut rng));
}

/// A whole game of `easy` against itself; items are acts, refused tries included.
#[divan::bench(sample_count = 10)]
fn easy_acts(bencher: Bencher) {
    let game = || {
        let mut easy = PhantomGo::engine(Level::Easy, &Means::seeded(6)).expect("a level of the game");
        let budget = Budget::UNTIMED;
        let (mut board, mut turn, mut acts) = (Board::new(Rules::default()), Vec::new(), 0u32);
        while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
            turn.clear();
            easy.think(seat, &board.view(Eye::Seat(seat)), &budget, &mut |_| (), &mut turn);
            board.play(by, &turn[0]);
            acts += 1;
        }
        acts
    };
    bencher.counter(ItemsCount::new(game())).bench(game);
}
