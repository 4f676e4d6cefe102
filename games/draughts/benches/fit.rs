//! Fits the weights of the players on their own games. `fit plays WEIGHTS FOLDER ROUND GAMES` adds a file of
//! positions, `fit fits FOLDER OUT` fits weights to all of them, `fit match ONE NODES OTHER NODES PAIRS` plays two
//! sets of weights against each other.
//! The same arguments always produce the same bytes.
#![expect(clippy::print_stdout, reason = "what it found is its output")]

use draughts::players::{CUTS, Draft, Field, WEIGHTS, Weights, parts, write};
use draughts::{Board, Rules};
use leitai_core::{Budget, Position, Rng, Seat, State, Turn};
use leitai_search::{Pvs, SearchLimits};
use std::path::Path;
use std::{env, fs};

/// Nodes per move.
const NODES: u64 = 1500;
/// Most random plies at the start.
const RANDOM: usize = 12;
/// After that, one in this many moves is random.
const STRAY: usize = 40;
/// Passes over the positions, and the initial step.
const PASSES: usize = 3;
const STEP: f32 = 0.15;
/// Initial sum of squares that divides a weight's step, so that weights which few positions inform hardly move.
const SLOW: f32 = 200.0;
/// How strongly weights are pulled towards zero, per position.
const DRAWN: f32 = 1e-5;

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse().expect("a number");
    match args[..] {
        ["plays", weights, folder, round, games] => {
            let positions = play(load(weights), number(round), number(games));
            fs::write(Path::new(folder).join(format!("{round}.positions")), positions)
                .expect("it can be written");
        }
        ["fits", folder, out] => fs::write(out, write(&fit(&read(folder)))).expect("it can be written"),
        ["match", one, its, other, others, pairs] => {
            compare([load(one), load(other)], [number(its), number(others)], number(pairs));
        }
        _ => println!(
            "fit plays WEIGHTS FOLDER ROUND GAMES | fit fits FOLDER OUT | fit match ONE NODES OTHER NODES PAIRS"
        ),
    }
}

/// Loads weights and keeps them until the program ends.
fn load(file: &str) -> &'static Weights {
    Box::leak(Box::new(Weights::read(&fs::read(file).expect("a file of weights"))))
}

/// Plays each random opening twice, with sides swapped.
fn compare(weights: [&'static Weights; 2], nodes: [u64; 2], pairs: u64) {
    let mut ends = [0_u64; 3];
    for game in 0..2 * pairs {
        let mut rng = Rng::new(game / 2);
        let mut pvs = nodes.map(|nodes| Pvs::new(nodes * 32, game).cutting(CUTS));
        let mut board = Board::initial(&Rules::default());
        let outcome = loop {
            let by = match board.turn() {
                Turn::Over(outcome) => break outcome,
                turn => turn.next().expect("somebody owes a move"),
            };
            let path = if board.plies() < 6 {
                board.random_move(by, &mut rng).expect("it is not over")
            } else {
                let side = (board.mover().index() as u64 ^ game & 1) as usize;
                let mut walk = Draft::new(Field::of(&board)).by(weights[side]);
                let found = pvs[side].best(
                    &mut walk,
                    SearchLimits::nodes(nodes[side]),
                    &Budget::UNTIMED,
                    &mut |_| (),
                );
                found.act.path(&board).expect("it is legal")
            };
            board.play(by, &path);
        };
        ends[outcome.winner.map_or(1, |winner| if winner.index() as u64 == game & 1 { 0 } else { 2 })] += 1;
    }
    let [won, drawn, lost] = ends.map(|ends| ends as f64);
    let games = won + drawn + lost;
    let score = (won + drawn / 2.0) / games;
    let spread = ((won + drawn / 4.0) / games - score * score).sqrt() / games.sqrt();
    println!("{won}-{drawn}-{lost}: {:.1} % ± {:.1}", 100.0 * score, 196.0 * spread);
}

/// A position, and the result of its game for black.
struct Sample {
    field: Field,
    result: f32,
}

/// Positions from games, 16 bytes each: a field and the result.
fn play(weights: &'static Weights, round: u64, games: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    for game in 0..games {
        let mut rng = Rng::new(round << 32 | game);
        let mut pvs = Pvs::new(NODES * 32, rng.next()).cutting(CUTS);
        let mut board = Board::initial(&Rules::default());
        let mut fields = Vec::new();
        let random = rng.below(RANDOM) + 1;
        let outcome = loop {
            let by = match board.turn() {
                Turn::Over(outcome) => break outcome,
                turn => turn.next().expect("somebody owes a move"),
            };
            let stray = usize::from(board.plies()) < random || rng.below(STRAY) == 0;
            let mut moves = Vec::new();
            board.moves(by, &mut moves);
            let path = if stray {
                moves[rng.below(moves.len())]
            } else {
                let mut walk = Draft::new(Field::of(&board)).by(weights);
                let found = pvs.best(&mut walk, SearchLimits::nodes(NODES), &Budget::UNTIMED, &mut |_| ());
                if !board.can_capture() && !is_hanging(&board) {
                    fields.push(*walk.field());
                }
                found.act.path(&board).expect("it is legal")
            };
            board.play(by, &path);
        };
        let result = match outcome.winner {
            Some(Seat::First) => 2,
            Some(Seat::Second) => 0,
            None => 1,
        };
        for field in fields {
            bytes.extend(field.bytes(result));
        }
    }
    bytes
}

