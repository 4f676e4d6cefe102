//! Perft files: lines `perft DEPTH NODES` (commas allowed), each for the settings above it.
//!
//! * `id NAME` begins a section: earlier settings no longer apply.
//! * `option NAME=VALUE` chooses the rules of the section's later lines; the rest are defaults.
//! * `position TEXT` is the starting position; without it, the game's own start under those rules.
//! * `# comment`.

use crate::walk::rules;
use leitai_core::{Game, Position, RulesOf, perft};

/// One count of a perft file.
pub struct Count<P> {
    /// The name and line of its position, for messages.
    pub name: String,
    /// The starting position.
    pub position: P,
    /// The depth.
    pub depth: u32,
    /// The number of sequences of acts.
    pub nodes: u64,
}

/// The settings that the lines of a section share.
#[derive(Default)]
struct Section<'a> {
    id: &'a str,
    options: Vec<(&'a str, &'a str)>,
    position: Option<&'a str>,
}

impl Section<'_> {
    fn start<G: Game>(&self) -> Result<G::Position, String> {
        let rules: RulesOf<G> = rules::<G>(&self.options).map_err(|e| e.to_string())?;
        match self.position {
            Some(text) => G::read_position(text, &rules).map_err(|e| format!("position {text}: {e}")),
            None => Ok(G::Position::initial(&rules)),
        }
    }
}

/// Every count of a perft file.
pub fn counts<G: Game>(text: &str) -> Vec<Count<G::Position>> {
    let mut section = Section { id: "start", ..Section::default() };
    let mut counts = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let at = at + 1;
        match word {
            "#" => {}
            "id" => section = Section { id: rest, ..Section::default() },
            "option" => {
                let option = rest.split_once('=').unwrap_or_else(|| panic!("line {at}: NAME=VALUE"));
                assert!(section.position.is_none(), "line {at}: options stand before the position");
                section.options.push(option);
            }
            "position" => section.position = Some(rest),
            "perft" => {
                let numbers = rest.replace(',', "");
                let (depth, nodes) = numbers.split_once(' ').unwrap_or_else(|| panic!("line {at}: {line}"));
                counts.push(Count {
                    name: format!("{} (line {at})", section.id),
                    position: section.start::<G>().unwrap_or_else(|e| panic!("line {at}: {e}")),
                    depth: depth.parse().unwrap_or_else(|e| panic!("line {at}: {e}")),
                    nodes: nodes.parse().unwrap_or_else(|e| panic!("line {at}: {e}")),
                });
            }
            _ => panic!("line {at}: `{line}` is no line of a perft file"),
        }
    }
    counts
}

/// Checks every count of a perft file, and that there are at least `least` of them.
pub fn counts_come_out<G: Game>(text: &str, least: usize) {
    let counts = counts::<G>(text);
    assert!(counts.len() >= least, "only {} counts were found", counts.len());
    for Count { name, position, depth, nodes } in counts {
        assert_eq!(perft(&position, depth), nodes, "{name} at depth {depth}");
    }
}
