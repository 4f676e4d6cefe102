//! Applies the value of `easy` two turns ahead: first looks for wins by threats for either side, then picks the turn
//! whose best reply leaves the most.

use super::threats::Threats;
use super::valued_field::ValuedField;
use crate::{Board, Point};
use leitai_core::{Budget, Engine, Info, Proved, Rng, Seat};
use leitai_search::{expected, shuffle};
use std::cmp::Reverse;

/// Candidate turns tried per turn, over both searches together.
const NODES: u64 = 60_000;
/// Points that are tried in pairs, besides those that stop a threat.
const POOL: usize = 20;
/// Points that are tried in pairs for a reply.
const ANSWERS: usize = 10;
/// Turns for which replies are searched.
const WIDEST: usize = 30;
/// The value of a win, far above that of any estimate.
const WON: i32 = 1_000_000;
/// Units of the field's value per unit of the logistic scale.
const SCALE: f32 = 120.0;

/// The expected result for `value`, taken after a turn and its best reply, with `placed` stones on the board. The
/// side to move is better off than the stones suggest, more so early than late. Fitted by logistic regression on
/// 3,000 positions of games between two players of this level
/// (`leitai bench players --calibration connect6 --positions 3000 --json`).
fn expectation(value: i32, placed: u16) -> f32 {
    let late = (f32::from(placed) / 40.0).min(1.0);
    expected(1.82 - 1.59 * late + (4.25 - 1.92 * late) * value as f32 / SCALE)
}

/// Built-in level `medium`.
pub(crate) struct Medium(Rng);

impl Medium {
    pub(crate) fn new(seed: u64) -> Self {
        Medium(Rng::new(seed))
    }
}

impl Engine<Board> for Medium {
    fn think(
        &mut self,
        me: Seat,
        view: &Board,
        budget: &Budget<'_>,
        say: &mut dyn FnMut(Info<Point>),
        turn: &mut Vec<Point>,
    ) {
        let nodes = budget.nodes.map_or(NODES, |nodes| nodes.min(NODES));
        let mut search = Search { me, field: ValuedField::new(view), left: nodes, budget };
        let (value, stones) = search.best(view.stones_left(), &mut self.0);
        let stones: Vec<Point> = stones.into_iter().filter_map(Point::at).collect();
        let proved = (value == WON).then_some(Proved { winner: Some(me), acts: None });
        say(Info {
            depth: 2,
            nodes: nodes - search.left,
            expected: expectation(value, view.placed()),
            proved,
            line: stones.clone(),
        });
        turn.extend(stones);
    }
}

struct Search<'a> {
    me: Seat,
    field: ValuedField,
    left: u64,
    budget: &'a Budget<'a>,
}

impl Search<'_> {
    /// The best turn of `stones` stones, with its value.
    fn best(&mut self, stones: u16, rng: &mut Rng) -> (i32, Vec<u16>) {
        let me = self.me;
        if let Some(window) = self.field.win(me, stones) {
            return (WON, self.field.gaps(window).collect());
        }
        if stones == 2 {
            let half = self.left / 2;
            let mut threats = Threats { field: &mut self.field, left: half, budget: self.budget };
            let won = threats.win(me);
            let left = threats.left;
            self.left -= half - left;
            if let Some(turn) = won {
                return (WON, turn.into());
            }
        }
        let mut points: Vec<u16> = self.field.empty().collect();
        shuffle(&mut points, rng);
        let mut turns = turns(&mut self.field, me, points, POOL, usize::from(stones));
        turns.truncate(WIDEST);
        let mut best = (i32::MIN, turns[0].1.clone());
        for (_, turn) in turns {
            if best.0 > i32::MIN && self.budget.is_exhausted() {
                break;
            }
            let value = self.answered(&turn);
            if value > best.0 {
                best = (value, turn);
            }
        }
        best
    }

    /// The value of a turn after the best reply.
    fn answered(&mut self, turn: &[u16]) -> i32 {
        let (me, enemy) = (self.me, self.me.other());
        self.field.place_all(me, turn);
        let value = if let Some(window) = self.field.win(enemy, 2) {
            // If every turn loses, prefer the one that leaves the fewest threats.
            let open = self.field.fours(enemy).count() as i32;
            debug_assert!(self.field.gaps(window).next().is_some(), "the enemy completes it");
            self.field.value(me) - WON / 2 - 10_000 * open
        } else if self.field.needed(me) > 2 {
            WON
        } else if self.is_lost() {
            self.field.value(me) - WON / 4
        } else {
            let points = self.field.empty().collect();
            let answers = turns(&mut self.field, enemy, points, ANSWERS, 2);
            self.left = self.left.saturating_sub(answers.len() as u64);
            answers.first().map_or(self.field.value(me), |((_, value), _)| -*value)
        };
        self.field.lift_all(me, turn);
        value
    }

    /// Whether the enemy, now to move, wins by threats.
    fn is_lost(&mut self) -> bool {
        let share = self.left / 8;
        let mut threats = Threats { field: &mut self.field, left: share, budget: self.budget };
        let lost = threats.win(self.me.other()).is_some();
        let left = threats.left;
        self.left -= share - left;
        lost
    }
}

/// The number of enemy windows that a turn leaves, and the value of `easy`.
type Worth = (Reverse<usize>, i32);

/// Turns of `seat`, best first: by how few windows they leave the other side to complete, then by the value of
/// `easy`. Of equal points the earlier ones are taken.
fn turns(
    field: &mut ValuedField,
    seat: Seat,
    mut points: Vec<u16>,
    pool: usize,
    stones: usize,
) -> Vec<(Worth, Vec<u16>)> {
    let stops: Vec<u16> =
        field.fours(seat.other()).flat_map(|window| field.gaps(window).collect::<Vec<_>>()).collect();
    points.sort_by_cached_key(|point| -field.gain(seat, *point));
    let mut rank = 0..;
    points.retain(|point| rank.next().is_some_and(|i| i < pool) || stops.contains(point));
    let stones = stones.min(points.len());
    let mut turns: Vec<_> = match stones {
        2 => (0..points.len())
            .flat_map(|j| (0..j).map(move |i| [i, j]))
            .map(|pair| pair.map(|i| points[i]).to_vec())
            .collect(),
        _ => points.iter().map(|point| vec![*point]).collect::<Vec<_>>(),
    }
    .into_iter()
    .map(|turn| {
        field.place_all(seat, &turn);
        let open = field.fours(seat.other()).count();
        let value = field.value(seat);
        field.lift_all(seat, &turn);
        ((Reverse(open), value), turn)
    })
    .collect();
    turns.sort_by_key(|(worth, _)| Reverse(*worth));
    turns
}
