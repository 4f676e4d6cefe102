//! Everything drawn in the course of a game, each element once, with the steps that show it.

use crate::picture::Layer;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

/// A drawn element.
pub(crate) struct Element {
    pub(crate) layer: Layer,
    /// The XML of one element, beginning with `<name`.
    pub(crate) drawn: String,
    /// The steps at which it appears, disappears, appears again: it is on if an odd number of them has been reached.
    turns: Vec<usize>,
}

impl Element {
    pub(crate) fn is_on(&self, step: usize) -> bool {
        self.turns.partition_point(|turn| *turn <= step) % 2 == 1
    }

    /// Whether it is there from the beginning and at every step.
    pub(crate) fn stays(&self) -> bool {
        self.turns == [0]
    }

    /// Each run of steps that shows it, as start and end; the last may be open-ended.
    pub(crate) fn runs(&self) -> impl Iterator<Item = (usize, Option<usize>)> {
        self.turns.chunks(2).map(|run| (run[0], run.get(1).copied()))
    }

    /// The steps in the form of the attribute `data-s`.
    pub(crate) fn steps(&self) -> String {
        let mut steps = String::new();
        for turn in &self.turns {
            let blank = if steps.is_empty() { "" } else { " " };
            let _ = write!(steps, "{blank}{turn}");
        }
        steps
    }

    /// The element with its steps, with its number if one is given, and hidden if `step` does not show it.
    pub(crate) fn marked(&self, number: Option<usize>, step: usize) -> String {
        let name = self.drawn.find([' ', '>']).unwrap_or(self.drawn.len());
        let (name, rest) = self.drawn.split_at(name);
        let number = number.map_or(String::new(), |number| format!(r#" data-i="{number}""#));
        let hidden = if self.is_on(step) { "" } else { r#" visibility="hidden""# };
        format!(r#"{name}{number} data-s="{}"{hidden}{rest}"#, self.steps())
    }
}

/// Elements, numbered in order of first appearance.
#[derive(Default)]
pub(crate) struct Timeline {
    elements: Vec<Element>,
    known: HashMap<(Layer, String), usize>,
    on: BTreeSet<usize>,
    steps: usize,
}

/// What a step changed. New elements are on and get the next numbers.
#[derive(Default)]
pub(crate) struct Turned {
    /// Elements that were off before.
    pub(crate) on: Vec<usize>,
    /// Elements that disappeared.
    pub(crate) off: Vec<usize>,
}

impl Timeline {
    pub(crate) fn elements(&self) -> &[Element] {
        &self.elements
    }

    pub(crate) fn steps(&self) -> usize {
        self.steps
    }

    /// The number of an element, which may be new or known.
    pub(crate) fn number(&mut self, layer: Layer, drawn: String) -> usize {
        *self.known.entry((layer, drawn)).or_insert_with_key(|(layer, drawn)| {
            self.elements.push(Element { layer: *layer, drawn: drawn.clone(), turns: Vec::new() });
            self.elements.len() - 1
        })
    }

    /// Adds a step that shows the elements with these numbers.
    pub(crate) fn step(&mut self, shown: BTreeSet<usize>) -> Turned {
        let mut turned = Turned::default();
        for number in self.on.symmetric_difference(&shown).copied() {
            let turns = &mut self.elements[number].turns;
            if self.on.contains(&number) {
                turned.off.push(number);
            } else if !turns.is_empty() {
                turned.on.push(number);
            }
            turns.push(self.steps);
        }
        self.on = shown;
        self.steps += 1;
        turned
    }
}
