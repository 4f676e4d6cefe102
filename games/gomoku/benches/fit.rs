//! Fits the weights of the strong players to their own games. `fit plays FOLDER ROUND GAMES RULES NODES` adds a file of
//! games, `fit fits FOLDER OUT` fits the weights to all of them. The same arguments always produce the same bytes.
#![expect(clippy::print_stdout, reason = "what it found is its output")]

use gomoku::study::{Fitted, Sight, bytes, current, sight};
use gomoku::{Bans, Board, Gomoku, Move, Opening, Phase, Point, Rules, Side, Start};
use leitai_core::{Actor, Budget, Game, Level, Means, Position, Rng, Seat, State, Turn};
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

/// Random stones after the opening.
const RANDOM: usize = 4;
/// One in this many later stones is random too.
const STRAY: usize = 25;
/// The most stones of a game; a longer one is drawn.
const LONGEST: usize = 120;
/// The odds of e to 1, in the unit of the weights.
const SCALE: f32 = 200.0;
/// How many units of promise one unit of log-probability is.
const PROMISE: f32 = 600.0;
/// The share of the game's result in what a position is fitted to; the rest is what the search expected.
const RESULT: f32 = 0.4;
/// Passes over the positions, and the initial steps for values and promises.
const PASSES: usize = 8;
const STEPS: [f32; 2] = [4.0, 30.0];
/// Initial sum of squares that divides a weight's step, so that weights which few positions inform hardly move.
const SLOW: f32 = 10.0;

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().expect("a number");
    match args[..] {
        ["plays", folder, round, games, rules, nodes] => {
            let bans = if rules == "off" { Bans::Off } else { Bans::Automatic };
            let games = play(number(round), number(games), bans, number(nodes));
            fs::write(Path::new(folder).join(format!("{rules}-{round}.games")), games)
                .expect("it can be written");
        }
        ["fits", folder, out] => {
            fs::write(out, bytes(&fit(&read(Path::new(folder))))).expect("it can be written");
        }
        _ => println!("fit plays FOLDER ROUND GAMES automatic|off NODES | fit fits FOLDER OUT"),
    }
}

/// Games of `best` against itself with so many nodes a stone, one a line: the winner, then each stone with what the
/// side that played it expected, in hundredths; `-` if the stone was random.
fn play(round: u64, games: u64, bans: Bans, nodes: u64) -> String {
    let mut text = String::new();
    for game in 0..games {
        let seed = round << 32 | game;
        let mut rng = Rng::new(seed);
        let rules = Rules { start: Start::Free, bans, ..Rules::default() };
        let mut board = Board::initial(&rules);
        let means = Means { memory: 1 << 19, ..Means::seeded(seed) };
        let mut player = Gomoku::engine(Level::Best, &means).expect("a level of the game");
        let opening = Opening::all().nth(rng.below(26)).map_or([Point::CENTRE; 3], Opening::stones);
        let random = rng.below(RANDOM + 1);
        let mut line = String::new();
        while let (Turn::Of(by @ Actor::Seat(seat)), placed) = (board.turn(), usize::from(board.placed())) {
            if placed >= LONGEST {
                break;
            }
            let mut said = None;
            let stone = if placed < 3 {
                opening[placed]
            } else if placed < 3 + random || rng.below(STRAY) == 0 {
                let near = sight(&board, board.side(seat)).near;
                if near.is_empty() {
                    break;
                }
                near[rng.below(near.len())]
            } else {
                let mut turn = Vec::new();
                let budget = Budget { nodes: Some(nodes), ..Budget::UNTIMED };
                player.think(seat, &board, &budget, &mut |info| said = Some(info.expected), &mut turn);
                let [Move::Place(point)] = turn[..] else { break };
                point
            };
            let _ = match said {
                Some(expected) => write!(line, " {stone:?} {:.0}", 100.0 * expected),
                None => write!(line, " {stone:?} -"),
            };
            board.play(by, &Move::Place(stone));
        }
        let winner = match board.phase() {
            Phase::Over(end) => end.winner(),
            _ => None,
        };
        let _ = writeln!(text, "{}{line}", winner.map_or("none", name));
    }
    text
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::Black => "black",
        Side::White => "white",
    }
}

/// A position to fit to.
struct Sample {
    sight: Sight,
    side: Side,
    /// What the side to move got and expected, 0 to 1.
    expected: f32,
    /// The stone that was chosen.
    chosen: Point,
}

/// Every position of the games of a folder where a search chose the stone.
fn read(folder: &Path) -> Vec<Sample> {
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    files.sort();
    let mut samples = Vec::new();
    for file in files {
        let is_off = file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("off"));
        let bans = if is_off { Bans::Off } else { Bans::Automatic };
        for line in fs::read_to_string(&file).expect("games").lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some((winner, plies)) = words.split_first() else { continue };
            let rules = Rules { start: Start::Free, bans, ..Rules::default() };
            let mut board = Board::initial(&rules);
            for ply in plies.chunks_exact(2) {
                let (Turn::Of(by), Ok(Move::Place(chosen))) = (board.turn(), Gomoku::read(ply[0])) else {
                    break;
                };
                let side =
                    board.side(if by == Actor::Seat(Seat::First) { Seat::First } else { Seat::Second });
                if let Ok(hundredths) = ply[1].parse::<f32>() {
                    let result = if *winner == "none" { 0.5 } else { f32::from(*winner == name(side)) };
                    let expected = RESULT * result + (1.0 - RESULT) * hundredths / 100.0;
                    let sight = sight(&board, side);
                    if sight.is_quiet {
                        samples.push(Sample { sight, side, expected, chosen });
                    }
                }
                board.play(by, &Move::Place(chosen));
            }
        }
    }
    samples
}

