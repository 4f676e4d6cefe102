//! What the record of a game shows of one seat's program.

use crate::own_files::OwnFiles;
use leitai_core::{Actor, Line, Seat};
use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};

/// Lines kept of its log and of its noise.
const LINES: usize = 5;

/// Gathered from the lines of a record.
#[derive(Default)]
pub(crate) struct Heard {
    /// The name it gave.
    pub(crate) name: Option<String>,
    /// Lines that were ignored: their number, and the first ones.
    pub(crate) ignored: usize,
    pub(crate) noise: Vec<String>,
    /// The first lines of its log, and the last ones.
    pub(crate) log: Vec<String>,
    pub(crate) log_end: VecDeque<String>,
    /// Number of lines of the log, as far as it was kept.
    pub(crate) logged: usize,
    /// How it exited; `None` if it was never started.
    pub(crate) exit: Option<String>,
    /// The acts it played.
    pub(crate) acts: BTreeSet<String>,
    /// Number of turns in which it was refused and tried again.
    pub(crate) refused: usize,
    /// Whether dice were thrown.
    pub(crate) dice: bool,
}

impl Heard {
    /// Collects what the record shows of the program in that seat; the files in `own` are given their author's
    /// names.
    pub(crate) fn of(record: &[u8], seat: Seat, own: &OwnFiles) -> Heard {
        let mut heard = Heard::default();
        for line in record.split(|byte| *byte == b'\n') {
            match serde_json::from_slice(line) {
                Ok(Line::Play { by: Actor::Chance, .. }) => heard.dice = true,
                Ok(Line::Play { by, acts, .. }) if by == Actor::Seat(seat) => {
                    heard.acts.extend(acts.into_iter().map(Cow::into_owned));
                }
                Ok(Line::Attempt { by, .. }) if by == Actor::Seat(seat) => heard.refused += 1,
                Ok(Line::Ready { seat: of, name, .. }) if of == seat => {
                    heard.name = name.map(Cow::into_owned);
                }
                Ok(Line::Garbled { seat: of, .. }) if of == seat => heard.refused += 1,
                Ok(Line::Note { seat: of, what, text }) if of == seat => heard.noted(&what, &text, own),
                _ => {}
            }
        }
        heard
    }

    fn noted(&mut self, what: &str, text: &str, own: &OwnFiles) {
        match what {
            "exit" => self.exit = Some(text.to_owned()),
            "noise" => {
                self.ignored += 1;
                keep(&mut self.noise, text);
            }
            // What it wrote to its standard error, or in lines that its dialect reserves for the author.
            "stderr" | "debug" => {
                for line in text.lines().filter(|line| !line.is_empty()) {
                    let line = own.in_own_names(line);
                    self.logged += 1;
                    keep(&mut self.log, &line);
                    self.log_end.push_back(leitai_protocol::printable(line.as_bytes()));
                    if self.log_end.len() > LINES {
                        self.log_end.pop_front();
                    }
                }
            }
            _ => {}
        }
    }
}

fn keep(lines: &mut Vec<String>, line: &str) {
    if lines.len() < LINES && !line.is_empty() {
        lines.push(leitai_protocol::printable(line.as_bytes()));
    }
}
