//! A second implementation of the rules, from scratch: a list of stones and acts as texts, sharing nothing
//! with the first but the texts.

use einstein::{Board, EinStein};
use leitai_core::Game;

/// A stone: whether it is red, its number, its column from 0 and its row from 1 at the bottom.
type Stone = (bool, i32, i32, i32);

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Twin {
    stones: Vec<Stone>,
    /// `lay`, `red`, `blue` or `-`.
    state: &'static str,
    /// 0 before the die is rolled.
    die: i32,
}

const RED_POINTS: [&str; 6] = ["A5", "B5", "C5", "A4", "B4", "A3"];
const BLUE_POINTS: [&str; 6] = ["E1", "D1", "C1", "E2", "D2", "E3"];

fn square(column: i32, row: i32) -> String {
    format!("{}{row}", ["A", "B", "C", "D", "E"][column as usize])
}

impl Twin {
    pub(crate) fn of(board: &Board) -> Twin {
        let mut text = String::new();
        EinStein::write_position(board, &mut text);
        let (rows, state) = text.split_once(' ').expect("rows and state");
        let mut stones = Vec::new();
        for (row, text) in [5, 4, 3, 2, 1].into_iter().zip(rows.split('/')) {
            let (mut column, mut side) = (0, None);
            for c in text.chars() {
                match (c.to_digit(10).map(|digit| digit as i32), side.take()) {
                    (None, _) => side = Some(c == 'r'),
                    (Some(number), Some(red)) => {
                        stones.push((red, number, column, row));
                        column += 1;
                    }
                    (Some(empty), None) => column += empty,
                }
            }
        }
        let (state, die) = match state.split_once(" d") {
            None => (if state == "lay" { "lay" } else { "-" }, 0),
            Some((side, die)) => (if side == "red" { "red" } else { "blue" }, die.parse().unwrap_or(0)),
        };
        stones.sort_unstable();
        Twin { stones, state, die }
    }

    fn numbers(&self, red: bool) -> Vec<i32> {
        let mut numbers: Vec<i32> =
            self.stones.iter().filter(|stone| stone.0 == red).map(|stone| stone.1).collect();
        numbers.sort_unstable();
        numbers
    }

    fn at(&self, at: &str) -> Option<Stone> {
        self.stones.iter().copied().find(|(_, _, column, row)| square(*column, *row) == at)
    }

    /// Every act of the next actor, red laying before blue, as a sorted list of texts.
    pub(crate) fn acts(&self) -> Vec<String> {
        let mut acts = Vec::new();
        if self.state == "lay" {
            let red = self.numbers(true).len() < 6;
            let number = self.numbers(red).len() + 1;
            let points = if red { RED_POINTS } else { BLUE_POINTS };
            acts.extend(points.iter().filter(|at| self.at(at).is_none()).map(|at| format!("{at}={number}")));
        } else if self.state != "-" && self.die == 0 {
            acts.extend((1..=6).map(|die| format!("d{die}")));
        } else if self.state != "-" {
            let red = self.state == "red";
            let living = self.numbers(red);
            // A living stone with the rolled number is its own nearest on both sides.
            let above = living.iter().find(|number| **number >= self.die);
            let below = living.iter().rfind(|number| **number <= self.die);
            let way = if red { 1 } else { -1 };
            for (_, _, column, row) in
                self.stones.iter().filter(|s| s.0 == red && (Some(&s.1) == above || Some(&s.1) == below))
            {
                for (right, down) in [(way, 0), (0, way), (way, way)] {
                    let (to_column, to_row) = (column + right, row - down);
                    if (0..5).contains(&to_column) && (1..=5).contains(&to_row) {
                        acts.push(format!("{}-{}", square(*column, *row), square(to_column, to_row)));
                    }
                }
            }
        }
        acts.sort();
        acts
    }

    pub(crate) fn play(&mut self, act: &str) {
        let place = |text: &str| {
            let column = "ABCDE".find(&text[..1]).expect("a column") as i32;
            (column, text[1..].parse::<i32>().expect("a row"))
        };
        if let Some((at, number)) = act.split_once('=') {
            let (column, row) = place(at);
            self.stones.push((RED_POINTS.contains(&at), number.parse().expect("a number"), column, row));
            if self.stones.len() == 12 {
                self.state = "red";
            }
        } else if let Some(die) = act.strip_prefix('d') {
            self.die = die.parse().expect("a die");
        } else {
            let (from, to) = act.split_once('-').expect("a step");
            let mut stone = self.at(from).expect("a stone");
            self.stones.retain(|(_, _, column, row)| ![from, to].contains(&square(*column, *row).as_str()));
            (stone.2, stone.3) = place(to);
            self.stones.push(stone);
            let red = stone.0;
            let arrived = to == if red { "E1" } else { "A5" };
            self.die = 0;
            self.state = match (arrived || self.numbers(!red).is_empty(), red) {
                (true, _) => "-",
                (false, true) => "blue",
                (false, false) => "red",
            };
        }
        self.stones.sort_unstable();
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let count = |act: String| {
            let mut child = self.clone();
            child.play(&act);
            child.perft(depth - 1)
        };
        self.acts().into_iter().map(count).sum()
    }
}
