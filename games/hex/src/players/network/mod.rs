//! A small network that says where a strong player would place the next stone: a hexagonal neighbourhood of each empty cell
//! in three layers, and how far the cell is from the shortest ways of both sides. Fitted to what a tree search looked at in
//! its own games (`benches/network`).

#[cfg(any(test, feature = "bench"))]
mod gradient;
mod sight;

pub use sight::Sight;

use sight::{DETOURS, FRAME, SIGHT, WIDTH, place, within};
use std::sync::LazyLock;

/// Numbers that each layer computes for each cell.
const CHANNELS: usize = 16;
/// As many numbers.
type Row = [f32; CHANNELS];

/// The cells that each further layer joins: those at most one step away.
const NEAR: [(i32, i32); 7] = within(1);
/// Further layers.
const LAYERS: usize = 2;

/// The first row of the bias of the first layer, behind what each kind of stone means to each cell in sight.
const BIAS: usize = sight::KINDS * SIGHT.len();
/// The first row of what detours mean to the first layer: those of the seat on turn, then those of the other.
const FAR: usize = BIAS + 1;
/// The first row of the further layers.
const FURTHER: usize = FAR + 2 * DETOURS;
/// Rows of a further layer: by neighbour and channel, then its bias.
const LAYER: usize = NEAR.len() * CHANNELS + 1;
/// The row that sums up the last layer.
const SUM: usize = FURTHER + LAYERS * LAYER;
/// The row whose first `2 * DETOURS` numbers detours add to that sum.
const DIRECT: usize = SUM + 1;
/// The number of rows.
const ROWS: usize = DIRECT + 1;

/// Stored numbers are multiples of this.
const UNIT: f32 = 1.0 / 2048.0;

/// What a network makes of the cells of a position, by place: the log-odds of each against the others, up to a constant.
pub struct Scores(Vec<f32>);

impl Scores {
    /// The score of a cell, given by its place.
    pub fn of(&self, place: usize) -> f32 {
        self.0[place]
    }

    /// The logarithms of the probabilities of these places, one of which is certain to be chosen.
    pub fn log_shares(&self, places: &[usize]) -> Vec<f32> {
        let most = places.iter().map(|at| self.0[*at]).fold(f32::MIN, f32::max);
        let all = places.iter().map(|at| (self.0[*at] - most).exp()).sum::<f32>().ln() + most;
        places.iter().map(|at| self.0[*at] - all).collect()
    }

    /// A number for each place, all zero.
    pub fn zeros(&self) -> Vec<f32> {
        vec![0.0; self.0.len()]
    }
}

/// What a layer computed, by place. What lies in the frame stays zero.
type Layer = Vec<Row>;

/// The network's weights, by row.
pub struct Network(Vec<Row>);

