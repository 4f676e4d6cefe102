//! The paper's algorithms, as a reference for the rules.

#[path = "../../src/players/paper/board.rs"]
mod board;

pub(crate) use board::Paper;
use leitai_core::Seat;

/// Counts the sequences of `depth` stones, checking every point with the paper's algorithms.
pub(crate) fn perft(paper: &Paper, seat: Seat, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let points = (0..paper.b.len()).flat_map(|i| (0..paper.b[i].len()).map(move |j| (i, j)));
    let safe = points.filter(|(i, j)| paper.may_play(seat, *i, *j));
    safe.map(|(i, j)| perft(&paper.with(seat, i, j), seat.other(), depth - 1)).sum()
}
