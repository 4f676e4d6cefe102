//! Fits the weights of the strong players to their own games. `fit plays FILE ROUND GAMES NODES` writes a file of games,
//! `fit fits FOLDER OUT SHARE` fits the weights to all files of a folder, results counting for the share and expectations
//! for the rest. The same arguments always produce the same bytes.
#![expect(clippy::print_stdout, reason = "what it found is its output")]

use connect6::study::{Fitted, Sight, bytes, current, patterns, sight};
use connect6::{Board, Connect6, Point};
use leitai_core::{Actor, Budget, Game, Level, Means, Position, Rng, State, Turn};
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

/// Random turns after the first stone, at most; they stay this near to the centre.
const RANDOM: usize = 3;
const NEAR: u16 = 3;
/// One in this many later turns has a random stone.
const STRAY: usize = 12;
/// The most turns of a game; a longer one is drawn.
const LONGEST: usize = 60;
/// The odds of e to 1, in the unit of the weights.
const SCALE: f32 = 200.0;
/// How many units of promise one unit of log-probability is.
const PROMISE: f32 = 600.0;
/// Passes over the positions, and the initial steps for values and promises.
const PASSES: usize = 16;
const STEPS: [f32; 2] = [1.0, 30.0];
/// Initial sum of squares that divides a weight's step, so that weights which few positions inform hardly move.
const SLOW: f32 = 20.0;

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().expect("a number");
    match args[..] {
        ["plays", file, round, games, nodes] => {
            fs::write(file, play(number(round), number(games), number(nodes))).expect("it can be written");
        }
        ["fits", folder, out, share] => {
            let share = share.parse().expect("a number from 0 to 1");
            fs::write(out, bytes(&fit(&read(Path::new(folder), share)))).expect("it can be written");
        }
        _ => println!("fit plays FILE ROUND GAMES NODES | fit fits FOLDER OUT SHARE"),
    }
}

/// A random empty point, near the centre at first and near any stone later.
fn stray(board: &Board, rng: &mut Rng) -> Option<Point> {
    let is_near = |point: &Point| {
        let near = |x: u16, y: u16| point.x().abs_diff(x) <= NEAR && point.y().abs_diff(y) <= NEAR;
        near(9, 9) || Point::all().any(|stone| board.at(stone).is_some() && near(stone.x(), stone.y()))
    };
    let near: Vec<Point> = board.empty().iter().filter(is_near).collect();
    (!near.is_empty()).then(|| near[rng.below(near.len())])
}

/// Games of `best` against itself with so many nodes a turn, one a line: the winner, then each turn's stones by index
/// with what its side expected, in hundredths; `-` if a stone of it was random.
fn play(round: u64, games: u64, nodes: u64) -> String {
    let mut text = String::new();
    for game in 0..games {
        let seed = round << 32 | game;
        let mut rng = Rng::new(seed);
        let mut board = Board::default();
        let means = Means { memory: 1 << 20, ..Means::seeded(seed) };
        let mut player = Connect6::engine(Level::Best, &means).expect("a level of the game");
        let random = 1 + rng.below(RANDOM);
        let mut line = String::new();
        let mut turns = 0;
        while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
            if turns == LONGEST {
                break;
            }
            let (mut turn, mut said) = (Vec::new(), None);
            if turns < random {
                for _ in 0..board.stones_left() {
                    turn.extend(stray(&board, &mut rng).filter(|point| !turn.contains(point)));
                }
            } else {
                let budget = Budget { nodes: Some(nodes), ..Budget::UNTIMED };
                player.think(seat, &board, &budget, &mut |info| said = Some(info.expected), &mut turn);
                if rng.below(STRAY) == 0 && turn.len() == 2 {
                    said = None;
                    turn.truncate(1);
                    turn.extend(stray(&board, &mut rng).filter(|point| turn[0] != *point));
                }
            }
            turns += 1;
            for point in &turn {
                if board.turn().owes(by) {
                    let _ = write!(line, " {}", point.index());
                    board.play(by, point);
                }
            }
            let _ = match said {
                Some(expected) => write!(line, " :{:.0}", 100.0 * expected),
                None => write!(line, " :-"),
            };
            if board.turn().owes(by) {
                // A random turn of one stone.
                break;
            }
        }
        let winner = board.winner().map_or("none", |seat| ["black", "white"][seat.index()]);
        let _ = writeln!(text, "{winner}{line}");
    }
    text
}

/// A position to fit to.
struct Sample {
    sight: Sight,
    /// What the side to move got and expected, 0 to 1, at the start of a turn.
    expected: Option<f32>,
    /// The stone that was chosen, and the other one that was chosen with it.
    chosen: u16,
    other: Option<u16>,
}

/// Every position of the games of a folder where a search chose the turn.
fn read(folder: &Path, share: f32) -> Vec<Sample> {
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    files.sort();
    let mut samples = Vec::new();
    for file in files {
        for line in fs::read_to_string(&file).expect("games").lines() {
            let mut words = line.split_whitespace();
            let winner = words.next();
            let (mut board, mut stones) = (Board::default(), Vec::new());
            for word in words {
                let Some(said) = word.strip_prefix(':') else {
                    stones.extend(word.parse().ok().and_then(Point::at));
                    continue;
                };
                let turn: Vec<Point> = std::mem::take(&mut stones);
                for (i, point) in turn.iter().copied().enumerate() {
                    let Turn::Of(by @ Actor::Seat(seat)) = board.turn() else { break };
                    if let Ok(hundredths) = said.parse::<f32>() {
                        let name = ["black", "white"][seat.index()];
                        let result =
                            if winner == Some("none") { 0.5 } else { f32::from(winner == Some(name)) };
                        let sight = sight(&board, seat);
                        let expected = share * result + (1.0 - share) * hundredths / 100.0;
                        let expected = (i == 0 && sight.is_quiet).then_some(expected);
                        if sight.is_quiet || i > 0 {
                            let other = turn.get(i + 1).map(|point| point.index());
                            samples.push(Sample { sight, expected, chosen: point.index(), other });
                        }
                    }
                    board.play(by, &point);
                }
            }
        }
    }
    samples
}

