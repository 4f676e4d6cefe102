//! How long it takes to prove who wins the ends of the players' own games: `ends GAMES SECONDS POINTS...`. For each number of
//! points where both sides may play, the first position of each game with no more of them.
#![expect(clippy::print_stdout, reason = "what it found is its output")]

use leitai_core::{Actor, Budget, Game, Level, Means, Position, Rng, Seat, State, Turn};
use nogo::players::Prover;
use nogo::{Board, NoGo, Rules};
use std::time::Duration;
use std::{env, fs};

/// Random games a turn, and random plies at the start.
const NODES: u64 = 1000;
const RANDOM: usize = 4;

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [games, seconds, points @ ..] = &args[..] else {
        println!("ends GAMES SECONDS POINTS...");
        return;
    };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let games: Vec<Vec<Board>> = (0..number(games)).map(game).collect();
    let most = Duration::from_secs_f64(seconds.parse().expect("seconds"));
    for points in points.iter().map(number) {
        let shared = |board: &Board| u64::from((board.safe(Seat::First) & board.safe(Seat::Second)).len());
        let ends = games.iter().filter_map(|game| game.iter().find(|board| shared(board) <= points));
        let mut times = Vec::new();
        let (mut proved, mut positions) = (0, 0);
        for board in ends {
            let mut prover = Prover::new(64 << 20);
            let begun = spent();
            proved +=
                u32::from(prover.wins_board(board, &mut |_| spent().saturating_sub(begun) > most).is_some());
            times.push(spent().saturating_sub(begun).as_secs_f64());
            positions += prover.positions();
        }
        times.sort_by(f64::total_cmp);
        let whole: f64 = times.iter().sum();
        println!(
            "{points} points: {proved} of {} proved, median {:.4} s, ninth tenth {:.4} s, {:.0} positions a second",
            times.len(),
            times[times.len() / 2],
            times[times.len() * 9 / 10],
            positions as f64 / whole
        );
    }
}

/// The positions of a game of `medium` against itself.
fn game(seed: u64) -> Vec<Board> {
    let mut player = NoGo::engine(Level::Medium, &Means::seeded(seed)).expect("a level of the game");
    let budget = Budget { nodes: Some(NODES), ..Budget::UNTIMED };
    let mut rng = Rng::new(seed);
    let mut board = Board::initial(&Rules::default());
    let mut positions = Vec::new();
    while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
        positions.push(board);
        let mut turn = Vec::new();
        if positions.len() <= RANDOM {
            turn.extend(board.random_move(by, &mut rng));
        } else {
            player.think(seat, &board, &budget, &mut |_| (), &mut turn);
        }
        board.play(by, &turn[0]);
    }
    positions
}

/// Processor time of this thread: what others run on the core does not count.
fn spent() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").expect("a system that counts it");
    Duration::from_nanos(text.split(' ').next().and_then(|word| word.parse().ok()).expect("nanoseconds"))
}
