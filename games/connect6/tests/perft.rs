//! Counts of the tree of acts, from `connect6.perft`: `position TEXT`, then `perft DEPTH NODES` lines.

use connect6::{Board, Connect6};
use leitai_core::{Game, Position, perft};

#[test]
fn counts_of_the_file() {
    let mut position = Board::initial(&());
    let mut counted = 0;
    for (at, line) in include_str!("connect6.perft").lines().enumerate() {
        let at = at + 1;
        match line.split_once(' ') {
            Some(("position", text)) => {
                position = Connect6::read_position(text, &()).unwrap_or_else(|e| panic!("line {at}: {e}"));
            }
            Some(("perft", text)) => {
                let numbers: Vec<u64> =
                    text.split(' ').map(|n| n.replace(',', "").parse().expect("a number")).collect();
                assert_eq!(perft(&position, numbers[0] as u32), numbers[1], "line {at}");
                counted += 1;
            }
            _ => assert!(line.is_empty() || line.starts_with('#'), "line {at}: {line}"),
        }
    }
    assert!(counted > 15, "only {counted} counts in the file");
}
