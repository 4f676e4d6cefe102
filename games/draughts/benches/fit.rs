//! Fits the weights of the players on games of their own: `fit FOLDER plays ROUND GAMES` adds a file of positions, `fit FOLDER
//! fits OUT` makes the weights of all of them. The same arguments give the same bytes.

use draughts::players::{Draft, Field, UNIT, WEIGHTS, parts, write};
use draughts::{Board, Rules};
use leitai_core::{Budget, Position, Rng, Seat, State, Turn};
use leitai_search::{Limits, Pvs};
use std::path::Path;
use std::{env, fs};

/// Nodes a move.
const NODES: u64 = 1500;
/// Random plies at the start, at most.
const RANDOM: usize = 12;
/// Of so many moves later on one is random.
const STRAY: usize = 40;
/// Passes over the positions, and the first step.
const PASSES: usize = 24;
const STEP: f32 = 0.15;
/// How strongly weights are drawn to nothing, per position.
const DRAWN: f32 = 2e-6;

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        [folder, "plays", round, games] => {
            let (round, games) = (round.parse().expect("a number"), games.parse().expect("a number"));
            fs::write(Path::new(folder).join(format!("{round}.positions")), play(round, games))
                .expect("it can be written");
        }
        [folder, "fits", out] => fs::write(out, write(&fit(&read(folder)))).expect("it can be written"),
        _ => println!("fit FOLDER plays ROUND GAMES | fit FOLDER fits OUT"),
    }
}

/// A position and how its game ended for black.
struct Sample {
    field: Field,
    result: f32,
}

/// Positions of games, 16 bytes each: a field, and the result.
fn play(round: u64, games: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    for game in 0..games {
        let mut rng = Rng::new(round << 32 | game);
        let mut pvs = Pvs::new(NODES * 32, rng.next());
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
                let mut walk = Draft::new(Field::of(&board));
                let found = pvs.best(&mut walk, Limits::nodes(NODES), &Budget::UNTIMED, &mut |_| ());
                if !board.can_capture() && !is_hanging(&board) {
                    fields.push(walk.field);
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

/// Could the side that is not to move capture?
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

/// Logistic regression, position by position, with a step of its own for each weight (AdaGrad). Every sixteenth position is
/// left out, to be judged by.
fn fit(samples: &[Sample]) -> Vec<f32> {
    let mut weights = draughts::players::plain();
    let mut squares = vec![0.1_f32; WEIGHTS];
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
    println!("a unit is {UNIT}");
    weights
}

fn expected(weights: &[f32], parts: &[(u32, f32)]) -> f32 {
    let sum: f32 = parts.iter().map(|(at, factor)| weights[*at as usize] * factor).sum();
    leitai_search::expected(sum)
}
