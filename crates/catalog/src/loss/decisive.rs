//! The line by which a seat lost.

use leitai_core::{Actor, FAILS, Fault, Line, Record, SENT, Seat, UNASKED};
use leitai_protocol::printable;

/// How the line by which a seat lost was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum LineFault {
    /// No line lost it.
    #[default]
    Nothing,
    /// Acts that a rule refused.
    Refused,
    /// A turn that does not translate into any acts.
    Misspelt,
    /// A line that could not be read.
    Garbled,
    /// A line that was not asked for.
    Unasked,
}

/// The line by which a seat lost.
#[derive(Default)]
pub(super) struct Decisive {
    pub(super) text: Option<String>,
    pub(super) acts: Vec<String>,
    pub(super) taken: LineFault,
}

impl Decisive {
    pub(super) fn of(record: &Record, seat: Seat, fault: Fault) -> Decisive {
        let mut lines = record.lines.iter().rev().map(|(_, line)| line);
        let sent = || {
            record.lines.iter().rev().find_map(|(_, line)| match line {
                Line::Note { seat: of, what, text } if *of == seat && what == SENT => Some(shown(text)),
                _ => None,
            })
        };
        let found = match fault {
            Fault::Illegal => lines.find_map(|line| match line {
                Line::Attempt { by, said: Some(said), .. } if *by == Actor::Seat(seat) => {
                    Some((Some(shown(said)), Vec::new(), LineFault::Misspelt))
                }
                Line::Attempt { by, acts, .. } if *by == Actor::Seat(seat) => {
                    let acts = acts.iter().map(|act| shown(act)).collect();
                    Some((sent(), acts, LineFault::Refused))
                }
                _ => None,
            }),
            Fault::Protocol | Fault::NotReady => lines.find_map(|line| match line {
                Line::Garbled { seat: of, text, .. } if *of == seat => {
                    Some((Some(shown(text)), Vec::new(), LineFault::Garbled))
                }
                Line::Note { seat: of, what, text } if *of == seat && (what == UNASKED || what == FAILS) => {
                    let taken = if what == UNASKED { LineFault::Unasked } else { LineFault::Nothing };
                    Some((Some(shown(text)), Vec::new(), taken))
                }
                _ => None,
            }),
            // What it said since it was asked, and which was not taken for an answer.
            Fault::TimeLimit => {
                lines.take_while(|line| matches!(line, Line::Note { .. })).find_map(|line| match line {
                    Line::Note { seat: of, what, text } if *of == seat && what == "noise" => {
                        Some((Some(shown(text)), Vec::new(), LineFault::Garbled))
                    }
                    _ => None,
                })
            }
            _ => None,
        };
        let (text, acts, taken) = found.unwrap_or_default();
        Decisive { text, acts, taken }
    }
}

fn shown(text: &str) -> String {
    printable(text.as_bytes())
}