/// The weights, and for each the sum of squares that divides its step.
struct Fit {
    weights: Box<Fitted>,
    squares: Box<Fitted>,
}

impl Fit {
    /// Moves a weight against a gradient, by less the more it has moved before.
    fn step(&mut self, number: u16, part: usize, gradient: f32) {
        let squares = &mut self.squares[usize::from(number)][part];
        *squares += gradient * gradient;
        let step = STEPS[part / 2] / squares.sqrt();
        self.weights[usize::from(number)][part] -= step * gradient;
    }

    /// The squared error of the value of the sample, after a step towards what was expected.
    fn value(&mut self, sample: &Sample, learns: bool) -> Option<f32> {
        let expected = sample.expected?;
        let points = &sample.sight.points;
        let worth = |(_, [own, other]): &(u16, [u16; 2])| {
            self.weights[usize::from(*own)][0] - self.weights[usize::from(*other)][1]
        };
        let value: f32 = points.iter().map(worth).sum();
        let error = 1.0 / (1.0 + (-value / SCALE).exp()) - expected;
        if learns {
            for (_, [own, other]) in points {
                self.step(*own, 0, error);
                self.step(*other, 1, -error);
            }
        }
        Some(error * error)
    }

    /// A step towards the chosen stone; returns whether it was the most promising one, and how unlikely it was, as the
    /// logarithm.
    fn promise(&mut self, sample: &Sample, learns: bool) -> (bool, f32) {
        // Where neither side makes more than a one there is nothing to learn.
        let plain = |bundle: u16| patterns()[usize::from(bundle)][0] <= 2;
        let near: Vec<&(u16, [u16; 2])> = sample
            .sight
            .points
            .iter()
            .filter(|(point, [own, other])| *point == sample.chosen || !plain(*own) || !plain(*other))
            .filter(|(point, _)| Some(*point) != sample.other)
            .collect();
        let promise =
            |[own, other]: [u16; 2]| self.weights[usize::from(own)][2] + self.weights[usize::from(other)][3];
        let promises: Vec<f32> = near.iter().map(|(_, by)| promise(*by) / PROMISE).collect();
        let most = promises.iter().copied().fold(f32::MIN, f32::max);
        let sum: f32 = promises.iter().map(|promise| (promise - most).exp()).sum();
        let (mut first, mut unlikely) = (false, 0.0);
        for ((point, [own, other]), promise) in near.iter().zip(&promises) {
            let is_chosen = *point == sample.chosen;
            if is_chosen {
                (first, unlikely) = (*promise >= most, sum.ln() - (promise - most));
            }
            if learns {
                let error = (promise - most).exp() / sum - f32::from(is_chosen);
                self.step(*own, 2, error);
                self.step(*other, 3, error);
            }
        }
        (first, unlikely)
    }
}

/// Prints how well the weights fit the samples that are not learned from.
fn report(fit: &mut Fit, samples: &[Sample], kept: &[usize], name: &str) {
    let losses: Vec<f32> = kept.iter().filter_map(|i| fit.value(&samples[*i], false)).collect();
    let promises: Vec<(bool, f32)> = kept.iter().map(|i| fit.promise(&samples[*i], false)).collect();
    let first = promises.iter().filter(|(first, _)| *first).count();
    let unlikely = promises.iter().map(|(_, unlikely)| unlikely).sum::<f32>() / kept.len().max(1) as f32;
    let loss = losses.iter().sum::<f32>() / losses.len().max(1) as f32;
    let first = first as f32 / kept.len().max(1) as f32;
    println!(
        "{name}: {} samples, squared error {loss:.4}, first choice {first:.3}, {unlikely:.3} logarithm",
        samples.len()
    );
}

/// Fits the weights, beginning with those of now, to nine tenths of the samples; prints how well they fit the rest.
fn fit(samples: &[Sample]) -> Box<Fitted> {
    let mut squares = current();
    squares.fill([SLOW; 4]);
    let mut fit = Fit { weights: current(), squares };
    let mut rng = Rng::new(1);
    let (kept, mut order): (Vec<usize>, Vec<usize>) = (0..samples.len()).partition(|i| i / 100 % 10 == 0);
    let mut average = current();
    for pass in 0..PASSES {
        report(&mut fit, samples, &kept, &format!("pass {pass}"));
        for at in (1..order.len()).rev() {
            order.swap(at, rng.below(at + 1));
        }
        for i in &order {
            fit.value(&samples[*i], true);
            fit.promise(&samples[*i], true);
        }
        // The mean over the later passes wavers less than the last one.
        if pass >= PASSES / 2 {
            let share = 1.0 / (pass + 1 - PASSES / 2) as f32;
            for (mean, now) in average.iter_mut().flatten().zip(fit.weights.iter().flatten()) {
                *mean += share * (now - *mean);
            }
        }
    }
    let mut fit = Fit { weights: average, squares: fit.squares };
    report(&mut fit, samples, &kept, "mean");
    fit.weights
}
