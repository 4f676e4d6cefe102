//! Counts the tree of acts: the standard check of a move generator.

use crate::Position;

/// The number of sequences of exactly `depth` acts from `position`; a finished game has no continuation.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    count(position, &mut vec![Vec::new(); depth as usize])
}

/// `perft` split by the first act, in the order of `moves`.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let mut first = Vec::new();
    let Some(by) = position.turn().next() else { return Vec::new() };
    if depth == 0 {
        return Vec::new();
    }
    position.moves(by, &mut first);
    let mut buffers = vec![Vec::new(); depth as usize - 1];
    let below = |m: &P::Move, buffers: &mut [Vec<P::Move>]| {
        let mut child = position.clone();
        child.play(by, m);
        count(&child, buffers)
    };
    first.into_iter().map(|m| (m.clone(), below(&m, &mut buffers))).collect()
}

/// One buffer per depth: an allocation per node would cost a quarter to a half of the speed.
fn count<P: Position>(position: &P, buffers: &mut [Vec<P::Move>]) -> u64 {
    let Some((mine, deeper)) = buffers.split_first_mut() else { return 1 };
    let Some(by) = position.turn().next() else { return 0 };
    mine.clear();
    position.moves(by, mine);
    if deeper.is_empty() {
        return mine.len() as u64;
    }
    let mut nodes = 0;
    for m in mine.iter() {
        let mut child = position.clone();
        child.play(by, m);
        nodes += count(&child, deeper);
    }
    nodes
}
