//! Fits the weights of the guess to the results of a search that looks further, using the previous weights.

use crate::players::exact::Tables;
use crate::players::field::Field;
use crate::players::fitted::{COUNTS, Fitted, ONE, WEIGHT_COUNT, features, race_weight};
use crate::players::judge::Judge;
use crate::players::stones::Stones;
use crate::{Board, Phase};
use leitai_core::{Actor, Position, Rng, Seat, State, Turn};
use leitai_search::Expecti;

/// A position before a roll, and the mover's chance.
struct Sample {
    race: f64,
    race_weight: usize,
    hits: Vec<u16>,
    chance: f64,
}

/// How many acts the search of a sample, and that of a game, looks ahead.
const SEARCH: u32 = 3;
const PLAY: u32 = 1;
const PASSES: u32 = 12;

/// The text of the weights after one round: positions sampled from games that follow from `seed` are searched with
/// the current weights, and new weights are fitted to the results. Reports how far guess and search differ, before
/// and after.
pub fn fit(seed: u64, samples: usize, say: &mut dyn FnMut(String)) -> String {
    let before = Fitted::new();
    let mut judge = Judge::new(Tables::at_once().whole_four());
    let mut rng = Rng::new(seed);
    let (mut train, mut test) = (Vec::new(), Vec::new());
    let mut error_before = 0.0;
    let mut game = 0;
    while train.len() < samples {
        game += 1;
        let held = game % 10 == 0;
        play(&mut rng, &mut judge, &mut |stones, mover, chance| {
            let mut hits = Vec::new();
            features(stones, mover, |weight| hits.push(weight as u16));
            let race = f64::from(before.race(stones, mover)) / f64::from(ONE);
            if held {
                error_before += (f64::from(before.chance(stones, mover)) / 65535.0 - chance).powi(2);
            }
            let sample = Sample { race, race_weight: race_weight(stones), hits, chance };
            (if held { &mut test } else { &mut train }).push(sample);
        });
    }
    say(format!("{game} games, before: {:.5}", (error_before / test.len() as f64).sqrt()));
    let weights = descend(&train, &mut rng);
    let error: f64 = test.iter().map(|sample| (guess(&weights, sample) - sample.chance).powi(2)).sum();
    say(format!("after: {:.5}", (error / test.len() as f64).sqrt()));
    let words: Vec<String> =
        weights.iter().map(|weight| ((weight * f64::from(ONE)).round() as i32).to_string()).collect();
    words.chunks(16).map(|line| line.join(" ") + "\n").collect()
}

/// Plays a game with a weak search that errs now and then, and samples positions before a roll.
fn play(rng: &mut Rng, judge: &mut Judge, see: &mut dyn FnMut(&Stones, Seat, f64)) {
    let mut search = Expecti::new(1 << 18);
    let mut quick = Expecti::new(1 << 10).to_depth(PLAY);
    let mut board = Board::initial(&());
    let mut moves = Vec::new();
    while let Some(by) = board.turn().next() {
        let errs = rng.below(8) == 0 || matches!(board.turn(), Turn::Secret(_));
        let act = if let (Actor::Seat(_), false) = (by, errs) {
            let mut field = Field::of(&board, judge);
            quick.best(&mut field, &leitai_core::Budget::UNTIMED, rng, &mut |_| ()).act
        } else {
            moves.clear();
            board.moves(by, &mut moves);
            moves[rng.below(moves.len())]
        };
        board.play(by, &act);
        if let Phase::Rolling(mover) = board.phase() {
            let stones = Stones::of(&board);
            // Tables have all positions of four stones, but not every player has that table.
            if stones.count(Seat::First) + stones.count(Seat::Second) >= 4 && rng.below(2) == 0 {
                let first = f64::from(search.expected(&mut Field::of(&board, judge), SEARCH));
                see(&stones, mover, if mover == Seat::First { first } else { 1.0 - first });
            }
        }
    }
}

fn guess(weights: &[f64], sample: &Sample) -> f64 {
    let sum: f64 = sample.hits.iter().map(|hit| weights[usize::from(*hit)]).sum();
    1.0 / (1.0 + (-sum - weights[sample.race_weight] * sample.race).exp())
}

/// Minimises cross-entropy with steps that shrink as a weight has moved.
fn descend(samples: &[Sample], rng: &mut Rng) -> Vec<f64> {
    let mut weights = vec![0.0; WEIGHT_COUNT];
    let mut moved = vec![1.0; WEIGHT_COUNT];
    weights[..COUNTS].fill(1.0);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    for pass in 0..PASSES {
        leitai_search::shuffle(&mut order, rng);
        let rate = 0.3 * (1.0 - f64::from(pass) / f64::from(PASSES));
        for i in &order {
            let sample = &samples[*i];
            let error = sample.chance - guess(&weights, sample);
            let mut step = |weight: usize, slope: f64| {
                moved[weight] += slope * slope;
                weights[weight] += rate * slope / moved[weight].sqrt();
            };
            step(sample.race_weight, error * sample.race);
            for hit in &sample.hits {
                step(usize::from(*hit), error);
            }
        }
    }
    weights
}
