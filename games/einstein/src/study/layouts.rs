//! Chooses how to lay the stones. First and Second choose their layouts at once and unseen, so the best choice is a
//! random one, with probabilities that solve the matrix of all layouts against all.

use crate::players::exact::Tables;
use crate::players::field::Field;
use crate::players::judge::Judge;
use crate::players::layout::{Layout, rest};
use crate::{Act, Board};
use leitai_core::{Actor, Position, Rng, Seat};
use leitai_search::{Hand, Roll, Walk, Weigh, Worth};

/// The number of layouts that differ by more than reversed numbers.
const CLASSES: usize = 360;
/// How many layouts of each side are examined closely.
const CLOSE: usize = 48;
/// Steps of the solver.
const STEPS: u32 = 20_000;
/// Layouts with a smaller probability are left out.
const LEAST_SHARE: f64 = 0.01;

/// The text of the probabilities, from `rough` games of each pair of layouts and `close` games of each pair of
/// the better ones.
pub fn layouts(seed: u64, rough: u32, close: u32, say: &mut dyn FnMut(String)) -> String {
    let all = classes();
    let turned: Vec<usize> = all.iter().map(|layout| class_of(&all, turned(layout))).collect();
    let mut judge = Judge::new(Tables::at_once().whole_four());
    let mut rng = Rng::new(seed);
    let mut games = Games { judge: &mut judge, rng: &mut rng, sum: 0.0, squares: 0.0, count: 0 };
    let mut matrix = vec![vec![0.0; CLASSES]; CLASSES];
    for first in 0..CLASSES {
        for second in 0..CLASSES {
            // Reflected in the long diagonal, the game is the same.
            let pair = (first, second).min((turned[first], turned[second]));
            matrix[first][second] = if pair == (first, second) {
                games.mean(all[first], all[second], rough)
            } else {
                matrix[pair.0][pair.1]
            };
        }
    }
    say(format!("{CLASSES} x {CLASSES}: {}", games.said()));
    let [rows, columns] = promising(&matrix);
    (games.sum, games.squares, games.count) = (0.0, 0.0, 0);
    let near: Vec<Vec<f64>> = rows
        .iter()
        .map(|row| columns.iter().map(|column| games.mean(all[*row], all[*column], close)).collect())
        .collect();
    say(format!("{CLOSE} x {CLOSE}: {}", games.said()));
    let (lots, value) = solve(&near);
    say(format!("First wins {value:.4}"));
    let mut text = String::new();
    for (seat, chosen, lot) in [("first", &rows, &lots[0]), ("second", &columns, &lots[1])] {
        let kept: Vec<(f64, usize)> = lot
            .iter()
            .copied()
            .zip(chosen.iter().copied())
            .filter(|(share, _)| *share >= LEAST_SHARE)
            .collect();
        let sum: f64 = kept.iter().map(|(share, _)| share).sum();
        for (share, class) in kept {
            let points: Vec<String> = all[class].iter().map(ToString::to_string).collect();
            text += &format!("{seat} {} {}\n", (1000.0 * share / sum).round(), points.join(" "));
        }
    }
    text
}

/// One layout of each two that are equivalent under reversed numbers.
fn classes() -> Vec<Layout> {
    let mut all = Vec::new();
    for code in 0..6_usize.pow(6) {
        let layout: Layout = std::array::from_fn(|i| code / 6_usize.pow(5 - i as u32) % 6);
        let points = layout.iter().fold(0, |points, point| points | 1 << point);
        if points == 63 && layout <= reversed(&layout) {
            all.push(layout);
        }
    }
    assert_eq!(all.len(), CLASSES);
    all
}

fn reversed(layout: &Layout) -> Layout {
    std::array::from_fn(|i| layout[5 - i])
}

/// The layout reflected in the long diagonal.
fn turned(layout: &Layout) -> Layout {
    layout.map(|point| [0, 3, 5, 1, 4, 2][point])
}

fn class_of(all: &[Layout], layout: Layout) -> usize {
    all.iter().position(|known| *known == layout.min(reversed(&layout))).expect("one of them")
}

/// Plays games of a player that looks one act ahead.
struct Games<'a> {
    judge: &'a mut Judge,
    rng: &'a mut Rng,
    sum: f64,
    squares: f64,
    count: u32,
}

