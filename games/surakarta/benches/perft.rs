//! Nodes per second: the rules, their from-scratch twin, random games, and copies of a long past.

#[path = "../tests/twin/mod.rs"]
#[expect(dead_code, reason = "the tests ask the twin more")]
mod twin;

use divan::{Bencher, counter::ItemsCount};
use leitai_core::{Actor, Position, Rng, State, perft};
use surakarta::{Board, Ply, Rules};
use twin::Twin;

fn main() {
    divan::main();
}

#[divan::bench(args = [4, 5, 6], sample_count = 5)]
fn rules(bencher: Bencher, depth: u32) {
    let board = Board::initial(&Rules::default());
    let nodes = perft(&board, depth);
    bencher.counter(ItemsCount::new(nodes)).bench(|| perft(divan::black_box(&board), depth));
}

#[divan::bench(args = [3], sample_count = 5)]
fn from_scratch(bencher: Bencher, depth: u32) {
    let twin = Twin::of(&Board::initial(&Rules::default()));
    let nodes = twin.perft(depth);
    bencher.counter(ItemsCount::new(nodes)).bench(|| divan::black_box(&twin).perft(depth));
}

/// The cost of the past in a search: copies a position after `quiet` plies without a capture.
#[divan::bench(args = [0, 49, 70])]
fn copy(bencher: Bencher, quiet: usize) {
    let mut board = Board::initial(&Rules::new(1000).expect("in range"));
    let mut rng = Rng::new(1);
    let mut moves = Vec::new();
    while board.quiet_len() < quiet {
        moves.clear();
        board.moves(Actor::Seat(board.mover()), &mut moves);
        moves.retain(|m| board.at(m.to).is_none());
        board.play(Actor::Seat(board.mover()), &moves[rng.below(moves.len())]);
    }
    bencher.bench(|| divan::black_box(&board).clone());
}

/// Games per sample: enough to even out their different lengths.
const GAMES: u32 = 1000;

/// Whole games with moves drawn by `draw`.
fn games(bencher: Bencher, mut draw: impl FnMut(&Board, Actor, &mut Rng) -> Option<Ply>) {
    let mut rng = Rng::new(1);
    let mut game = || {
        let (mut board, mut plies) = (Board::initial(&Rules::default()), 0u32);
        while let by = Actor::Seat(board.mover())
            && let Some(m) = draw(&board, by, &mut rng)
        {
            board.play(by, &m);
            plies += 1;
        }
        plies
    };
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| (0..GAMES).map(|_| game()).sum::<u32>());
}

#[divan::bench(sample_count = 20)]
fn random_games(bencher: Bencher) {
    games(bencher, Board::random_move);
}

/// The same games, drawn from a list of moves at every ply.
#[divan::bench(sample_count = 20)]
fn random_games_by_lists(bencher: Bencher) {
    let mut moves = Vec::new();
    games(bencher, |board, by, rng| {
        moves.clear();
        board.moves(by, &mut moves);
        (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
    });
}
