//! How fast the law is: nodes a second of perft, beside the naive twin; random games a second; how long
//! `easy` takes.

#[path = "../tests/twin/mod.rs"]
mod twin;

use amazons::{Amazons, Board, Move, Rules};
use divan::Bencher;
use divan::counter::ItemsCount;
use leitai_core::{Budget, By, Game, Level, Position, Rng, State, Turn, perft};
use std::time::Duration;

fn main() {
    divan::main();
}

fn start() -> Board {
    Board::initial(&Rules::default())
}

#[divan::bench(args = [1, 2])]
fn nodes(bencher: Bencher, depth: u32) {
    bencher
        .counter(ItemsCount::new(perft(&start(), depth)))
        .bench(|| perft(&divan::black_box(start()), depth));
}

#[divan::bench(sample_count = 5)]
fn nodes_of_the_twin(bencher: Bencher) {
    let twin = twin::Twin::of(&start());
    bencher.counter(ItemsCount::new(twin.perft(1))).bench(|| divan::black_box(&twin).perft(1));
}

/// Items are whole games.
fn games(bencher: Bencher, draw: impl Fn(&Board, &mut Rng) -> Option<Move> + Sync) {
    let mut rng = Rng::new(6);
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let mut board = start();
        while let Some(m) = draw(&board, &mut rng) {
            board.play(By::Seat(board.mover()), &m);
        }
        board
    });
}

#[divan::bench(sample_count = 1000)]
fn random_games_uniform(bencher: Bencher) {
    games(bencher, Board::random_move);
}

#[divan::bench(sample_count = 1000)]
fn random_games_by_parts(bencher: Bencher) {
    games(bencher, Board::random_move_by_parts);
}

#[divan::bench(sample_count = 1000)]
fn random_games_from_the_list(bencher: Bencher) {
    let mut rng = Rng::new(6);
    let mut moves = Vec::new();
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let mut board = start();
        while let Turn::Of(by @ By::Seat(_)) = board.turn() {
            moves.clear();
            board.moves(by, &mut moves);
            board.play(by, &moves[rng.below(moves.len())]);
        }
        board
    });
}

/// A whole game of `easy` against itself; items are turns.
#[divan::bench(sample_count = 20)]
fn easy_turns(bencher: Bencher) {
    let game = || {
        let mut easy = Amazons::engine(Level::Easy, 6).expect("a level of the game");
        let budget = Budget { time: Duration::from_secs(1), elapsed: &|| Duration::ZERO };
        let (mut board, mut turn, mut turns) = (start(), Vec::new(), 0u32);
        while let Turn::Of(by @ By::Seat(seat)) = board.turn() {
            turn.clear();
            easy.think(seat, &board, &budget, &mut |_| (), &mut turn);
            board.play(by, &turn[0]);
            turns += 1;
        }
        turns
    };
    bencher.counter(ItemsCount::new(game())).bench(game);
}
