//! Speed of the strong player: half-turns placed and taken back a second, turns searched a second, and turns tried a second by
//! the proofs, over positions of its own games. `search NODES` searches so many in each; the counts are the same on every
//! machine.
#![expect(clippy::print_stdout, reason = "what it found is its output")]

use connect6::study::{half_turns, threats};
use connect6::{Board, Connect6, Point};
use leitai_core::{Actor, Budget, Game, Level, Means, Position, Rng, Seat, State, Turn};
use std::env;
use std::time::Instant;

/// Positions searched in each by default.
const NODES: u64 = 20_000;
/// Positions that are searched, and the stones on each.
const POSITIONS: u64 = 8;
const STONES: u16 = 15;
/// Positions looked at in each search for a proof.
const PROOFS: u64 = 2_000;
/// Stones placed at a time, and how often, for the half-turns.
const AT_ONCE: usize = 12;
const TIMES: u64 = 20_000;

fn main() {
    let nodes = env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(NODES);
    let positions: Vec<(Board, Seat)> = (0..POSITIONS).filter_map(position).collect();
    let begun = Instant::now();
    let (mut stones, mut sum) = (0, 0);
    for (board, seat) in &positions {
        let (placed, values) = half_turns(board, *seat, AT_ONCE, TIMES);
        stones += placed;
        sum += values;
    }
    report("half-turns placed and taken back", stones, begun);
    println!("sum of their values {sum}");
    let begun = Instant::now();
    let (mut searched, mut depth) = (0, 0);
    for (board, seat) in &positions {
        let (found, reached) = think(board, *seat, nodes);
        searched += found;
        depth += reached;
    }
    report("positions searched", searched, begun);
    println!("depth {:.1} on average", f64::from(depth) / positions.len().max(1) as f64);
    let begun = Instant::now();
    let (mut turns, mut won) = (0, 0);
    for (board, _) in &positions {
        for seat in Seat::BOTH {
            let effort = threats(board, seat, 0, PROOFS);
            turns += effort.turns;
            won += u32::from(effort.won);
        }
    }
    report("turns of proofs", turns, begun);
    println!("{won} wins");
}

fn report(name: &str, count: u64, begun: Instant) {
    let seconds = begun.elapsed().as_secs_f64();
    println!("{count} {name} in {seconds:.2} s: {:.0} a second", count as f64 / seconds);
}

/// A middle-game position: what `best` makes of a start near the centre with few nodes.
fn position(seed: u64) -> Option<(Board, Seat)> {
    let (mut board, mut rng) = (Board::default(), Rng::new(seed));
    let mut player = Connect6::engine(Level::Best, &Means { memory: 1 << 20, ..Means::seeded(1) })?;
    while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
        if board.placed() >= STONES {
            return Some((board, seat));
        }
        let mut turn = Vec::new();
        if board.placed() == 1 {
            while turn.len() < 2 {
                let point = Point::new(7 + rng.below(5) as u16, 7 + rng.below(5) as u16)?;
                if board.at(point).is_none() && !turn.contains(&point) {
                    turn.push(point);
                }
            }
        } else {
            let budget = Budget { nodes: Some(300), ..Budget::UNTIMED };
            player.think(seat, &board, &budget, &mut |_| (), &mut turn);
        }
        for point in &turn {
            board.play(by, point);
        }
    }
    None
}

/// The nodes and the depth of the last finished iteration of a search.
fn think(board: &Board, seat: Seat, nodes: u64) -> (u64, u32) {
    let mut player = Connect6::engine(Level::Best, &Means::seeded(1)).expect("a level of the game");
    let (mut searched, mut depth) = (0, 0);
    let budget = Budget { nodes: Some(nodes), ..Budget::UNTIMED };
    player.think(
        seat,
        board,
        &budget,
        &mut |info| (searched, depth) = (info.nodes, info.depth),
        &mut Vec::new(),
    );
    // A search that its limit ends spends all of it; a win that needs no search takes none.
    (if searched == 0 { 0 } else { nodes }, depth)
}
