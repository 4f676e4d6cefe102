//! Fits the weights of the players to self-play games, and plays them against the weights in use: `fit GAMES MATCH`.
//! The same numbers give the same weights. `fit speed` prints how fast the search is.
#![expect(clippy::print_stdout, reason = "its words are its result")]

use leitai_core::{Actor, Budget, Outcome, Position, Rng, Seat, State, Turn};
use leitai_search::{Hand, Pvs, SearchLimits, SearchResult, Walk};
use std::env;
use std::time::{Duration, Instant};
use surakarta::players::{Course, UNIT, WEIGHED, WEIGHTS, WHOLE, parts};
use surakarta::{Board, Ply, Rules};

/// Nodes per move.
const NODES: u64 = 1000;
/// The most random plies at the start.
const RANDOM: usize = 12;
/// After the start, one in this many moves is random.
const STRAY: usize = 30;
/// The number of passes over the positions, and the initial step size.
const PASSES: usize = 40;
const STEP: f32 = 0.05;

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["speed"] => speed(),
        [games, matched] => {
            let samples = samples(games.parse().expect("a number"));
            let fitted: &'static _ = Box::leak(Box::new(fit(&samples)));
            println!("{fitted:?}");
            compare(fitted, matched.parse().expect("a number"));
        }
        _ => println!("fit GAMES MATCH | fit speed"),
    }
}

fn search(pvs: &mut Pvs<Course>, board: &Board, weights: &'static [i32; WEIGHTS]) -> SearchResult<Ply> {
    let mut walk = Course::of(board).by(weights);
    pvs.best(&mut walk, SearchLimits::nodes(NODES), &Budget::UNTIMED, &mut |_| ())
}

/// The parts of the leaf of a best line, and the result for black.
struct Sample {
    parts: [i32; WEIGHTS],
    result: f32,
}

/// Plays a game from an opening drawn from `rng`. `think` chooses every move that is not drawn too.
fn play(rng: &mut Rng, stray: usize, mut think: impl FnMut(&Board) -> Ply) -> Outcome {
    let mut board = Board::initial(&Rules::default());
    let random = 2 * rng.below(RANDOM / 2) + 2;
    for ply in 0.. {
        if let Turn::Over(outcome) = board.turn() {
            return outcome;
        }
        let by = Actor::Seat(board.mover());
        let drawn = ply < random || stray > 0 && rng.below(stray) == 0;
        let act = if drawn { board.random_move(by, rng).expect("somebody moves") } else { think(&board) };
        board.play(by, &act);
    }
    unreachable!("a game ends")
}

fn result(outcome: Outcome) -> f32 {
    outcome.winner.map_or(0.5, |winner| if winner == Seat::First { 1.0 } else { 0.0 })
}

fn samples(games: u64) -> Vec<Sample> {
    let mut samples = Vec::new();
    for game in 0..games {
        let mut rng = Rng::new(game);
        let mut pvs = Pvs::new(NODES * 32, game);
        let mut seen = Vec::new();
        let outcome = play(&mut rng, STRAY, |board| {
            let found = search(&mut pvs, board, &WEIGHED);
            let mut leaf = Course::of(board);
            for act in &found.line {
                leaf.make(*act);
            }
            if matches!(leaf.hand(), Hand::Seat(_)) {
                seen.push(parts(&leaf));
            }
            found.act
        });
        let result = result(outcome);
        samples.extend(seen.into_iter().map(|parts| Sample { parts, result }));
    }
    samples
}

fn expected(weights: &[f32; WEIGHTS], sample: &Sample) -> f32 {
    let sum: f32 = sample.parts.iter().zip(weights).map(|(part, weight)| *part as f32 * weight).sum();
    leitai_search::expected(sum / WHOLE as f32)
}

/// Logistic regression, position by position, with a separate step size for each weight (`AdaGrad`).
fn fit(samples: &[Sample]) -> [i32; WEIGHTS] {
    let mut weights = WEIGHED.map(|weight| weight as f32 / UNIT as f32);
    let mut squares = [1.0_f32; WEIGHTS];
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let mut rng = Rng::new(1);
    for pass in 0..PASSES {
        leitai_search::shuffle(&mut order, &mut rng);
        let mut loss = 0.0;
        for sample in order.iter().map(|at| &samples[*at as usize]) {
            let expected = expected(&weights, sample).clamp(1e-6, 1.0 - 1e-6);
            loss -= f64::from(sample.result * expected.ln() + (1.0 - sample.result) * (1.0 - expected).ln());
            for (at, part) in sample.parts.iter().enumerate() {
                let slope = (sample.result - expected) * *part as f32 / WHOLE as f32;
                squares[at] += slope * slope;
                weights[at] += STEP * slope / squares[at].sqrt();
            }
        }
        if pass % 8 == 0 || pass + 1 == PASSES {
            println!("pass {pass}: {} positions, loss {:.4}", samples.len(), loss / samples.len() as f64);
        }
    }
    weights.map(|weight| (weight * UNIT as f32).round() as i32)
}

/// Plays each opening twice, with the seats exchanged.
fn compare(fitted: &'static [i32; WEIGHTS], games: u64) {
    let mut points = 0.0;
    for game in 0..games {
        let first = Seat::BOTH[game as usize % 2];
        let mut players = [fitted, &WEIGHED].map(|weights| (Pvs::new(NODES * 32, game), weights));
        let outcome = play(&mut Rng::new((1 << 40) | (game / 2)), 0, |board| {
            let (pvs, weights) = &mut players[usize::from(board.mover() != first)];
            search(pvs, board, weights).act
        });
        let result = result(outcome);
        points += if first == Seat::First { result } else { 1.0 - result };
    }
    println!("{points} of {games} points against the weights in use");
}

fn speed() {
    let board = Board::initial(&Rules::default());
    let begun = Instant::now();
    let elapsed = || begun.elapsed();
    let never = Duration::from_secs(3);
    let budget = Budget { aim: never, never, elapsed: &elapsed, ..Budget::UNTIMED };
    let found =
        Pvs::new(64 << 20, 1).best(&mut Course::of(&board), SearchLimits::TIMED, &budget, &mut |_| ());
    let speed = found.nodes as f64 / begun.elapsed().as_secs_f64() / 1e6;
    println!("depth {}, {} nodes, {speed:.2} M/s, expected {:.3}", found.depth, found.nodes, found.expected);
}