/// The weights, and for each the sum of squares that divides its step.
struct Fit {
    sets: Vec<Box<Fitted>>,
    squares: Vec<Box<Fitted>>,
}

impl Fit {
    /// Moves a weight against a gradient, by less the more it has moved before.
    fn step(&mut self, set: usize, number: u16, part: usize, gradient: f32) {
        let squares = &mut self.squares[set][usize::from(number)][part];
        *squares += gradient * gradient;
        let step = STEPS[part / 2] / squares.sqrt();
        self.sets[set][usize::from(number)][part] -= step * gradient;
    }

    /// The value of the sample for the side to move, then a step towards what was expected; returns the loss.
    fn value(&mut self, sample: &Sample, learns: bool) -> f32 {
        let (own, other) = (sample.side as usize, sample.side.other() as usize);
        let (mine, theirs) = (sample.sight.sets[own], sample.sight.sets[other]);
        let points = &sample.sight.points;
        let value: f32 = points
            .iter()
            .map(|(_, by)| {
                self.sets[mine][usize::from(by[own])][0] - self.sets[theirs][usize::from(by[other])][1]
            })
            .sum();
        let odds = 1.0 / (1.0 + (-value / SCALE).exp());
        let error = odds - sample.expected;
        if learns {
            for (_, by) in points {
                self.step(mine, by[own], 0, error);
                self.step(theirs, by[other], 1, -error);
            }
        }
        error * error
    }

    /// A step towards the chosen stone among those near; returns whether it was the most promising one.
    fn promise(&mut self, sample: &Sample, learns: bool) -> bool {
        let (own, other) = (sample.side as usize, sample.side.other() as usize);
        let (mine, theirs) = (sample.sight.sets[own], sample.sight.sets[other]);
        let near: Vec<&(Point, [u16; 2])> =
            sample.sight.points.iter().filter(|(point, _)| sample.sight.near.contains(point)).collect();
        let promise = |by: &[u16; 2]| {
            self.sets[mine][usize::from(by[own])][2] + self.sets[theirs][usize::from(by[other])][3]
        };
        let promises: Vec<f32> = near.iter().map(|(_, by)| promise(by) / PROMISE).collect();
        let most = promises.iter().copied().fold(f32::MIN, f32::max);
        let sum: f32 = promises.iter().map(|promise| (promise - most).exp()).sum();
        let mut first = false;
        for ((point, by), promise) in near.iter().zip(&promises) {
            let is_chosen = *point == sample.chosen;
            first |= is_chosen && *promise >= most;
            let error = (promise - most).exp() / sum - f32::from(is_chosen);
            if learns {
                self.step(mine, by[own], 2, error);
                self.step(theirs, by[other], 3, error);
            }
        }
        first
    }
}

/// Prints how well the weights fit the samples that are not learned from.
fn report(fit: &mut Fit, samples: &[Sample], kept: &[usize], name: &str) {
    let (mut loss, mut first) = (0.0, 0);
    for i in kept {
        loss += f64::from(fit.value(&samples[*i], false));
        first += usize::from(fit.promise(&samples[*i], false));
    }
    let number = kept.len().max(1) as f64;
    let (loss, first) = (loss / number, first as f64 / number);
    println!("{name}: {} samples, squared error {loss:.4}, first choice {first:.3}", samples.len());
}

/// Fits the weights, beginning with those of now, to nine tenths of the samples; prints how well they fit the rest.
fn fit(samples: &[Sample]) -> Vec<Box<Fitted>> {
    let mut squares = current();
    for set in &mut squares {
        set.fill([SLOW; 4]);
    }
    let mut fit = Fit { sets: current(), squares };
    let mut rng = Rng::new(1);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let (kept, learned): (Vec<usize>, Vec<usize>) = order.drain(..).partition(|i| i / 50 % 10 == 0);
    let mut order = learned;
    let mut average = current();
    for pass in 0..=PASSES {
        report(&mut fit, samples, &kept, &format!("pass {pass}"));
        if pass == PASSES {
            break;
        }
        for at in (1..order.len()).rev() {
            order.swap(at, rng.below(at + 1));
        }
        for i in &order {
            fit.value(&samples[*i], true);
            fit.promise(&samples[*i], true);
        }
        // The mean over the later passes wavers less than the last one.
        let share = 1.0 / (pass + 1 - PASSES / 2).max(1) as f32;
        if pass >= PASSES / 2 {
            for (mean, now) in average.iter_mut().zip(&fit.sets) {
                for (mean, now) in mean.iter_mut().flatten().zip(now.iter().flatten()) {
                    *mean += share * (now - *mean);
                }
            }
        }
    }
    let mut fit = Fit { sets: average, squares: fit.squares };
    report(&mut fit, samples, &kept, "mean");
    fit.sets
}
