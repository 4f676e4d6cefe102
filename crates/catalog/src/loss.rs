//! Explains a game lost by a fault to the author of the losing program: what it said, what that means, what it could
//! have said, what it logged, and what it probably did wrong. Made from the record alone.

mod cause;
mod crash_report;
mod decisive;
mod respelt;
mod turned;

pub use cause::Cause;
pub use respelt::Slip;
pub use turned::Turning;

use crate::Replay;
use crash_report::crash_report;
use decisive::Decisive;
use leitai_core::{
    Actor, DialectName, Fault, Lang, Line, Phrase, Record, RecordError, Scene, Seat, Sentence, Spoken, Turn,
    VerdictName, Viewer,
};
use leitai_protocol::printable;

/// How many legal turns are given as examples.
const EXAMPLES: usize = 3;
/// How many lines of a log are kept.
const LOGGED: usize = 5;

/// How a seat lost by a fault. It holds what the seat's program said and logged, and what the seat knew, so it is only
/// for the program's author and the referee. All text is printable.
#[derive(Clone, Debug)]
pub struct Loss {
    /// The seat that lost.
    pub seat: Seat,
    /// The fault by which it lost.
    pub fault: Fault,
    /// Why, as stated in the record.
    pub reason: Sentence,
    /// The number of turns completed before.
    pub plies: u32,
    /// The line by which it lost, as it was sent; `None` if there was none, or none was kept.
    pub line: Option<String>,
    /// That line in the game's own notation, if it could be read.
    pub acts: Vec<String>,
    /// The board before that line, as the seat should have known it.
    pub scene: Scene,
    /// Whether the seat owed a secret layout.
    pub lays_out: bool,
    /// Everything that the seat could have played, in the game's own notation.
    pub choices: Vec<String>,
    /// Some turns that the seat could have played, in the game's notation and in its dialect.
    pub phrases: Vec<Phrase>,
    /// Where and why its run-time aborted it, according to its log.
    pub crash: Option<Sentence>,
    /// Some lines of its log: the last ones if it crashed, otherwise the first ones.
    pub log: Vec<String>,
    /// What it probably did wrong, if its line shows that.
    pub cause: Option<Cause>,
}

impl Loss {
    /// How the game was lost; `None` if it was not lost by a program's fault, or is not over. Errors if the record
    /// cannot be replayed up to that point.
    pub fn of(record: &Record) -> Result<Option<Loss>, RecordError> {
        let Some((seat, fault, dialect)) = lost(record) else { return Ok(None) };
        let mut replay = Replay::spoken(record.clone(), seat)?;
        while replay.step()?.is_some() {}
        let table = replay.table();
        let line = Decisive::of(record, seat, fault);
        let asked = table.turn().owes(Actor::Seat(seat));
        let (log, crash) = logged(record, seat, fault);
        let cause = cause::cause(record, table, seat, dialect, &line);
        let end = record.end.as_ref();
        let reason =
            end.map(|end| [Lang::En, Lang::Zh].map(|lang| printable(end.reason.to(lang).as_bytes())));
        let choices = if asked { table.choices(seat) } else { Vec::new() };
        Ok(Some(Loss {
            seat,
            fault,
            reason: reason.map(|[en, zh]| Sentence::new(en, zh)).unwrap_or_default(),
            plies: end.map_or(0, |end| end.plies),
            line: line.text,
            acts: line.acts,
            scene: table.scene(Viewer::Seat(seat)),
            lays_out: asked && matches!(table.turn(), Turn::Secret(_)),
            choices: choices.into_iter().map(|choice| choice.text).collect(),
            phrases: if asked { table.phrases(seat, EXAMPLES) } else { Vec::new() },
            crash,
            log,
            cause,
        }))
    }

    /// Whether it lost by what it said in the game. If not, the board explains nothing.
    pub fn is_said(&self) -> bool {
        matches!(self.fault, Fault::Illegal | Fault::Protocol)
    }
}

/// The seat whose program lost, the fault, and the dialect it spoke.
fn lost(record: &Record) -> Option<(Seat, Fault, DialectName)> {
    let end = record.end.as_ref()?;
    let (VerdictName::Fault(fault), Some(winner)) = (end.verdict, end.winner) else { return None };
    match record.about.seats[winner.other().index()].dialect {
        Spoken::In(dialect) => Some((winner.other(), fault, dialect)),
        Spoken::Person | Spoken::Relay => None,
    }
}

/// Some lines that a seat's program logged, and what its run-time reported there about a crash.
fn logged(record: &Record, seat: Seat, fault: Fault) -> (Vec<String>, Option<Sentence>) {
    let notes = record.lines.iter().filter_map(|(_, line)| match line {
        Line::Note { seat: of, what, text } if *of == seat && (what == "stderr" || what == "debug") => {
            Some((what == "stderr", text))
        }
        _ => None,
    });
    let (mut lines, mut crash) = (Vec::new(), None);
    for (is_log, text) in notes {
        let begins = lines.len();
        let written = text.lines().map(|line| printable(line.as_bytes()));
        lines.extend(written.filter(|line| !line.trim().is_empty()));
        if is_log {
            crash = crash_report(&lines[begins..]);
        }
    }
    if crash.is_some() {
        // Lines of marks that point at a part of the line above.
        lines.retain(|line| !line.chars().all(|c| " ~^".contains(c)));
        for line in &mut lines {
            *line = without_folders(line);
        }
    }
    // The output just before a crash is at the end.
    if fault == Fault::Crash || crash.is_some() {
        lines.drain(..lines.len().saturating_sub(LOGGED));
    }
    lines.truncate(LOGGED);
    (lines, crash)
}

/// The line with file names stripped of their folders, which are the stage's.
fn without_folders(line: &str) -> String {
    let ends = |c: char| c.is_whitespace() || "\"'(),".contains(c);
    let words = line.split_inclusive(ends).map(|word| match word.rsplit_once('/') {
        Some((folder, name)) if folder.is_empty() || folder.starts_with('/') => name,
        _ => word,
    });
    words.collect()
}
