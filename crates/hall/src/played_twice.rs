//! Whether a game that was played on two machines went the same way on both.

use crate::assignment::Assignment;
use crate::program::Program;
use leitai_catalog::Replay;
use leitai_core::{Level, Record, RecordError, VerdictName};
use leitai_store::SecondOutcome;
use leitai_tournament::CountedOutcome;

/// One playing of a game: the outcome reported by its machine, and the record.
#[derive(Clone, Copy)]
pub(crate) struct Playing<'a> {
    pub(crate) outcome: CountedOutcome,
    pub(crate) record: &'a str,
}

/// Whether both programs play the same given the same input. Built-in players that do not look at the clock do.
pub(crate) fn repeats_itself(assignment: &Assignment) -> bool {
    let repeats = |program: &Program| matches!(program, Program::Level(level) if *level != Level::Best);
    assignment.seated.iter().all(|seated| repeats(&seated.program))
}

/// Compares two playings of a game, and returns the first ply that differs, from 1. `repeats`: its programs play the
/// same each time.
pub(crate) fn compare(repeats: bool, all: [Playing<'_>; 2]) -> (SecondOutcome, Option<u32>) {
    let read = all.map(|playing| read(playing.record));
    let [Ok(first), Ok(second)] = read else { return (SecondOutcome::Differs, None) };
    if !repeats {
        let is_alike = first.is_fault == second.is_fault;
        return (if is_alike { SecondOutcome::SameKind } else { SecondOutcome::DiffersInKind }, None);
    }
    let ply = first.digested.iter().zip(&second.digested).position(|(one, other)| one != other);
    let shorter = first.digested.len().min(second.digested.len());
    let ply = ply.or((first.digested.len() != second.digested.len()).then_some(shorter));
    match ply {
        Some(ply) => (SecondOutcome::Differs, Some(ply as u32 + 1)),
        None if all[0].outcome != all[1].outcome => (SecondOutcome::Differs, Some(shorter as u32)),
        None => (SecondOutcome::Same, None),
    }
}

struct Read {
    /// The parts over which the digest is computed.
    digested: Vec<String>,
    is_fault: bool,
}

/// Reads and verifies a record.
fn read(text: &str) -> Result<Read, RecordError> {
    let record = Record::read(text)?;
    let end = Replay::open(record.clone())?.verify()?;
    let is_fault = matches!(end.verdict, VerdictName::Fault(_));
    Ok(Read { digested: Replay::digested(record)?, is_fault })
}