impl Network {
    /// The network that the players use.
    pub fn fitted() -> &'static Network {
        static FITTED: LazyLock<Network> = LazyLock::new(|| Network::read(include_bytes!("weights.bin")));
        &FITTED
    }

    /// Reads the bytes that [`Network::bytes`] produces.
    ///
    /// # Panics
    /// If their number is wrong.
    pub fn read(bytes: &[u8]) -> Network {
        assert_eq!(bytes.len(), ROWS * CHANNELS * 2, "they are for another network");
        let numbers = bytes.chunks(2).map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) * UNIT);
        let numbers: Vec<f32> = numbers.collect();
        Network(numbers.chunks(CHANNELS).map(|row| row.try_into().expect("a whole row")).collect())
    }

    /// The weights, rounded to what is stored: 16 bits each, the low byte first.
    pub fn bytes(&self) -> Vec<u8> {
        self.0
            .as_flattened()
            .iter()
            .flat_map(|weight| ((weight / UNIT).round() as i16).to_le_bytes())
            .collect()
    }

    /// Judges every cell.
    pub fn judge(&self, sight: &Sight) -> Scores {
        self.sum_up(sight, &self.layers(sight)[LAYERS])
    }

    /// All layers from the first on.
    fn layers(&self, sight: &Sight) -> [Layer; LAYERS + 1] {
        let rows = place(0, sight.size + FRAME as i32);
        let mut layers = std::array::from_fn(|_| vec![[0.0; CHANNELS]; rows]);
        self.look(sight, &mut layers[0]);
        for layer in 0..LAYERS {
            let (before, after) = layers.split_at_mut(layer + 1);
            self.join(layer, sight, &before[layer], &mut after[0]);
        }
        layers
    }

    /// The scores, from the last layer.
    fn sum_up(&self, sight: &Sight, last: &[Row]) -> Scores {
        let mut scores = vec![0.0; last.len()];
        for at in sight.places() {
            let own: f32 = last[at].iter().zip(&self.0[SUM]).map(|(value, weight)| value * weight).sum();
            let [mine, theirs] = sight.detours[at].map(usize::from);
            scores[at] = own + self.0[DIRECT][mine] + self.0[DIRECT][DETOURS + theirs];
        }
        Scores(scores)
    }

    /// The first layer: the sum of what each stone means to the cells that see it.
    fn look(&self, sight: &Sight, cells: &mut [Row]) {
        for at in sight.places() {
            let [mine, theirs] = sight.detours[at].map(usize::from);
            cells[at] = self.0[BIAS];
            add(&mut cells[at], &self.0[FAR + mine]);
            add(&mut cells[at], &self.0[FAR + DETOURS + theirs]);
        }
        let on_board = 0..sight.size;
        for (x, y, kind) in &sight.stones {
            for (step, weights) in SIGHT.iter().zip(&self.0[*kind..]) {
                let (x, y) = (x - step.0, y - step.1);
                if on_board.contains(&x) && on_board.contains(&y) {
                    add(&mut cells[place(x, y)], weights);
                }
            }
        }
        for at in sight.places() {
            cells[at] = cells[at].map(|value| value.max(0.0));
        }
    }

    /// A further layer: each cell joins what the layer before computed for it and its neighbours.
    fn join(&self, layer: usize, sight: &Sight, before: &[Row], after: &mut [Row]) {
        let weights = &self.0[FURTHER + layer * LAYER..][..LAYER];
        for at in sight.places() {
            let mut sum = weights[LAYER - 1];
            for (step, weights) in NEAR.iter().zip(weights.chunks(CHANNELS)) {
                let from = &before[(at as i32 + step.1 * WIDTH as i32 + step.0) as usize];
                for (value, weights) in from.iter().zip(weights) {
                    for (sum, weight) in sum.iter_mut().zip(weights) {
                        *sum += value * weight;
                    }
                }
            }
            after[at] = sum.map(|value| value.max(0.0));
        }
    }
}

fn add(sum: &mut Row, row: &Row) {
    sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Cell, Hex, Move, Rules};
    use leitai_core::{Actor, Game, Position, Rng, State};

    fn rules(size: u8) -> Rules {
        Rules::new(size, false, false).expect("a size")
    }

    /// A random position, and the stone placed last.
    fn position(size: u8, rng: &mut Rng) -> (Board, Option<Cell>) {
        let (mut board, mut last) = (Board::initial(&rules(size)), None);
        for _ in 0..rng.below(usize::from(size) * 2) {
            let by = Actor::Seat(board.mover());
            let before = board;
            let act = board.random_move(by, rng).expect("it is not over");
            board.play(by, &act);
            if board.winner().is_some() {
                return (before, last);
            }
            if let Move::Stone(cell) = act {
                last = Some(cell);
            }
        }
        (board, last)
    }

    #[test]
    fn weights_survive_being_stored() {
        let bytes = include_bytes!("weights.bin");
        assert_eq!(Network::read(bytes).bytes(), bytes);
    }

    #[test]
    fn it_judges_boards_of_every_size() {
        let mut rng = Rng::new(4);
        for size in 2..=Cell::MOST {
            let (board, last) = position(size, &mut rng);
            let sight = Sight::new(&board, last);
            let scores = Network::fitted().judge(&sight);
            assert!(Cell::all(size).all(|cell| scores.of(sight.place(cell)).is_finite()), "{size}");
        }
    }

    /// Blue has just broken into the bridge between C4 and B2; the other cell of the bridge saves it.
    #[test]
    fn a_broken_bridge_is_saved() {
        let board = Hex::read_position("5/2r2/2b2/1r3/4b r", &rules(5)).expect("a position");
        let at = |x, y| Cell::new(x, y).expect("on the board");
        let sight = Sight::new(&board, Some(at(2, 2)));
        let scores = Network::fitted().judge(&sight);
        let best = board
            .empty()
            .iter()
            .max_by(|one, other| scores.of(sight.place(*one)).total_cmp(&scores.of(sight.place(*other))));
        assert_eq!(best, Some(at(1, 2)));
    }
}
