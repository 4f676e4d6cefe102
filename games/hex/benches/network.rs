//! Fits the network of `hard` and `best` on the tree's own games. `network plays none SEED GAMES OUT` writes the positions of
//! games, each with where the tree looked; with `fitted` in place of `none` the present network guides the tree.
//! `network fits OUT FILE...` fits a network to them.
//! The same arguments always produce the same bytes.
#![expect(clippy::print_stdout, reason = "what it found is its output")]

use hex::players::{Field, Guided, Network, PLAN, Scores, Sight};
use hex::{Board, Cell, Hex, Move, Rules};
use leitai_core::{Game, Info, Means, Position, Rng, State, Turn};
use leitai_search::{Attention, Playout, Tree, shuffle};
use std::{env, fs};

/// Games of the tree a move.
const GAMES: u64 = 8_000;
/// Most random plies at the start, and plies in which moves are drawn by how much the tree looked at them.
const RANDOM: usize = 3;
const DRAWN: usize = 14;
/// A game of which this much is expected for one side teaches nothing more.
const DECIDED: f32 = 0.999;
/// The sizes of boards that are played on, by turns.
const SIZES: [u8; 8] = [11, 11, 11, 9, 11, 11, 13, 11];

/// Passes over the positions, positions a step, the largest step, and the share of steps that lead up to it.
const PASSES: usize = 16;
const BATCH: usize = 64;
const STEP: f32 = 6e-3;
const RISE: f32 = 0.3;
/// How slowly the means of slopes and of their squares follow (Adam).
const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
/// One position in so many is left out, to see how well others are judged.
const LEFT_OUT: usize = 10;

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().expect("a number");
    match args[..] {
        ["plays", "none", seed, games, out] => write(out, &play(number(seed), number(games), Field::of)),
        ["plays", "fitted", seed, games, out] => write(out, &play(number(seed), number(games), Guided::of)),
        ["fits", out, ref files @ ..] if !files.is_empty() => write(out, &fit(&samples(files)).bytes()),
        _ => println!("network plays none|fitted SEED GAMES OUT | network fits OUT FILE..."),
    }
}

fn write(file: &str, bytes: &(impl AsRef<[u8]> + ?Sized)) {
    fs::write(file, bytes).expect("it can be written");
}

/// Lines of positions: the size, the cell of the last stone, the position, and each cell with the games that went through it.
fn play<W: Playout<Act = Move> + Clone>(seed: u64, games: u64, walk: fn(&Board) -> W) -> String {
    let mut lines = String::new();
    for game in 0..games {
        let size = SIZES[game as usize % SIZES.len()];
        let mut rng = Rng::new(seed << 32 | game);
        let mut board = Board::initial(&Rules::new(size, false, false).expect("a size"));
        let (random, mut last) = (1 + rng.below(RANDOM), None);
        for ply in 0.. {
            if let Turn::Over(_) = board.turn() {
                break;
            }
            let by = board.turn().next().expect("somebody owes a move");
            let chosen = if ply < random {
                board.random_move(by, &mut rng).expect("it is not over")
            } else {
                let mut tree = Tree::new(PLAN, &Means::seeded(rng.next()), walk, |_, act| act);
                let Attention { info, moves } = tree.attention(&board, GAMES).expect("a seat is on turn");
                if let Some(last) = last {
                    lines += &line(&board, last, &moves);
                }
                if is_decided(&info) {
                    break;
                }
                if ply < DRAWN { drawn(&moves, &mut rng) } else { most(&moves) }
            };
            board.play(by, &chosen);
            last = match chosen {
                Move::Stone(cell) => Some(cell),
                Move::Swap => None,
            };
        }
        println!("game {}: {} positions", game + 1, lines.lines().count());
    }
    lines
}

fn is_decided(info: &Info<Move>) -> bool {
    info.proved.is_some() || !(1.0 - DECIDED..DECIDED).contains(&info.expected)
}

fn drawn(looked: &[(Move, u32)], rng: &mut Rng) -> Move {
    let all: u32 = looked.iter().map(|(_, games)| games).sum();
    let mut lot = rng.below(all as usize) as u32;
    let found = looked.iter().find(|(_, games)| {
        let is_it = lot < *games;
        lot = lot.saturating_sub(*games);
        is_it
    });
    found.expect("the lot is below the sum").0
}

fn most(looked: &[(Move, u32)]) -> Move {
    looked.iter().max_by_key(|(_, games)| *games).expect("a move").0
}

fn line(board: &Board, last: Cell, looked: &[(Move, u32)]) -> String {
    let size = board.rules().size();
    let mut text = format!("{size} {} ", last.index(size));
    Hex::write_position(board, &mut text);
    for (act, games) in looked {
        if let Move::Stone(cell) = act {
            text += &format!(" {}:{games}", cell.index(size));
        }
    }
    text + "\n"
}

