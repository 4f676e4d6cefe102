//! Perft files: `# comment`, `id NAME`, `position TEXT`, then `perft DEPTH NODES` (commas allowed) for it.
//! Without a position the game's own start is meant.

use crate::walk::default_rules;
use leitai_core::{Game, Position, perft};

/// One count of a perft file.
pub struct Count<P> {
    /// The name of its position and its line, for messages.
    pub name: String,
    /// Where it starts.
    pub position: P,
    /// How deep.
    pub depth: u32,
    /// How many sequences of acts there are.
    pub nodes: u64,
}

/// Every count of a perft file, read with default rules.
pub fn counts<G: Game>(text: &str) -> Vec<Count<G::Position>> {
    let rules = default_rules::<G>();
    let (mut id, mut position) = ("start", G::Position::initial(&rules));
    let mut counts = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let at = at + 1;
        match word {
            "#" => {}
            "id" => id = rest,
            "position" => {
                position = G::read_position(rest, &rules).unwrap_or_else(|e| panic!("line {at}: {e}"));
            }
            "perft" => {
                let numbers = rest.replace(',', "");
                let (depth, nodes) = numbers.split_once(' ').unwrap_or_else(|| panic!("line {at}: {line}"));
                counts.push(Count {
                    name: format!("{id} (line {at})"),
                    position: position.clone(),
                    depth: depth.parse().unwrap_or_else(|e| panic!("line {at}: {e}")),
                    nodes: nodes.parse().unwrap_or_else(|e| panic!("line {at}: {e}")),
                });
            }
            _ => panic!("line {at}: `{line}` is no line of a perft file"),
        }
    }
    counts
}

/// Every count of a perft file comes out; there are at least `least` of them.
pub fn counts_come_out<G: Game>(text: &str, least: usize) {
    let counts = counts::<G>(text);
    assert!(counts.len() >= least, "only {} counts were found", counts.len());
    for Count { name, position, depth, nodes } in counts {
        assert_eq!(perft(&position, depth), nodes, "{name} at depth {depth}");
    }
}
