//! The speed of the rules: perft nodes per second, and random games per second compared with rival
//! implementations; also the time `easy` takes.

mod union_find;

use divan::Bencher;
use divan::counter::ItemsCount;
use hex::{Board, Cell, Hex, Move, Rules, Stones};
use leitai_core::{Actor, Budget, Game, Level, Means, Position, Rng, Seat, State, Turn, perft};
use union_find::UnionFind;

fn main() {
    divan::main();
}

const SIZE: u8 = 11;
/// Games per sample: enough to even out their different lengths.
const GAMES: u32 = 1000;

/// Times `GAMES` random games, each decided by `play`.
fn games(bencher: Bencher, mut play: impl FnMut(&mut Rng) -> Seat) {
    let mut rng = Rng::new(6);
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench_local(|| (0..GAMES).filter(|_| play(&mut rng) == Seat::First).count());
}

fn start() -> Board {
    Board::initial(&Rules::default())
}

fn cells() -> Vec<Cell> {
    Stones::board(SIZE).iter().collect()
}

#[divan::bench(args = [3, 4], sample_count = 5)]
fn nodes(bencher: Bencher, depth: u32) {
    bencher.counter(ItemsCount::new(perft(&start(), depth))).bench(|| perft(&start(), depth));
}

/// The last plies of games: every node places a stone and looks for a winner.
#[divan::bench(sample_count = 5)]
fn nodes_4x4(bencher: Bencher) {
    let start = Board::initial(&Rules::new(4, false, false).expect("a size"));
    bencher.counter(ItemsCount::new(perft(&start, 6))).bench(|| perft(divan::black_box(&start), 6));
}

/// Move by move: every stone is placed under the rules, and the game stops with the winning one.
#[divan::bench(sample_count = 20)]
fn random_games_move_by_move(bencher: Bencher) {
    let (mut cells, start) = (cells(), start());
    games(bencher, |rng| {
        let (mut board, mut left, mut mover) = (start, cells.len(), Seat::First);
        loop {
            let i = rng.below(left);
            board.play(Actor::Seat(mover), &Move::Stone(cells[i]));
            if let Some(winner) = board.winner() {
                return winner;
            }
            left -= 1;
            cells.swap(i, left);
            mover = mover.other();
        }
    });
}

/// Board filled: places the stones of a whole random game at once and looks for the winner only at the end.
/// The winner is the same as move by move.
#[divan::bench(sample_count = 20)]
fn random_games_board_filled(bencher: Bencher) {
    let mut cells = cells();
    games(bencher, |rng| {
        let mut red = Stones::default();
        let first = cells.len().div_ceil(2);
        for i in 0..first {
            let j = i + rng.below(cells.len() - i);
            cells.swap(i, j);
            red.insert(cells[i]);
        }
        if red.connects(Seat::First, SIZE) { Seat::First } else { Seat::Second }
    });
}

/// Through the traits of `leitai_core`, as any game is played: lists the moves before every move.
#[divan::bench(sample_count = 20)]
fn random_games_by_lists(bencher: Bencher) {
    let (mut moves, start) = (Vec::new(), start());
    games(bencher, |rng| {
        let mut board = start;
        while let Turn::Of(by) = board.turn() {
            moves.clear();
            board.moves(by, &mut moves);
            board.play(by, &moves[rng.below(moves.len())]);
        }
        board.winner().expect("there is no draw")
    });
}

/// A rival, move by move: joins chains by union-find.
#[divan::bench(sample_count = 20)]
fn rival_union_find(bencher: Bencher) {
    let mut cells = cells();
    games(bencher, |rng| {
        let (mut board, mut left, mut mover) = (UnionFind::new(SIZE), cells.len(), Seat::First);
        loop {
            let i = rng.below(left);
            if board.place(mover, cells[i]) {
                return mover;
            }
            left -= 1;
            cells.swap(i, left);
            mover = mover.other();
        }
    });
}

/// A rival, move by move: joins the mover's stones from scratch after every stone.
#[divan::bench(sample_count = 20)]
fn rival_from_scratch(bencher: Bencher) {
    let mut cells = cells();
    games(bencher, |rng| {
        let (mut stones, mut left, mut mover) = ([Stones::default(); 2], cells.len(), Seat::First);
        loop {
            let (i, own) = (rng.below(left), &mut stones[mover.index()]);
            own.insert(cells[i]);
            if own.connects(mover, SIZE) {
                return mover;
            }
            left -= 1;
            cells.swap(i, left);
            mover = mover.other();
        }
    });
}

/// A whole game of `easy` against itself; items are turns.
#[divan::bench(args = [11, 19], sample_count = 5)]
fn easy_turns(bencher: Bencher, size: u8) {
    let start = Board::initial(&Rules::new(size, false, false).expect("a size"));
    let game = || {
        let mut easy = Hex::engine(Level::Easy, &Means::seeded(6)).expect("a level of the game");
        let budget = Budget::UNTIMED;
        let (mut board, mut turn, mut turns) = (start, Vec::new(), 0u32);
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