/// A position with the places of its open cells, and the share of games that went through each.
struct Sample {
    sight: Sight,
    places: Vec<usize>,
    shares: Vec<f32>,
}

fn samples(files: &[&str]) -> Vec<Sample> {
    let texts: Vec<String> = files.iter().map(|file| fs::read_to_string(file).expect("a file")).collect();
    texts.iter().flat_map(|text| text.lines()).map(sample).collect()
}

fn sample(line: &str) -> Sample {
    let words: Vec<&str> = line.split(' ').collect();
    let [size, last, stones, mover, ref looked @ ..] = words[..] else { panic!("not a position: {line}") };
    let size: u8 = size.parse().expect("a size");
    let cell = |index: &str| {
        let index: u8 = index.parse().expect("an index");
        Cell::new(index % size, index / size).expect("a cell")
    };
    let rules = Rules::new(size, false, false).expect("a size");
    let board = Hex::read_position(&format!("{stones} {mover}"), &rules).expect("a position");
    let sight = Sight::new(&board, Some(cell(last)));
    let looked = looked.iter().map(|word| word.split_once(':').expect("a cell and its games"));
    let (places, games): (Vec<usize>, Vec<f32>) = looked
        .map(|(index, games)| (sight.place(cell(index)), games.parse::<f32>().expect("a number")))
        .unzip();
    let all: f32 = games.iter().sum();
    Sample { sight, places, shares: games.into_iter().map(|games| games / all).collect() }
}

/// Cross entropy by Adam, with a step that rises and falls once.
fn fit(samples: &[Sample]) -> Network {
    let (left_out, used) = samples.split_at(samples.len() / LEFT_OUT);
    let mut rng = Rng::new(1);
    let mut network = Network::random(&mut rng);
    let (mut means, mut squares) = (Network::zero(), Network::zero());
    let (batches, mut order) = (used.len() / BATCH, (0..used.len()).collect::<Vec<_>>());
    for pass in 0..PASSES {
        shuffle(&mut order, &mut rng);
        for (batch, chosen) in order.chunks_exact(BATCH).enumerate() {
            let mut slopes = Network::zero();
            for at in chosen {
                learn(&network, &used[*at], &mut slopes);
            }
            let steps = pass * batches + batch + 1;
            let step = STEP * height(steps as f32 / (PASSES * batches) as f32);
            let fresh = [MEAN, SQUARE].map(|slow| 1.0 - slow.powi(steps.min(10_000) as i32));
            let all = network.weights().iter_mut().zip(slopes.weights());
            for ((weight, slope), (mean, square)) in
                all.zip(means.weights().iter_mut().zip(squares.weights()))
            {
                let slope = *slope / BATCH as f32;
                *mean = MEAN * *mean + (1.0 - MEAN) * slope;
                *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
                *weight -= step * (*mean / fresh[0]) / ((*square / fresh[1]).sqrt() + 1e-8);
            }
        }
        let (loss, hits) = quality(&network, left_out);
        println!(
            "pass {pass}: {} positions, loss {loss:.3} of {} left out, first choice {hits:.3}",
            used.len(),
            left_out.len()
        );
    }
    network
}

/// The step at a share of all steps: up along a line, down along half a wave.
fn height(share: f32) -> f32 {
    if share < RISE {
        share / RISE
    } else {
        0.5 + 0.5 * ((share - RISE) / (1.0 - RISE) * std::f32::consts::PI).cos()
    }
}

fn learn(network: &Network, Sample { sight, places, shares }: &Sample, sum: &mut Network) {
    let slopes = |scores: &Scores| {
        let mut slopes = scores.zeros();
        for ((found, share), place) in scores.log_shares(places).into_iter().zip(shares).zip(places) {
            slopes[*place] = found.exp() - share;
        }
        slopes
    };
    network.add_gradient(sight, slopes, sum);
}

/// The mean cross entropy, and how often the first choice is the tree's.
fn quality(network: &Network, samples: &[Sample]) -> (f32, f32) {
    let (mut loss, mut hits) = (0.0, 0.0);
    for Sample { sight, places, shares } in samples {
        let found = network.judge(sight).log_shares(places);
        loss -= found.iter().zip(shares).map(|(found, share)| share * found).sum::<f32>();
        hits += f32::from(first_choice(&found) == first_choice(shares));
    }
    (loss / samples.len() as f32, hits / samples.len() as f32)
}

fn first_choice(shares: &[f32]) -> Option<usize> {
    (0..shares.len()).max_by(|one, other| shares[*one].total_cmp(&shares[*other]))
}
