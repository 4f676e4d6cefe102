//! Speed of the strong player: positions searched a second, and stones tried a second by the proofs, over positions of
//! its own games. `search NODES` searches so many in each; the counts are the same on every machine.
#![expect(clippy::print_stdout, reason = "what it found is its output")]

use gomoku::study::{Effort, fours, threats};
use gomoku::{Bans, Board, Gomoku, Move, Opening, Point, Rules, Side, Start};
use leitai_core::{Actor, Budget, Game, Level, Means, Position, Seat, State, Turn};
use std::env;
use std::time::Instant;

/// Positions searched in each by default.
const NODES: u64 = 200_000;
/// Stones of a game before a position is taken from it.
const STONES: u8 = 12;
/// Fours, and positions of threes and fours, looked at in each position.
const FOURS: u32 = 20_000;
const THREATS: u64 = 20_000;

fn main() {
    let nodes = env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(NODES);
    let positions: Vec<(Board, Seat)> = Opening::all().filter_map(position).collect();
    let begun = Instant::now();
    let (mut searched, mut depth) = (0, 0);
    for (board, seat) in positions.iter().step_by(4) {
        let (found, reached) = think(board, *seat, nodes);
        searched += found;
        depth += reached;
    }
    let seconds = begun.elapsed().as_secs_f64();
    let number = positions.iter().step_by(4).count().max(1);
    println!("{searched} positions searched in {seconds:.2} s: {:.0} a second", searched as f64 / seconds);
    println!("depth {:.1} on average", f64::from(depth) / number as f64);
    let sides = |board: &Board, seat: Seat| board.side(seat);
    proofs("fours", &positions, |board, seat| fours(board, sides(board, seat), FOURS));
    proofs("threes and fours", &positions, |board, seat| threats(board, sides(board, seat), THREATS));
}

/// A middle-game position: an opening, and what `best` makes of it with few nodes.
fn position(opening: Opening) -> Option<(Board, Seat)> {
    let rules = Rules { start: Start::Free, bans: Bans::Automatic, ..Rules::default() };
    let mut board = Board::initial(&rules);
    let stones: [Point; 3] = opening.stones();
    for stone in stones {
        let Turn::Of(by) = board.turn() else { return None };
        board.play(by, &Move::Place(stone));
    }
    while let Turn::Of(by @ Actor::Seat(seat)) = board.turn() {
        if board.placed() >= STONES {
            return Some((board, seat));
        }
        let mut player = Gomoku::engine(Level::Best, &Means { memory: 1 << 20, ..Means::seeded(1) })?;
        let mut turn = Vec::new();
        let budget = Budget { nodes: Some(500), ..Budget::UNTIMED };
        player.think(seat, &board, &budget, &mut |_| (), &mut turn);
        for m in &turn {
            board.play(by, m);
        }
    }
    None
}

/// The nodes and the depth of the last finished iteration of a search.
fn think(board: &Board, seat: Seat, nodes: u64) -> (u64, u32) {
    let mut player = Gomoku::engine(Level::Best, &Means::seeded(1)).expect("a level of the game");
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

/// Searches for proofs for both sides of every position, as if it were to move.
fn proofs(name: &str, positions: &[(Board, Seat)], search: impl Fn(&Board, Seat) -> Effort) {
    let begun = Instant::now();
    let (mut stones, mut won) = (0, 0);
    for (board, _) in positions {
        for seat in [Side::Black, Side::White].map(|side| board.seat(side)) {
            let effort = search(board, seat);
            stones += effort.stones;
            won += u32::from(effort.won);
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{name}: {won} wins, {stones} stones in {seconds:.2} s: {:.0} a second",
        stones as f64 / seconds
    );
}
