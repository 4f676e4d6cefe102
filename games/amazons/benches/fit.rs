//! Fits the weights of the strong players on their own games. `fit plain OUT` writes weights to begin with,
//! `fit plays WEIGHTS BOARD FOLDER ROUND GAMES NODES` adds a file of positions, `fit fits WEIGHTS FOLDER OUT` fits weights to
//! all of them, beginning with WEIGHTS; `fit speed WEIGHTS` says how many positions a second are valued. BOARD is `10x10` or
//! `8x8`. The same arguments always produce the same bytes.
#![expect(clippy::print_stdout, reason = "what it found is its output")]

use amazons::players::{Field, PLAN, Strong, TERMS, Terms, WEIGHTS, Weights, parts, plain, write};
use amazons::{Board, Rules, Size};
use leitai_core::{Actor, Budget, Engine, Means, Position, Rng, Seat, State, Turn};
use leitai_search::shuffle;
use std::path::Path;
use std::time::Duration;
use std::{env, fs};

/// Most random plies at the start; after that, one in this many turns is random.
const RANDOM: usize = 6;
const STRAY: usize = 25;
/// Passes over the positions, and the initial step.
const PASSES: usize = 6;
const STEP: f32 = 0.01;
/// Initial sum of squares that divides a weight's step.
const SLOW: f32 = 20.0;
/// The part of a position's target that is what the search expected; the rest is how the game ended.
const SEARCHED: f32 = 0.4;
/// One block of this many positions out of sixteen is left out, to see how well others are judged.
const BLOCK: usize = 256;

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse().expect("a number");
    match args[..] {
        ["plain", out] => fs::write(out, write(&plain())).expect("it can be written"),
        ["plays", weights, board, folder, round, games, nodes] => {
            let size = if board == "8x8" { Size::Eight } else { Size::Ten };
            let positions = play(load(weights), size, number(round), number(games), number(nodes));
            fs::write(Path::new(folder).join(format!("{board}-{round}.positions")), positions)
                .expect("it can be written");
        }
        ["fits", weights, folder, out] => {
            let start = read_weights(weights);
            fs::write(out, write(&fit(start, &read(folder)))).expect("it can be written");
        }
        ["speed", weights] => speed(load(weights)),
        _ => println!(
            "fit plain OUT | plays WEIGHTS BOARD FOLDER ROUND GAMES NODES | fits WEIGHTS FOLDER OUT | speed WEIGHTS"
        ),
    }
}

fn bytes(file: &str) -> Vec<u8> {
    fs::read(file).expect("a file of weights")
}

/// Loads weights and keeps them until the program ends.
fn load(file: &str) -> &'static Weights {
    Box::leak(Box::new(Weights::read(&bytes(file))))
}

fn read_weights(file: &str) -> Vec<f32> {
    amazons::players::read(&bytes(file))
}

/// A position's terms, what the search expected and how the game ended, both for First.
struct Sample {
    field: [u8; 4],
    counts: [u8; TERMS],
    target: f32,
}

/// The bytes of a sample: board, half of the turn, free squares, how open, the seat, what was expected, the result, terms.
const SAMPLE: usize = 7 + TERMS;

fn play(weights: &'static Weights, size: Size, round: u64, games: u64, nodes: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    for game in 0..games {
        let mut rng = Rng::new(round << 32 | game);
        let mut player = Strong::weighing(PLAN, Some(nodes), weights, &Means::seeded(rng.next()));
        let mut board = Board::initial(&Rules { size });
        let mut seen: Vec<[u8; SAMPLE]> = Vec::new();
        let random = 1 + rng.below(RANDOM);
        let mut plies = 0;
        let winner = loop {
            let seat = match board.turn() {
                Turn::Over(outcome) => break outcome.winner,
                _ => board.mover(),
            };
            let mut proved = None;
            let m = if plies < random || rng.below(STRAY) == 0 {
                board.random_move(Actor::Seat(seat), &mut rng).expect("it is not over")
            } else {
                let (mut turn, mut expected) = (Vec::new(), 0.5);
                let mut say = |info: leitai_core::Info<_>| {
                    expected = info.expected;
                    proved = info.proved;
                };
                player.think(seat, &board, &Budget::UNTIMED, &mut say, &mut turn);
                let mut field = Field::of(&board);
                for act in Field::acts_of(turn[0]) {
                    seen.push(sample(&field, expected));
                    field.put(act);
                }
                turn[0]
            };
            if let Some(proved) = proved {
                break proved.winner;
            }
            board.play(Actor::Seat(seat), &m);
            plies += 1;
        };
        for mut sample in seen {
            sample[6] = u8::from(winner.map(Seat::index) == Some(usize::from(sample[4])));
            bytes.extend(sample);
        }
    }
    bytes
}