impl Games<'_> {
    fn mean(&mut self, first: Layout, second: Layout, games: u32) -> f64 {
        let mut start = Board::initial(&());
        for (seat, layout) in [(Seat::First, first), (Seat::Second, second)] {
            for act in rest(&start, seat, layout) {
                start.play(Actor::Seat(seat), &act);
            }
        }
        let results: Vec<f64> = (0..games).map(|_| self.play(&start)).collect();
        let mean = results.iter().sum::<f64>() / f64::from(games);
        self.sum += results.iter().sum::<f64>();
        self.squares += results.iter().map(|result| (result - mean).powi(2)).sum::<f64>();
        self.count += games;
        mean
    }

    fn said(&self) -> String {
        let spread = (self.squares / f64::from(self.count)).sqrt();
        format!(
            "{} games, First wins {:.4}, spread {spread:.3}",
            self.count,
            self.sum / f64::from(self.count)
        )
    }

    /// First's result minus the luck of the dice, which is what each roll gave beyond the average of all faces. It
    /// has the same expectation as the result, with a much smaller spread.
    fn play(&mut self, start: &Board) -> f64 {
        let mut field = Field::of(start, self.judge);
        let (mut acts, mut luck) = (Vec::new(), 0.0);
        loop {
            if let Hand::Over(result) = field.hand() {
                return f64::from(result) - luck;
            }
            acts.clear();
            let mover = field.shared(&mut acts).expect("a roll");
            let mut best: [(f64, Option<Act>); 6] = [(-1.0, None); 6];
            for (act, set) in &acts {
                let undo = field.make(*act);
                let value = if let Hand::Over(result) = field.hand() {
                    f64::from(result)
                } else {
                    let (Worth::Exact(value) | Worth::Guess(value)) = field.weigh();
                    f64::from(field.expected(value))
                };
                field.take_back(*act, undo);
                let value = if mover == Seat::First { value } else { 1.0 - value };
                for (face, best) in best.iter_mut().enumerate() {
                    if set >> face & 1 == 1 && value > best.0 {
                        *best = (value, Some(*act));
                    }
                }
            }
            let mean = best.iter().map(|(value, _)| value).sum::<f64>() / 6.0;
            let (value, act) = best[self.rng.below(6)];
            luck += if mover == Seat::First { value - mean } else { mean - value };
            field.make(act.expect("every face moves a stone"));
        }
    }
}

/// The rows and columns that do best on average against the better half of the others.
fn promising(matrix: &[Vec<f64>]) -> [Vec<usize>; 2] {
    let mut chosen = [(0..CLASSES).collect::<Vec<_>>(), (0..CLASSES).collect::<Vec<_>>()];
    for keep in [CLASSES / 2, CLASSES / 4, CLOSE] {
        let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>();
        let mut rows: Vec<(f64, usize)> = (0..CLASSES)
            .map(|row| (mean(&mut chosen[1].iter().map(|column| -matrix[row][*column])), row))
            .collect();
        let mut columns: Vec<(f64, usize)> = (0..CLASSES)
            .map(|column| (mean(&mut chosen[0].iter().map(|row| matrix[*row][column])), column))
            .collect();
        for (ranked, chosen) in [&mut rows, &mut columns].into_iter().zip(&mut chosen) {
            ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
            *chosen = ranked.iter().take(keep).map(|(_, class)| *class).collect();
        }
    }
    chosen
}

/// The optimal mixed choices of both sides and the value, by regret matching: each option is weighted by how much
/// more it would have won.
fn solve(matrix: &[Vec<f64>]) -> ([Vec<f64>; 2], f64) {
    let (rows, columns) = (matrix.len(), matrix[0].len());
    let mut regrets = [vec![0.0_f64; rows], vec![0.0_f64; columns]];
    let mut sums = regrets.clone();
    for step in 1..=STEPS {
        let lots = regrets.each_ref().map(|regrets| shares(regrets));
        let row_values: Vec<f64> = matrix
            .iter()
            .map(|row| row.iter().zip(&lots[1]).map(|(value, share)| value * share).sum())
            .collect();
        let column_values: Vec<f64> = (0..columns)
            .map(|column| (0..rows).map(|row| matrix[row][column] * lots[0][row]).sum())
            .collect();
        let value: f64 = row_values.iter().zip(&lots[0]).map(|(value, share)| value * share).sum();
        for (regret, row) in regrets[0].iter_mut().zip(&row_values) {
            *regret = (*regret + row - value).max(0.0);
        }
        for (regret, column) in regrets[1].iter_mut().zip(&column_values) {
            *regret = (*regret + value - column).max(0.0);
        }
        for (sums, lots) in sums.iter_mut().zip(&lots) {
            for (sum, share) in sums.iter_mut().zip(lots) {
                *sum += f64::from(step) * share;
            }
        }
    }
    let lots = sums.each_ref().map(|sums| shares(sums));
    let value = (0..rows)
        .map(|row| {
            lots[0][row] * (0..columns).map(|column| matrix[row][column] * lots[1][column]).sum::<f64>()
        })
        .sum();
    (lots, value)
}

fn shares(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 {
        weights.iter().map(|weight| weight / sum).collect()
    } else {
        vec![1.0 / weights.len() as f64; weights.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two matrices with known solutions: one without a row that is always better, and one with such a row.
    #[test]
    fn known_matrices_are_solved() {
        let (lots, value) = solve(&[vec![0.7, 0.6], vec![0.5, 0.9]]);
        assert!((value - 0.66).abs() < 1e-3 && (lots[0][0] - 0.8).abs() < 0.01, "{lots:?} {value}");
        let (lots, value) = solve(&[vec![0.5, 0.6], vec![0.4, 0.3]]);
        assert!((value - 0.5).abs() < 1e-3 && lots[0][0] > 0.99 && lots[1][0] > 0.99, "{lots:?} {value}");
    }
}
