//! What the record of a game says of one seat's program.

use leitai_core::Seat;
use serde_json::Value;
use std::collections::BTreeSet;

/// Lines kept of what it logged, and of the noise it made.
const LINES: usize = 5;

/// Gathered from the lines of a record.
#[derive(Default)]
pub(super) struct Heard {
    /// The name that it said.
    pub(super) name: Option<String>,
    /// Lines that were ignored: how many, and the first ones.
    pub(super) ignored: usize,
    pub(super) noise: Vec<String>,
    /// The first lines of its log.
    pub(super) log: Vec<String>,
    /// How it left; none: it was never started.
    pub(super) exit: Option<String>,
    /// The acts it played.
    pub(super) acts: BTreeSet<String>,
    /// Turns in which it was refused and tried again.
    pub(super) refused: usize,
    /// Were there throws of a die?
    pub(super) dice: bool,
}

impl Heard {
    pub(super) fn of(record: &[u8], seat: Seat) -> Heard {
        let seat = if seat == Seat::First { "first" } else { "second" };
        let mut heard = Heard::default();
        for line in record.split(|byte| *byte == b'\n') {
            let Ok(line) = serde_json::from_slice::<Value>(line) else { continue };
            let by = line["by"].as_str().or(line["seat"].as_str());
            match (line["type"].as_str(), by) {
                (Some("play"), Some("chance")) => heard.dice = true,
                (Some("ready"), Some(by)) if by == seat => {
                    heard.name = line["name"].as_str().map(str::to_owned);
                }
                (Some("play"), Some(by)) if by == seat => {
                    let acts = line["acts"].as_array().into_iter().flatten().filter_map(Value::as_str);
                    heard.acts.extend(acts.map(str::to_owned));
                }
                (Some("attempt" | "garbled"), Some(by)) if by == seat => heard.refused += 1,
                (Some("note"), Some(by)) if by == seat => heard.noted(&line),
                _ => {}
            }
        }
        heard
    }

    fn noted(&mut self, note: &Value) {
        let text = note["text"].as_str().unwrap_or_default();
        match note["what"].as_str() {
            Some("exit") => self.exit = Some(text.to_owned()),
            Some("noise") => {
                self.ignored += 1;
                keep(&mut self.noise, text);
            }
            // What it wrote to its standard error, or in lines that its dialect has for its author.
            Some("stderr" | "debug") => text.lines().for_each(|line| keep(&mut self.log, line)),
            _ => {}
        }
    }
}

fn keep(lines: &mut Vec<String>, line: &str) {
    if lines.len() < LINES && !line.is_empty() {
        lines.push(leitai_protocol::printable(line.as_bytes()));
    }
}
