//! The other side of a recorded game, which plays again what it played.

use leitai_arena::{FarInput, Person, PersonInput, Typed};
use leitai_core::{Actor, Line, Record, Refusal, Seat, Table};
use leitai_sandbox::system::LocalStream;
use std::collections::VecDeque;
use std::io::{self, Write};

/// A seat whose acts, and the referee's, are those of a record, in the same portions. It leaves as soon as they are out of
/// place: then the game has gone another way.
pub(super) struct RecordedSide {
    acts: VecDeque<Vec<String>>,
    input: FarInput,
    wakes: LocalStream,
    is_over: bool,
}

impl RecordedSide {
    /// The side opposite to `heard`.
    pub(super) fn new(record: &Record, heard: Seat) -> io::Result<RecordedSide> {
        let (wakes, lines) = LocalStream::pair()?;
        let own = record.lines.iter().filter_map(|(_, line)| match line {
            Line::Play { by, acts, .. } if *by != Actor::Seat(heard) && *by != Actor::Chance => {
                Some(acts.iter().map(|act| act.clone().into_owned()).collect())
            }
            _ => None,
        });
        Ok(RecordedSide { acts: own.collect(), input: FarInput::new(lines), wakes, is_over: false })
    }

    /// Lets the stage hear a line; what it says is looked up when it is read.
    fn wake(&mut self) {
        // The other end lives as long as this one, and takes a byte.
        let _ = self.wakes.write_all(b"\n");
    }
}

impl Person for RecordedSide {
    fn input(&self) -> PersonInput<'_> {
        self.input.input()
    }

    fn speaks_up(&self) -> bool {
        false
    }

    fn asked(&mut self, _: &dyn Table, _: Seat) {
        self.wake();
    }

    fn typed(&mut self, _: &dyn Table, _: Seat, _: &[u8]) -> Typed {
        if self.is_over {
            return Typed::Leave;
        }
        self.acts.pop_front().map_or(Typed::Leave, Typed::Acts)
    }

    fn refused(&mut self, _: &Refusal) {
        self.is_over = true;
        self.wake();
    }
}
