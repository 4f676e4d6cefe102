//! How the network's judgement changes with its weights, for fitting them.

use super::sight::{DETOURS, SIGHT, Sight, WIDTH, place};
use super::{
    BIAS, CHANNELS, DIRECT, FAR, FURTHER, LAYER, LAYERS, NEAR, Network, ROWS, Row, SUM, Scores, add,
};
use leitai_core::Rng;

impl Network {
    /// A network that was not fitted yet, with random weights.
    pub fn random(rng: &mut Rng) -> Network {
        let mut rows = vec![[0.0; CHANNELS]; ROWS];
        // So large that each layer's numbers spread as widely as those before.
        let mut fill = |rows: &mut [Row], inputs: usize| {
            let spread = (6.0 / inputs as f32).sqrt();
            let mut lot = || (rng.next() >> 40) as f32 / (1_u64 << 23) as f32 - 1.0;
            rows.iter_mut().flatten().for_each(|weight| *weight = spread * lot());
        };
        fill(&mut rows[..BIAS], SIGHT.len() * 2);
        for layer in 0..LAYERS {
            fill(&mut rows[FURTHER + layer * LAYER..][..LAYER - 1], NEAR.len() * CHANNELS);
        }
        fill(&mut rows[SUM..DIRECT], CHANNELS * 6);
        Network(rows)
    }

    /// A network of zeros, to collect gradients in.
    pub fn zero() -> Network {
        Network(vec![[0.0; CHANNELS]; ROWS])
    }

    /// All its numbers.
    pub fn weights(&mut self) -> &mut [f32] {
        self.0.as_flattened_mut()
    }

    /// Judges a position, and adds to `sum` how something changes with each weight that changes with the scores as `slopes`
    /// says, by place.
    pub fn add_gradient(&self, sight: &Sight, slopes: impl FnOnce(&Scores) -> Vec<f32>, sum: &mut Network) {
        let layers = self.layers(sight);
        let slopes = slopes(&self.sum_up(sight, &layers[LAYERS]));
        let mut behind = vec![[0.0; CHANNELS]; slopes.len()];
        for at in sight.places() {
            let slope = slopes[at];
            let [mine, theirs] = sight.detours[at].map(usize::from);
            sum.0[DIRECT][mine] += slope;
            sum.0[DIRECT][DETOURS + theirs] += slope;
            add(&mut sum.0[SUM], &layers[LAYERS][at].map(|value| value * slope));
            behind[at] = self.0[SUM].map(|weight| weight * slope);
        }
        for layer in (0..LAYERS).rev() {
            let (before, after) = (&layers[layer], &layers[layer + 1]);
            let first = FURTHER + layer * LAYER;
            let mut slopes = vec![[0.0; CHANNELS]; behind.len()];
            for at in sight.places() {
                let open = opened(&behind[at], &after[at]);
                add(&mut sum.0[first + LAYER - 1], &open);
                for (near, step) in NEAR.iter().enumerate() {
                    let from = (at as i32 + step.1 * WIDTH as i32 + step.0) as usize;
                    for channel in 0..CHANNELS {
                        let row = first + near * CHANNELS + channel;
                        add(&mut sum.0[row], &open.map(|slope| slope * before[from][channel]));
                        slopes[from][channel] += dot(&self.0[row], &open);
                    }
                }
            }
            behind = slopes;
        }
        // What the frame would have to be is nobody's weight.
        for at in sight.places() {
            behind[at] = opened(&behind[at], &layers[0][at]);
            let [mine, theirs] = sight.detours[at].map(usize::from);
            for row in [BIAS, FAR + mine, FAR + DETOURS + theirs] {
                add(&mut sum.0[row], &behind[at]);
            }
        }
        let on_board = 0..sight.size;
        for (x, y, kind) in &sight.stones {
            for (row, step) in (*kind..).zip(SIGHT) {
                let (x, y) = (x - step.0, y - step.1);
                if on_board.contains(&x) && on_board.contains(&y) {
                    add(&mut sum.0[row], &behind[place(x, y)]);
                }
            }
        }
    }
}

/// The slopes that pass what is cut off at zero.
fn opened(slopes: &Row, values: &Row) -> Row {
    std::array::from_fn(|channel| if values[channel] > 0.0 { slopes[channel] } else { 0.0 })
}

fn dot(one: &Row, other: &Row) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Cell, Move, Rules};
    use leitai_core::{Actor, Position};

    /// Every part's slopes are what the scores do when a weight is changed a little.
    #[test]
    fn slopes_are_small_changes() {
        let rules = Rules::new(5, false, false).expect("a size");
        let mut board = Board::initial(&rules);
        let cells = [(2, 2), (1, 3), (3, 1)].map(|(x, y)| Cell::new(x, y).expect("on the board"));
        for cell in cells {
            board.play(Actor::Seat(board.mover()), &Move::Stone(cell));
        }
        let sight = Sight::new(&board, Some(cells[2]));
        let mut rng = Rng::new(3);
        let mut network = Network::random(&mut rng);
        // What is judged: a sum of the scores with these factors.
        let mut lot = || (rng.next() >> 40) as f32 / (1_u64 << 24) as f32 - 0.5;
        let mut slopes = network.judge(&sight).zeros();
        sight.places().for_each(|at| slopes[at] = lot());
        network.weights().iter_mut().for_each(|weight| *weight += 0.1 * lot());
        let judged = |network: &Network| {
            let scores = network.judge(&sight).0;
            slopes.iter().zip(&scores).map(|(factor, score)| f64::from(factor * score)).sum::<f64>()
        };
        let mut gradient = Network::zero();
        network.add_gradient(&sight, |_| slopes.clone(), &mut gradient);
        let (mut moved, step) = (0, 1e-2);
        for at in (0..ROWS * CHANNELS).step_by(7) {
            let slope = f64::from(gradient.weights()[at]);
            let weight = network.weights()[at];
            let mut changed = |by: f32| {
                network.weights()[at] = weight + by;
                let value = judged(&network);
                network.weights()[at] = weight;
                value
            };
            let (up, down, here) = (changed(step), changed(-step), changed(0.0));
            // Where a number passes zero in between, the change has a corner.
            let is_smooth =
                ((up - here) - (here - down)).abs() < 1e-3 * f64::from(step).max((up - down).abs());
            if is_smooth {
                let change = (up - down) / f64::from(2.0 * step);
                assert!(
                    (change - slope).abs() < 2e-3 + 0.02 * change.abs(),
                    "weight {at}: {change} for {slope}"
                );
                moved += u32::from(change.abs() > 1e-3);
            }
        }
        assert!(moved > 200, "{moved} weights changed something");
    }
}
