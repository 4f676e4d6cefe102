//! Speed of the rules and of `easy`: perft nodes per second, random games per second, time per turn of `easy`.

use connect6::{Board, Connect6, Point};
use divan::Bencher;
use divan::counter::ItemsCount;
use leitai_core::{Actor, Budget, Game, Level, Means, Position, Rng, State, Turn, perft};

fn main() {
    divan::main();
}

#[divan::bench(args = [2, 3])]
fn nodes(bencher: Bencher, depth: u32) {
    let start = Board::initial(&());
    bencher.counter(ItemsCount::new(perft(&start, depth))).bench(|| perft(&start, depth));
}

/// Games per sample. Individual games differ in length.
const GAMES: u32 = 1000;

/// Plays whole games with the stones that `draw` picks.
fn games(bencher: Bencher, mut draw: impl FnMut(&Board, Actor, &mut Rng) -> Point) {
    let mut rng = Rng::new(6);
    let mut game = || {
        let mut board = Board::initial(&());
        while let Turn::Of(by) = board.turn() {
            let point = draw(&board, by, &mut rng);
            board.play(by, &point);
        }
        u32::from(board.placed())
    };
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| (0..GAMES).map(|_| game()).sum::<u32>());
}

#[divan::bench(sample_count = 20)]
fn random_games(bencher: Bencher) {
    games(bencher, |board, by, rng| board.random_move(by, rng).expect("owed"));
}

/// The same games, drawing each stone from the list of moves.
#[divan::bench(sample_count = 20)]
fn random_games_by_lists(bencher: Bencher) {
    let mut moves = Vec::new();
    games(bencher, |board, by, rng| {
        moves.clear();
        board.moves(by, &mut moves);
        moves[rng.below(moves.len())]
    });
}

/// A whole game of `easy` against itself, counted in turns.
#[divan::bench]
fn easy_turns(bencher: Bencher) {
    let game = || {
        let mut easy = Connect6::engine(Level::Easy, &Means::seeded(6)).expect("a level of the game");
        let budget = Budget::UNTIMED;
        let (mut board, mut turn, mut turns) = (Board::initial(&()), Vec::new(), 0u32);
        while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
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
