//! How fast the law is: nodes a second of perft, random games a second; how long `easy` takes.

use connect6::{Board, Connect6};
use divan::Bencher;
use divan::counter::ItemsCount;
use leitai_core::{Budget, By, Game, Level, Position, Rng, State, Turn, perft};
use std::time::Duration;

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

/// A whole game of `easy` against itself; items are turns.
#[divan::bench]
fn easy_turns(bencher: Bencher) {
    let game = || {
        let mut easy = Connect6::engine(Level::Easy, 6).expect("a level of the game");
        let budget = Budget { time: Duration::from_secs(1), elapsed: &|| Duration::ZERO };
        let (mut board, mut turn, mut turns) = (Board::initial(&()), Vec::new(), 0u32);
        while let Turn::Of(by @ By::Seat(seat)) = board.turn() {
            turn.clear();
            easy.think(seat, &board, &budget, &mut |_| (), &mut turn);
            for point in &turn {
                board.play(by, point);
            }
            turns += 1;
        }
        turns
    };
    bencher.counter(ItemsCount::new(game())).bench(game);
}
