//! Speed of the rules and of `easy`: perft nodes per second, compared with the naive twin; random games per
//! second; time per turn of `easy`.

#[path = "../tests/twin/mod.rs"]
mod twin;

use amazons::{Amazons, Board, Move, Rules};
use divan::Bencher;
use divan::counter::ItemsCount;
use leitai_core::{Actor, Budget, Game, Level, Means, Position, Rng, State, Turn, perft};

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

/// Games per sample. Individual games differ in length.
const GAMES: u32 = 100;

/// Plays whole games with the moves that `draw` picks.
fn games(bencher: Bencher, mut draw: impl FnMut(&Board, &mut Rng) -> Option<Move>) {
    let mut rng = Rng::new(6);
    let mut game = || {
        let (mut board, mut plies) = (start(), 0u32);
        while let Some(m) = draw(&board, &mut rng) {
            board.play(Actor::Seat(board.mover()), &m);
            plies += 1;
        }
        plies
    };
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| (0..GAMES).map(|_| game()).sum::<u32>());
}

#[divan::bench(sample_count = 20)]
fn random_games_uniform(bencher: Bencher) {
    games(bencher, |board, rng| board.random_move(Actor::Seat(board.mover()), rng));
}

#[divan::bench(sample_count = 20)]
fn random_games_by_lists(bencher: Bencher) {
    let mut moves = Vec::new();
    games(bencher, |board, rng| {
        moves.clear();
        board.moves(Actor::Seat(board.mover()), &mut moves);
        (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
    });
}

/// A whole game of `easy` against itself, counted in turns.
#[divan::bench(sample_count = 20)]
fn easy_turns(bencher: Bencher) {
    let game = || {
        let mut easy = Amazons::engine(Level::Easy, &Means::seeded(6)).expect("a level of the game");
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
