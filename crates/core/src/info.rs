//! A player's report on its thinking as one line of text, and back.

use crate::{Info, Proved, Seat};
use std::fmt;
use std::str::FromStr;

/// Most acts of the principal variation that are written: the rest is guesswork.
const SAID: usize = 24;

impl<M> Info<M> {
    /// The same report with each act as text.
    pub fn spelt(&self, mut spell: impl FnMut(&M) -> String) -> Info<String> {
        let line = self.line.iter().take(SAID).map(&mut spell).collect();
        let Info { depth, nodes, expected, proved, .. } = *self;
        Info { depth, nodes, expected, proved, line }
    }
}

impl fmt::Display for Info<String> {
    /// `depth 9 nodes 1234 expected 0.632 proved first 12 line J10 K11`: `proved` and `line` appear only if there
    /// is something to state. Read back by [`Info::from_str`], up to the digits of `expected`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "depth {} nodes {} expected {:.3}", self.depth, self.nodes, self.expected)?;
        if let Some(Proved { winner, acts }) = self.proved {
            match winner {
                Some(seat) => write!(f, " proved {seat}")?,
                None => f.write_str(" proved draw")?,
            }
            if let Some(acts) = acts {
                write!(f, " {acts}")?;
            }
        }
        if !self.line.is_empty() {
            write!(f, " line {}", self.line.join(" "))?;
        }
        Ok(())
    }
}

impl FromStr for Info<String> {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut words = text.split(' ').peekable();
        let mut value = |name: &str| words.next_if_eq(&name).and_then(|_| words.next()).ok_or(());
        let depth = value("depth")?.parse().map_err(drop)?;
        let nodes = value("nodes")?.parse().map_err(drop)?;
        let expected = value("expected")?.parse().map_err(drop)?;
        if !(0.0..=1.0).contains(&expected) {
            return Err(());
        }
        let proved = match value("proved") {
            Err(()) => None,
            Ok(who) => {
                let winner = match who {
                    "first" => Some(Seat::First),
                    "second" => Some(Seat::Second),
                    "draw" => None,
                    _ => return Err(()),
                };
                let acts = words.peek().and_then(|word| word.parse().ok());
                words.next_if(|_| acts.is_some());
                Some(Proved { winner, acts })
            }
        };
        let line = match words.next() {
            None => Vec::new(),
            Some("line") => words.map(str::to_owned).collect(),
            Some(_) => return Err(()),
        };
        Ok(Info { depth, nodes, expected, proved, line })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_reads_back() {
        let line = |acts: &[&str]| acts.iter().map(|act| (*act).to_owned()).collect::<Vec<_>>();
        for (proved, acts) in [
            (None, line(&[])),
            (None, line(&["J10", "12"])),
            (Some(Proved { winner: Some(Seat::First), acts: Some(12) }), line(&["12", "13"])),
            (Some(Proved { winner: Some(Seat::Second), acts: None }), line(&["line", "proved"])),
            (Some(Proved { winner: None, acts: Some(3) }), line(&[])),
            (Some(Proved { winner: None, acts: None }), line(&["a"])),
        ] {
            let info = Info { depth: 9, nodes: 1 << 40, expected: 0.625, proved, line: acts };
            assert_eq!(info.to_string().parse(), Ok(info.clone()), "{info}");
        }
    }

    #[test]
    fn what_is_not_said_so_is_not_read() {
        for text in [
            "",
            "depth 9",
            "depth 9 nodes 1",
            "depth 9 nodes 1 expected 1.5",
            "depth 9 nodes 1 expected NaN",
            "depth -1 nodes 1 expected 0.5",
            "depth 9 nodes 1 expected 0.5 proved white",
            "depth 9 nodes 1 expected 0.5 and more",
        ] {
            assert_eq!(text.parse::<Info<String>>(), Err(()), "{text}");
        }
    }

    #[test]
    fn a_long_line_is_cut() {
        let info = Info { line: vec![7; 1000], ..Info::default() };
        assert_eq!(info.spelt(u8::to_string).line.len(), SAID);
    }
}