/// Whether the side that is not to move could capture.
fn is_hanging(board: &Board) -> bool {
    Field::of(board).turned().is_compelled()
}

fn read(folder: &str) -> Vec<Sample> {
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    files.sort();
    let bytes: Vec<u8> = files.into_iter().flat_map(|file| fs::read(file).expect("a file")).collect();
    let samples = bytes.chunks_exact(16).map(|chunk| {
        let (field, result) = Field::from_bytes(chunk.try_into().expect("16 bytes"));
        Sample { field, result: f32::from(result) / 2.0 }
    });
    samples.collect()
}

/// Logistic regression, position by position, with a separate step size for each weight (`AdaGrad`). Every sixteenth
/// position is held out for validation.
fn fit(samples: &[Sample]) -> Vec<f32> {
    let mut weights = draughts::players::plain();
    let mut squares = vec![SLOW; WEIGHTS];
    let mut order: Vec<u32> = (0..samples.len() as u32).filter(|i| i % 4096 >= 256).collect();
    let mut found = Vec::new();
    let mut rng = Rng::new(1);
    for pass in 0..PASSES {
        leitai_search::shuffle(&mut order, &mut rng);
        for i in &order {
            let sample = &samples[*i as usize];
            found.clear();
            parts(&sample.field, &mut found);
            let error = sample.result - expected(&weights, &found);
            for (at, factor) in &found {
                let at = *at as usize;
                let slope = error * factor - DRAWN * weights[at];
                squares[at] += slope * slope;
                weights[at] += STEP * slope / squares[at].sqrt();
            }
        }
        let (mut loss, mut told) = (0.0, 0);
        for sample in samples.iter().enumerate().filter(|(i, _)| i % 4096 < 256).map(|(_, sample)| sample) {
            found.clear();
            parts(&sample.field, &mut found);
            let expected = expected(&weights, &found).clamp(1e-6, 1.0 - 1e-6);
            loss -= f64::from(sample.result * expected.ln() + (1.0 - sample.result) * (1.0 - expected).ln());
            told += 1;
        }
        println!(
            "pass {pass}: {} positions, loss {:.4} of {told} left out",
            samples.len(),
            loss / f64::from(told)
        );
    }
    weights
}

fn expected(weights: &[f32], parts: &[(u32, f32)]) -> f32 {
    let sum: f32 = parts.iter().map(|(at, factor)| weights[*at as usize] * factor).sum();
    leitai_search::expected(sum)
}
