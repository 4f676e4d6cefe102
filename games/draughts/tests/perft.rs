//! Counts of the tree of moves, from `draughts.perft`.

#[expect(dead_code, reason = "only counted here")]
mod twin;

use draughts::{Draughts, Rules};
use leitai_core::{Game, perft};
use twin::Twin;

/// The twin builds every path anew: it is asked up to so many nodes.
const TWIN_NODES: u64 = 40_000;

#[test]
fn every_count_is_reproduced() {
    let mut board = None;
    let mut id = "";
    let mut counts = 0;
    for (at, line) in include_str!("draughts.perft").lines().enumerate() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" | "#" => {}
            "id" => id = rest,
            "position" => board = Some(Draughts::read_position(rest, &Rules::default()).expect(rest)),
            "perft" => {
                let (depth, nodes) = rest.split_once(' ').expect(line);
                let (depth, nodes) = (depth.parse().expect(line), nodes.parse::<u64>().expect(line));
                let board = board.as_ref().expect("a position comes first");
                assert_eq!(perft(board, depth), nodes, "{id} at depth {depth}");
                if nodes <= TWIN_NODES {
                    assert_eq!(Twin::of(board).perft(depth), nodes, "the twin on {id} at depth {depth}");
                }
                counts += 1;
            }
            _ => panic!("line {}: `{line}` is no line of a perft file", at + 1),
        }
    }
    assert!(counts >= 30, "only {counts} counts were found");
}
