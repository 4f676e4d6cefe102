//! The speed of the rules: perft nodes per second and random games per second; also the time `easy` takes.

#[path = "../tests/paper/mod.rs"]
mod paper;

use divan::Bencher;
use divan::counter::ItemsCount;
use leitai_core::{Actor, Budget, Game, Level, Means, Position, Rng, Seat, State, Turn, perft};
use nogo::{Board, NoGo, Rules};
use paper::Paper;

fn main() {
    divan::main();
}

fn start() -> Board {
    Board::initial(&Rules::default())
}

#[divan::bench(args = [3, 4], sample_count = 5)]
fn nodes(bencher: Bencher, depth: u32) {
    bencher.counter(ItemsCount::new(perft(&start(), depth))).bench(|| perft(&start(), depth));
}

/// Perft with the paper's algorithms, which check every point with stacks.
#[divan::bench(args = [2], sample_count = 5)]
fn nodes_by_the_paper(bencher: Bencher, depth: u32) {
    let paper = Paper::of(&start());
    let nodes = paper::perft(&paper, Seat::First, depth);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench(|| paper::perft(divan::black_box(&paper), Seat::First, depth));
}

/// Whole games in which each stone is drawn uniformly from the safe points.
#[divan::bench]
fn random_games(bencher: Bencher) {
    let mut rng = Rng::new(6);
    let start = start();
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let mut board = start;
        loop {
            let seat = board.mover();
            let safe = board.safe(seat);
            let Some(point) = safe.nth(rng.below(safe.len() as usize) as u32) else { return board };
            board.play(Actor::Seat(seat), &point);
        }
    });
}

/// Random games through the traits of `leitai_core`, as any game is played.
#[divan::bench]
fn random_games_by_lists(bencher: Bencher) {
    let mut rng = Rng::new(6);
    let mut moves = Vec::new();
    let start = start();
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let mut board = start;
        while let Turn::Of(by) = board.turn() {
            moves.clear();
            board.moves(by, &mut moves);
            board.play(by, &moves[rng.below(moves.len())]);
        }
        board
    });
}

/// A whole game of `easy` against itself; items are turns.
#[divan::bench]
fn easy_turns(bencher: Bencher) {
    let game = || {
        let mut easy = NoGo::engine(Level::Easy, &Means::seeded(6)).expect("a level of the game");
        let budget = Budget::UNTIMED;
        let (mut board, mut turn, mut turns) = (start(), Vec::new(), 0u32);
        while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
            turn.clear();
            easy.think(seat, &board, &budget, &mut |_| (), &mut turn);
            board.play(by, &turn[0]);
            turns += 1;
        }
        turns
    };
    bencher.counter(ItemsCount::new(game())).bench(game);
}

/// The first turn of a tree search; items are playouts.
#[divan::bench(sample_count = 5)]
fn playouts(bencher: Bencher) {
    let turn = || {
        let mut hard = NoGo::engine(Level::Hard, &Means::seeded(6)).expect("a level of the game");
        let (mut turn, mut played) = (Vec::new(), 0);
        hard.think(Seat::First, &start(), &Budget::UNTIMED, &mut |info| played = info.nodes, &mut turn);
        played
    };
    bencher.counter(ItemsCount::new(turn())).bench(turn);
}
