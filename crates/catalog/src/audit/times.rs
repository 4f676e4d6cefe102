//! Checks the times of a record against its clock.

use leitai_core::{About, Clock, ClockChange, Line, MARGIN, Seat, Sentence, SpentTime, read_time, sentence};
use std::time::Duration;

/// What both seats have used according to the record's lines. A stage may have charged more, never less.
pub(super) struct Times {
    clocks: [Clock; 2],
    /// How long after a limit an answer still counts.
    margin: Duration,
    pub(super) spent: SpentTime,
}

impl Times {
    pub(super) fn of(about: &About<'_>) -> Times {
        let margin = about.stage.get(MARGIN).and_then(|margin| read_time(margin)).unwrap_or_default();
        let clocks = about.clocks();
        Times { clocks, margin, spent: SpentTime::default() }
    }

    /// How much time the seat is allowed for the whole game, given the turns it has completed.
    pub(super) fn allowed(&self, seat: Seat) -> Option<Duration> {
        self.spent.allowed(seat, &self.clocks[seat])
    }

    /// How long after a limit an answer still counts.
    pub(super) fn margin(&self) -> Duration {
        self.margin
    }

    /// What the seat has used of the turn in progress and of the whole game.
    pub(super) fn used(&self, seat: Seat) -> [Duration; 2] {
        [self.spent.turn[seat.index()], self.spent.game[seat.index()]]
    }

    /// A limit plus the margin.
    fn counted(&self, limit: Option<Duration>) -> Option<Duration> {
        limit.map(|limit| limit + self.margin)
    }

    /// The clocks are changed by hand. Errors if that cannot have been, or if a clock had run out by then.
    pub(super) fn change(&mut self, change: ClockChange) -> Result<(), Sentence> {
        if let ClockChange::Stop { ran } = change {
            for (seat, ran) in Seat::BOTH.into_iter().zip(ran) {
                let ([turn, game], ran) = (self.used(seat), Duration::from_micros(ran));
                within(turn + ran, self.counted(self.clocks[seat].turn))?;
                within(game + ran, self.counted(self.allowed(seat)))?;
            }
        }
        self.spent.change(change, &self.clocks)
    }

    /// Accounts for the time of a line. `owed`: the seat owed the line; `in_start`: it counts towards the start limit;
    /// `over`: it ended the seat's turn. Errors if the line came too late to count.
    pub(super) fn line(
        &mut self,
        seat: Seat,
        line: &Line<'_>,
        owed: bool,
        in_start: bool,
        over: bool,
    ) -> Result<(), Sentence> {
        let (i, clock) = (seat.index(), self.clocks[seat.index()]);
        let (Line::Ready { us, .. }
        | Line::Play { us, .. }
        | Line::Attempt { us, .. }
        | Line::Garbled { us, .. }) = line
        else {
            return Ok(());
        };
        let took = Duration::from_micros(*us);
        if let Line::Ready { .. } = line {
            within(took, clock.start)?;
            if clock.start_counts {
                self.spent.game[i] += took;
            }
            return Ok(());
        }
        if !owed {
            // A claim out of turn costs no time, and opening words have their own limit.
            let limit = if matches!(line, Line::Garbled { .. }) { clock.start } else { Some(Duration::ZERO) };
            return within(took, limit);
        }
        let [turn, game] = [self.spent.turn[i] + took, self.spent.game[i] + took];
        if in_start {
            within(turn, self.counted(clock.start))?;
        } else {
            within(turn, self.counted(clock.turn))?;
            within(game, self.counted(self.allowed(seat)))?;
        }
        // The clock does not stop before a refused line is tried again: its time is added to that of the next line.
        if let Line::Play { .. } = line {
            if in_start {
                self.spent.turn[i] = if over { Duration::ZERO } else { turn };
            } else {
                self.spent.add(seat, took, over);
            }
        }
        Ok(())
    }
}

fn within(took: Duration, limit: Option<Duration>) -> Result<(), Sentence> {
    let Some(limit) = limit.filter(|limit| took > *limit) else { return Ok(()) };
    let (took, limit) = (took.as_secs_f64(), limit.as_secs_f64());
    Err(sentence!(
        "{took:.3} s of {limit:.3} s had been used by then: it came too late",
        "至此已用 {took:.3} 秒，限 {limit:.3} 秒：为时已晚"
    ))
}
