//! Speed of the rules and of `easy`: perft and random games, compared with a from-scratch twin of the rules;
//! time per move of `easy`.

#[path = "../tests/twin/mod.rs"]
mod twin;

use divan::Bencher;
use divan::counter::ItemsCount;
use einstein::{Act, Board, EinStein, Number};
use leitai_core::{Actor, Budget, Eye, Game, Level, Means, Position, Rng, State, Turn, perft};
use twin::Twin;

fn main() {
    divan::main();
}

/// A middle game: both sides have lost stones, so the die often leaves a choice.
const MIDDLE: &str = "5/1r22r3/1r41b31/3b6b2/5 red d?";

fn middle() -> Board {
    EinStein::read_position(MIDDLE, &()).expect("a position")
}

#[divan::bench(args = [14, 15], sample_count = 5)]
fn from_the_start(bencher: Bencher, depth: u32) {
    let start = Board::initial(&());
    bencher.counter(ItemsCount::new(perft(&start, depth))).bench(|| perft(divan::black_box(&start), depth));
}

#[divan::bench(args = [8], sample_count = 5)]
fn from_the_middle(bencher: Bencher, depth: u32) {
    let middle = middle();
    bencher.counter(ItemsCount::new(perft(&middle, depth))).bench(|| perft(divan::black_box(&middle), depth));
}

/// Counted in whole games, starting from a layout.
#[divan::bench(sample_count = 20)]
fn random_games(bencher: Bencher) {
    const GAMES: u64 = 10_000;
    let mut rng = Rng::new(1);
    let start = laid(&mut rng);
    let mut moves = Vec::new();
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let mut acts = 0;
        for _ in 0..GAMES {
            let mut board = start;
            while let Some(by) = board.turn().next() {
                moves.clear();
                board.moves(by, &mut moves);
                board.play(by, &moves[rng.below(moves.len())]);
                acts += 1;
            }
        }
        acts
    });
}

/// A board with random layouts.
fn laid(rng: &mut Rng) -> Board {
    let (mut board, mut moves) = (Board::initial(&()), Vec::new());
    while let (Turn::Secret(_), Some(by)) = (board.turn(), board.turn().next()) {
        moves.clear();
        board.moves(by, &mut moves);
        board.play(by, &moves[rng.below(moves.len())]);
    }
    board
}

/// The from-scratch twin on the same tree as `from_the_middle`, to a smaller depth.
#[divan::bench(args = [4], sample_count = 5)]
fn twin_from_the_middle(bencher: Bencher, depth: u32) {
    let twin = Twin::of(&middle());
    bencher.counter(ItemsCount::new(twin.perft(depth))).bench(|| divan::black_box(&twin).perft(depth));
}

/// `easy` against itself, counted in its moves.
#[divan::bench(sample_count = 5)]
fn easy_moves(bencher: Bencher) {
    let game = || {
        let mut easy = EinStein::engine(Level::Easy, &Means::seeded(6)).expect("a level of the game");
        let budget = Budget::UNTIMED;
        let (mut rng, mut moves) = (Rng::new(3), 0_u32);
        let mut board = laid(&mut rng);
        loop {
            match board.turn() {
                Turn::Of(Actor::Seat(seat)) => {
                    let mut turn = Vec::new();
                    easy.think(seat, &board.view(Eye::Seat(seat)), &budget, &mut |_| (), &mut turn);
                    board.play(Actor::Seat(seat), &turn[0]);
                    moves += 1;
                }
                Turn::Of(by) => board.play(by, &Act::Roll(Number::ALL[rng.below(6)])),
                _ => return moves,
            }
        }
    };
    bencher.counter(ItemsCount::new(game())).bench(game);
}
