//! Dots and boxes on the desktop platform: the number of edges in the turn, then three capital letters per
//! edge: its orientation (`A` across, `B` upright), the line of dots that carries it, and its place along
//! that line, counted from the left or from the top.

use crate::{Board, Edge, Rules, Way};
use leitai_board::letter;
use leitai_core::{Garbled, Words as Rule};
use leitai_protocol::{Misspelt, SauWords};
use std::fmt::Write as _;

static MISCOUNTED: Rule = Rule::new("the number of edges is not as announced", "边数与声明不符");

pub(crate) struct Words;

impl SauWords for Words {
    type Position = Board;

    fn write(view: &Board, turn: &[Edge], out: &mut String) {
        // Writing to a String cannot fail.
        let _ = write!(out, "{} ", turn.len());
        let rows = view.rules().rows();
        for edge in turn {
            out.extend(match edge.way() {
                Way::Across => ['A', letter(rows - edge.y()), letter(edge.x())],
                Way::Upright => ['B', letter(edge.x()), letter(rows - 1 - edge.y())],
            });
        }
    }

    fn read(view: &Board, text: &str) -> Result<Vec<Edge>, Misspelt> {
        let expected = || {
            Garbled::expected(
                "the number of edges, then three letters an edge: A (across) or B (upright), its line A–F and its place \
                 A–E along it, from the left or from the top",
                "边数，然后每边三个字母：A（横）或 B（竖）、所在线 A–F、线上位置 A–E，自左或自上数起",
            )
        };
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, letters) = text.split_at(digits);
        let number: usize = number.parse().map_err(|_| expected())?;
        let letters: Vec<u8> = letters.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
        let (edges, rest) = letters.as_chunks();
        let edges: Option<Vec<Edge>> = edges.iter().map(|letters| read_edge(view.rules(), letters)).collect();
        let edges = edges.filter(|_| rest.is_empty()).ok_or_else(expected)?;
        match edges.len() {
            count if count != number => Err(Misspelt::Illegal(&MISCOUNTED)),
            0 => Err(expected().into()),
            _ => Ok(edges),
        }
    }
}

fn read_edge(rules: Rules, letters: &[u8; 3]) -> Option<Edge> {
    let [way, line, along] = letters.map(|letter| letter.to_ascii_uppercase().wrapping_sub(b'A'));
    match way {
        0 => Edge::new(Way::Across, along, rules.rows().checked_sub(line)?),
        1 => Edge::new(Way::Upright, line, (rules.rows() - 1).checked_sub(along)?),
        _ => None,
    }
}
