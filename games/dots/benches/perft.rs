//! Speed of the rules and of `easy`: perft nodes per second; random games per second, also by a naive twin;
//! time per turn of `easy`.

use divan::Bencher;
use divan::counter::ItemsCount;
use dots::{Board, Dots, Edge, Rules};
use leitai_core::{Actor, Budget, Game, Level, Means, Position, Rng, Seat, State, Turn, perft};

#[path = "../tests/naive/mod.rs"]
mod naive;

fn main() {
    divan::main();
}

fn start() -> Board {
    Board::initial(&Rules::default())
}

#[divan::bench(args = [3, 4])]
fn nodes(bencher: Bencher, depth: u32) {
    let start = start();
    bencher.counter(ItemsCount::new(perft(&start, depth))).bench(|| perft(&start, depth));
}

/// Any free edge may be drawn at any time, so a random game draws the edges in a random order.
#[divan::bench]
fn random_games(bencher: Bencher) {
    let mut rng = Rng::new(6);
    let mut order: Vec<Edge> = start().free().iter().collect();
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let mut board = start();
        for at in (0..order.len()).rev() {
            order.swap(at, rng.below(at + 1));
            board.play(Actor::Seat(board.mover()), &order[at]);
        }
        assert!(matches!(board.turn(), Turn::Over(_)));
        board.boxes(Seat::First).len()
    });
}

/// Random games played as for any other game, listing the moves at every act.
#[divan::bench]
fn random_games_by_lists(bencher: Bencher) {
    let mut rng = Rng::new(6);
    let mut moves = Vec::new();
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let mut board = start();
        while let Turn::Of(by @ Actor::Seat(_)) = board.turn() {
            moves.clear();
            board.moves(by, &mut moves);
            board.play(by, &moves[rng.below(moves.len())]);
        }
        board.boxes(Seat::First).len()
    });
}

/// Random games on the naive twin's board of names and flags.
#[divan::bench]
fn random_games_of_the_naive_twin(bencher: Bencher) {
    let mut rng = Rng::new(6);
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let mut twin = naive::Twin::new(5, 5);
        let mut free: Vec<Edge> = Edge::all().collect();
        while !free.is_empty() {
            twin.play(free.swap_remove(rng.below(free.len())));
        }
        (twin.owner(0, 0), twin.mover())
    });
}

/// A whole game of `easy` against itself, counted in turns.
#[divan::bench]
fn easy_turns(bencher: Bencher) {
    let game = || {
        let mut easy = Dots::engine(Level::Easy, &Means::seeded(6)).expect("a level of the game");
        let budget = Budget::UNTIMED;
        let (mut board, mut turn, mut turns) = (start(), Vec::new(), 0u32);
        while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
            turn.clear();
            easy.think(seat, &board, &budget, &mut |_| (), &mut turn);
            for edge in &turn {
                board.play(by, edge);
            }
            turns += 1;
        }
        turns
    };
    bencher.counter(ItemsCount::new(game())).bench(game);
}