fn sample(field: &Field, expected: f32) -> [u8; SAMPLE] {
    let terms = Terms::of(field);
    let byte = |share: f32| (share * 255.0).round() as u8;
    let mut bytes = [0; SAMPLE];
    bytes[..7].copy_from_slice(&[
        u8::from(field.size() == Size::Eight),
        u8::from(field.must_shoot()),
        field.left() as u8,
        byte(terms.open),
        field.mover().index() as u8,
        byte(expected),
        0,
    ]);
    bytes[7..].copy_from_slice(&terms.counts);
    bytes
}

fn read(folder: &str) -> Vec<Sample> {
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    files.sort();
    let bytes: Vec<u8> = files.into_iter().flat_map(|file| fs::read(file).expect("a file")).collect();
    let samples = bytes.chunks_exact(SAMPLE).map(|chunk| Sample {
        field: chunk[..4].try_into().expect("four bytes"),
        counts: chunk[7..].try_into().expect("the terms"),
        target: SEARCHED * f32::from(chunk[5]) / 255.0 + (1.0 - SEARCHED) * f32::from(chunk[6]),
    });
    samples.collect()
}

/// Logistic regression, position by position, with a separate step size for each weight (`AdaGrad`).
fn fit(mut weights: Vec<f32>, samples: &[Sample]) -> Vec<f32> {
    let mut squares = vec![SLOW; WEIGHTS];
    let is_left_out = |i: usize| i % (16 * BLOCK) < BLOCK;
    let mut order: Vec<u32> = (0..samples.len() as u32).filter(|i| !is_left_out(*i as usize)).collect();
    let mut found = Vec::new();
    let mut rng = Rng::new(1);
    for pass in 0..PASSES {
        shuffle(&mut order, &mut rng);
        for i in &order {
            let sample = &samples[*i as usize];
            let error = sample.target - expected(&weights, sample, &mut found);
            for (at, factor) in &found {
                let slope = error * factor;
                let at = *at as usize;
                squares[at] += slope * slope;
                weights[at] += STEP * slope / squares[at].sqrt() * 10.0;
            }
        }
        let (mut loss, mut told) = (0.0, 0);
        for (_, sample) in samples.iter().enumerate().filter(|(i, _)| is_left_out(*i)) {
            let expected = expected(&weights, sample, &mut found).clamp(1e-6, 1.0 - 1e-6);
            loss -= f64::from(sample.target * expected.ln() + (1.0 - sample.target) * (1.0 - expected).ln());
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

fn expected(weights: &[f32], sample: &Sample, found: &mut Vec<(u32, f32)>) -> f32 {
    found.clear();
    let [eight, shot, free, open] = sample.field;
    let part = usize::from(eight) * 2 + usize::from(shot);
    parts(part, u32::from(free), f32::from(open) / 255.0, &sample.counts, found);
    let sum: f32 = found.iter().map(|(at, factor)| weights[*at as usize] * factor).sum();
    leitai_search::expected(sum)
}

/// Values the positions of random games over and over.
fn speed(weights: &'static Weights) {
    let mut rng = Rng::new(3);
    let mut fields = Vec::new();
    for _ in 0..40 {
        let mut board = Board::initial(&Rules::default());
        while let Some(m) = board.random_move(Actor::Seat(board.mover()), &mut rng) {
            fields.push(Field::of(&board));
            board.play(Actor::Seat(board.mover()), &m);
        }
    }
    let (mut sum, begun) = (0.0, spent());
    let times = 400;
    for _ in 0..times {
        for field in &fields {
            sum += weights.judge(field, &Terms::of(field));
        }
    }
    let speed = (times * fields.len()) as f64 / spent().saturating_sub(begun).as_secs_f64() / 1e6;
    println!("{speed:.2} million positions a second, {} positions, sum {sum:.0}", fields.len());
}

/// Processor time of this thread: what others run on the core does not count.
fn spent() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").expect("a system that counts it");
    Duration::from_nanos(text.split(' ').next().and_then(|word| word.parse().ok()).expect("nanoseconds"))
}
