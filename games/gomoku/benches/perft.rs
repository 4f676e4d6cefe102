//! Speed of the rules and of `easy`: perft nodes per second, random games per second, forbidden points of a
//! board, turns of `easy`.

use divan::Bencher;
use divan::counter::ItemsCount;
use gomoku::{Bans, Board, Gomoku, Move, Point, Rules, Side, Start, Stones, forbidden_points};
use leitai_core::{Actor, Budget, Game, Level, Means, Position, Rng, State, Turn, perft};

#[path = "../tests/twin/mod.rs"]
mod twin;

fn main() {
    divan::main();
}

const FREE: Rules = Rules { start: Start::Free, bans: Bans::Automatic, max_offers: 12 };

#[divan::bench(args = [2, 3])]
fn nodes_free(bencher: Bencher, depth: u32) {
    let start = Board::initial(&FREE);
    bencher.counter(ItemsCount::new(perft(&start, depth))).bench(|| perft(&start, depth));
}

#[divan::bench(args = [5, 6])]
fn nodes_designated(bencher: Bencher, depth: u32) {
    let start = Board::initial(&Rules::default());
    bencher.counter(ItemsCount::new(perft(&start, depth))).bench(|| perft(&start, depth));
}

/// Games per sample. Individual games differ in length.
const GAMES: u32 = 1000;

/// Plays whole games with forbidden moves in force, with the acts that `draw` picks.
fn games(bencher: Bencher, mut draw: impl FnMut(&Board, Actor, &mut Rng) -> Move) {
    let mut rng = Rng::new(6);
    let mut game = || {
        let mut board = Board::initial(&FREE);
        while let Turn::Of(by) = board.turn() {
            let m = draw(&board, by, &mut rng);
            board.play(by, &m);
        }
        u32::from(board.placed())
    };
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| (0..GAMES).map(|_| game()).sum::<u32>());
}

#[divan::bench(sample_count = 20)]
fn random_games(bencher: Bencher) {
    games(bencher, |board, by, rng| board.random_move(by, rng).expect("owed"));
}

/// The same games, drawing each act from the list of moves.
#[divan::bench(sample_count = 20)]
fn random_games_by_lists(bencher: Bencher) {
    let mut moves = Vec::new();
    games(bencher, |board, by, rng| {
        moves.clear();
        board.moves(by, &mut moves);
        moves[rng.below(moves.len())]
    });
}

/// Middle-game boards, from forty stones of `easy` against itself.
fn boards() -> Vec<[Stones; 2]> {
    (0..16)
        .map(|seed| {
            let budget = Budget::UNTIMED;
            let mut easy = Gomoku::engine(Level::Easy, &Means::seeded(seed)).expect("a level of the game");
            let (mut board, mut last) = (Board::initial(&FREE), Board::initial(&FREE));
            while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
                last = board;
                let mut turn = Vec::new();
                if board.placed() == 40 {
                    break;
                }
                easy.think(seat, &board, &budget, &mut |_| (), &mut turn);
                for m in &turn {
                    board.play(by, m);
                }
            }
            Side::BOTH.map(|side| *last.stones(side))
        })
        .collect()
}

/// Random boards with a black stone on every fourth point, so that threats are everywhere.
fn dense() -> Vec<[Stones; 2]> {
    let mut rng = Rng::new(9);
    let mut board = || {
        let mut stones = [Stones::default(); 2];
        for point in Point::all() {
            match rng.below(100) {
                0..25 => stones[0].insert(point),
                25..35 => stones[1].insert(point),
                _ => {}
            }
        }
        stones
    };
    (0..16).map(|_| board()).collect()
}

#[divan::bench(args = ["played", "dense"])]
fn forbidden_points_of_a_board(bencher: Bencher, kind: &str) {
    let boards = if kind == "dense" { dense() } else { boards() };
    let mut next = boards.iter().cycle();
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let [black, white] = next.next().expect("a cycle");
        forbidden_points(black, white).count()
    });
}

#[divan::bench]
fn forbidden_points_by_the_twin(bencher: Bencher) {
    let boards = boards();
    let mut next = boards.iter().cycle();
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let [black, white] = next.next().expect("a cycle");
        let mut board = twin::Twin::new(black, white);
        board.empty().filter(|point| board.judge(*point) != gomoku::Judgement::Fine).count()
    });
}

/// A whole game of `easy` against itself, counted in turns.
#[divan::bench]
fn easy_turns(bencher: Bencher) {
    let game = || {
        let mut easy = Gomoku::engine(Level::Easy, &Means::seeded(6)).expect("a level of the game");
        let budget = Budget::UNTIMED;
        let (mut board, mut turn, mut turns) = (Board::initial(&Rules::default()), Vec::new(), 0u32);
        while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
            turn.clear();
            easy.think(seat, &board, &budget, &mut |_| (), &mut turn);
            for m in &turn {
                board.play(by, m);
            }
            turns += 1;
        }
        turns
    };
    bencher.counter(ItemsCount::new(game())).bench(game);
}
