//! Playing a record again, from its lines alone.

use crate::{Setup, find};
use leitai_core::{
    Act, By, End, Fault, Line, Post, Record, RecordError, Refusal, Seat, Span, Table, Turn, Why,
};
use std::borrow::Cow;
use std::time::Duration;

/// A record and a table on which it is played again, step by step.
pub struct Replay {
    record: Record,
    table: Box<dyn Table>,
    next: usize,
}

impl Replay {
    /// Sets up the recorded game at its start.
    pub fn open(record: Record) -> Result<Replay, RecordError> {
        let fail = |what: String| RecordError { line: 1, what };
        let id = &record.about.game;
        let game = find(id).ok_or_else(|| fail(format!("unknown game `{id}`")))?;
        let options = record.about.options.iter();
        let setup = Setup {
            options: options.map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            position: record.about.position.as_ref().map(ToString::to_string),
        };
        let table = game.table(&setup, record.about.clone()).map_err(|error| fail(error.to_string()))?;
        Ok(Replay { record, table, next: 0 })
    }

    /// The record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The game where it stands.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// Goes on to the next line that changes the board, or to the end: the line, or none when there is no
    /// more. Lines before it are checked on the way.
    pub fn step(&mut self) -> Result<Option<&Line<'static>>, RecordError> {
        while let Some((at, line)) = self.record.lines.get(self.next) {
            self.next += 1;
            let fail = |what: String| RecordError { line: *at, what };
            match line {
                Line::Play { by, acts, .. } => {
                    play(&mut *self.table, *by, acts, Span::Part)
                        .map_err(|refusal| fail(refused(&refusal)))?;
                    return Ok(Some(&self.record.lines[self.next - 1].1));
                }
                Line::Attempt { by, acts, rule, whole, .. } => {
                    let span = if *whole { Span::Turn } else { Span::Part };
                    match play(&mut *self.table, *by, acts, span) {
                        Err(Refusal::Illegal(illegal)) if illegal.rule.en == *rule => {}
                        Err(other) => {
                            return Err(fail(format!("refused for another reason: {}", refused(&other))));
                        }
                        Ok(()) => return Err(fail("recorded as illegal, but it is legal".to_owned())),
                    }
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// Plays the whole record and compares its end, digest and verdict with what comes out.
    pub fn verify(mut self) -> Result<End<'static>, RecordError> {
        while self.step()?.is_some() {}
        let last = self.record.lines.last().map_or(1, |(at, _)| *at) + 1;
        let fail = |what: String| RecordError { line: last, what };
        let Some(end) = self.record.end.take() else {
            return Err(fail("the record breaks off before the end of the game".to_owned()));
        };
        let table = &mut *self.table;
        let loser = end.winner.map(Seat::other);
        let fault = Fault::ALL.into_iter().find(|fault| fault.name() == end.verdict);
        let laid = match (fault, &*end.verdict, loser) {
            (Some(fault), _, Some(loser)) => Some(Act::Fault(loser, fault, &end.reason)),
            (None, "Resigned", Some(loser)) => Some(Act::Resign(loser)),
            (None, "Law", _) => None,
            _ => return Err(fail(format!("verdict `{}` does not fit its winner", end.verdict))),
        };
        if let Some(act) = laid {
            let done = table.act(act, Duration::ZERO, [None; 2], &mut Post::default());
            done.map_err(|_| fail("the game was already over by its law".to_owned()))?;
        }
        let Turn::Over(outcome) = table.turn() else {
            return Err(fail("the game is not over after its last move".to_owned()));
        };
        let law = matches!(outcome.why, Why::Law(words) if words.en != end.reason);
        for (what, recorded, computed) in [
            ("winner", seat(end.winner), seat(outcome.winner)),
            ("verdict", end.verdict.to_string(), outcome.why.name().to_owned()),
            ("plies", end.plies.to_string(), table.plies().to_string()),
            ("digest", end.digest.to_string(), table.digest()),
        ] {
            if recorded != computed {
                return Err(fail(format!(
                    "the {what} is recorded as {recorded}, but comes out as {computed}"
                )));
            }
        }
        if law {
            return Err(fail(format!("the reason `{}` is not how it ended", end.reason)));
        }
        Ok(end)
    }
}

fn play(table: &mut dyn Table, by: By, acts: &[Cow<'static, str>], span: Span) -> Result<(), Refusal> {
    let acts: Vec<&str> = acts.iter().map(|act| &**act).collect();
    let act = Act::Play { by, acts: &acts, span };
    table.act(act, Duration::ZERO, [None; 2], &mut Post::default())
}

fn refused(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Garbled(garbled) => format!("the move cannot be read: {garbled} was expected"),
        Refusal::Illegal(illegal) => format!("illegal: {}", illegal.rule.en),
        Refusal::NotAsked => "that seat is not on turn, or the game is over".to_owned(),
    }
}

fn seat(winner: Option<Seat>) -> String {
    winner.map_or("nobody".to_owned(), |seat| seat.to_string())
}
