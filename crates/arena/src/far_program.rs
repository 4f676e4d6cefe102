//! Programs that run on another machine: somebody else carries their lines, and knows how long the way is.

use crate::inbox::{Fill, Flood, Inbox};
use crate::speaker::Speaker;
use leitai_core::Sentence;
use leitai_sandbox::Output;
use leitai_sandbox::system::BorrowedFd;
use std::time::{Duration, Instant};

/// The most that a program far away is given back for the way of one answer, however long that is.
const LONGEST_WAY: Duration = Duration::from_secs(1);

/// A program on another machine, which speaks `native`. Of what it uses there the stage knows nothing; it sees lines.
pub trait FarProgram {
    /// The descriptor from which its lines are read.
    fn lines(&self) -> BorrowedFd<'_>;
    /// Sends it whole lines, each with its end. Does not wait.
    fn tell(&mut self, lines: &[u8]);
    /// When it was there first: its time to get ready begins then. `None` until it has come.
    fn since(&self) -> Option<Instant>;
    /// How long its line was cut since this was last asked.
    fn cut(&mut self, now: Instant) -> Duration;
    /// How long a line takes there and back; zero where that was not measured.
    fn way(&self) -> Duration;
    /// Why it will not come back, once that is so.
    fn gone(&self, now: Instant) -> Option<Sentence>;
}

/// The chair of a program far away.
pub(crate) struct FarChair<'a> {
    pub(crate) program: &'a mut dyn FarProgram,
    pub(crate) inbox: Inbox,
    output: Output,
    /// How much its time to get ready was extended.
    late: Duration,
    /// Whether the way of the answer that is due was given back.
    has_way: bool,
    /// What was given back since this was last taken.
    given: Duration,
}

impl<'a> FarChair<'a> {
    /// It may send as much as this.
    pub(crate) fn new(program: &'a mut dyn FarProgram, output: Output) -> FarChair<'a> {
        let (late, given) = (Duration::ZERO, Duration::ZERO);
        FarChair { program, inbox: Inbox::default(), output, late, has_way: false, given }
    }

    /// Reads its lines, once.
    pub(crate) fn listen(&mut self) -> Fill {
        self.inbox.fill(self.program.lines())
    }

    /// Called when it is asked: what was cut before is its own affair.
    pub(crate) fn asked(&mut self, now: Instant) {
        self.inbox.asked();
        self.program.cut(now);
        self.has_way = false;
    }

    /// What its time is to be extended by, now that it is asked for an answer: how long its line was cut since the last
    /// call, and once for each answer the way.
    pub(crate) fn due(&mut self, now: Instant) -> Duration {
        let way = if self.has_way { Duration::ZERO } else { self.program.way().min(LONGEST_WAY) };
        self.has_way = true;
        let due = self.program.cut(now) + way;
        self.given += due;
        due
    }

    /// Extends its time to get ready.
    pub(crate) fn excuse(&mut self, time: Duration) {
        self.late += time;
    }

    /// What was given back since this was last taken, in whole milliseconds.
    pub(crate) fn take_given(&mut self) -> Duration {
        Duration::from_millis(std::mem::take(&mut self.given).as_millis() as u64)
    }
}

impl Speaker for FarChair<'_> {
    fn inbox(&self) -> &Inbox {
        &self.inbox
    }

    fn inbox_mut(&mut self) -> &mut Inbox {
        &mut self.inbox
    }

    // What it is sent waits elsewhere.
    fn is_behind(&self) -> bool {
        false
    }

    fn flood(&mut self) -> Option<Flood> {
        self.inbox.flood(&self.output)
    }

    fn since(&self) -> Option<Instant> {
        Some(self.program.since()? + self.late)
    }

    fn has_outgrown_memory(&mut self, _: Duration) -> bool {
        false
    }
}
