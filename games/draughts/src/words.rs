//! Draughts as the judge spells it: `N r,c r,c …` with N squares, including the start.

use crate::{Board, Path, notation};
use leitai_protocol::JudgeWords;
use std::fmt::Write as _;

pub(crate) struct Words;

impl JudgeWords for Words {
    type Position = Board;
    const ANSWER: &'static str = "N r,c r,c …";

    /// Stricter than for moves typed by a person: a program that passes here must pass with the judge too.
    fn read(answer: &str) -> Option<Path> {
        let mut parts = answer.split_ascii_whitespace();
        let count: usize = parts.next()?.parse().ok()?;
        let squares = parts.map(notation::square).collect::<Option<Vec<_>>>()?;
        Path::new(&squares).filter(|_| count == squares.len())
    }

    fn write(m: &Path) -> String {
        let mut text = m.squares().len().to_string();
        for square in m.squares() {
            // Writing to a String cannot fail.
            let _ = write!(text, " {},{}", square.row(), square.column());
        }
        text
    }
}
